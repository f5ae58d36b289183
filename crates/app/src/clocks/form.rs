//! The form that changes a clock.

use leptos::prelude::*;
use rules::base::text::Name;
use rules::character::parameters::ParameterRange;
use rules::clock::{FillTrigger, Moment, RollTrigger, Tone};
use rules::encounter::Command;
use rules::encounter::command::{ActionInput, ClockEdit, ClockInput};
use rules::encounter::view::ClockView;
use rules::messages::clocks as msg;

use super::Spot;
use super::form_full::full_fields;
use super::typed_field::typed_field;
use crate::ask::dial_of;
use crate::reactive::{derive, on_click};
use crate::state::submission::Submission;
use crate::state::table_state::Model;
use crate::table::choice_field::choice_field;

/// Returns the form's key for what fills a clock, and the trait if a roll of it does.
fn trigger_key(fills: &FillTrigger) -> (&'static str, String) {
    match fills {
        FillTrigger::Hand => ("hand", String::new()),
        FillTrigger::Each(Moment::Step) => ("step", String::new()),
        FillTrigger::Each(Moment::Round) => ("round", String::new()),
        FillTrigger::Each(Moment::Scene) => ("scene", String::new()),
        FillTrigger::Roll(roll) if roll.failed => ("failed", roll.of.to_string()),
        FillTrigger::Roll(roll) => ("success", roll.of.to_string()),
    }
}

/// Returns what fills a clock, from the form's key and `of`, the trait that is rolled.
fn read_trigger(key: &str, of: &str) -> FillTrigger {
    let roll = |failed| match Name::new(of) {
        Ok(of) => FillTrigger::Roll(RollTrigger { of, failed }),
        Err(_) => FillTrigger::Hand,
    };
    match key {
        "step" => FillTrigger::Each(Moment::Step),
        "round" => FillTrigger::Each(Moment::Round),
        "scene" => FillTrigger::Each(Moment::Scene),
        "failed" => roll(true),
        "success" => roll(false),
        _ => FillTrigger::Hand,
    }
}

/// Values of the form that changes a clock.
#[derive(Clone, Copy)]
struct Fields {
    /// The clock as it is meant to be, but for what fills it.
    to: RwSignal<ClockInput>,
    /// The key of what fills it.
    key: RwSignal<&'static str>,
    /// The trait of the roll that fills it.
    of: RwSignal<String>,
}

impl Fields {
    /// Creates the form's values from a clock as it is.
    fn of(clock: &ClockView) -> Self {
        let fills = clock.fills.clone().unwrap_or_default();
        let (key, of) = trigger_key(&fills);
        let words = |name: &Option<Name>| name.as_ref().map(ToString::to_string);
        Self {
            key: RwSignal::new(key),
            of: RwSignal::new(of),
            to: RwSignal::new(ClockInput {
                name: clock.name.clone(),
                size: clock.size,
                tone: clock.tone,
                fills,
                untold: clock.untold,
                words: words(&clock.when_full.words).unwrap_or_default(),
                secret: words(&clock.when_full.secret).unwrap_or_default(),
                condition: clock.when_full.condition.clone(),
                darkens: clock.when_full.darkens,
                slip: words(&clock.when_full.slip).unwrap_or_default(),
                handout: clock.when_full.handout,
                action: clock.action.as_ref().map(|action| ActionInput {
                    pool: action.pool.clone(),
                    reading: action.reading.clone(),
                    rolls: action.rolls,
                }),
            }),
        }
    }

    /// Returns the clock that the form describes.
    fn read(self) -> ClockInput {
        let fills = read_trigger(self.key.get_untracked(), &self.of.get_untracked());
        ClockInput {
            fills,
            ..self.to.get_untracked()
        }
    }
}

