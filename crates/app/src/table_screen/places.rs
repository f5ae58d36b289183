//! Where everybody is: as a list beside the order, or as a board over most of the screen.

use leptos::prelude::*;
use rules::base::id::LocationId;
use rules::encounter::View;
use rules::encounter::view::Standpoint;
use rules::messages::table_screen as msg;
use rules::space::Location;

use super::foot::shown_clocks;
use super::offer::Offer;
use super::room::Room;
use super::showing::follow;
use crate::reactive::{memo, redraw};
use crate::scene::list::occupants::{Occupant, group_occupants};
use crate::state::table_state::Model;
use crate::words::scene::mark_list;

/// Heights in units: of a place in the list, of the card with the newest roll and the space below it, of the row of
/// clocks, and of the invitation.
const PLACE: f64 = 70.0;
const CARD: f64 = 344.0;
const CLOCKS: f64 = 140.0;
const OFFER: f64 = 212.0;
/// Most tokens in a row of the list.
const TOKENS: usize = 5;
/// Number of columns of the board.
const COLUMNS: usize = 3;
/// Heights in units on the board: of the name of a place with its marks, and of a combatant in it.
const PLACE_HEAD: f64 = 132.0;
const PERSON: f64 = 76.0;

/// A place of the scene with its features in words, and the combatants in it.
#[derive(Clone, PartialEq)]
struct Place {
    name: String,
    marks: String,
    here: Vec<Occupant>,
}

/// Returns the places that the viewer knows of, in the order of their fields on the board.
fn known_places(view: &View) -> Vec<(LocationId, Location)> {
    let scene = view.scene.as_ref();
    let places = scene.iter().flat_map(|scene| scene.plan.locations.iter());
    let mut places: Vec<_> = places.map(|(id, place)| (*id, place.clone())).collect();
    places.sort_by_key(|(_, place)| place.slot);
    places
}

/// Returns the places of the scene with the combatants in them, and follows their changes.
fn places(model: Model) -> Memo<Vec<Place>> {
    let known = follow(model, |view| {
        let places = known_places(view).into_iter();
        let places = places.map(|(id, place)| {
            let here = view.scene.iter().flat_map(|scene| scene.places.iter());
            let here = here.filter(|(_, at)| **at == Standpoint::At(id));
            let here: Vec<_> = here.map(|(who, _)| *who).collect();
            (place, here)
        });
        places.collect::<Vec<_>>()
    });
    memo(move || {
        let places = known.get().into_iter();
        let places = places.map(|(place, here)| {
            let marks = mark_list(model.system, &place.marks).into_iter();
            let marks: Vec<String> = marks.map(|(_, words)| words).collect();
            Place {
                name: place.name.to_string(),
                marks: marks.join(", "),
                here: group_occupants(model, &here),
            }
        });
        places.collect()
    })
}

/// Renders the scene's places as a list, as far as there is room on the table screen.
pub(super) fn place_list(model: Model, (room, offer): (Room, Offer)) -> AnyView {
    let all = places(model);
    let clocks = shown_clocks(model);
    let fits = memo(move || {
        let (clocks, invites) = (clocks.with(Vec::len), offer.is_there());
        let foot = match (clocks, invites) {
            (0, false) => 0.0,
            (_, false) => CLOCKS,
            (0 | 1, true) => OFFER,
            (_, true) => OFFER + CLOCKS,
        };
        ((room.height() - CARD - foot) / PLACE).max(0.0) as usize
    });
    let list = move || {
        let all = all.get();
        let fits = fits.get();
        // Where not all fit, those in which somebody is come first.
        let (kept, left) = match all.len() <= fits {
            true => (all, Vec::new()),
            false => {
                let (mut full, empty): (Vec<_>, Vec<_>) =
                    all.into_iter().partition(|place| !place.here.is_empty());
                full.extend(empty);
                let left = full.split_off(fits.saturating_sub(1).min(full.len()));
                (full, left)
            }
        };
        let more = (!left.is_empty()).then(|| {
            let names: Vec<String> = left.into_iter().map(|place| place.name).collect();
            view! { <li class="tv-place tv-places-more">{msg::and_also(&names.join(", "))}</li> }
        });
        view! {
            {kept.iter().map(place_row).collect_view()}
            {more}
        }
    };
    view! {
        <div class="tv-where">
            <h2 class="unseen">{msg::WHERE_EVERYBODY_IS.get()}</h2>
            <ul class="tv-places">{redraw(list)}</ul>
        </div>
    }
    .into_any()
}

/// Renders a place in the list on the table screen.
fn place_row(place: &Place) -> AnyView {
    view! {
        <li class="tv-place">
            <p class="tv-place-name">
                {place.name.clone()} " " <span class="tv-marks">{place.marks.clone()}</span>
            </p>
            <p class="tv-tokens">{tokens(&place.here, TOKENS)}</p>
        </li>
    }
    .into_any()
}

/// Renders at most `most` tokens, and the number of the others.
fn tokens(here: &[Occupant], most: usize) -> AnyView {
    let shown = match here.len() > most {
        true => most.saturating_sub(1),
        false => here.len(),
    };
    let more = here.len() - shown;
    let more = (more > 0).then(|| view! { <span class="tv-more">{format!("+{more}")}</span> });
    let tokens: Vec<AnyView> = here.iter().take(shown).map(Occupant::token).collect();
    view! { {tokens} {more} }.into_any()
}

/// Renders the scene's places as a board on the table screen.
pub(super) fn board(model: Model, room: Room) -> AnyView {
    let all = places(model);
    let cards = move || {
        let all = all.get();
        let lines = all.len().div_ceil(COLUMNS).max(1) as f64;
        let height = room.height() / lines - PLACE_HEAD;
        let fits = (height / PERSON).max(1.0) as usize;
        let cards = all.iter().map(|place| place_card(place, fits));
        cards.collect_view()
    };
    view! {
        <h2 class="unseen">{msg::WHERE_EVERYBODY_IS.get()}</h2>
        <ul class="tv-board">{redraw(cards)}</ul>
    }
    .into_any()
}

/// Renders a place on the board, with names if at most `fits` combatants or groups are in it, else
/// with tokens alone.
fn place_card(place: &Place, fits: usize) -> AnyView {
    let here = match place.here.len() <= fits {
        true => {
            let one = |who: &Occupant| {
                view! { <li class="tv-person">{who.token()} <span class="tv-person-name">{who.name.clone()}</span></li> }
            };
            let people = place.here.iter().map(one).collect_view();
            view! { <ul class="tv-people">{people}</ul> }.into_any()
        }
        false => {
            let most = fits.saturating_mul(4);
            view! { <p class="tv-crowd">{tokens(&place.here, most)}</p> }.into_any()
        }
    };
    view! {
        <li class="tv-card">
            <h3 class="tv-card-name">{place.name.clone()}</h3>
            <p class="tv-marks">{place.marks.clone()}</p>
            {here}
        </li>
    }
    .into_any()
}
