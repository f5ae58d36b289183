//! Giving up a declared action for a defence (ASC-DEF-02, ASC-DEF-03).

use serde::{Deserialize, Serialize};

use super::{Denied, Refusal, Settings};
use crate::dice::Dice;
use crate::roll::Rolled;
use crate::systems::d10::nerve::{self, Method, Nerve, NewAction};

/// A change of mind.
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

/// Gives up a declared action for a defence; free where the table asks no price.
///
/// # Errors
/// [`Refusal::DefenseOnly`], then [`Refusal::NoActionLeft`], then [`Refusal::NoWillpower`];
/// then no die was thrown.
pub fn abort(abort: &Abort, by: &Settings, dice: &mut dyn Dice) -> Result<Aborted, Denied> {
    check(abort, by).map_err(Denied::refused)?;
    let nerve = if by.abort_cost {
        nerve::steel(abort.method, abort.willpower, dice)?
    } else {
        Nerve::free()
    };
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
    } else if by.abort_cost && abort.willpower < 1 {
        Some(Refusal::NoWillpower)
    } else {
        None
    };
    refusal.map_or(Ok(()), Err)
}
