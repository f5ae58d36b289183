//! State of a combatant's turn: remaining actions, declared defenses, Celerity (MSQ-TURN-05,
//! MSQ-TURN-06, MSQ-MULT-01, MSQ-MULT-02, MSQ-DEF-03).

use super::super::Refusal;
use super::super::celerity::granted;
use super::super::sheet;
use crate::exchange::{Effect, Party, Play};
use crate::fighter::Fighter;
use crate::messages::masquerade as msg;
use crate::plan::{PLAN_PAID, Plan};
use crate::systems::d10::actions::split_penalty;
use crate::systems::d10::table::left::{Defends, Left};
use crate::systems::d10::table::tally::{ACTIONS, POWER_ACTIONS};
use crate::term::Term;

/// Action that an attack or a defense uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Act {
    /// Declared action: its number and the number of declared actions.
    Declared(i32, i32),
    /// Action granted by Celerity.
    Celerity {
        /// Whether the blood is still to be paid.
        unpaid: bool,
    },
}

impl Act {
    /// Returns the penalty for several actions (MSQ-MULT-01); actions of Celerity have none.
    pub(super) fn term(self) -> Option<Term> {
        match self {
            Self::Declared(number, declared) if declared > 1 => {
                let label = msg::wordings::action_of(number, declared);
                let less = split_penalty(declared, number);
                Some(Term::of_rule(label, less, "MSQ-MULT-01"))
            }
            Self::Declared(..) | Self::Celerity { .. } => None,
        }
    }

    /// Returns the effects of taking the action: tally and cost.
    pub(super) fn effects(self, who: Party) -> Vec<Effect> {
        let key = match self {
            Self::Declared(..) => ACTIONS,
            Self::Celerity { .. } => POWER_ACTIONS,
        };
        let counted = Effect::Count {
            who,
            key: key.into(),
        };
        std::iter::once(counted).chain(self.pays(who)).collect()
    }

    /// Returns the costs that were not paid when the plan was declared.
    fn pays(self, who: Party) -> Vec<Effect> {
        let blood = Effect::Spend {
            who,
            pool: BLOOD.into(),
            points: 1,
        };
        let paid = Effect::Count {
            who,
            key: PLAN_PAID.into(),
        };
        match self {
            Self::Celerity { unpaid: true } => vec![blood, paid],
            Self::Declared(..) | Self::Celerity { unpaid: false } => Vec::new(),
        }
    }

    /// Returns the action if the combatant can pay for it.
    fn is_payable(self, who: &Fighter<'_>) -> Result<Self, Refusal> {
        match self {
            Self::Celerity { unpaid: true } if blood(who) < 1 => Err(Refusal::NoBlood),
            act => Ok(act),
        }
    }
}

/// Key of the blood pool.
const BLOOD: &str = "blood";

/// Returns the combatant's remaining blood points.
fn blood(who: &Fighter<'_>) -> i32 {
    who.pools.get(BLOOD).copied().unwrap_or(0)
}

/// State of a combatant's turn.
#[derive(Clone, Debug)]
pub(super) struct Turn {
    fights: bool,
    pub(super) left: Left,
    /// Whether the blood for Celerity is still to be paid.
    unpaid: bool,
}

impl Turn {
    /// Computes the state of a combatant's turn.
    pub(super) fn of(who: &Fighter<'_>) -> Self {
        Self {
            fights: who.fights(),
            left: Left::of(who),
            unpaid: who.counted(PLAN_PAID) == 0 && who.counted(POWER_ACTIONS) == 0,
        }
    }

    /// Returns the next action that is not a defense: a declared one, then one of Celerity. Outside
    /// of a fight actions are not counted.
    pub(super) fn next(&self) -> Option<Act> {
        if !self.fights {
            return Some(Act::Declared(1, 1));
        }
        self.left.given_up().map(|number| self.act(number))
    }

    /// Returns the action for a defense of this kind (MSQ-TURN-06): a declared defense covers its
    /// own kind, otherwise another action is given up (MSQ-DEF-01).
    pub(super) fn defense(&self, kind: &str) -> Option<(Defends, Act)> {
        if !self.fights {
            let free = Defends {
                number: 1,
                declared: true,
            };
            return Some((free, Act::Declared(1, 1)));
        }
        let defends = self.left.defense(kind)?;
        Some((defends, self.act(defends.number)))
    }

    /// Returns the action with this number.
    fn act(&self, number: u8) -> Act {
        match number > self.left.plan.actions {
            true => Act::Celerity {
                unpaid: self.unpaid,
            },
            false => Act::Declared(number.into(), self.left.plan.actions.into()),
        }
    }

    /// Counts a defense of this kind and pays for it.
    pub(super) fn defended(&self, play: &mut Play<'_>, who: Party, kind: &str) {
        if let Some((defends, act)) = self.defense(kind) {
            self.left.count(play, who, defends.number);
            act.pays(who).into_iter().for_each(|it| play.effect(it));
        }
    }
}

/// Returns the action for a defense of this kind, if the combatant has one left.
///
/// # Errors
/// [`Refusal::NoActionLeft`], or [`Refusal::NoBlood`] for one of Celerity.
pub(super) fn defends(who: &Fighter<'_>, kind: &str) -> Result<Defends, Refusal> {
    let defense = Turn::of(who).defense(kind);
    let (defends, act) = defense.ok_or(Refusal::NoActionLeft)?;
    act.is_payable(who).map(|_| defends)
}

/// Returns the next action of a combatant.
///
/// # Errors
/// [`Refusal::NotDeclared`] if none is left, or [`Refusal::NoBlood`] for one of Celerity.
pub(super) fn next(who: &Fighter<'_>) -> Result<Act, Refusal> {
    let act = Turn::of(who).next().ok_or(Refusal::NotDeclared)?;
    act.is_payable(who)
}

/// Checks that a plan does not exceed the actions of Celerity (MSQ-MULT-02).
///
/// # Errors
/// [`Refusal::NoCelerity`] for more actions than dots, or without blood.
pub(in super::super) fn check_plan(who: &Fighter<'_>, plan: &Plan) -> Result<(), Refusal> {
    let paid = i32::from(who.counted(PLAN_PAID));
    let granted = granted(sheet::celerity(who.sheet), blood(who).saturating_add(paid));
    match i32::from(plan.extra) <= granted {
        true => Ok(()),
        false => Err(Refusal::NoCelerity),
    }
}

/// Returns the price of a plan: one blood point for Celerity (MSQ-MULT-02), not refunded once used.
pub(in super::super) fn plan_price(
    who: &Fighter<'_>,
    plan: Option<&Plan>,
) -> Option<(&'static str, u16)> {
    let quick = plan.is_some_and(|plan| plan.extra > 0) || who.counted(POWER_ACTIONS) > 0;
    Some((BLOOD, quick.into()))
}
