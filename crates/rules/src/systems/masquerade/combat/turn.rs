//! What a combatant has left of the turn: declared actions, declared defenses, actions of
//! Celerity (MSQ-TURN-05, MSQ-TURN-06, MSQ-MULT-01, MSQ-MULT-02, MSQ-DEF-03).

use super::super::Refusal;
use super::super::celerity::granted;
use super::super::sheet;
use crate::exchange::{Effect, Party, Play};
use crate::fighter::Fighter;
use crate::messages::masquerade as msg;
use crate::plan::{PLAN_PAID, Plan};
use crate::systems::d10::actions::split_penalty;
use crate::systems::d10::table::abort::ACTIONS;
use crate::systems::d10::table::left::{Defends, Left};
use crate::systems::d10::table::rolls::POWER_ACTIONS;
use crate::term::Term;

/// One action of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Act {
    /// A declared one, by its number, of so many.
    Declared(i32, i32),
    /// One of Celerity.
    Celerity {
        /// Whether its blood is still to be paid.
        unpaid: bool,
    },
}

impl Act {
    /// What it takes from a pool (MSQ-MULT-01); those of Celerity use whole pools.
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

    /// What is counted and spent when a combatant does it.
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

    /// What it costs that was not paid with the declaration.
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

    /// Whether it can be paid for.
    fn is_payable(self, who: &Fighter<'_>) -> Result<Self, Refusal> {
        match self {
            Self::Celerity { unpaid: true } if blood(who) < 1 => Err(Refusal::NoBlood),
            act => Ok(act),
        }
    }
}

const BLOOD: &str = "blood";

fn blood(who: &Fighter<'_>) -> i32 {
    who.pools.get(BLOOD).copied().unwrap_or(0)
}

/// A combatant's turn.
#[derive(Clone, Debug)]
pub(super) struct Turn {
    fights: bool,
    pub(super) left: Left,
    /// Whether the blood for Celerity is still to be paid.
    unpaid: bool,
}

impl Turn {
    /// What was declared, and what of it is done.
    pub(super) fn of(who: &Fighter<'_>) -> Self {
        Self {
            fights: who.fights(),
            left: Left::of(who),
            unpaid: who.counted(PLAN_PAID) == 0 && who.counted(POWER_ACTIONS) == 0,
        }
    }

    /// The next action that is no defense: a declared one, then one of Celerity. Outside of a
    /// fight actions are not counted.
    pub(super) fn next(&self) -> Option<Act> {
        if !self.fights {
            return Some(Act::Declared(1, 1));
        }
        self.left.given_up().map(|number| self.act(number))
    }

    /// The action that a defense of this kind takes (MSQ-TURN-06): a declared defense covers its
    /// own kind, and another action is given up for any other (MSQ-DEF-01).
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

    fn act(&self, number: u8) -> Act {
        match number > self.left.plan.actions {
            true => Act::Celerity {
                unpaid: self.unpaid,
            },
            false => Act::Declared(number.into(), self.left.plan.actions.into()),
        }
    }

    /// Counts a defense of this kind.
    pub(super) fn defended(&self, play: &mut Play<'_>, who: Party, kind: &str) {
        if let Some((defends, act)) = self.defense(kind) {
            self.left.count(play, who, defends.number);
            act.pays(who).into_iter().for_each(|it| play.effect(it));
        }
    }
}

/// The defense of this kind a combatant has an action for.
///
/// # Errors
/// [`Refusal::NoActionLeft`], or [`Refusal::NoBlood`] for one of Celerity.
pub(super) fn defends(who: &Fighter<'_>, kind: &str) -> Result<Defends, Refusal> {
    let defense = Turn::of(who).defense(kind);
    let (defends, act) = defense.ok_or(Refusal::NoActionLeft)?;
    act.is_payable(who).map(|_| defends)
}

/// Why a combatant has no action for this: it was not declared, or Celerity is not paid for.
pub(super) fn next(who: &Fighter<'_>) -> Result<Act, Refusal> {
    let act = Turn::of(who).next().ok_or(Refusal::NotDeclared)?;
    act.is_payable(who)
}

/// Whether a plan asks for no more of Celerity than there is (MSQ-MULT-02).
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

/// What is paid when a plan is declared: a point of blood for Celerity (MSQ-MULT-02), which does
/// not come back once it was used.
pub(in super::super) fn plan_price(
    who: &Fighter<'_>,
    plan: Option<&Plan>,
) -> Option<(&'static str, u16)> {
    let quick = plan.is_some_and(|plan| plan.extra > 0) || who.counted(POWER_ACTIONS) > 0;
    Some((BLOOD, quick.into()))
}
