//! The form with which a storyteller tells who passed a secret roll, one by one.

use leptos::prelude::*;
use rules::base::id::CombatantId;
use rules::base::sorted_map::Map;
use rules::encounter::Command;
use rules::encounter::command::AskStep;
use rules::encounter::view::AskView;
use rules::messages::asks as msg;

use super::words;
use crate::reactive::{derive, on_click};
use crate::state::table_state::Model;

/// Renders the form that tells rollers their result, with a checkbox for each, checked if it
/// passed.
pub(super) fn tell_form(model: Model, ask: &AskView, open: RwSignal<bool>) -> AnyView {
    let id = ask.id;
    let rolled = ask.answers.iter();
    let rolled = rolled.filter_map(|answer| Some((answer.who, answer.passed?)));
    let preset: Map<CombatantId, bool> = rolled.collect();
    let passed = RwSignal::new(preset.clone());
    let line = move |(who, _): (CombatantId, bool)| {
        let on = move || passed.with(|all| all.get(&who) == Some(&true));
        view! {
            <label class="check">
                <input
                    type="checkbox"
                    prop:checked=derive(on)
                    on:change:target=move |event| {
                        let on = event.target().checked();
                        passed.update(|all| _ = all.insert(who, on));
                    }
                />
                {words::name_of(model, who)}
            </label>
        }
    };
    view! {
        <div class="ask-tell">
            <p class="faint">{msg::PASSED_CHECKED.get()}</p>
            {preset.into_iter().map(line).collect_view()}
            <div class="actions">
                <button
                    type="button"
                    class="brass"
                    on:click=on_click(move |_| {
                        let passed = passed.get_untracked();
                        let step = AskStep::Tell { passed };
                        model.send(Command::StepAsk { ask: id, step });
                    })
                >
                    {msg::TELL_THEM.get()}
                </button>
                <button type="button" class="quiet" on:click=on_click(move |_| open.set(false))>
                    {msg::CANCEL.get()}
                </button>
            </div>
        </div>
    }
    .into_any()
}
