//! A place of the list: one button with its name, its marks, who is there and what it costs, which opens in its place.

use leptos::prelude::*;
use rules::base::id::LocationId;
use rules::messages::places as msg;
use rules::space::Location;

use super::actions::place_actions;
use super::listing::Listing;
use super::occupants::{occupants_of, token_row};
use super::sentences::{cost_text, is_unknown, place_sentences};
use crate::browser;
use crate::reactive::{derive, memo, on_click, redraw, show_when};
use crate::scene::marks::mark_row;

/// Returns the id of the button that opens a place.
pub(super) fn opener_id(id: LocationId) -> String {
    format!("open-{}", row_id(id))
}

/// Returns the id of the row of a place.
fn row_id(id: LocationId) -> String {
    format!("area-{}", id.0)
}

/// Renders the row of a place in the list.
pub(super) fn place_row(listing: Listing, id: LocationId) -> AnyView {
    let stage = listing.stage;
    let place = memo(move || listing.with(|scene| scene.location(id).cloned()).flatten());
    let open = memo(move || stage.place.get() == Some(id));
    let read =
        move |look: fn(&Location) -> bool| place.with(|place| place.as_ref().is_some_and(look));
    let press = move || {
        let opens = !open.get_untracked();
        stage.place.set(opens.then_some(id));
        if opens {
            browser::show_later(row_id(id));
        }
    };
    let sentences = move || {
        let place = place.get();
        place.map(|place| place_sentences(listing, id, &place))
    };
    view! {
        <li
            class="area"
            id=row_id(id)
            data-home=derive(move || (listing.home() == Some(id)).to_string())
            data-open=derive(move || open.get().to_string())
            data-hidden=derive(move || read(|place| place.hidden).to_string())
        >
            <button
                type="button"
                class="area-opener"
                id=opener_id(id)
                aria-expanded=derive(move || open.get().to_string())
                aria-label=derive(sentences)
                on:click=on_click(move |_| press())
            >
                <span class="area-title">
                    <span class="name">
                        {derive(move || place.with(|place| place.as_ref().map(|place| place.name.to_string())))}
                    </span>
                    <span class="hidden-word">
                        {derive(move || read(|place| place.hidden).then_some(msg::HIDDEN.get()))}
                    </span>
                </span>
                <span class="area-line">
                    <span class="area-cost">{derive(move || cost_text(listing, id))}</span>
                    {redraw(move || place.get().map(|place| mark_row(listing.model.system, &place.marks)))}
                </span>
                <span class="area-who">{redraw(move || row_tokens(listing, id))}</span>
            </button>
            {show_when(move || open.get(), move || place_actions(listing, id))}
        </li>
    }
    .into_any()
}

/// Renders the tokens of those in a place, or that the reader does not know who is there.
fn row_tokens(listing: Listing, id: LocationId) -> AnyView {
    match is_unknown(listing, id) {
        true => view! { <span class="faint">{msg::WHO_KNOWS.get()}</span> }.into_any(),
        false => token_row(&occupants_of(listing, id)),
    }
}
