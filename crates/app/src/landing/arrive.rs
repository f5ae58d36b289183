//! The page on which a seat moves to another device.

use leptos::prelude::*;
use rules::messages::doors as msg;

use crate::landing::brand::sign;
use crate::page::{Arrive, SeatedPerson};

/// The page on which a player takes their seat again.
#[component]
pub fn ArrivePage(
    /// The content of the page.
    arrive: Arrive,
) -> impl IntoView {
    let Arrive {
        action,
        id,
        table,
        seat,
        instead_of,
    } = arrive;
    let who = |standing: &SeatedPerson| format!("{}, {}", standing.name, standing.role.title());
    let lead = msg::your_seat(&who(&seat));
    let bound = instead_of
        .as_ref()
        .is_some_and(|other| !other.role.can_leave_table());
    let instead_of = instead_of.map(|other| {
        let other = who(&other);
        let words = if bound {
            msg::this_browser_is_already_at(&other)
        } else {
            msg::this_browser_is_already_at_this_table(&other)
        };
        view! { <p class="note">{words}</p> }
    });
    view! {
        <main class="door">
            <header class="door-head">
                {sign()}
                <h1>{table}</h1>
                <p class="lead">{lead}</p>
            </header>
            <div class="door-cards">
                <form class="card" method="post" action=action>
                    <h2>{msg::SIT_DOWN_AGAIN.get()}</h2>
                    {instead_of}
                    {if bound {
                        view! {
                            <a class="button quiet" href=format!("/t/{id}")>{msg::BACK_TO_THE_TABLE.get()}</a>
                        }.into_any()
                    } else {
                        view! {
                            <p class="faint">
                                {msg::THE_SEAT_MOVES_TO_THIS.get()}
                            </p>
                            <button type="submit" class="brass">{msg::sit_down_as(&seat.name)}</button>
                        }.into_any()
                    }}
                </form>
            </div>
        </main>
    }
}
