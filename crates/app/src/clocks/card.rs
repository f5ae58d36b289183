//! The card of a clock.

use leptos::prelude::*;
use rules::base::id::ClockId;
use rules::encounter::Command;
use rules::encounter::command::ClockEdit;
use rules::encounter::view::ClockView;
use rules::messages::clocks as msg;

use super::form::clock_form;
use super::ring::{fill_to, ring};
use super::{Spot, phrases};
use crate::reactive::{derive, on_click, redraw, show_when};
use crate::state::table_state::Model;

/// Renders the card of a progress clock with its ring of segments, what fills it, and buttons.
pub(super) fn ring_card(
    model: Model,
    clock: Memo<Option<ClockView>>,
    (spot, id): (Spot, ClockId),
) -> AnyView {
    let full = move || clock.with(|it| it.as_ref().is_some_and(|it| it.filled >= it.size));
    let hidden = move || clock.with(|it| it.as_ref().is_some_and(|it| it.hidden));
    view! {
        <article
            class="card clock"
            data-full=derive(move || full().to_string())
            data-hidden=derive(move || hidden().to_string())
        >
            {ring(model, clock, (spot, id))}
            <div class="clock-text">
                {redraw(move || clock.get().map(|clock| clock_words(model, &clock)))}
                {model.can_run_table().then(|| ring_actions(model, clock, (spot, id)))}
            </div>
        </article>
    }
    .into_any()
}

/// Renders the name of a progress clock and what the reader knows of it.
fn clock_words(model: Model, clock: &ClockView) -> AnyView {
    let full = clock.filled >= clock.size;
    let when = &clock.when_full;
    let secret = when.secret.as_ref().map(msg::only_you_when_full);
    let words = when.words.as_ref().map(ToString::to_string);
    let ahead = words
        .as_ref()
        .filter(|_| !full)
        .map(|words| msg::when_full(i64::from(clock.size), words));
    let full_words = words
        .clone()
        .unwrap_or_else(|| msg::IT_IS_FULL.get().to_owned());
    let nobody = clock.hidden.then(|| msg::NOBODY_ELSE_KNOWS.get());
    let told: Vec<String> = phrases::fills(model, clock)
        .into_iter()
        .chain(ahead)
        .chain(secret)
        .chain(nobody.map(str::to_owned))
        .collect();
    view! {
        <h2 class="clock-head">
            <span class="clock-name">{clock.name.clone()}</span>
            " "
            <span class="clock-count">{phrases::count(clock)}</span>
            {clock.hidden.then(|| view! { <span class="clock-count">" · "{msg::HIDDEN.get()}</span> })}
        </h2>
        {full.then(|| view! { <p class="clock-full">{full_words} {phrases::too_many(clock)}</p> })}
        {(!told.is_empty()).then(|| view! { <p class="clock-told">{told.join(" ")}</p> })}
    }
    .into_any()
}

/// Renders the storyteller's buttons for a progress clock.
fn ring_actions(
    model: Model,
    clock: Memo<Option<ClockView>>,
    (spot, id): (Spot, ClockId),
) -> AnyView {
    let step = move |by: i32| {
        if let Some(clock) = clock.get_untracked() {
            fill_to(model, &clock, i32::from(clock.filled).saturating_add(by));
        }
    };
    let name = move || clock.get().map(|clock| clock.name).unwrap_or_default();
    view! {
        <div class="actions clock-actions">
            <button
                type="button"
                class="quiet small"
                aria-label=derive(move || msg::empty_one_of(&name()))
                on:click=on_click(move |_| step(-1))
            >
                "−1"
            </button>
            <button
                type="button"
                class="quiet small"
                aria-label=derive(move || msg::fill_one_of(&name()))
                on:click=on_click(move |_| step(1))
            >
                "+1"
            </button>
            {common_actions(model, clock, (spot, id))}
        </div>
    }
    .into_any()
}

/// Renders the storyteller's buttons to change, hide, pin and put away any kind of clock.
pub(super) fn common_actions(
    model: Model,
    clock: Memo<Option<ClockView>>,
    (spot, id): (Spot, ClockId),
) -> AnyView {
    let open = RwSignal::new(false);
    let send = move |edit: ClockEdit| model.send(Command::EditClock(edit));
    let is = move |look: fn(&ClockView) -> bool| clock.with(|it| it.as_ref().is_some_and(look));
    let hidden = move || is(|clock| clock.hidden);
    let pinned = move || is(|clock| clock.pinned);
    view! {
        <button
            type="button"
            class="quiet small"
            aria-expanded=derive(move || open.get().to_string())
            on:click=on_click(move |_| open.update(|open| *open = !*open))
        >
            {msg::CHANGE.get()}
        </button>
        <button
            type="button"
            class="quiet small"
            on:click=on_click(move |_| send(ClockEdit::Hide { id, hidden: !hidden() }))
        >
            {derive(move || if hidden() { msg::SHOW_IT.get() } else { msg::HIDE_IT.get() })}
        </button>
        <button
            type="button"
            class="quiet small"
            aria-pressed=derive(move || pinned().to_string())
            on:click=on_click(move |_| send(ClockEdit::Pin { id, pinned: !pinned() }))
        >
            {msg::PIN.get()}
        </button>
        <button type="button" class="quiet small" on:click=on_click(move |_| send(ClockEdit::Remove { id }))>
            {msg::PUT_IT_AWAY.get()}
        </button>
        {show_when(
            move || open.get(),
            move || clock.get_untracked().map(|clock| clock_form(model, &clock, (spot, open))),
        )}
    }
    .into_any()
}
