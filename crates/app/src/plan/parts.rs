//! Controls of a plan's form: numbers, defenses, kinds of actions, stances.

use leptos::prelude::*;
use rules::character::plan::{ActionKind, PlanSpec, StanceSpec};
use rules::messages::screen as msg;

use crate::plan::fields::{PlanFields, offered_kinds};
use crate::reactive::{derive, memo, on_click, redraw};
use crate::table::rule_link::derive_linked_rules;
use crate::table::stepper::Stepper;

/// The control for a number of a combatant's plan, such as its actions.
#[component]
pub fn Amount(
    /// The name of the number.
    label: &'static str,
    /// The number as it is set.
    value: RwSignal<i32>,
    /// The minimum of the number.
    least: i32,
    /// The maximum of the number.
    most: u8,
) -> impl IntoView {
    let bounds = (least, i32::from(most));
    view! {
        <div class="amount">
            <span class="amount-label" aria-hidden="true">{label}</span>
            <Stepper label value bounds set=Callback::new(move |number| value.set(number)) />
        </div>
    }
}

/// A toggle for each action that may be a defense.
#[component]
pub fn Defenses(
    /// The plan as it is filled in.
    fields: PlanFields,
    /// The kinds of plans the rules allow.
    spec: PlanSpec,
) -> impl IntoView {
    let numbers = move || 1..=fields.last_defense(&spec);
    let one = move |number: u8| {
        let on = move || fields.defenses.with(|defenses| defenses.contains(&number));
        view! {
            <button
                type="button"
                class="segment"
                aria-label=msg::action_is_a_defense(&number)
                aria-pressed=derive(move || on().to_string())
                on:click=on_click(move |_| fields.defenses.update(|defenses| {
                    if !defenses.remove(&number) {
                        defenses.insert(number);
                    }
                }))
            >
                {number.to_string()}
            </button>
        }
    };
    view! {
        <div class="amount">
            <span class="amount-label" id="plan-defenses">{msg::WHICH_ARE_DEFENSES.get()}</span>
            <div class="segments" role="group" aria-labelledby="plan-defenses">
                {redraw(move || numbers().map(one).collect_view())}
            </div>
        </div>
        <div class="plan-kinds">
            {redraw(move || numbers().map(|number| view! { <Kind fields spec number /> }).collect_view())}
        </div>
    }
}

/// The choice of the kind of one action, which is a defense or the pool it is rolled with.
#[component]
pub fn Kind(
    /// The plan as it is filled in.
    fields: PlanFields,
    /// The kinds of plans the rules allow.
    spec: PlanSpec,
    /// The number of the action.
    number: u8,
) -> impl IntoView {
    let defends = memo(move || fields.defenses.with(|defenses| defenses.contains(&number)));
    let option = move |kind: &ActionKind| {
        let key = kind.key;
        let chosen = move || {
            fields
                .kinds
                .with(|kinds| kinds.get(&number).is_some_and(|said| said == key))
        };
        view! { <option value=key selected=derive(chosen)>{kind.title.get()}</option> }
    };
    redraw(move || {
        let kinds = offered_kinds(&spec, defends.get());
        let several = defends.get() || fields.last_defense(&spec) > 1;
        (several && !kinds.is_empty()).then(|| {
            let (said, none) = match defends.get() {
                true => (msg::kind_of_defense(&number), msg::ANY_DEFENSE.get()),
                false => (
                    msg::what_action_is_rolled_with(&number),
                    msg::NOT_SAID.get(),
                ),
            };
            view! {
                <label class="amount">
                    <span class="amount-label" aria-hidden="true">{number.to_string()}</span>
                    <select
                        aria-label=said
                        on:change:target=move |event| fields.kinds.update(|kinds| {
                            match event.target().value() {
                                key if key.is_empty() => _ = kinds.remove(&number),
                                key => _ = kinds.insert(number, key),
                            }
                        })
                    >
                        <option value="">{none}</option>
                        {kinds.iter().map(option).collect_view()}
                    </select>
                </label>
            }
        })
    })
}

/// The choice of a stance, such as all-out attack, or none.
#[component]
pub fn Stances(
    /// The stances of the rules.
    stances: &'static [StanceSpec],
    /// The key of the chosen stance.
    chosen: RwSignal<Option<String>>,
) -> impl IntoView {
    let option = move |key: Option<&'static str>, words: &'static str| {
        view! {
            <button
                type="button"
                class="segment"
                aria-pressed=derive(move || chosen.with(|chosen| chosen.as_deref() == key).to_string())
                on:click=on_click(move |_| chosen.set(key.map(str::to_owned)))
            >
                {words}
            </button>
        }
    };
    let rule = move || {
        let chosen = chosen.get()?;
        let stance = stances.iter().find(|stance| stance.key == chosen)?;
        Some(stance.rule.to_owned())
    };
    view! {
        <div class="segments" role="group" aria-label=msg::STANCE.get()>
            {option(None, msg::NO_STANCE.get())}
            {stances.iter().map(|stance| option(Some(stance.key), stance.title.get())).collect_view()}
        </div>
        <span>{derive_linked_rules(rule)}</span>
    }
}
