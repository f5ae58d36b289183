//! Actions on an open place of the list: go there, open the door, look around, or move others there.

use leptos::prelude::*;
use rules::base::id::LocationId;
use rules::encounter::Command;
use rules::encounter::command::SceneDestination;
use rules::messages::places as msg;
use rules::space::{Door, Way};

use super::details::place_details;
use super::listing::Listing;
use super::movers::storyteller_actions;
use crate::reactive::{derive, on_click, redraw, show_when};
use crate::scene::moves::MoveRight;
use crate::words::join_spoken;

/// Renders the buttons for what can be done with an opened place of the list.
pub(super) fn place_actions(listing: Listing, id: LocationId) -> AnyView {
    let looks = RwSignal::new(false);
    let home = move || listing.home() == Some(id);
    let look_button = move || {
        view! {
            <button
                type="button"
                class="quiet"
                hidden=derive(home)
                aria-expanded=derive(move || looks.get().to_string())
                on:click=on_click(move |_| looks.update(|looks| *looks = !*looks))
            >
                {msg::WHATS_HERE.get()}
            </button>
        }
    };
    let actions = match listing.model.can_run_table() {
        true => storyteller_actions(listing, id, look_button().into_any()),
        false => view! {
            {redraw(move || what_going_brings(listing, id))}
            <div class="area-actions">
                {redraw(move || go_button(listing, id))}
                {look_button()}
            </div>
        }
        .into_any(),
    };
    view! {
        <div class="area-body">
            {actions}
            {show_when(move || looks.get() || home(), move || place_details(listing, id))}
        </div>
    }
    .into_any()
}

/// Renders what going to a place costs and brings about, before it is done.
fn what_going_brings(listing: Listing, id: LocationId) -> Option<AnyView> {
    let way = listing.way(id).filter(|way| way.barred.is_none())?;
    let words = brings_words(&way)?;
    Some(view! { <p class="faint area-brings">{words}</p> }.into_any())
}

/// Returns in sentences what the way to a place brings besides its cost; `None` if nothing.
pub(super) fn brings_words(way: &Way) -> Option<String> {
    let mut said: Vec<String> = way.brings.iter().map(ToString::to_string).collect();
    if said.is_empty() && way.action {
        said.push(msg::IT_TAKES_YOUR_ACTION.get().to_owned());
    }
    (!said.is_empty()).then(|| join_spoken(said.iter().map(String::as_str)))
}

/// Renders the button by which the reader's own combatant goes to a place, or opens the door that is in the way.
fn go_button(listing: Listing, id: LocationId) -> Option<AnyView> {
    let own = listing.own.get()?;
    let right = listing.right(own)?;
    let home = listing.home();
    if home == Some(id) {
        return None;
    }
    let barred = listing.way(id).is_some_and(|way| way.barred.is_some());
    let link = home.and_then(|home| listing.with(|scene| scene.link(home, id).cloned())?);
    let door = link.filter(|link| link.door == Door::Closed);
    if barred && door.is_some() && right == MoveRight::Moves {
        let open = Command::SetDoor {
            id: own,
            to: id,
            open: true,
        };
        let press = on_click(move |_| listing.model.send(open.clone()));
        let words = msg::OPEN_THE_DOOR.get();
        return Some(
            view! { <button type="button" class="brass" on:click=press>{words}</button> }
                .into_any(),
        );
    }
    // What the rules bar can be proposed all the same.
    let right = if barred { MoveRight::Proposes } else { right };
    let words = match (right, home) {
        (MoveRight::Proposes, _) => msg::PROPOSE_TO_MOVE_HERE,
        (MoveRight::Moves, None) => msg::PUT_HERE,
        (MoveRight::Moves, Some(_)) => msg::MOVE_HERE,
    };
    let weight = if barred { "quiet" } else { "brass" };
    let press = on_click(move |_| listing.go(own, SceneDestination::Place(id), (right, barred)));
    Some(
        view! { <button type="button" class=weight on:click=press>{words.get()}</button> }
            .into_any(),
    )
}
