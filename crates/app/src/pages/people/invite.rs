//! Invitation links and code on the people page.

use leptos::prelude::*;
use rules::messages::pages as msg;

use super::People;
use super::links::{copyable_link, qr_code};
use crate::page::Invitation;

impl People<'_> {
    /// Renders the invitation's code and links, and the buttons that revoke them.
    pub(super) fn invitation(&self, invitation: &Invitation) -> AnyView {
        let Invitation {
            site,
            player,
            spectator,
            screen,
            co_storyteller,
            code,
            code_minutes,
            qr,
        } = invitation;
        let host = site.split_once("://").map_or(&site[..], |(_, host)| host);
        let only_here = ["127.", "localhost", "[::1]"];
        let only_here = only_here.iter().any(|start| host.starts_with(start));
        let only_here = only_here.then(|| {
            view! {
                <p class="note">
                    {msg::THIS_ADDRESS_WORKS_ON_THIS.get()}
                </p>
            }
        });
        let whole = |path: &str| format!("{site}{path}");
        let types = msg::players_type_it_at_it(&host, &duration_words(*code_minutes));
        let renew = view! { <button type="submit" class="quiet">{msg::REPLACE_ALL_LINKS_AND_THE.get()}</button> };
        view! {
            <section aria-labelledby="invite">
                <h2 id="invite">{msg::INVITE.get()}</h2>
                {only_here}
                <div class="passing">
                    {qr_code(qr.as_ref(), msg::LINK_FOR_PLAYERS_AS_A.get())}
                    <div>
                        <h3>{msg::CODE.get()}</h3>
                        <p class="spoken" id="spoken-code">{code.clone()}</p>
                        <p class="faint">{types}</p>
                    </div>
                    {copyable_link(msg::LINK_FOR_PLAYERS.get(), "player-link", &whole(player))}
                </div>
                <div>
                    {copyable_link(msg::LINK_FOR_A_TABLE_SCREEN.get(), "screen-link", &whole(screen))}
                    <p class="faint">
                        {msg::A_LARGE_DISPLAY_FOR_EVERYBODY.get()} " "
                        <a href=format!("/t/{}/screen", self.table)>{msg::CHOOSE_WHAT_IT_SHOWS.get()}</a>
                    </p>
                </div>
                <details class="more-links">
                    <summary>{msg::SPECTATORS_AND_CO_STORYTELLERS.get()}</summary>
                    {copyable_link(msg::LINK_FOR_SPECTATORS.get(), "spectator-link", &whole(spectator))}
                    {copyable_link(msg::LINK_FOR_A_CO_STORYTELLER.get(), "co-link", &whole(co_storyteller))}
                </details>
                {self.lock_form()}
                {self.form("renew", renew)}
            </section>
        }
        .into_any()
    }

    /// Renders the button that closes or opens the table to new seats.
    fn lock_form(&self) -> AnyView {
        let (wish, words, button) = match self.locked {
            true => (
                "unlock",
                msg::THIS_TABLE_IS_LOCKED_NOBODY.get(),
                msg::UNLOCK_THE_TABLE.get(),
            ),
            false => (
                "lock",
                msg::IS_EVERYBODY_HERE_LOCK_THE.get(),
                msg::LOCK_THE_TABLE.get(),
            ),
        };
        let button = view! { <button type="submit" class="quiet">{button}</button> };
        view! { <p class="faint">{words}</p> {self.form(wish, button)} }.into_any()
    }
}

/// Returns a number of minutes in words, rounded to hours.
fn duration_words(minutes: u32) -> String {
    match minutes.saturating_add(30) / 60 {
        hours @ 2.. => msg::hours(&hours),
        _ => msg::minutes(&minutes),
    }
}
