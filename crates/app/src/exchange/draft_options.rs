//! The parameters of a drafted action and of its situation.

use leptos::prelude::*;
use rules::encounter::question::{OfferedManeuver, OfferedParameter};
use rules::encounter::state::cover::BEHIND_KEY;
use rules::messages::screen as msg;

use crate::exchange::cover;
use crate::exchange::draft::Draft;
use crate::reactive::{derive, memo, on_click};
use crate::state::table_state::Model;
use crate::table::rule_link::linked_rules;
use crate::table::stepper::Stepper;

/// Renders the parameters of the chosen maneuver, and its rule.
pub(super) fn maneuver_options(model: Model, draft: Draft, offered: &OfferedManeuver) -> AnyView {
    let dials: Vec<AnyView> = offered
        .dials
        .iter()
        .map(|dial| parameter_input(model, draft, dial))
        .collect();
    let rule = linked_rules(offered.rule.as_str());
    view! {
        <p class="faint draft-rule">{offered.title.clone()} " " {rule}</p>
        <div class="reading">{dials}</div>
    }
    .into_any()
}

/// Renders the parameters of the attack's situation, which are distance, cover and light.
pub(super) fn situation_options(model: Model, draft: Draft) -> AnyView {
    let all = draft.situation.get();
    if all.is_empty() {
        return ().into_any();
    }
    let dials: Vec<AnyView> = all
        .iter()
        .map(|dial| parameter_input(model, draft, dial))
        .collect();
    view! {
        <h3>{msg::DISTANCE_COVER_LIGHT.get()}</h3>
        <div class="reading situation">{dials}</div>
    }
    .into_any()
}

/// Renders the control of one parameter of a maneuver, such as its distance.
fn parameter_input(model: Model, draft: Draft, dial: &OfferedParameter) -> AnyView {
    if dial.key == BEHIND_KEY {
        return cover::cover_card(draft, dial);
    }
    let (key, default) = (dial.key.clone(), dial.default);
    let title = dial.title.clone();
    let now = {
        let key = key.clone();
        memo(move || draft.set.with(|set| set.get_or(&key, default)))
    };
    let set = move |value: i32| draft.set_parameter(model, &key, value, default);
    match (dial.options.is_empty(), dial.range) {
        (true, Some((0, 1))) => view! {
            <label class="check dial">
                <input
                    type="checkbox"
                    prop:checked=derive(move || now.get() == 1)
                    on:change:target=move |event| set(i32::from(event.target().checked()))
                />
                {title}
            </label>
        }
        .into_any(),
        (true, range) => {
            view! {
                <div class="amount dial">
                    <span class="amount-label" aria-hidden="true">{title.clone()}</span>
                    <Stepper label=title value=now bounds=range.unwrap_or((0, 100)) set=Callback::new(set) />
                </div>
            }
            .into_any()
        }
        (false, _) => {
            let options = dial.options.clone();
            let option = move |(value, words): (i32, String)| {
                let set = set.clone();
                view! {
                    <button
                        type="button"
                        class="segment"
                        aria-pressed=derive(move || (now.get() == value).to_string())
                        on:click=on_click(move |_| set(value))
                    >
                        {words}
                    </button>
                }
            };
            view! {
                <div class="segments dial" role="group" aria-label=title>
                    {options.into_iter().map(option).collect_view()}
                </div>
            }
            .into_any()
        }
    }
}
