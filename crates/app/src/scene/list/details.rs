//! Details of a place: its notes, its occupants and how each stands, and the ways from it.

use leptos::prelude::*;
use rules::base::id::{CombatantId, LocationId};
use rules::encounter::Command;
use rules::encounter::command::{SceneDestination, SceneEdit};
use rules::messages::{Text, places as msg, scene as board};
use rules::space::{Door, Link, Stance};

use super::listing::{ListedScene, Listing};
use super::occupants::{Occupant, occupants_of};
use super::sentences::stance_words;
use crate::reactive::{on_click, redraw};
use crate::scene::moves::MoveRight;
use crate::words;
use crate::words::scene::{between_text, distance_text};

/// Renders the details of an opened place of the list, with its people and connections.
pub(super) fn place_details(listing: Listing, id: LocationId) -> AnyView {
    let notes = move || {
        let place = listing.with(|scene| scene.location(id).cloned())??;
        let note = place
            .note
            .map(|note| view! { <p class="note">{note.to_string()}</p> });
        let secret = place.secret.map(|secret| {
            view! { <p class="note area-secret">{secret.to_string()} <span class="faint">{msg::FOR_YOU_ALONE.get()}</span></p> }
        });
        Some(view! { {note} {secret} })
    };
    view! {
        {redraw(notes)}
        {redraw(move || people_list(listing, id))}
        {redraw(move || ways_from(listing, id))}
    }
    .into_any()
}

/// Renders who is in a place, and the state of each.
fn people_list(listing: Listing, id: LocationId) -> AnyView {
    let all = occupants_of(listing, id);
    if all.is_empty() {
        return view! { <p class="faint">{msg::NOBODY_IS_HERE.get()}</p> }.into_any();
    }
    let all: Vec<AnyView> = all
        .iter()
        .filter_map(|one| person_line(listing, id, one))
        .collect();
    view! { <ul class="area-people">{all}</ul> }.into_any()
}

/// Renders an occupant of a place with its state, and with buttons by which the reader's combatant
/// steps up to it. `None` for that combatant itself, if there is nothing to say or do.
fn person_line(listing: Listing, place: LocationId, one: &Occupant) -> Option<AnyView> {
    let first = one.ids.first().copied();
    let own = listing.own.get();
    let row = first.and_then(|id| listing.model.current_row(id));
    let mut said = Vec::new();
    let stance = |scene: &ListedScene| first.and_then(|id| stance_words(listing, scene, own, id));
    said.extend(listing.with(stance).flatten());
    if let Some(row) = &row {
        said.extend(words::health(&row.health));
        said.extend(words::conditions(listing.model.rules(), &row.conditions));
    }
    let near = listing.home() == Some(place);
    let steps = own.filter(|_| near).zip(first);
    let steps = steps.and_then(|(own, other)| step_buttons(listing, own, other, &one.name));
    if near && one.ids.first().copied() == own && steps.is_none() {
        return None;
    }
    let person = view! {
        <li>
            <span aria-hidden="true">{one.token()}</span>
            <span class="area-person">
                <b>{one.name.clone()}</b>
                <span class="faint">{said.join(" · ")}</span>
            </span>
            {steps}
        </li>
    };
    Some(person.into_any())
}

