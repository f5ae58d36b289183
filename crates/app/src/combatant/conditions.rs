//! The conditions of a combatant, set and lifted by hand.

use leptos::prelude::*;
use rules::base::id::CombatantId;
use rules::character::condition::{Condition, ConditionSpec};
use rules::encounter::Command;
use rules::encounter::view::CombatantRow;
use rules::messages::screen as msg;

use crate::reactive::{derive, memo, on_click};
use crate::state::table_state::Model;
use crate::table::rule_link::derive_linked_rules;

/// The conditions of a combatant, each as a button that lifts it, and a search field that adds another.
#[component]
pub fn Conditions(
    /// The combatant that is shown.
    id: CombatantId,
    /// The row of that combatant.
    row: Memo<CombatantRow>,
) -> impl IntoView {
    let model = expect_context::<Model>();
    let specs = model.rules().facts().condition_specs;
    // The letters that are searched for; `None` while the search is closed.
    let find = RwSignal::new(None::<String>);
    let one = move |spec: &'static ConditionSpec, lifts: bool| {
        let is = memo(move || row.with(|row| row.conditions.contains_key(spec.key)));
        let found = move || {
            find.with(|find| {
                let find = find.as_ref().map(|find| find.trim().to_lowercase());
                find.is_some_and(|find| spec.word.get().to_lowercase().contains(&find))
            })
        };
        let switch = move || {
            let key = spec.key.to_owned();
            find.set(None);
            model.send(match lifts {
                true => Command::Lift { id, key },
                false => Command::Afflict {
                    id,
                    key,
                    condition: Condition::default(),
                },
            });
        };
        view! {
            <li hidden=derive(move || is.get() != lifts || !(lifts || found()))>
                <button
                    type="button"
                    class="chip"
                    aria-pressed=derive(move || (lifts && is.get()).to_string())
                    title=spec.effect.get()
                    on:click=on_click(move |_| switch())
                >
                    {spec.word.get()}
                </button>
            </li>
        }
    };
    let all = move |lifts| {
        specs
            .iter()
            .map(|spec| one(spec, lifts))
            .collect_view()
            .into_any()
    };
    view! {
        <div class="sheet-part conditions" hidden=specs.is_empty()>
            <h3>{msg::CONDITIONS.get()}</h3>
            <ul class="chips lifts">{all(true)}</ul>
            <p class="faint">{derive_linked_rules(move || Some(row.with(|row| condition_effects(specs, row))))}</p>
            {condition_search(find)}
            <ul class="chips">{all(false)}</ul>
        </div>
    }
}

/// Describes the effects of a combatant's conditions, with their rule ids.
fn condition_effects(specs: &[ConditionSpec], row: &CombatantRow) -> String {
    let present = specs
        .iter()
        .filter(|spec| row.conditions.contains_key(spec.key));
    let effects = present.map(|spec| format!("{}: {} {}", spec.word, spec.effect, spec.rule));
    effects.collect::<Vec<_>>().join(" · ")
}

/// Renders the button that opens the search for a condition, and the search field.
fn condition_search(find: RwSignal<Option<String>>) -> impl IntoView {
    let is_open = memo(move || find.with(Option::is_some));
    view! {
        <button
            type="button"
            class="quiet"
            aria-expanded=derive(move || is_open.get().to_string())
            on:click=on_click(move |_| find.update(|find| *find = find.is_none().then(String::new)))
        >
            {msg::ADD_CONDITION.get()}
        </button>
        <input
            type="text"
            hidden=derive(move || !is_open.get())
            aria-label=msg::FIND_A_CONDITION.get()
            placeholder=msg::FIND_A_CONDITION.get()
            autocomplete="off"
            prop:value=derive(move || find.get().unwrap_or_default())
            on:input:target=move |event| find.set(Some(event.target().value()))
        />
    }
}
