//! What a combatant has left of the turn: declared actions, declared defenses, actions of
//! Celerity (MSQ-TURN-05, MSQ-TURN-06, MSQ-MULT-01, MSQ-MULT-02, MSQ-DEF-03).

use super::super::Refusal;
use super::super::celerity::granted;
use super::super::sheet;
use crate::exchange::{Effect, Party};
use crate::fighter::Fighter;
use crate::plan::Plan;
use crate::systems::d10::actions::split_penalty;
use crate::systems::d10::table::abort::{ABORTED, ACTIONS, DEFENSES};
use crate::systems::d10::table::rolls::POWER_ACTIONS;
use crate::systems::d10::table::steps;
use crate::term::Term;

/// One action of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Act {
    /// A declared one, by its number, of so many.
    Declared(i32, i32),
    /// One of Celerity; the first of a turn is paid for.
    Celerity {
        /// Whether it is the first.
        first: bool,
    },
}

impl Act {
    /// What it takes from a pool (MSQ-MULT-01); those of Celerity use whole pools.
    pub(super) fn term(self) -> Option<Term> {
        match self {
            Self::Declared(number, declared) if declared > 1 => {
                let label = format!("Action {number} of {declared}");
                let less = split_penalty(declared, number);
                Some(Term::of_rule(label, less, "MSQ-MULT-01"))
            }
            Self::Declared(..) | Self::Celerity { .. } => None,
        }
    }

    /// What is counted and spent when a combatant does it.
    pub(super) fn effects(self, who: Party) -> Vec<Effect> {
        let count = |key: &'static str| Effect::Count {
            who,
            key: key.into(),
        };
        match self {
            Self::Declared(..) => vec![count(ACTIONS)],
            Self::Celerity { first: false } => vec![count(POWER_ACTIONS)],
            Self::Celerity { first: true } => {
                let blood = Effect::Spend {
                    who,
                    pool: BLOOD.into(),
                    points: 1,
                };
                vec![count(POWER_ACTIONS), blood]
            }
        }
    }
}

const BLOOD: &str = "blood";

/// A combatant's turn.
#[derive(Clone, Debug)]
pub(super) struct Turn {
    fights: bool,
    declared: i32,
    /// The numbers of the declared actions that are no defenses.
    open: Vec<i32>,
    /// The numbers of those that are.
    defenses: Vec<i32>,
    /// Open actions that were used or given up.
    gone: usize,
    /// Declared defenses that were used.
    defended: usize,
    /// Actions of Celerity: declared, and used.
    celerity: (u16, u16),
}

impl Turn {
    /// What was declared, and what of it is done.
    pub(super) fn of(who: &Fighter<'_>) -> Self {
        let plan = steps::plan(who);
        let (defenses, open): (Vec<u8>, Vec<u8>) =
            (1..=plan.actions).partition(|number| plan.defenses.contains(number));
        let numbers = |list: Vec<u8>| list.into_iter().map(i32::from).collect();
        let (all, defended) = (who.counted(ACTIONS), who.counted(DEFENSES));
        let aborted = who.counted(ABORTED);
        Self {
            fights: who.initiative.is_some(),
            declared: plan.actions.into(),
            open: numbers(open),
            defenses: numbers(defenses),
            gone: all.saturating_sub(defended).saturating_add(aborted).into(),
            defended: defended.saturating_sub(aborted).into(),
            celerity: (plan.extra.into(), who.counted(POWER_ACTIONS)),
        }
    }

    /// The next action that is no defense: a declared one, then one of Celerity. Outside of a
    /// fight actions are not counted.
    pub(super) fn next(&self) -> Option<Act> {
        if !self.fights {
            return Some(Act::Declared(1, 1));
        }
        let declared = self.open.get(self.gone);
        let declared = declared.map(|number| Act::Declared(*number, self.declared));
        let (granted, used) = self.celerity;
        let celerity = (used < granted).then_some(Act::Celerity { first: used == 0 });
        declared.or(celerity)
    }

    /// The next declared defense (MSQ-TURN-06).
    pub(super) fn defense(&self) -> Option<Act> {
        if !self.fights {
            return Some(Act::Declared(1, 1));
        }
        let number = self.defenses.get(self.defended)?;
        Some(Act::Declared(*number, self.declared))
    }

    /// The declared action that can be given up for a defense.
    pub(super) fn given_up(&self) -> Option<Act> {
        let number = self.open.get(self.gone)?;
        Some(Act::Declared(*number, self.declared))
    }
}

/// Declared actions that are no defenses and are still to be done.
pub(in super::super) fn actions_left(who: &Fighter<'_>) -> i32 {
    let turn = Turn::of(who);
    let left = turn.open.len().saturating_sub(turn.gone);
    i32::try_from(left).unwrap_or(i32::MAX)
}

/// Why a combatant has no action for this: it was not declared, or Celerity is not paid for.
pub(super) fn next(who: &Fighter<'_>) -> Result<Act, Refusal> {
    let act = Turn::of(who).next().ok_or(Refusal::NotDeclared)?;
    let blood = who.pools.get(BLOOD).copied().unwrap_or(0);
    match act {
        Act::Celerity { first: true } if blood < 1 => Err(Refusal::NoBlood),
        act => Ok(act),
    }
}

/// Whether a plan asks for no more of Celerity than there is (MSQ-MULT-02).
///
/// # Errors
/// [`Refusal::NoCelerity`] for more actions than dots, or without blood.
pub(in super::super) fn check_plan(who: &Fighter<'_>, plan: &Plan) -> Result<(), Refusal> {
    let blood = who.pools.get(BLOOD).copied().unwrap_or(0);
    let granted = granted(sheet::celerity(who.sheet), blood);
    match i32::from(plan.extra) <= granted {
        true => Ok(()),
        false => Err(Refusal::NoCelerity),
    }
}