/// Renders the buttons by which a combatant steps up to another, gets behind it, or steps aside.
fn step_buttons(
    listing: Listing,
    own: CombatantId,
    other: CombatantId,
    name: &str,
) -> Option<AnyView> {
    let right = listing.right(own)?;
    let button = move |words: Text, label: String, to: SceneDestination| {
        let press = on_click(move |_| listing.go(own, to, (right, false)));
        view! { <button type="button" class="quiet" aria-label=label on:click=press>{words.get()}</button> }.into_any()
    };
    let buttons = listing.with(|scene| {
        let aside = (own == other && scene.has_neighbor(own)).then(|| {
            button(
                msg::STEP_ASIDE,
                msg::STEP_ASIDE.get().to_owned(),
                SceneDestination::Aside,
            )
        });
        let (mine, theirs) = (scene.stance(own, other), scene.stance(other, own));
        let up_to = |stance| SceneDestination::UpTo(other, stance);
        let beside = (own != other && mine.is_none() && theirs.is_none())
            .then(|| button(msg::STEP_UP, msg::step_up_to(&name), up_to(Stance::Beside)));
        let behind = (own != other && mine != Some(Stance::Behind)).then(|| {
            button(
                msg::GET_BEHIND,
                msg::get_behind_named(&name),
                up_to(Stance::Behind),
            )
        });
        let any = aside.is_some() || beside.is_some() || behind.is_some();
        any.then(|| view! { <span class="area-steps">{beside} {behind} {aside}</span> }.into_any())
    });
    buttons.flatten()
}

/// Renders the connections of a place, with their doors. Of the reader's own place only those with
/// a door are shown, as the list has the others.
fn ways_from(listing: Listing, id: LocationId) -> Option<AnyView> {
    let links = listing.with(|scene| {
        let links = scene.links_of(id).into_iter();
        let named =
            links.filter_map(|(to, link)| Some((to, scene.location(to)?.name.to_string(), link)));
        named.collect::<Vec<_>>()
    })?;
    let here = listing.with(|scene| Some(scene.location(id)?.name.to_string()))??;
    let home = listing.home() == Some(id);
    let ways: Vec<AnyView> = links
        .iter()
        .filter(|(.., link)| !home || link.door != Door::None)
        .map(|(to, name, link)| {
            let far = link.distance.map(|far| distance_text(listing.model.system, far.into()));
            let far = far.unwrap_or_else(|| board::HOW_FAR.get().to_owned());
            let between = between_text(link).into_iter().map(str::to_owned);
            let said: Vec<String> = std::iter::once(far).chain(between).collect();
            let door = door_button(listing, (id, *to), link, (&here, name));
            view! {
                <li>
                    <span class="area-person"><b>{name.clone()}</b> <span class="faint">{said.join(" · ")}</span></span>
                    {door}
                </li>
            }
            .into_any()
        })
        .collect();
    (!ways.is_empty()).then(|| {
        view! { <h2>{msg::WAYS_FROM_HERE.get()}</h2> <ul class="area-people area-ways">{ways}</ul> }.into_any()
    })
}

/// Renders the button that opens or closes the door of a way, where the reader may.
fn door_button(
    listing: Listing,
    (from, to): (LocationId, LocationId),
    link: &Link,
    (here, there): (&str, &str),
) -> Option<AnyView> {
    let runs = listing.model.can_run_table();
    let (words, label, open) = match link.door {
        Door::None => return None,
        Door::Locked if !runs => return None,
        Door::Open => (
            msg::CLOSE.get(),
            msg::close_the_door_between(&here, &there),
            false,
        ),
        Door::Closed => (
            msg::OPEN.get(),
            msg::open_the_door_between(&here, &there),
            true,
        ),
        Door::Locked => (
            msg::UNLOCK.get(),
            msg::unlock_the_door_between(&here, &there),
            true,
        ),
    };
    let command = match runs {
        true => {
            let door = if open { Door::Open } else { Door::Closed };
            let link = Some(Link {
                door,
                ..link.clone()
            });
            Command::EditScene(SceneEdit::Link { from, to, link })
        }
        false => {
            let id = listing.own.get().filter(|_| listing.home() == Some(from))?;
            listing
                .right(id)
                .filter(|right| *right == MoveRight::Moves)?;
            Command::SetDoor { id, to, open }
        }
    };
    let press = on_click(move |_| listing.model.send(command.clone()));
    Some(view! { <button type="button" class="quiet" aria-label=label on:click=press>{words}</button> }.into_any())
}
