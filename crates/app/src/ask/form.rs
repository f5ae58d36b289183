//! The form with which a storyteller asks for a roll.

use leptos::prelude::*;
use rules::base::id::CombatantId;
use rules::base::sorted_map::{self, Map};
use rules::character::parameters::{ParameterRange, ParameterSpec, Parameters};
use rules::encounter::command::AskInput;
use rules::encounter::log::{AskMessage, LogMessage};
use rules::encounter::view::CombatantRow;
use rules::encounter::{AskConsequence, AskTelling, Command, Side};
use rules::messages::asks as msg;
use rules::trait_pool::{PoolPart, pool_title};

use super::wish::{pool_field, read_typed};
use super::words;
use crate::reactive::{derive, memo, on_click, redraw};
use crate::state::table_state::Model;
use crate::table::layout::Stage;
use crate::table::stepper::Stepper;

/// Bounds of a modifier.
const MODIFIERS: (i32, i32) = (-20, 20);
/// Number of pools that are offered because they were asked for most.
const MOST_OFFERED: usize = 4;
/// Greatest number of successes that the form offers.
const MOST_NEEDED: i32 = 20;

/// State of the form. Cheap to copy.
#[derive(Clone, Copy)]
pub(super) struct AskForm {
    pub(super) model: Model,
    /// The pool as typed.
    pub(super) text: RwSignal<String>,
    /// Names of the custom traits on the sheets here.
    custom: StoredValue<Vec<String>>,
    /// The value of the dial: a parameter of the roll, or a modifier.
    dial: RwSignal<i32>,
    /// The combatants who are asked.
    of: RwSignal<sorted_map::Set<CombatantId>>,
    /// What players learn of it.
    telling: RwSignal<AskTelling>,
    /// The line for the players.
    line: RwSignal<String>,
    /// Number of successes needed.
    needs: RwSignal<i32>,
    /// The combatant who rolls against all others.
    against: RwSignal<Option<CombatantId>>,
    /// The combatant who helps.
    helper: RwSignal<Option<CombatantId>>,
    /// The condition that a failure brings, by its key.
    condition: RwSignal<String>,
}

/// Returns the parameter that a system's dial sets; `None` where it is a modifier.
fn dial_of(model: Model) -> Option<ParameterSpec> {
    let specs = model.rules().parameter_specs(None).into_iter();
    let mut numbers = specs.filter(|spec| matches!(spec.range, ParameterRange::Number(..)));
    numbers.next()
}

impl AskForm {
    /// Creates the form, with each player's character picked.
    fn new(model: Model) -> Self {
        let (custom, of) = model.with_view(|view| {
            let sheets = view.rows.values().filter_map(|row| row.sheet.as_ref());
            let custom = sheets.flat_map(|sheet| sheet.custom.keys().cloned());
            let owned = view.rows.values().filter(|row| row.owner.is_some());
            (
                custom.collect::<sorted_map::Set<String>>(),
                owned.map(|row| row.id).collect::<sorted_map::Set<_>>(),
            )
        });
        Self {
            model,
            text: RwSignal::new(String::new()),
            custom: StoredValue::new(custom.into_iter().collect()),
            dial: RwSignal::new(dial_of(model).map_or(0, |dial| dial.default)),
            of: RwSignal::new(of),
            telling: RwSignal::new(AskTelling::Open),
            line: RwSignal::new(String::new()),
            needs: RwSignal::new(1),
            against: RwSignal::new(None),
            helper: RwSignal::new(None),
            condition: RwSignal::new(String::new()),
        }
    }

    /// Returns the parts of the typed pool with the modifier.
    ///
    /// # Errors
    /// The part of the text that names nothing.
    fn pool(self) -> Result<Vec<PoolPart>, String> {
        let mut pool = self
            .text
            .with(|text| read_typed(self.model, text, self.custom))?;
        let modifier = self.dial.get();
        if dial_of(self.model).is_none() && modifier != 0 {
            pool.push(PoolPart::Number(modifier));
        }
        Ok(pool)
    }

