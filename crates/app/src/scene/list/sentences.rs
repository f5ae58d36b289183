//! Sentences of the list of places: what a row costs, and the whole row for screen readers.

use leptos::prelude::Get;
use rules::base::id::{CombatantId, LocationId};
use rules::character::vocabulary::join_list;
use rules::messages::{places as msg, scene as board};
use rules::space::{Location, Stance};

use super::listing::{ListedScene, Listing};
use super::occupants::occupants_of;
use crate::words;
use crate::words::scene::{distance_text, left_text, marks_text, way_text};

/// Returns what going to a place costs the reader's own combatant, such as `8 yards · a walk` or
/// `you are here`; `None` if it is not known.
pub(super) fn cost_text(listing: Listing, id: LocationId) -> Option<String> {
    let home = listing.home()?;
    let system = listing.model.system;
    if home == id {
        let here = board::YOU_ARE_HERE.get();
        let left = listing.left().map(|left| left_text(system, left));
        return Some(left.map_or_else(|| here.to_owned(), |left| format!("{here} · {left}")));
    }
    if let Some(way) = listing.way(id) {
        return Some(match (way.distance, &way.barred) {
            (None, Some((why, _))) => why.to_string(),
            _ => way_text(system, &way),
        });
    }
    let distance = listing.with(|scene| scene.distance(home, id))??;
    Some(distance_text(system, distance))
}

/// Returns the row of a place as sentences for screen readers, such as `Warehouse floor, 10 yards,
/// a walk. Crowd of 9. Weston and Dr. Amadi.`
pub(super) fn place_sentences(listing: Listing, id: LocationId, place: &Location) -> String {
    let own = listing.own.get();
    let home = listing.home() == Some(id);
    let mut head = vec![place.name.to_string()];
    head.extend(cost_text(listing, id).map(|cost| cost.replace(" · ", ", ")));
    head.extend(place.hidden.then(|| msg::HIDDEN.get().to_owned()));
    let marks = marks_text(listing.model.system, &place.marks);
    let there = occupants_of(listing, id).into_iter();
    let there = there.filter(|one| own.is_none_or(|own| one.ids != [own]));
    let names: Vec<String> = there.map(|one| one.name).collect();
    let who = match (names.is_empty(), home) {
        (true, false) if is_unknown(listing, id) => msg::WHO_KNOWS.get().to_owned(),
        (true, _) => String::new(),
        (false, true) => msg::with_you(&join_list(&names)),
        (false, false) => join_list(&names),
    };
    let parts = [head.join(", "), marks.join(", "), who];
    let parts = parts.iter().filter(|part| !part.is_empty());
    let parts: Vec<String> = parts.map(|part| words::to_sentence(part)).collect();
    parts.join(" ")
}

/// Whether a player does not know who is in a place, because its doors are shut or players do not
/// see into it.
pub(super) fn is_unknown(listing: Listing, id: LocationId) -> bool {
    let away = listing.home() != Some(id);
    let shut = listing.with(|scene| {
        let unseen = scene.location(id).is_some_and(|place| place.unseen);
        (unseen || scene.is_shut_off(id)) && scene.combatants_in(id).is_empty()
    });
    away && !listing.model.can_run_table() && shut == Some(true)
}

/// Describes whether a combatant is next to the reader's own or behind it, or beside whom it
/// stands; `None` if beside nobody.
pub(super) fn stance_words(
    listing: Listing,
    scene: &ListedScene,
    own: Option<CombatantId>,
    id: CombatantId,
) -> Option<String> {
    if let Some(own) = own.filter(|own| *own != id) {
        return match (scene.stance(id, own), scene.stance(own, id)) {
            (Some(Stance::Behind), _) => Some(msg::BEHIND_YOU.get().to_owned()),
            (_, Some(Stance::Behind)) => Some(msg::IN_FRONT_OF_YOU.get().to_owned()),
            (Some(Stance::Beside), _) | (_, Some(Stance::Beside)) => {
                Some(msg::NEXT_TO_YOU.get().to_owned())
            }
            (None, None) => None,
        };
    }
    let others = scene.combatants.iter();
    let mut near = others.filter_map(|other| Some((other, scene.stance(id, *other)?)));
    let (other, stance) = near.next()?;
    let name = listing.model.current_row(*other)?.full_name();
    Some(match stance {
        Stance::Beside => msg::next_to(&name),
        Stance::Behind => msg::behind(&name),
    })
}
