//! The fields of what happens when a clock is full: a slip, a condition, a place that goes dark, a handout.

use leptos::prelude::*;
use rules::base::id::CombatantId;
use rules::encounter::command::ClockInput;
use rules::messages::{clocks as msg, scene};
use rules::space::Darkness;

use super::typed_field::typed_field;
use crate::reactive::{memo, redraw};
use crate::state::table_state::Model;
use crate::table::choice_field::choice_field;

/// Renders the fields of what happens when a clock is full.
pub(super) fn full_fields(model: Model, to: RwSignal<ClockInput>) -> AnyView {
    let slip = move || to.with(|to| to.slip.clone());
    view! {
        {typed_field((msg::SLIP_FOR_YOU, "text"), slip, move |text| to.update(|to| to.slip = text))}
        {condition_fields(model, to)}
        {place_fields(model, to)}
        {handout_fields(model, to)}
    }
    .into_any()
}

/// Lists the combatants with their names.
fn combatants(model: Model) -> Vec<(CombatantId, String)> {
    model.with_view(|view| {
        let rows = view.rows.values();
        rows.map(|row| (row.id, row.full_name())).collect()
    })
}

/// Renders the choice of a condition that a full clock brings, and of who gets it; `None` without
/// combatants.
fn condition_fields(model: Model, to: RwSignal<ClockInput>) -> Option<AnyView> {
    let first = combatants(model).first()?.0;
    let now = move || to.with(|to| to.condition.clone());
    let specs = model.rules().facts().condition_specs.iter();
    let specs = specs.map(|spec| (spec.key.to_owned(), spec.word.get().to_owned()));
    let chosen = untrack(now).map(|(_, key)| key);
    let set = move |key: Option<String>| {
        to.update(|to| {
            let who = to.condition.as_ref().map_or(first, |(who, _)| *who);
            to.condition = key.map(|key| (who, key));
        });
    };
    let whom = move |chosen: Option<CombatantId>| {
        to.update(|to| {
            if let (Some((who, _)), Some(chosen)) = (&mut to.condition, chosen) {
                *who = chosen;
            }
        });
    };
    let there = memo(move || now().is_some());
    let who = move || {
        let (who, _) = untrack(now)?;
        let all = combatants(model);
        Some(choice_field(msg::TO_WHOM.get(), None, all, Some(who), whom))
    };
    let none = Some(msg::NOTHING.get());
    let label = msg::BRINGS_A_CONDITION.get();
    Some(
        view! {
            {choice_field(label, none, specs.collect(), chosen, set)}
            {redraw(move || there.get().then(who).flatten())}
        }
        .into_any(),
    )
}

/// Renders the choice of a place that a full clock darkens, and how much; `None` without a scene.
fn place_fields(model: Model, to: RwSignal<ClockInput>) -> Option<AnyView> {
    let places = model.with_view(|view| {
        let places = view
            .scene
            .iter()
            .flat_map(|scene| scene.plan.locations.iter());
        let places = places.map(|(id, place)| (*id, place.name.to_string()));
        places.collect::<Vec<_>>()
    });
    let now = move || to.with(|to| to.darkens);
    let set = move |place| {
        to.update(|to| {
            let dark = to.darkens.map_or(Darkness::Dark, |(_, dark)| dark);
            to.darkens = Option::map(place, |place| (place, dark));
        });
    };
    let how = move |chosen: Option<Darkness>| {
        to.update(|to| {
            if let (Some((_, dark)), Some(chosen)) = (&mut to.darkens, chosen) {
                *dark = chosen;
            }
        });
    };
    let there = memo(move || now().is_some());
    let degree = move || {
        let (_, dark) = untrack(now)?;
        let all = [
            (Darkness::Dim, scene::DIM),
            (Darkness::Dark, scene::DARK),
            (Darkness::Black, scene::BLACK),
        ];
        let all = all.map(|(dark, word)| (dark, word.get().to_owned()));
        Some(choice_field(
            msg::HOW_DARK.get(),
            None,
            all.into(),
            Some(dark),
            how,
        ))
    };
    let some = !places.is_empty();
    some.then(|| {
        let chosen = untrack(now).map(|(place, _)| place);
        let (label, none) = (msg::DARKENS_A_PLACE.get(), Some(msg::NOTHING.get()));
        view! {
            {choice_field(label, none, places, chosen, set)}
            {redraw(move || there.get().then(degree).flatten())}
        }
        .into_any()
    })
}

/// Renders the choice of a handout that a full clock gives, and to whom; `None` if there is none.
fn handout_fields(model: Model, to: RwSignal<ClockInput>) -> Option<AnyView> {
    let handouts = model.with_view(|view| {
        let shelf = view.handouts.iter().flat_map(|shelf| shelf.iter());
        let names = shelf.map(|(id, handout)| (id, handout.name.to_string()));
        names.collect::<Vec<_>>()
    });
    let now = move || to.with(|to| to.handout);
    let set = move |handout| {
        to.update(|to| {
            let who = to.handout.and_then(|(_, who)| who);
            to.handout = Option::map(handout, |handout| (handout, who));
        });
    };
    let whom = move |chosen: Option<CombatantId>| {
        to.update(|to| {
            if let Some((_, who)) = &mut to.handout {
                *who = chosen;
            }
        });
    };
    let there = memo(move || now().is_some());
    let who = move || {
        let (_, who) = untrack(now)?;
        let everyone = Some(msg::EVERY_PLAYERS_CHARACTER.get());
        Some(choice_field(
            msg::TO_WHOM.get(),
            everyone,
            combatants(model),
            who,
            whom,
        ))
    };
    let some = !handouts.is_empty();
    some.then(|| {
        let chosen = untrack(now).map(|(handout, _)| handout);
        let (label, none) = (msg::GIVES_A_HANDOUT.get(), Some(msg::NOTHING.get()));
        view! {
            {choice_field(label, none, handouts, chosen, set)}
            {redraw(move || there.get().then(who).flatten())}
        }
        .into_any()
    })
}