    /// Returns what the form asks for; `None` while something is missing.
    fn input(self) -> Option<AskInput> {
        let pool = self.pool().ok()?;
        let dial = dial_of(self.model).filter(|dial| self.dial.get() != dial.default);
        let condition = Some(self.condition.get()).filter(|key| !key.is_empty());
        let aside = [self.against.get(), self.helper.get()];
        let mut of = self.of.get();
        of.retain(|id| !aside.contains(&Some(*id)));
        (!of.is_empty()).then(|| AskInput {
            pool,
            reading: dial.map_or_else(Parameters::default, |dial| {
                Parameters::default().with(dial.key, self.dial.get())
            }),
            of,
            telling: self.telling.get(),
            words: self.line.get(),
            needs: u16::try_from(self.needs.get()).unwrap_or(1),
            against: aside[0],
            helper: aside[1],
            follows: condition
                .map(AskConsequence::Condition)
                .into_iter()
                .collect(),
        })
    }
}

/// Renders the form that asks for a roll.
pub(super) fn ask_form(model: Model, stage: Stage) -> AnyView {
    let form = AskForm::new(model);
    let means = move || match form.telling.get() {
        AskTelling::Open => msg::OPEN_MEANS.get(),
        AskTelling::PassFail => msg::PASS_OR_FAIL_MEANS.get(),
        AskTelling::Secret { .. } => msg::SECRET_MEANS.get(),
    };
    let understood = move || {
        if form.text.with(|text| text.trim().is_empty()) {
            return String::new();
        }
        match form.pool() {
            Ok(pool) => msg::they_roll(&pool_title(&pool, model.rules()).to_string()),
            Err(part) => msg::not_understood(&part),
        }
    };
    view! {
        <form
            class="card ask-form"
            method="dialog"
            aria-labelledby="ask-form-title"
            on:submit=move |event| {
                event.prevent_default();
                if let Some(asked) = untrack(|| form.input()) {
                    model.send(Command::AskRoll(Box::new(asked)));
                    stage.asking.set(false);
                }
            }
            on:keydown=move |event| {
                if event.key() == "Escape" {
                    stage.asking.set(false);
                }
            }
        >
            <div class="ask-head">
                <h2 class="grow" id="ask-form-title">{msg::ASK_FOR_A_ROLL_TITLE.get()}</h2>
                <p class="faint">{derive(means)}</p>
                <button
                    type="button"
                    class="quiet icon"
                    aria-label=msg::CLOSE.get()
                    on:click=on_click(move |_| stage.asking.set(false))
                >
                    "×"
                </button>
            </div>
            <div class="ask-what">
                <div class="ask-pool">{pool_field(model, "ask-pool", form.text, form.custom)}</div>
                {dial_field(form)}
                {telling_field(form)}
            </div>
            <p class="faint" role="status">{derive(understood)}</p>
            {whom_field(form)}
            <input
                type="text"
                id="ask-line"
                aria-label=msg::LINE_FOR_THE_PLAYERS.get()
                placeholder=msg::LINE_FOR_THE_PLAYERS.get()
                autocomplete="off"
                maxlength="200"
                prop:value=form.line
                on:input:target=move |event| form.line.set(event.target().value())
            />
            {more_fields(form)}
            {ask_button(form)}
            {asked_most(form)}
        </form>
    }
    .into_any()
}

/// Renders the dial of the system.
fn dial_field(form: AskForm) -> AnyView {
    let dial = dial_of(form.model);
    let bounds = match dial.as_ref().map(|dial| &dial.range) {
        Some(ParameterRange::Number(least, most)) => (*least, *most),
        _ => MODIFIERS,
    };
    let title = dial.map_or(msg::MODIFIER, |dial| dial.title);
    view! {
        <div class="amount" id="ask-dial">
            <span class="amount-label" aria-hidden="true">{title.get()}</span>
            <Stepper
                label=title
                value=form.dial
                bounds=bounds
                set=Callback::new(move |to| form.dial.set(to))
            />
        </div>
    }
    .into_any()
}

