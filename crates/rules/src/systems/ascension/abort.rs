//! Aborting a declared action for a defense (ASC-DEF-02, ASC-DEF-03).

use super::{Denied, Refusal, Settings};
use crate::base::dice::Dice;
use crate::systems::d10::abort_price::{self, AbortMethod, AbortPayment};

/// Attempt to abort a declared action in Ascension: the method of payment and the Willpower at hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AbortAttempt {
    /// Method of paying for the abort.
    pub method: AbortMethod,
    /// Willpower rating for a roll, or points left for spending.
    pub willpower: i32,
    /// Number of actions left this turn.
    pub actions_left: i32,
}

/// Aborts a declared action for a defense; free if the house rules ask no price.
///
/// # Errors
/// [`Refusal::NoActionLeft`], then [`Refusal::NoWillpower`]; then no die was thrown.
pub fn pay_abort(
    abort: &AbortAttempt,
    settings: &Settings,
    dice: &mut dyn Dice,
) -> Result<AbortPayment, Denied> {
    check_abort(abort, settings).map_err(Denied::from_refusal)?;
    if !settings.abort_cost {
        return Ok(AbortPayment::free());
    }
    Ok(abort_price::pay_abort_price(
        abort.method,
        abort.willpower,
        dice,
    )?)
}

/// Checks that the rules of Ascension let a declared action be aborted like this.
///
/// # Errors
/// Refuses for the same reasons as [`pay_abort()`].
pub fn check_abort(abort: &AbortAttempt, settings: &Settings) -> Result<(), Refusal> {
    let refusal = if abort.actions_left < 1 {
        Some(Refusal::NoActionLeft)
    } else if settings.abort_cost && abort.willpower < 1 {
        Some(Refusal::NoWillpower)
    } else {
        None
    };
    refusal.map_or(Ok(()), Err)
}
