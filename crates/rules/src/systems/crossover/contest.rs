//! One roll against another (XOV-DICE-11).

use serde::{Deserialize, Serialize};

use super::Settings;
use super::dice::reading;
use crate::dice::Dice;
use crate::roll::Rolled;
use crate::systems::d10::dice::Pool;
use crate::systems::d10::exchange::{check_all, thrown};
use crate::systems::d10::input::Nonsense;

/// Both sides of a resisted roll.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contest {
    /// Successes of the acting side.
    pub a_successes: i32,
    /// Successes of the other.
    pub b_successes: i32,
    /// Whether the acting side has more; a tie is not enough.
    pub a_wins: bool,
    /// The rolls that were made.
    pub rolls: Vec<Rolled>,
}

impl Contest {
    /// By how many successes the acting side is ahead.
    #[must_use]
    pub const fn margin(&self) -> i32 {
        self.a_successes.saturating_sub(self.b_successes)
    }
}

/// Rolls both sides, the acting one first. A side without dice has no success.
///
/// # Errors
/// [`Nonsense`] when a pool cannot be thrown; then no die was.
pub fn resist(a: Pool, b: Pool, by: &Settings, dice: &mut dyn Dice) -> Result<Contest, Nonsense> {
    check_all([&a, &b])?;
    let manner = reading(by).action(false, false);
    let mut rolls = Vec::new();
    let (a_successes, _) = thrown(&[a], &manner, &mut rolls, dice);
    let (b_successes, _) = thrown(&[b], &manner, &mut rolls, dice);
    Ok(Contest {
        a_successes,
        b_successes,
        a_wins: a_successes > b_successes,
        rolls,
    })
}
