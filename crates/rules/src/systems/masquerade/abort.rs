//! Aborting to a defense (MSQ-DEF-01, MSQ-DEF-02, MSQ-DEF-03).

use super::{Denied, Refusal, Settings};
use crate::dice::Dice;
use crate::systems::d10::abort_price::{self, Method, Paid};

/// A change of mind before the declared action resolves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Abort {
    /// How it is paid for.
    pub method: Method,
    /// Willpower: the rating for a roll, the points left for spending.
    pub willpower: i32,
    /// Actions left this turn.
    pub actions_left: i32,
    /// A roll for this failed already this turn.
    pub failed_before: bool,
}

/// Aborts to a defense.
///
/// # Errors
/// [`Refusal::NoActionLeft`], then [`Refusal::NoWillpower`],
/// then [`Refusal::AlreadyFailed`]; then no die was thrown.
pub fn abort(abort: &Abort, by: &Settings, dice: &mut dyn Dice) -> Result<Paid, Denied> {
    check(abort, by).map_err(Denied::refused)?;
    Ok(abort_price::pay(abort.method, abort.willpower, dice)?)
}

/// Whether a declared action can be given up so.
///
/// # Errors
/// As for [`abort()`].
pub fn check(abort: &Abort, by: &Settings) -> Result<(), Refusal> {
    let refusal = if abort.actions_left < 1 {
        Some(Refusal::NoActionLeft)
    } else if abort.willpower < 1 {
        Some(Refusal::NoWillpower)
    } else if abort.failed_before && !by.retry_after_failed_roll {
        Some(Refusal::AlreadyFailed)
    } else {
        None
    };
    refusal.map_or(Ok(()), Err)
}
