//! Due rolls and payments of a combatant: a slip with one button for each, oldest first.

use leptos::prelude::*;
use rules::base::id::CombatantId;
use rules::base::text::capitalize;
use rules::character::due::{Due, DueAction};
use rules::encounter::Command;
use rules::encounter::view::CombatantRow;
use rules::messages::screen as msg;

use crate::reactive::{derive, memo, on_click, redraw};
use crate::state::table_state::Model;
use crate::table::rule_link::linked_rules;

/// The notices with the rolls and payments that a combatant owes; empty if there are none.
#[component]
pub fn DueSlips(
    /// The combatant that is shown.
    id: CombatantId,
    /// The row of that combatant.
    row: Memo<CombatantRow>,
) -> impl IntoView {
    let model = expect_context::<Model>();
    let may = memo(move || row.with(|row| model.may_act_for(row)));
    let slip = move |due: Due| {
        let button = button_words(model, &due);
        let (key, accept, waive) = (due.key.clone(), due.key.clone(), due.key);
        view! {
            <li class="due" data-due=key>
                <span class="due-words">{String::from(due.words)}" " {linked_rules(due.rule.as_str())}</span>
                <button
                    hidden=derive(move || !may.get())
                    type="button"
                    class="small"
                    on:click=on_click(move |_| {
                        model.send(Command::Accept { id, due: accept.clone(), faces: None });
                    })
                >
                    {button}
                </button>
                <button
                    hidden=derive(move || !model.can_run_table())
                    type="button"
                    class="quiet small"
                    on:click=on_click(move |_| model.send(Command::Waive { id, due: waive.clone() }))
                >
                    {msg::LET_IT_PASS.get()}
                </button>
            </li>
        }
    };
    view! {
        <ul class="dues" aria-label=msg::DUE_NOW.get() hidden=derive(move || row.with(|row| row.due.is_empty()))>
            {redraw(move || row.with(|row| row.due.clone()).into_iter().map(slip).collect_view())}
        </ul>
    }
}

/// Returns the label of the button for a roll or payment that is due, such as "Roll 2 dice" or
/// "Takes 1 lethal".
pub(crate) fn button_words(model: Model, due: &Due) -> String {
    match &due.deed {
        DueAction::Roll { terms, reading, .. } => {
            model
                .rules()
                .preview_roll(rules::base::term::sum_terms(terms), reading)
                .button
        }
        DueAction::Declare(_) => msg::DECLARE.get().to_owned(),
        DueAction::Pass => msg::PASS.get().to_owned(),
        DueAction::Harm(packet) => capitalize(&model.rules().describe_damage(packet)),
    }
}
