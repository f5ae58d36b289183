//! Aborting a declared action for a defense: tally keys, requirements and result.

use super::remaining_turn::RemainingTurn;
use super::roll_parameters;
use super::sheet;
use super::tally::DESPERATE;
use crate::base::term::RuleId;
use crate::character::plan::{ABORT_FAILED, AbortPrice, AbortResult};
use crate::ruleset::combatant_info::CombatantInfo;
use crate::systems::d10::abort_price::{AbortMethod, AbortPayment};

/// Resources of a combatant for an abort.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AbortMeans {
    /// Method of paying for the abort.
    pub method: AbortMethod,
    /// Willpower rating for a roll, or points left for spending.
    pub willpower: i32,
    /// Number of the declared action to give up; `None` if none is left.
    pub given_up: Option<u8>,
    /// Whether a roll for an abort already failed this turn.
    pub failed_before: bool,
}

impl AbortMeans {
    /// Number of declared actions that can be given up now: 0 or 1.
    #[must_use]
    pub const fn actions_left(&self) -> i32 {
        match self.given_up {
            Some(_) => 1,
            None => 0,
        }
    }
}

/// Determines the resources of a combatant for an abort paid like this.
#[must_use]
pub fn abort_means(who: &CombatantInfo<'_>, price: AbortPrice) -> AbortMeans {
    let rating = who.sheet.get(&sheet::WILLPOWER);
    let (method, willpower) = match price {
        AbortPrice::Roll => (AbortMethod::Roll, rating),
        AbortPrice::Spend => {
            let left = who.pools.get(roll_parameters::WILLPOWER).copied();
            (AbortMethod::Spend, left.unwrap_or(rating))
        }
    };
    let left = RemainingTurn::of(who);
    let given_up = left
        .action_to_give_up()
        .filter(|_| !left.plan.has_stance(DESPERATE));
    AbortMeans {
        method,
        willpower,
        given_up,
        failed_before: who.tally_count(ABORT_FAILED) > 0,
    }
}

/// Builds the result of an abort from its payment.
#[must_use]
pub fn abort_result(means: &AbortMeans, paid: AbortPayment, rule: &'static str) -> AbortResult {
    let spent = u16::try_from(paid.willpower_spent).unwrap_or(0);
    AbortResult {
        changed: paid.changed,
        action: means.given_up.unwrap_or(1),
        spent: (spent > 0).then_some((roll_parameters::WILLPOWER, spent)),
        roll: paid.roll,
        rule: RuleId::new(rule),
    }
}
