//! Actions of storytellers on a place of the list: moving combatants there, showing or hiding it.

use leptos::prelude::*;
use rules::base::id::{CombatantId, LocationId};
use rules::base::sorted_map::{self, Map};
use rules::encounter::command::{LocationInput, SceneDestination, SceneEdit};
use rules::encounter::{Command, Question, Reply};
use rules::messages::{places as msg, scene as board};
use rules::space::Way;

use super::listing::Listing;
use super::occupants::{Occupant, group_occupants};
use crate::connection::questions;
use crate::reactive::{derive, on_click, redraw, show_when};
use crate::scene::card_drag::location_input;
use crate::scene::state::SceneForm;
use crate::words::join_spoken;
use crate::words::scene::way_text;

/// Renders the storyteller's buttons for a place, and between them `look`, the reader's own button.
pub(super) fn storyteller_actions(listing: Listing, id: LocationId, look: AnyView) -> AnyView {
    let moves = RwSignal::new(false);
    view! {
        <div class="area-actions">
            <button
                type="button"
                class="quiet"
                aria-expanded=derive(move || moves.get().to_string())
                on:click=on_click(move |_| moves.update(|moves| *moves = !*moves))
            >
                {msg::MOVE_SOMEBODY_HERE.get()}
            </button>
            {look}
            <button
                type="button"
                class="quiet"
                on:click=on_click(move |_| listing.stage.scene.board().form.set(Some(SceneForm::Place(Some(id)))))
            >
                {msg::MARKS.get()}
            </button>
            {redraw(move || show_button(listing, id))}
            {redraw(move || sight_button(listing, id))}
        </div>
        {show_when(move || moves.get(), move || mover_choice(listing, id, moves))}
    }
    .into_any()
}

/// Renders the button that shows a place to players or hides it.
fn show_button(listing: Listing, id: LocationId) -> Option<AnyView> {
    let place = listing.with(|scene| scene.location(id).cloned())??;
    let (words, label) = match place.hidden {
        true => (msg::SHOW_IT, msg::show_named(&place.name)),
        false => (msg::HIDE_IT, msg::hide_named(&place.name)),
    };
    let to = Box::new(LocationInput {
        hidden: !place.hidden,
        ..location_input(&place, place.slot)
    });
    let command = Command::EditScene(SceneEdit::Place { id: Some(id), to });
    let press = on_click(move |_| listing.model.send(command.clone()));
    Some(view! { <button type="button" class="quiet" aria-label=label on:click=press>{words.get()}</button> }.into_any())
}

/// Renders the button that lets players see who is in a place with shut doors, or no longer.
fn sight_button(listing: Listing, id: LocationId) -> Option<AnyView> {
    let place = listing.with(|scene| scene.location(id).cloned())??;
    let shut = listing.with(|scene| scene.is_shut_off(id)) == Some(true);
    let (words, label) = match place.unseen {
        true => (
            board::LET_THEM_SEE_IN,
            board::let_them_see_into(&place.name),
        ),
        false => (
            msg::DO_NOT_LET_THEM_SEE_IN,
            msg::do_not_let_them_see_into(&place.name),
        ),
    };
    let to = Box::new(LocationInput {
        unseen: !place.unseen,
        ..location_input(&place, place.slot)
    });
    let command = Command::EditScene(SceneEdit::Place { id: Some(id), to });
    let press = on_click(move |_| listing.model.send(command.clone()));
    let shown = !place.hidden && (place.unseen || shut);
    shown.then(|| {
        view! { <button type="button" class="quiet" aria-label=label on:click=press>{words.get()}</button> }.into_any()
    })
}

/// State of the choice of combatants to move to a place.
#[derive(Clone, Copy)]
struct MoverChoice {
    listing: Listing,
    to: LocationId,
    /// The chosen combatants.
    ticked: RwSignal<Vec<CombatantId>>,
    /// The ways of those that were chosen, as far as the server has answered.
    ways: RwSignal<Map<CombatantId, Way>>,
}

impl MoverChoice {
    /// Chooses combatants to move or drops them, and asks what going to the place costs the first
    /// of them.
    fn toggle(self, ids: &[CombatantId]) {
        let Some(first) = ids.first().copied() else {
            return;
        };
        self.ticked.update(|ticked| match ticked.contains(&first) {
            true => ticked.retain(|id| !ids.contains(id)),
            false => ticked.extend(ids),
        });
        let (ways, to) = (self.ways, self.to);
        let question = Question::Ways {
            who: first,
            with: Vec::new(),
        };
        questions::ask(question, move |reply| {
            if let Reply::Ways(all) = reply
                && let Some(way) = all.into_inner().ways.into_iter().find(|way| way.to == to)
            {
                _ = ways.try_update(|ways| ways.insert(first, way));
            }
        });
    }

