//! Changing a declared action (XOV-MAN-01, XOV-MAN-02, XOV-DECL-03).

use serde::{Deserialize, Serialize};

use super::{Denied, Refusal, Settings};
use crate::dice::Dice;
use crate::roll::Rolled;
use crate::systems::d10::abort_price::{self, Method, NewAction, Paid};

/// A change of mind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    /// How it is paid for.
    #[serde(default)]
    pub method: Method,
    /// Willpower: the rating for a roll, the points left for spending.
    #[serde(default)]
    pub willpower: i32,
    /// What is done instead.
    #[serde(default)]
    pub new_action: NewAction,
    /// The declared action makes no sense any more, so the change is free.
    #[serde(default)]
    pub pointless: bool,
    /// Actions left this turn.
    #[serde(default = "one")]
    pub actions_left: i32,
    /// A roll for this failed already this turn.
    #[serde(default)]
    pub failed_before: bool,
}

const fn one() -> i32 {
    1
}

/// How it went.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Changed {
    /// Whether the declared action is replaced.
    pub changed: bool,
    /// What is added to the new action's difficulty: nothing for a defence.
    pub difficulty_modifier: i32,
    /// Points of Willpower it took. They need not have been declared.
    pub willpower_spent: i32,
    /// The roll, if one was made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub roll: Option<Rolled>,
}

/// Changes an action: a reflex.
///
/// # Errors
/// [`Refusal::NoActionLeft`], then [`Refusal::NoWillpower`], then [`Refusal::AlreadyFailed`];
/// then no die was thrown.
pub fn change(change: &Change, by: &Settings, dice: &mut dyn Dice) -> Result<Changed, Denied> {
    if change.actions_left < 1 {
        return Err(Denied::refused(Refusal::NoActionLeft));
    }
    if change.willpower < 1 && !change.pointless {
        return Err(Denied::refused(Refusal::NoWillpower));
    }
    let again = change.failed_before && !change.pointless;
    if again && !(change.method == Method::Spend && by.spend_after_failed_roll) {
        return Err(Denied::refused(Refusal::AlreadyFailed));
    }
    let paid = if change.pointless {
        Paid::free()
    } else {
        abort_price::pay(change.method, change.willpower, dice)?
    };
    let harder = paid.changed
        && change.new_action == NewAction::Other
        && (!change.pointless || by.free_change_costs);
    Ok(Changed {
        changed: paid.changed,
        difficulty_modifier: i32::from(harder),
        willpower_spent: paid.willpower_spent,
        roll: paid.roll,
    })
}
