//! The conditions a combatant is in, set and lifted by hand.

use leptos::prelude::*;
use rules::condition::{Condition, ConditionSpec};
use rules::encounter::Command;
use rules::encounter::view::Row;
use rules::id::CombatantId;

use super::live::{clicked, live};
use super::model::Model;

/// A switch for each condition the rules know, with what it does.
#[component]
pub fn Conditions(
    /// Whose.
    id: CombatantId,
    /// Their row.
    row: Memo<Row>,
) -> impl IntoView {
    let model = expect_context::<Model>();
    let specs = model.rules().conditions();
    let one = move |spec: &'static ConditionSpec| {
        let is = Memo::new(move |_| row.with(|row| row.conditions.contains_key(spec.key)));
        let switch = move || {
            let key = spec.key.to_owned();
            model.give(match is.get_untracked() {
                true => Command::Lift { id, key },
                false => Command::Afflict {
                    id,
                    key,
                    condition: Condition::default(),
                },
            });
        };
        view! {
            <li>
                <button
                    type="button"
                    class="quiet small"
                    aria-pressed=live(move || is.get().to_string())
                    title=spec.effect
                    on:click=clicked(move |_| switch())
                >
                    {spec.word}
                </button>
            </li>
        }
    };
    view! {
        <div class="sheet-part" hidden=specs.is_empty()>
            <h3>"Conditions"</h3>
            <ul class="actions">{specs.iter().map(one).collect_view()}</ul>
        </div>
    }
}