/// Renders the form that changes a clock.
pub(super) fn clock_form(
    model: Model,
    clock: &ClockView,
    (_spot, open): (Spot, RwSignal<bool>),
) -> AnyView {
    let id = clock.id;
    let fields = Fields::of(clock);
    let to = fields.to;
    let before = to.get_untracked();
    let close = move || open.set(false);
    let submission = Submission::new(model, close);
    let save = move || match fields.read() {
        same if same == before => close(),
        to => {
            let to = Box::new(to);
            submission.send(Command::EditClock(ClockEdit::Change { id, to }));
        }
    };
    let is_action = clock.action.is_some();
    let words = move || to.with(|to| to.words.clone());
    let secret = move || to.with(|to| to.secret.clone());
    let size = move |text: String| {
        if let Ok(size) = text.trim().parse() {
            to.update(|to| to.size = size);
        }
    };
    let size_label = if is_action {
        msg::SUCCESSES_NEEDED
    } else {
        msg::SEGMENTS
    };
    view! {
        <form
            class="clock-form"
            on:submit=move |event| {
                event.prevent_default();
                save();
            }
        >
            {typed_field((msg::NAME, "text"), move || to.with(|to| to.name.clone()), move |text| to.update(|to| to.name = text))}
            {typed_field((size_label, "numeric"), move || to.with(|to| to.size.to_string()), size)}
            {match is_action {
                true => action_fields(model, to),
                false => trigger_fields(model, fields),
            }}
            {typed_field((msg::WORDS_FOR_ALL, "text"), words, move |text| to.update(|to| to.words = text))}
            {typed_field((msg::WORDS_FOR_YOU, "text"), secret, move |text| to.update(|to| to.secret = text))}
            {full_fields(model, to)}
            <label class="check">
                <input
                    type="checkbox"
                    prop:checked=derive(move || to.with(|to| to.tone == Tone::Work))
                    on:change:target=move |event| {
                        let work = event.target().checked();
                        to.update(|to| to.tone = if work { Tone::Work } else { Tone::Threat });
                    }
                />
                {msg::THE_PLAYERS_FILL_IT.get()}
            </label>
            <div class="actions">
                <button type="submit" class="brass small">{msg::SAVE.get()}</button>
                <button type="button" class="quiet small" on:click=on_click(move |_| open.set(false))>
                    {msg::CANCEL.get()}
                </button>
            </div>
        </form>
    }
    .into_any()
}

/// Renders the fields of an extended action's rolls.
fn action_fields(model: Model, to: RwSignal<ClockInput>) -> AnyView {
    let pool = move || to.with(|to| to.action.as_ref().map(|action| action.pool.clone()));
    let rolls = move || to.with(|to| to.action.as_ref()?.rolls.map(|rolls| rolls.to_string()));
    let set_pool = move |text: String| {
        to.update(|to| {
            if let Some(action) = &mut to.action {
                action.pool = text;
            }
        });
    };
    let set_rolls = move |text: String| {
        to.update(|to| {
            if let Some(action) = &mut to.action {
                action.rolls = text.trim().parse().ok();
            }
        });
    };
    let dial = dial_of(model).map(|dial| {
        let (key, usual) = (dial.key, dial.default);
        let value = move || {
            to.with(|to| to.action.as_ref()?.reading.get(key))
                .unwrap_or(usual)
                .to_string()
        };
        let bounds = dial.range;
        let set = move |text: String| {
            let number = text.trim().parse().ok().map(|number: i32| match &bounds {
                ParameterRange::Number(least, most) => number.clamp(*least, *most),
                _ => number,
            });
            to.update(|to| {
                if let (Some(action), Some(number)) = (&mut to.action, number) {
                    action.reading.set(key, number);
                }
            });
        };
        typed_field((dial.title, "numeric"), value, set)
    });
    view! {
        {typed_field((msg::POOL, "text"), move || pool().unwrap_or_default(), set_pool)}
        {dial}
        {typed_field((msg::ROLLS_EACH, "numeric"), move || rolls().unwrap_or_default(), set_rolls)}
    }
    .into_any()
}

/// Renders what fills the clock, and whether players are told.
fn trigger_fields(model: Model, fields: Fields) -> AnyView {
    let Fields { to, key, of } = fields;
    let round = model.rules().facts().vocabulary.round.get();
    let options = [
        ("hand", msg::BY_HAND.get().to_owned()),
        ("failed", msg::A_FAILED_ROLL_OF.get().to_owned()),
        ("success", msg::A_SUCCESSFUL_ROLL_OF.get().to_owned()),
        ("step", msg::EACH_COMBATANTS_TURN.get().to_owned()),
        ("round", msg::each_round(&round)),
        ("scene", msg::EACH_SCENE.get().to_owned()),
    ];
    let now = Some(key.get_untracked());
    let choose = move |chosen: Option<&'static str>| key.set(chosen.unwrap_or("hand"));
    let is_roll = move || matches!(key.get(), "failed" | "success");
    view! {
        {choice_field(msg::FILLS_BY.get(), None, options.into(), now, choose)}
        <div hidden=derive(move || !is_roll())>
            {typed_field((msg::TRAIT, "text"), move || of.get(), move |text| of.set(text))}
        </div>
        <label class="check">
            <input
                type="checkbox"
                prop:checked=derive(move || to.with(|to| !to.untold))
                on:change:target=move |event| {
                    let told = event.target().checked();
                    to.update(|to| to.untold = !told);
                }
            />
            {msg::PLAYERS_ARE_TOLD.get()}
        </label>
    }
    .into_any()
}