    /// Whether the rules bar the way of one of the chosen combatants.
    fn is_barred(self) -> bool {
        let ticked = self.ticked.get();
        self.ways.with(|ways| {
            let mut ways = ticked.iter().filter_map(|id| ways.get(id));
            ways.any(|way| way.barred.is_some())
        })
    }

    /// Returns what going costs the slowest of several chosen combatants, once the server has
    /// answered.
    fn slowest_cost(self) -> Option<String> {
        let ticked = self.ticked.get();
        self.ways.with(|ways| {
            let known = ticked.iter().filter_map(|id| ways.get(id));
            let known = known.filter(|way| way.distance.is_some());
            let slowness = |way: &&Way| (way.action, way.distance);
            let slowest = known.max_by_key(slowness).filter(|_| ticked.len() > 1)?;
            Some(way_text(self.listing.model.system, slowest))
        })
    }

    /// Moves the chosen combatants, also where the rules do not let them.
    fn send(self) {
        let ids: sorted_map::Set<CombatantId> = self.ticked.get_untracked().into_iter().collect();
        let anyway = untrack(|| self.is_barred());
        let to = SceneDestination::Place(self.to);
        let place = untrack(|| {
            self.listing
                .with(|scene| Some(scene.location(self.to)?.name.to_string()))
        });
        let place = place.flatten().unwrap_or_default();
        let rows = ids
            .iter()
            .filter_map(|id| self.listing.model.current_row(*id));
        let said: Vec<String> = rows
            .map(|row| msg::is_in_place(&row.full_name(), &place))
            .collect();
        self.listing
            .model
            .announce(join_spoken(said.iter().map(String::as_str)));
        self.listing.model.send(Command::Go { ids, to, anyway });
    }
}

/// Renders the choice of the combatants to move to a place, among all who are elsewhere.
fn mover_choice(listing: Listing, to: LocationId, open: RwSignal<bool>) -> AnyView {
    let choice = MoverChoice {
        listing,
        to,
        ticked: RwSignal::new(Vec::new()),
        ways: RwSignal::new(Map::new()),
    };
    let ticked = choice.ticked;
    let words = move || match choice.is_barred() {
        true => msg::MOVE_HERE_ANYWAY.get().to_owned(),
        false => {
            let count = i64::try_from(ticked.with(Vec::len)).unwrap_or(i64::MAX);
            match choice.slowest_cost() {
                Some(cost) => msg::move_so_many_for(count, &cost),
                None => msg::move_so_many_here(count),
            }
        }
    };
    let press = on_click(move |_| {
        choice.send();
        open.set(false);
    });
    view! {
        <div class="area-movers">
            {redraw(move || mover_chips(choice))}
            <button
                type="button"
                class="brass"
                hidden=derive(move || ticked.with(Vec::is_empty))
                on:click=press
            >
                {derive(words)}
            </button>
        </div>
    }
    .into_any()
}

/// Renders a button for each combatant who is elsewhere.
fn mover_chips(choice: MoverChoice) -> AnyView {
    let listing = choice.listing;
    let ids = listing.with(|scene| {
        let all = scene.combatants.iter().copied();
        let away = all.filter(|id| scene.place_of(*id) != Some(choice.to));
        away.collect::<Vec<_>>()
    });
    let all = group_occupants(listing.model, &ids.unwrap_or_default());
    if all.is_empty() {
        return view! { <p class="faint">{msg::EVERYBODY_IS_HERE.get()}</p> }.into_any();
    }
    let all: Vec<AnyView> = all.into_iter().map(|one| mover_chip(choice, one)).collect();
    view! { <div class="targets" role="group" aria-label=msg::MOVE_SOMEBODY_HERE.get()>{all}</div> }
        .into_any()
}

/// Renders the button that chooses a combatant or a group, with what going there costs.
fn mover_chip(choice: MoverChoice, one: Occupant) -> AnyView {
    let system = choice.listing.model.system;
    let ids = one.ids.clone();
    let first = one.ids.first().copied();
    let chosen = move || first.is_some_and(|id| choice.ticked.with(|ticked| ticked.contains(&id)));
    let cost = move || {
        let id = first.filter(|_| chosen())?;
        choice.ways.with(|ways| {
            let way = ways.get(&id)?;
            (way.distance.is_some() || way.barred.is_some()).then(|| way_text(system, way))
        })
    };
    view! {
        <button
            type="button"
            class="target"
            aria-pressed=derive(move || chosen().to_string())
            on:click=on_click(move |_| choice.toggle(&ids))
        >
            <span aria-hidden="true">{one.token()}</span>
            <span class="target-name">{one.name.clone()} <span class="option-with">{derive(cost)}</span></span>
        </button>
    }
    .into_any()
}
