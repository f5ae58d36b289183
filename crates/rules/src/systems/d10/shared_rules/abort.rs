//! Aborting a declared action for a defense: what it costs, and whether it succeeds.

use super::chat_errors::{denied_error, refusal_error};
use super::remaining_turn::RemainingTurn;
use super::roll_parameters;
use super::sheet;
use super::tally::DESPERATE;
use crate::base::dice::Dice;
use crate::base::term::RuleId;
use crate::character::plan::{ABORT_FAILED, AbortPrice, AbortResult};
use crate::chat_command::ChatError;
use crate::ruleset::combatant_info::CombatantInfo;
use crate::systems::d10::dice::{self, CountingRules, Pool};
use crate::systems::d10::facts::D10Facts;
use crate::systems::d10::input::Denied;

/// House rules of a d10 system about the price of an abort.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AbortLimits {
    /// Whether an abort costs anything.
    pub costs: bool,
    /// Whether Willpower may be rolled again after a failed roll of the turn.
    pub can_roll_again: bool,
    /// Whether a point of Willpower may be spent after a failed roll of the turn.
    pub can_spend_after_roll: bool,
}

/// Returns a combatant's Willpower, the rating for a roll, or the points left for spending.
fn willpower_for(who: &CombatantInfo<'_>, price: AbortPrice) -> i32 {
    let rating = who.sheet.get(&sheet::WILLPOWER);
    match price {
        AbortPrice::Roll => rating,
        AbortPrice::Spend => {
            let left = who.pools.get(roll_parameters::WILLPOWER).copied();
            left.unwrap_or(rating)
        }
    }
}

/// Checks that a combatant with an action left can pay for an abort like this.
///
/// # Errors
/// Refuses without Willpower, then after a roll that failed.
pub fn check_abort_price<R: Copy>(
    who: &CombatantInfo<'_>,
    price: AbortPrice,
    limits: &AbortLimits,
    facts: &D10Facts<R>,
) -> Result<(), R> {
    let may_follow = match price {
        AbortPrice::Roll => limits.can_roll_again,
        AbortPrice::Spend => limits.can_spend_after_roll,
    };
    let failed = !may_follow && who.tally_count(ABORT_FAILED) > 0;
    let refusal = match limits.costs {
        true if willpower_for(who, price) < 1 => Some(facts.no_willpower),
        true => facts.already_failed.filter(|_| failed),
        false => None,
    };
    refusal.map_or(Ok(()), Err)
}

/// Aborts a declared action for a defense: with a Willpower roll against 6, which needs one success,
/// or for a point of Willpower.
///
/// # Errors
/// [`ChatError`] without an action left, if the price cannot be paid, and for an impossible rating;
/// then no die was thrown.
pub fn abort_action<R: std::error::Error + Copy>(
    who: &CombatantInfo<'_>,
    price: AbortPrice,
    limits: &AbortLimits,
    facts: &D10Facts<R>,
    dice: &mut dyn Dice,
) -> Result<AbortResult, ChatError> {
    let left = RemainingTurn::of(who);
    let given_up = left
        .action_to_give_up()
        .filter(|_| !left.plan.has_stance(DESPERATE));
    let action = given_up.ok_or_else(|| refusal_error(&facts.no_action_left))?;
    check_abort_price(who, price, limits, facts).map_err(|refusal| refusal_error(&refusal))?;
    let roll = match price {
        AbortPrice::Roll if limits.costs => {
            let pool = Pool::at_default_difficulty(willpower_for(who, price));
            pool.check_size()
                .map_err(|why| denied_error::<R>(&Denied::from(why)))?;
            Some(dice::roll_pool(pool, &CountingRules::default(), dice))
        }
        AbortPrice::Roll | AbortPrice::Spend => None,
    };
    let spends = limits.costs && price == AbortPrice::Spend;
    Ok(AbortResult {
        changed: roll.as_ref().is_none_or(|rolled| rolled.successes > 0),
        action,
        spent: spends.then_some((roll_parameters::WILLPOWER, 1)),
        roll,
        rule: RuleId::new(facts.abort),
    })
}
