//! State of the form that asks for a roll.

use leptos::prelude::*;
use rules::base::id::{ClockId, CombatantId, HandoutId};
use rules::base::sorted_map;
use rules::character::parameters::{ParameterRange, ParameterSpec, Parameters};
use rules::encounter::command::AskInput;
use rules::encounter::{AskConsequence, AskTelling};
use rules::trait_pool::PoolPart;

use super::wish::read_typed;
use crate::state::table_state::Model;

/// State of the form with which a storyteller asks for a roll. Cheap to copy.
#[derive(Clone, Copy)]
pub(super) struct AskForm {
    /// The state of the table.
    pub(super) model: Model,
    /// The pool as typed.
    pub(super) text: RwSignal<String>,
    /// Names of the custom traits on the sheets here.
    pub(super) custom: StoredValue<Vec<String>>,
    /// The value of the dial: a parameter of the roll, or a modifier.
    pub(super) dial: RwSignal<i32>,
    /// The combatants who are asked.
    pub(super) of: RwSignal<sorted_map::Set<CombatantId>>,
    /// What players learn of it.
    pub(super) telling: RwSignal<AskTelling>,
    /// The line for the players.
    pub(super) line: RwSignal<String>,
    /// Number of successes needed.
    pub(super) needs: RwSignal<i32>,
    /// The combatant who rolls against all others.
    pub(super) against: RwSignal<Option<CombatantId>>,
    /// The combatant who helps.
    pub(super) helper: RwSignal<Option<CombatantId>>,
    /// The condition that a failure brings, by its key.
    pub(super) condition: RwSignal<Option<&'static str>>,
    /// The clock to fill, and whether a pass fills it or a failure.
    pub(super) tick: RwSignal<Option<(ClockId, bool)>>,
    /// The handout that combatants who pass the roll are given.
    pub(super) handout: RwSignal<Option<HandoutId>>,
    /// Seconds that the players have to answer.
    pub(super) seconds: RwSignal<Option<u16>>,
}

/// Returns the parameter that a system's dial sets; `None` where it is a modifier.
pub(crate) fn dial_of(model: Model) -> Option<ParameterSpec> {
    let specs = model.rules().parameter_specs(None).into_iter();
    let mut numbers = specs.filter(|spec| matches!(spec.range, ParameterRange::Number(..)));
    numbers.next()
}

impl AskForm {
    /// Creates the form that asks for a roll, with each player's character picked.
    pub(super) fn new(model: Model) -> Self {
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
            condition: RwSignal::new(None),
            tick: RwSignal::new(None),
            handout: RwSignal::new(None),
            seconds: RwSignal::new(None),
        }
    }

    /// Returns the parts of the typed pool with the modifier.
    ///
    /// # Errors
    /// The part of the text that names nothing.
    pub(super) fn pool(self) -> Result<Vec<PoolPart>, String> {
        let mut pool = self
            .text
            .with(|text| read_typed(self.model, text, self.custom))?;
        let modifier = self.dial.get();
        if dial_of(self.model).is_none() && modifier != 0 {
            pool.push(PoolPart::Number(modifier));
        }
        Ok(pool)
    }

    /// Returns the asked roll as the form describes it; `None` while something is missing.
    pub(super) fn input(self) -> Option<AskInput> {
        let pool = self.pool().ok()?;
        let dial = dial_of(self.model).filter(|dial| self.dial.get() != dial.default);
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
            seconds: self.seconds.get(),
            follows: self.follows(),
        })
    }

    /// Returns the consequences of failing and of passing that are chosen in the form.
    fn follows(self) -> Vec<AskConsequence> {
        let condition = self.condition.get().map(str::to_owned);
        let tick = self.tick.get();
        let tick = tick.map(|(clock, passed)| AskConsequence::Tick { clock, passed });
        let handout = self.handout.get().map(AskConsequence::Handout);
        let condition = condition.map(AskConsequence::Condition);
        condition.into_iter().chain(tick).chain(handout).collect()
    }
}
