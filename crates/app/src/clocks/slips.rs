//! Slips of clocks: what a storyteller has to see to, as a clock is full or a botch has ended an extended action.

use leptos::prelude::*;
use rules::clock::ClockDue;
use rules::encounter::Command;
use rules::encounter::command::ClockEdit;
use rules::encounter::view::ClockView;
use rules::messages::clocks as msg;

use super::all_clocks::all_clocks;
use crate::reactive::{derive, memo, on_click, redraw};
use crate::state::table_state::Model;
use crate::words::botch_word;

/// Renders a notice for each full clock whose effect the storyteller has to see to. Players have
/// none.
pub(crate) fn clock_slips(model: Model) -> AnyView {
    let clocks = all_clocks(model);
    let due = memo(move || {
        clocks.with(|clocks| {
            let due = clocks.iter().filter(|clock| clock.due.is_some());
            due.cloned().collect::<Vec<_>>()
        })
    });
    view! {
        <ul class="dues clock-slips" aria-label=msg::DUE_NOW.get() hidden=derive(move || due.with(Vec::is_empty))>
            {redraw(move || due.get().iter().map(|clock| slip(model, clock)).collect_view())}
        </ul>
    }
    .into_any()
}

/// Renders the notice that a clock is full, with the button that settles it.
fn slip(model: Model, clock: &ClockView) -> AnyView {
    let id = clock.id;
    let slip = clock.when_full.slip.as_ref();
    let words = match (clock.due, slip) {
        (Some(ClockDue::Botch), _) => msg::botch_is_due(&clock.name, &botch_word(model.rules())),
        (_, Some(slip)) => msg::is_due(&clock.name, slip),
        (_, None) => clock.name.clone(),
    };
    view! {
        <li class="due">
            <span class="due-words">{words}</span>
            <button
                type="button"
                class="small"
                on:click=on_click(move |_| model.send(Command::EditClock(ClockEdit::Settle { id })))
            >
                {msg::SEEN_TO.get()}
            </button>
        </li>
    }
    .into_any()
}
