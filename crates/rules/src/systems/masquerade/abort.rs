//! Aborting to a defence (MSQ-DEF-01, MSQ-DEF-02, MSQ-DEF-03).

use serde::{Deserialize, Serialize};

use super::{Denied, Refusal, Settings};
use crate::dice::Dice;
use crate::roll::Rolled;
use crate::systems::d10::nerve::{self, Method, NewAction};

/// A change of mind before the declared action resolves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Abort {
    /// How it is paid for.
    #[serde(default)]
    pub method: Method,
    /// Willpower: the rating for a roll, the points left for spending.
    #[serde(default)]
    pub willpower: i32,
    /// What is done instead.
    #[serde(default)]
    pub new_action: NewAction,
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
pub struct Aborted {
    /// Whether the declared action is replaced; if not, it stands.
    pub changed: bool,
    /// Points of Willpower it took.
    pub willpower_spent: i32,
    /// The roll, if one was made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub roll: Option<Rolled>,
}

/// Aborts to a defence.
///
/// # Errors
/// [`Refusal::DefenseOnly`], then [`Refusal::NoActionLeft`], then [`Refusal::NoWillpower`],
/// then [`Refusal::AlreadyFailed`]; then no die was thrown.
pub fn abort(abort: &Abort, by: &Settings, dice: &mut dyn Dice) -> Result<Aborted, Denied> {
    check(abort, by).map_err(Denied::refused)?;
    let nerve = nerve::steel(abort.method, abort.willpower, dice)?;
    Ok(Aborted {
        changed: nerve.changed,
        willpower_spent: nerve.willpower_spent,
        roll: nerve.roll,
    })
}

/// Whether a declared action can be given up so.
///
/// # Errors
/// As for [`abort()`].
pub fn check(abort: &Abort, by: &Settings) -> Result<(), Refusal> {
    let refusal = if abort.new_action != NewAction::Defense {
        Some(Refusal::DefenseOnly)
    } else if abort.actions_left < 1 {
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
