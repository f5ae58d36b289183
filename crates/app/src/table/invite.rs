//! Inviting people: a picture to scan, a code to say aloud, and links.

use leptos::prelude::*;
use rules::seat::Role;

use super::browser;
use super::links::{Copyable, Picture, post};
use super::live::{clicked, drawn, showing};
use super::model::Model;
use super::row_sheet::close_on_backdrop;
use super::way_back::NewWayBack;
use crate::page::Invitation;

/// The invitation dialog. Links are asked for when the page lives; they cost nothing.
#[component]
pub fn Invite() -> impl IntoView {
    let model = expect_context::<Model>();
    if !model.runs() {
        return None;
    }
    let invitation = RwSignal::new(None::<Invitation>);
    let trouble = RwSignal::new(false);
    let fetch = move |renew: bool| {
        let path = format!(
            "/t/{}/invite{}",
            model.table,
            if renew { "/renew" } else { "" }
        );
        post(&path, move |read: Option<Invitation>| {
            trouble.set(read.is_none());
            invitation.set(read);
        });
    };
    // A seat that is taken away takes the old links with it.
    Effect::new(move |before: Option<usize>| {
        let seats = model.seats.with(Vec::len);
        let awake = model.awake.get();
        if awake && before.is_none_or(|before| seats < before) {
            fetch(false);
        }
        if awake { seats } else { usize::MAX }
    });
    let keeps = model.role() == Role::Storyteller && !model.demo;
    Some(view! {
        <dialog id="invite" class="sheet" aria-labelledby="invite-head" on:click=close_on_backdrop>
            <div class="sheet-body">
                <div class="sheet-head">
                    <h2 id="invite-head">"Invite"</h2>
                    <button
                        type="button"
                        class="quiet icon"
                        aria-label="Close"
                        on:click=clicked(move |_| browser::close_dialog("invite"))
                    >
                        "×"
                    </button>
                </div>
                {drawn(move || invitation.get().map(ways))}
                {showing(move || trouble.get(), move || view! {
                    <p class="trouble" role="alert">
                        "The links could not be fetched. Close this and try again in a moment."
                    </p>
                })}
                <div class="sheet-part">
                    <button type="button" class="quiet" on:click=clicked(move |_| fetch(true))>
                        "Replace all links and the code"
                    </button>
                </div>
                {keeps.then(|| view! { <NewWayBack /> })}
            </div>
        </dialog>
    })
}

/// The ways to the table.
fn ways(invitation: Invitation) -> impl IntoView {
    let Invitation {
        site,
        player,
        spectator,
        co_storyteller,
        code,
        code_minutes,
        qr,
    } = invitation;
    let host = site.split_once("://").map_or(&site[..], |(_, host)| host);
    let only_here = ["127.", "localhost", "[::1]"]
        .iter()
        .any(|start| host.starts_with(start));
    let typed = format!(
        "Players type it at {host}. It works for {}.",
        hours(code_minutes)
    );
    let whole = |path: String| format!("{site}{path}");
    view! {
        {only_here.then(|| view! {
            <p class="note">
                "This address works on this computer only. Start Coterie with --lan so that phones in the room can open it."
            </p>
        })}
        <div class="passing">
            <Picture qr label="Link for players as a QR code" />
            <div class="sheet-part">
                <h3>"Code"</h3>
                <p class="spoken" id="spoken-code">{code}</p>
                <p class="faint">{typed}</p>
            </div>
            <Copyable label="Link for players" id="player-link" link=whole(player) />
        </div>
        <details class="more-links">
            <summary>"Spectators and co-storytellers"</summary>
            <Copyable label="Link for spectators" id="spectator-link" link=whole(spectator) />
            <Copyable label="Link for a co-storyteller" id="co-link" link=whole(co_storyteller) />
        </details>
    }
}

fn hours(minutes: u32) -> String {
    match (minutes + 30) / 60 {
        hours @ 2.. => format!("{hours} hours"),
        _ => format!("{minutes} minutes"),
    }
}
