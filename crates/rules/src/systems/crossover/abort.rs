//! Giving up a declared action for a defense before an attack asks for it (XOV-MAN-01,
//! XOV-DECL-03).

use super::{Denied, Refusal, Settings};
use crate::base::dice::Dice;
use crate::systems::d10::abort_price::{self, AbortMethod, AbortPayment};
use crate::systems::d10::shared_rules::abort::AbortMeans;

/// Gives up a declared action in Crossover: a reflex, paid with a roll on Willpower or a point of it that need not
/// have been declared.
///
/// # Errors
/// [`Refusal::NoActionLeft`], then [`Refusal::NoWillpower`], then [`Refusal::AlreadyFailed`];
/// then no die was thrown.
pub(super) fn change(
    means: &AbortMeans,
    by: &Settings,
    dice: &mut dyn Dice,
) -> Result<AbortPayment, Denied> {
    if means.actions_left() < 1 {
        return Err(Denied::from_refusal(Refusal::NoActionLeft));
    }
    if means.willpower < 1 {
        return Err(Denied::from_refusal(Refusal::NoWillpower));
    }
    if means.failed_before && !(means.method == AbortMethod::Spend && by.spend_after_failed_roll) {
        return Err(Denied::from_refusal(Refusal::AlreadyFailed));
    }
    Ok(abort_price::pay_abort_price(
        means.method,
        means.willpower,
        dice,
    )?)
}
