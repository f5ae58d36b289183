//! The conditions a combatant is in, set and lifted by hand.

use leptos::prelude::*;
use rules::condition::{Condition, ConditionSpec};
use rules::encounter::Command;
use rules::encounter::view::Row;
use rules::id::CombatantId;
use rules::messages::screen as msg;

use super::live::{clicked, live, memo};
use super::model::Model;
use super::rule::live_ruled;

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
        let is = memo(move || row.with(|row| row.conditions.contains_key(spec.key)));
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
                    title=spec.effect.get()
                    on:click=clicked(move |_| switch())
                >
                    {spec.word.get()}
                </button>
            </li>
        }
    };
    // What those that are in force do, and by which rule.
    let told = move || {
        let is = |spec: &&ConditionSpec| row.with(|row| row.conditions.contains_key(spec.key));
        let told = specs.iter().filter(is);
        let told = told.map(|spec| format!("{}: {} {}", spec.word, spec.effect, spec.rule));
        Some(told.collect::<Vec<_>>().join(" · "))
    };
    view! {
        <div class="sheet-part" hidden=specs.is_empty()>
            <h3>{msg::CONDITIONS.get()}</h3>
            <ul class="actions">{specs.iter().map(one).collect_view()}</ul>
            <p class="faint">{live_ruled(told)}</p>
        </div>
    }
}
