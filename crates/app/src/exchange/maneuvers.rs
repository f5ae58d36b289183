//! The choice of a maneuver in a draft: the likeliest as cards, the others by name.

use leptos::prelude::*;
use rules::character::parameters::Parameters;
use rules::messages::screen as msg;

use crate::browser;
use crate::exchange::chance;
use crate::exchange::draft::{CARDS, Draft, ManeuverGroup};
use crate::reactive::{Key, derive, keyed_list, memo, on_click, on_key, redraw};
use crate::state::table_state::Model;
use crate::table::rule_link::linked_rules;

/// Renders the card of a maneuver with its item and odds.
pub(super) fn maneuver_card(model: Model, draft: Draft, key: Key) -> Option<AnyView> {
    let Key::Maneuver(place) = key else {
        return None;
    };
    let name = draft.key_at(place)?;
    let (title, with, sum, odds) = (name.clone(), name.clone(), name.clone(), name.clone());
    let with = move || {
        let item = match draft.maneuver.with(|now| now.as_ref() == Some(&with)) {
            true => draft.item.get(),
            false => draft.offer(&with)?.items.first().copied(),
        };
        let row = draft.by.get().and_then(|by| model.current_row(by))?;
        Some(row.gear.get(&item?)?.name.to_string())
    };
    let dice = move || {
        let sum = draft.known_chances(&sum, |chances| chances.pool)??;
        Some(model.rules().preview_roll(sum, &Parameters::default()).sum)
    };
    let inside = view! {
        <span class="option-title">
            {derive(move || draft.offer(&title).map(|it| it.title))}
            <b class="option-dice">{derive(dice)}</b>
        </span>
        <span class="option-with">{derive(with)}</span>
        <span class="chance">{derive(move || draft.known_chances(&odds, |it| chance::short_chances(model, it)))}</span>
    };
    Some(maneuver_button(
        model,
        draft,
        "option maneuver",
        name,
        inside.into_any(),
    ))
}

/// Renders a small button that chooses a maneuver, with its name alone.
fn maneuver_chip(model: Model, draft: Draft, key: Key) -> Option<AnyView> {
    let Key::Maneuver(place) = key else {
        return None;
    };
    let name = draft.key_at(place)?;
    let title = name.clone();
    let inside = derive(move || draft.offer(&title).map(|it| it.title));
    Some(maneuver_button(
        model,
        draft,
        "chip maneuver",
        name,
        inside.into_any(),
    ))
}

/// Renders a button that chooses a maneuver.
fn maneuver_button(
    model: Model,
    draft: Draft,
    class: &'static str,
    name: String,
    inside: AnyView,
) -> AnyView {
    let (key, barred, pressed, stop) = (name.clone(), name.clone(), name.clone(), name.clone());
    view! {
        <button
            type="button"
            class=class
            data-key=key
            disabled=derive(move || draft.offer(&barred).is_none_or(|it| it.barred.is_some()))
            tabindex=derive(move || if draft.maneuver.with(|now| now.as_ref() == Some(&stop)) { "0" } else { "-1" })
            aria-pressed=derive(move || draft.maneuver.with(|now| now.as_ref() == Some(&pressed)).to_string())
            on:click=on_click(move |_| {
                draft.choose_maneuver(&name);
                draft.ask_offers(model, true);
            })
        >
            {inside}
        </button>
    }
    .into_any()
}

/// Renders the other maneuvers in groups, with a search field, and the barred ones.
pub(super) fn other_maneuvers(model: Model, draft: Draft) -> AnyView {
    let rest = memo(move || draft.shown.with(|shown| shown.len().saturating_sub(CARDS)));
    let barred_too = move || {
        draft
            .offered
            .with(|all| all.iter().filter(|it| it.barred.is_some()).count())
    };
    let groups = ManeuverGroup::ALL.map(|group| {
        let places = memo(move || {
            draft
                .matching_places(group)
                .into_iter()
                .map(Key::Maneuver)
                .collect::<Vec<_>>()
        });
        view! {
            <div
                class="ways"
                role="group"
                aria-label=group.title().get()
                hidden=derive(move || places.with(Vec::is_empty))
            >
                <h3>{group.title().get()}</h3>
                <div class="chips" on:keydown=on_key(|event| browser::walk_focus(&event))>
                    {keyed_list(move || places.get(), move |key| maneuver_chip(model, draft, key))}
                </div>
            </div>
        }
    });
    let search = move || {
        (rest.get() > 6).then(|| {
            view! {
                <input
                    type="text"
                    class="ways-search"
                    autocomplete="off"
                    aria-label=msg::FIND_A_WAY.get()
                    placeholder=msg::FIND_A_WAY.get()
                    prop:value=draft.search
                    on:input:target=move |event| draft.search.set(event.target().value())
                />
            }
        })
    };
    view! {
        <details class="more-ways" hidden=derive(move || rest.get() + barred_too() == 0)>
            <summary>{derive(move || msg::more_ways(&(rest.get() + barred_too())))}</summary>
            {redraw(search)}
            {groups}
            {redraw(move || barred_maneuvers(model, draft))}
        </details>
    }
    .into_any()
}

/// Renders the barred maneuvers, with the reasons.
fn barred_maneuvers(model: Model, draft: Draft) -> Option<AnyView> {
    let barred = draft.offered.with(|offered| {
        let barred = offered.iter().filter_map(|it| {
            let (why, rule) = it.barred.clone()?;
            Some((it.key.clone(), it.title.clone(), why, rule))
        });
        barred.collect::<Vec<_>>()
    });
    let count = barred.len();
    let words = match model.can_run_table() {
        true => msg::DO_IT_ANYWAY.get(),
        false => msg::ASK_TO_DO_IT_ANYWAY.get(),
    };
    let lines = barred.into_iter().map(|(key, title, why, rule)| {
        let anyway = key.clone();
        view! {
            <li data-key=key>
                <b>{title}</b>
                " "
                {String::from(why)}
                " "
                {linked_rules(rule.as_str())}
                " "
                <button
                    type="button"
                    class="button quiet"
                    on:click=on_click(move |_| draft.declare_anyway(model, &anyway))
                >
                    {words}
                </button>
            </li>
        }
    });
    let list = view! {
        <h3>{msg::not_now(&count)}</h3>
        <ul class="plain not-now">{lines.collect_view()}</ul>
    };
    (count > 0).then(|| list.into_any())
}
