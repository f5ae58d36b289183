//! Parts of the form that asks for a roll: who can be asked, what is seldom asked for, and what was asked for most.

use leptos::prelude::*;
use rules::base::id::CombatantId;
use rules::base::sorted_map::Map;
use rules::encounter::Side;
use rules::encounter::log::{AskMessage, LogMessage};
use rules::encounter::view::CombatantRow;
use rules::messages::{Text, asks as msg};

use super::form_state::{AskForm, dial_of};
use crate::reactive::{on_click, redraw};
use crate::state::table_state::Model;
use crate::table::choice_field::choice_field;
use crate::table::stepper::Stepper;

/// Number of pools that are offered because they were asked for most.
const MOST_OFFERED: usize = 4;
/// Greatest number of successes that the form offers.
const MOST_NEEDED: i32 = 20;
/// Seconds to answer that the form offers.
const SECONDS: [u16; 5] = [15, 30, 60, 120, 300];

/// Lists the combatants that can be asked for a roll, players' characters first and foes last.
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

/// Renders the fields of an asked roll that are seldom needed, such as opponent, helper, successes
/// and consequences.
pub(super) fn more_fields(form: AskForm) -> AnyView {
    let model = form.model;
    let rules = model.rules();
    let counted = rules.counts_dice();
    let conditions = rules.facts().condition_specs.iter();
    let conditions = conditions.map(|spec| (spec.key, spec.word.get().to_owned()));
    let seconds = SECONDS.map(|seconds| (seconds, msg::so_many_seconds(&seconds)));
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
                {combatant_choice(model, msg::OPPOSED_BY, form.against)}
                {combatant_choice(model, msg::HELPED_BY, form.helper)}
                {choice(msg::ON_FAILURE, msg::NOTHING, conditions.collect(), form.condition)}
                {clock_choice(form)}
                {handout_choice(form)}
                {choice(msg::ANSWER_WITHIN, msg::NO_LIMIT, seconds.into(), form.seconds)}
            </div>
        </details>
    }
    .into_any()
}

/// Renders a choice of one of the `options`, or of none, which is labeled `none`.
fn choice<T: Clone + PartialEq + Send + Sync + 'static>(
    label: Text,
    none: Text,
    options: Vec<(T, String)>,
    chosen: RwSignal<Option<T>>,
) -> AnyView {
    let now = chosen.get_untracked();
    let set = move |to| chosen.set(to);
    choice_field(label.get(), Some(none.get()), options, now, set)
}

/// Renders the choice of one combatant or none.
fn combatant_choice(model: Model, label: Text, chosen: RwSignal<Option<CombatantId>>) -> AnyView {
    let options = candidates(model).into_iter();
    let options = options.map(|row| (row.id, row.full_name()));
    choice(label, msg::NOBODY, options.collect(), chosen)
}

/// Renders the choice of a clock that failures or passes fill; nothing where there is none.
fn clock_choice(form: AskForm) -> Option<AnyView> {
    let clocks = form.model.with_view(|view| {
        let clocks = view.clocks.iter().flat_map(|clocks| clocks.iter());
        let rings = clocks.filter(|clock| clock.action.is_none());
        let rings = rings.flat_map(|clock| {
            [
                ((clock.id, false), msg::clock_on_each_failure(&clock.name)),
                ((clock.id, true), msg::clock_on_each_pass(&clock.name)),
            ]
        });
        rings.collect::<Vec<_>>()
    });
    let some = !clocks.is_empty();
    some.then(|| choice(msg::FILLS_A_CLOCK, msg::NO_CLOCK, clocks, form.tick))
}

/// Renders the choice of a handout as the reward for passing; nothing if the table has no handouts.
fn handout_choice(form: AskForm) -> Option<AnyView> {
    let handouts = form.model.with_view(|view| {
        let shelf = view.handouts.iter().flat_map(|shelf| shelf.iter());
        let names = shelf.map(|(id, handout)| (id, handout.name.to_string()));
        names.collect::<Vec<_>>()
    });
    let some = !handouts.is_empty();
    some.then(|| {
        choice(
            msg::WHO_PASSES_GETS,
            msg::NO_HANDOUT,
            handouts,
            form.handout,
        )
    })
}

/// Renders buttons for the dice pools that this table's storyteller asked for most often.
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