/// Renders the choice of who learns what.
fn telling_field(form: AskForm) -> AnyView {
    let option = |which: AskTelling, words: &'static str| {
        let same =
            move || std::mem::discriminant(&form.telling.get()) == std::mem::discriminant(&which);
        view! {
            <button
                type="button"
                class="segment"
                aria-pressed=derive(move || same().to_string())
                on:click=on_click(move |_| form.telling.set(which))
            >
                {words}
            </button>
        }
    };
    let announced = move || form.telling.get() == AskTelling::Secret { announced: true };
    view! {
        <div class="segments" role="group" aria-label=msg::HOW_IT_IS_TOLD.get()>
            {option(AskTelling::Open, msg::OPEN.get())}
            {option(AskTelling::PassFail, msg::PASS_OR_FAIL.get())}
            {option(AskTelling::Secret { announced: false }, msg::SECRET.get())}
        </div>
        {redraw(move || matches!(form.telling.get(), AskTelling::Secret { .. }).then(|| view! {
            <label class="check">
                <input
                    type="checkbox"
                    id="ask-announced"
                    prop:checked=derive(announced)
                    on:change:target=move |event| {
                        let announced = event.target().checked();
                        form.telling.set(AskTelling::Secret { announced });
                    }
                />
                {msg::SAY_THAT_SOMETHING_WAS_ASKED.get()}
            </label>
        }))}
    }
    .into_any()
}

/// Lists those who can be asked: each player's character first, foes last.
fn candidates(model: Model) -> Vec<CombatantRow> {
    model.rows_changed.track();
    let rows = model.with_view(|view| {
        let rows = view.rows.values().map(|row| (**row).clone());
        rows.collect::<Vec<_>>()
    });
    let mut rows = rows;
    rows.sort_by_key(|row| (row.owner.is_none(), row.side == Side::Foe, row.full_name()));
    rows
}

/// Renders the choice of whom to ask.
fn whom_field(form: AskForm) -> AnyView {
    let model = form.model;
    let all = memo(move || candidates(model));
    let owned = move || {
        all.with(|all| {
            all.iter()
                .filter(|row| row.owner.is_some())
                .map(|row| row.id)
                .collect::<sorted_map::Set<_>>()
        })
    };
    let chip = move |row: CombatantRow| {
        let id = row.id;
        let on = move || form.of.with(|of| of.contains(&id));
        let side = if row.side == Side::Foe {
            "foe"
        } else {
            "character"
        };
        let name = words::player_of(model, id).unwrap_or_else(|| row.full_name());
        view! {
            <button
                type="button"
                class="target"
                data-side=side
                title=row.full_name()
                aria-pressed=derive(move || on().to_string())
                on:click=on_click(move |_| form.of.update(|of| {
                    if !of.remove(&id) {
                        of.insert(id);
                    }
                }))
            >
                <span class="target-token" aria-hidden="true">
                    {crate::words::token_letters(&row.name, row.label.as_deref())}
                </span>
                <span class="target-name">{name}</span>
            </button>
        }
    };
    view! {
        {redraw(move || owned().is_empty().then(|| view! { <p class="faint">{msg::NO_PLAYER_IS_HERE.get()}</p> }))}
        <div class="targets" role="group" aria-label=msg::WHOM.get()>
            <button
                type="button"
                class="chip"
                hidden=derive(move || owned().len() < 2)
                aria-pressed=derive(move || (form.of.get() == owned()).to_string())
                on:click=on_click(move |_| form.of.set(untrack(owned)))
            >
                {msg::ALL.get()}
            </button>
            {redraw(move || all.get().into_iter().map(chip).collect_view())}
        </div>
    }
    .into_any()
}

/// Renders what is seldom asked for as well.
fn more_fields(form: AskForm) -> AnyView {
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

/// Renders the choice of one combatant, or of nobody.
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

/// Renders the button that asks.
fn ask_button(form: AskForm) -> AnyView {
    let words = move || {
        let of = form.of.get();
        let first = of.iter().next().map(|id| words::name_of(form.model, *id));
        msg::ask_players(
            i64::try_from(of.len()).unwrap_or(i64::MAX),
            &first.unwrap_or_default(),
        )
    };
    view! {
        <button
            type="submit"
            class="brass"
            id="ask-now"
            disabled=derive(move || form.input().is_none())
        >
            {derive(words)}
        </button>
    }
    .into_any()
}

/// Renders the pools that were asked for most here.
fn asked_most(form: AskForm) -> AnyView {
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
