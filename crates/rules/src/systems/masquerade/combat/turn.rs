//! State of a combatant's turn: remaining actions, declared defenses, Celerity (MSQ-TURN-05,
//! MSQ-TURN-06, MSQ-MULT-01, MSQ-MULT-02, MSQ-DEF-03).

use super::super::Refusal;
use super::super::celerity::granted_actions;
use super::super::sheet;
use crate::base::term::Term;
use crate::character::plan::{PLAN_PAID, Plan};
use crate::exchange::{Effect, Party, Play};
use crate::messages::masquerade as msg;
use crate::ruleset::combatant_info::CombatantInfo;
use crate::systems::d10::actions::split_penalty;
use crate::systems::d10::shared_rules::remaining_turn::{DefenseAction, RemainingTurn};
use crate::systems::d10::shared_rules::tally::{ACTIONS, POWER_ACTIONS};

/// Action of the turn that an attack or a defense in Masquerade uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TurnAction {
    /// Declared action: its number and the number of declared actions.
    Declared(i32, i32),
    /// Action granted by Celerity.
    Celerity {
        /// Whether the blood is still to be paid.
        unpaid: bool,
    },
}

impl TurnAction {
    /// Returns the penalty of this action because several were declared (MSQ-MULT-01); `None` for
    /// actions of Celerity, which have none.
    pub(super) fn split_penalty_term(self) -> Option<Term> {
        match self {
            Self::Declared(number, declared) if declared > 1 => {
                let label = msg::wordings::action_of(number, declared);
                let less = split_penalty(declared, number);
                Some(Term::from_rule(label, less, "MSQ-MULT-01"))
            }
            Self::Declared(..) | Self::Celerity { .. } => None,
        }
    }

    /// Returns the effects of taking the action, which are its tally and cost.
    pub(super) fn action_effects(self, who: Party) -> Vec<Effect> {
        let key = match self {
            Self::Declared(..) => ACTIONS,
            Self::Celerity { .. } => POWER_ACTIONS,
        };
        let counted = Effect::Count {
            who,
            key: key.into(),
        };
        std::iter::once(counted)
            .chain(self.unpaid_cost_effects(who))
            .collect()
    }

    /// Returns the effects that pay what was not paid when the plan was declared.
    fn unpaid_cost_effects(self, who: Party) -> Vec<Effect> {
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
    fn check_payable(self, who: &CombatantInfo<'_>) -> Result<Self, Refusal> {
        match self {
            Self::Celerity { unpaid: true } if blood_left(who) < 1 => Err(Refusal::NoBlood),
            act => Ok(act),
        }
    }
}

/// Key of the blood pool.
const BLOOD: &str = "blood";

/// Returns the combatant's remaining blood points.
fn blood_left(who: &CombatantInfo<'_>) -> i32 {
    who.pools.get(BLOOD).copied().unwrap_or(0)
}

/// State of a combatant's turn in Masquerade: actions left, and blood owed for Celerity.
#[derive(Clone, Debug)]
pub(super) struct TurnState {
    fights: bool,
    pub(super) left: RemainingTurn,
    /// Whether the blood for Celerity is still to be paid.
    unpaid: bool,
}

impl TurnState {
    /// Computes the state of a combatant's turn in Masquerade.
    pub(super) fn of(who: &CombatantInfo<'_>) -> Self {
        Self {
            fights: who.is_in_fight(),
            left: RemainingTurn::of(who),
            unpaid: who.tally_count(PLAN_PAID) == 0 && who.tally_count(POWER_ACTIONS) == 0,
        }
    }

    /// Returns the next action of the turn that is not a defense, `None` if none is left: a
    /// declared one, then one of Celerity. Outside of a fight actions are not counted.
    pub(super) fn next_action(&self) -> Option<TurnAction> {
        if !self.fights {
            return Some(TurnAction::Declared(1, 1));
        }
        self.left
            .action_to_give_up()
            .map(|number| self.action_numbered(number))
    }

    /// Returns the action for a defense of this kind (MSQ-TURN-06): a declared defense covers its
    /// own kind, otherwise another action is given up (MSQ-DEF-01).
    pub(super) fn action_for_defense(&self, kind: &str) -> Option<(DefenseAction, TurnAction)> {
        if !self.fights {
            let free = DefenseAction {
                number: 1,
                declared: true,
            };
            return Some((free, TurnAction::Declared(1, 1)));
        }
        let defends = self.left.action_for_defense(kind)?;
        Some((defends, self.action_numbered(defends.number)))
    }

    /// Returns the turn's action with this number, which is a declared one or, beyond those, one of Celerity.
    fn action_numbered(&self, number: u8) -> TurnAction {
        match number > self.left.plan.actions {
            true => TurnAction::Celerity {
                unpaid: self.unpaid,
            },
            false => TurnAction::Declared(number.into(), self.left.plan.actions.into()),
        }
    }

    /// Counts a defense of this kind, and pays the blood for an action of Celerity that it uses.
    pub(super) fn count_defense(&self, play: &mut Play<'_>, who: Party, kind: &str) {
        if let Some((defends, act)) = self.action_for_defense(kind) {
            self.left.count_defense(play, who, defends.number);
            act.unpaid_cost_effects(who)
                .into_iter()
                .for_each(|it| play.add_effect(it));
        }
    }
}

/// Returns the action for a defense of this kind, if the combatant has one left.
///
/// # Errors
/// [`Refusal::NoActionLeft`], or [`Refusal::NoBlood`] for one of Celerity.
pub(super) fn defense_action(
    who: &CombatantInfo<'_>,
    kind: &str,
) -> Result<DefenseAction, Refusal> {
    let defense = TurnState::of(who).action_for_defense(kind);
    let (defends, act) = defense.ok_or(Refusal::NoActionLeft)?;
    act.check_payable(who).map(|_| defends)
}

/// Returns the next action of a combatant.
///
/// # Errors
/// [`Refusal::NotDeclared`] if none is left, or [`Refusal::NoBlood`] for one of Celerity.
pub(super) fn next_action(who: &CombatantInfo<'_>) -> Result<TurnAction, Refusal> {
    let act = TurnState::of(who)
        .next_action()
        .ok_or(Refusal::NotDeclared)?;
    act.check_payable(who)
}

/// Checks that a plan does not exceed the actions of Celerity (MSQ-MULT-02).
///
/// # Errors
/// [`Refusal::NoCelerity`] for more actions than dots, or without blood.
pub(in super::super) fn check_plan(who: &CombatantInfo<'_>, plan: &Plan) -> Result<(), Refusal> {
    let paid = i32::from(who.tally_count(PLAN_PAID));
    let granted = granted_actions(
        sheet::celerity_dots(who.sheet),
        blood_left(who).saturating_add(paid),
    );
    match i32::from(plan.extra) <= granted {
        true => Ok(()),
        false => Err(Refusal::NoCelerity),
    }
}

/// Returns the price of a plan, one blood point for Celerity (MSQ-MULT-02), not refunded once used.
pub(in super::super) fn plan_price(
    who: &CombatantInfo<'_>,
    plan: Option<&Plan>,
) -> Option<(&'static str, u16)> {
    let quick = plan.is_some_and(|plan| plan.extra > 0) || who.tally_count(POWER_ACTIONS) > 0;
    Some((BLOOD, quick.into()))
}
