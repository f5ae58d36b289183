//! Parts of the form that asks for a roll: who can be asked, what is seldom asked for, and what was asked for most.

use leptos::prelude::*;
use rules::base::id::CombatantId;
use rules::base::sorted_map::Map;
use rules::encounter::Side;
use rules::encounter::log::{AskMessage, LogMessage};
use rules::encounter::view::CombatantRow;
use rules::messages::asks as msg;

use super::form_state::{AskForm, dial_of};
use crate::reactive::{on_click, redraw};
use crate::state::table_state::Model;
use crate::table::stepper::Stepper;

/// Number of pools that are offered because they were asked for most.
const MOST_OFFERED: usize = 4;
/// Greatest number of successes that the form offers.
const MOST_NEEDED: i32 = 20;

/// Lists the combatants that can be asked for a roll: players' characters first, foes last.
pub(super) fn candidates(model: Model) -> Vec<CombatantRow> {
    model.rows_changed.track();
    let rows = model.with_view(|view| {
        let rows = view.rows.values().map(|row| (**row).clone());
        rows.collect::<Vec<_>>()
    });
    let mut rows = rows;
    rows.sort_by_key(|row| (row.owner.is_none(), row.side == Side::Foe, row.full_name()));
    rows
}

/// Renders the fields of an asked roll that are seldom needed: opponent, helper, successes and consequences.
pub(super) fn more_fields(form: AskForm) -> AnyView {
    let model = form.model;
    let rules = model.rules();
    let counted = rules.counts_dice();
    let conditions = rules.facts().condition_specs.iter();
    let conditions =
        conditions.map(|spec| view! { <option value=spec.key>{spec.word.get()}</option> });
    let conditions = conditions.collect_view();
    view! {
        <details class="ask-more">
            <summary>{msg::MORE.get()}</summary>
            <div class="ask-more-fields">
                {counted.then(|| view! {
                    <div class="amount">
                        <span class="amount-label" aria-hidden="true">{msg::NEEDS_SUCCESSES.get()}</span>
                        <Stepper
                            label=msg::NEEDS_SUCCESSES
                            value=form.needs
                            bounds=(1, MOST_NEEDED)
                            set=Callback::new(move |to| form.needs.set(to))
                        />
                    </div>
                })}
                {combatant_choice(model, msg::OPPOSED_BY.get(), form.against)}
                {combatant_choice(model, msg::HELPED_BY.get(), form.helper)}
                <label class="field">
                    {msg::ON_FAILURE.get()}
                    <select
                        id="ask-condition"
                        on:change:target=move |event| form.condition.set(event.target().value())
                    >
                        <option value="">{msg::NOTHING.get()}</option>
                        {conditions}
                    </select>
                </label>
            </div>
        </details>
    }
    .into_any()
}

/// Renders the choice of one combatant or none.
fn combatant_choice(
    model: Model,
    label: &'static str,
    chosen: RwSignal<Option<CombatantId>>,
) -> AnyView {
    let options = candidates(model).into_iter();
    let options =
        options.map(|row| view! { <option value=row.id.to_string()>{row.full_name()}</option> });
    view! {
        <label class="field">
            {label}
            <select on:change:target=move |event| chosen.set(event.target().value().parse().ok())>
                <option value="">{msg::NOBODY.get()}</option>
                {options.collect_view()}
            </select>
        </label>
    }
    .into_any()
}

/// Renders the pools that were asked for most here.
pub(super) fn asked_most(form: AskForm) -> AnyView {
    let model = form.model;
    let offered = move || {
        let mut counts: Map<(String, Option<i32>), u32> = Map::new();
        let key = dial_of(model).map(|dial| dial.key);
        model.log.with(|log| {
            for line in log {
                if let LogMessage::Asked(message) = &line.what
                    && let AskMessage::Asked { what, reading, .. } = &**message
                {
                    let dial = key.and_then(|key| reading.get(key));
                    *counts.get_or_insert_default((what.to_string(), dial)) += 1;
                }
            }
        });
        let mut all: Vec<_> = counts.into_iter().collect();
        all.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        all.into_iter()
            .take(MOST_OFFERED)
            .map(|(pool, _)| pool)
            .collect::<Vec<_>>()
    };
    let chip = move |(what, dial): (String, Option<i32>)| {
        let words = match dial {
            Some(dial) => format!("{what}, {dial}"),
            None => what.clone(),
        };
        view! {
            <button
                type="button"
                class="chip"
                on:click=on_click(move |_| {
                    form.text.set(what.clone());
                    let usual = dial_of(model).map_or(0, |spec| spec.default);
                    form.dial.set(dial.unwrap_or(usual));
                })
            >
                {words}
            </button>
        }
    };
    view! {
        <div class="chips" role="group" aria-label=msg::ASKED_MOST.get()>
            {redraw(move || offered().into_iter().map(chip).collect_view())}
        </div>
    }
    .into_any()
}
