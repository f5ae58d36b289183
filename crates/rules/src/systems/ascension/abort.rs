//! Giving up a declared action for a defense (ASC-DEF-02, ASC-DEF-03).

use super::{Denied, Refusal, Settings};
use crate::dice::Dice;
use crate::systems::d10::abort_price::{self, Method, Paid};

/// A change of mind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Abort {
    /// How it is paid for.
    pub method: Method,
    /// Willpower: the rating for a roll, the points left for spending.
    pub willpower: i32,
    /// Actions left this turn.
    pub actions_left: i32,
}

/// Gives up a declared action for a defense; free where the table asks no price.
///
/// # Errors
/// [`Refusal::NoActionLeft`], then [`Refusal::NoWillpower`];
/// then no die was thrown.
pub fn abort(abort: &Abort, by: &Settings, dice: &mut dyn Dice) -> Result<Paid, Denied> {
    check(abort, by).map_err(Denied::refused)?;
    if !by.abort_cost {
        return Ok(Paid::free());
    }
    Ok(abort_price::pay(abort.method, abort.willpower, dice)?)
}

/// Whether a declared action can be given up so.
///
/// # Errors
/// As for [`abort()`].
pub fn check(abort: &Abort, by: &Settings) -> Result<(), Refusal> {
    let refusal = if abort.actions_left < 1 {
        Some(Refusal::NoActionLeft)
    } else if by.abort_cost && abort.willpower < 1 {
        Some(Refusal::NoWillpower)
    } else {
        None
    };
    refusal.map_or(Ok(()), Err)
}
