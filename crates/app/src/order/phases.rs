//! The phases of a round, if it has more than one.

use leptos::prelude::*;
use rules::character::phase::Phase;
use rules::messages::screen as msg;

use crate::reactive::{derive, memo, redraw};
use crate::state::table_state::Model;
use crate::words;

/// A slim strip with the phases of the round; the current one stands out.
#[component]
pub fn PhaseStrip() -> impl IntoView {
    let model = expect_context::<Model>();
    let rules = model.rules();
    let phases = memo(move || model.house.with(|house| rules.round_phases(house).to_vec()));
    let now = move |phase: Phase| {
        let turn = model.turn.get();
        turn.round > 0 && turn.phase == phase
    };
    let one = move |phase: Phase| {
        view! {
            <li
                class="phase"
                data-phase=phase_key(phase)
                data-now=derive(move || now(phase).to_string())
                aria-current=derive(move || now(phase).then_some("step"))
            >
                {words::phase_title(rules, phase)}
            </li>
        }
    };
    view! {
        <ol
            hidden=derive(move || phases.with(Vec::len) < 2)
            class="phase-strip"
            id="phase-strip"
            aria-label=msg::phases_of_the(&rules.facts().vocabulary.round)
        >
            {redraw(move || phases.get().into_iter().map(one).collect_view())}
        </ol>
    }
}

/// Returns the key of a phase for the style sheet.
pub(super) const fn phase_key(phase: Phase) -> &'static str {
    match phase {
        Phase::Initiative => "initiative",
        Phase::Declare => "declare",
        Phase::Act => "act",
        Phase::Extra => "extra",
    }
}
