//! Aborting a declared action for a defense (MSQ-DEF-01, MSQ-DEF-02, MSQ-DEF-03).

use super::{Denied, Refusal, Settings};
use crate::base::dice::Dice;
use crate::systems::d10::abort_price::{self, AbortMethod, AbortPayment};

/// Attempt to abort a declared action before it resolves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AbortAttempt {
    /// Method of paying for the abort.
    pub method: AbortMethod,
    /// Willpower rating for a roll, or points left for spending.
    pub willpower: i32,
    /// Number of actions left this turn.
    pub actions_left: i32,
    /// Whether a roll for an abort already failed this turn.
    pub failed_before: bool,
}

/// Aborts a declared action for a defense.
///
/// # Errors
/// [`Refusal::NoActionLeft`], then [`Refusal::NoWillpower`], then [`Refusal::AlreadyFailed`]; then
/// no die was thrown.
pub fn pay_abort(
    abort: &AbortAttempt,
    settings: &Settings,
    dice: &mut dyn Dice,
) -> Result<AbortPayment, Denied> {
    check_abort(abort, settings).map_err(Denied::from_refusal)?;
    Ok(abort_price::pay_abort_price(
        abort.method,
        abort.willpower,
        dice,
    )?)
}

/// Checks that the rules of Masquerade let a declared action be aborted like this.
///
/// # Errors
/// Refuses for the same reasons as [`pay_abort()`].
pub fn check_abort(abort: &AbortAttempt, settings: &Settings) -> Result<(), Refusal> {
    let refusal = if abort.actions_left < 1 {
        Some(Refusal::NoActionLeft)
    } else if abort.willpower < 1 {
        Some(Refusal::NoWillpower)
    } else if abort.failed_before && !settings.retry_after_failed_roll {
        Some(Refusal::AlreadyFailed)
    } else {
        None
    };
    refusal.map_or(Ok(()), Err)
}
