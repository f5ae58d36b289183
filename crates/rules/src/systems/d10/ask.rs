//! One roll as it is asked for.

use serde::{Deserialize, Serialize};

use super::dice::{self, DIFFICULTY, Manner, Pool, Reads};
use super::input::Nonsense;
use crate::dice::Dice;
use crate::roll::Rolled;

/// One roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Ask {
    /// The summed pool.
    pub pool: i32,
    /// The summed difficulty.
    pub difficulty: i32,
    /// A specialty fits.
    pub specialty: bool,
    /// A point of Willpower was paid before.
    pub willpower: bool,
    /// Whether it can be botched; damage and soak rolls cannot.
    pub botchable: bool,
}

impl Default for Ask {
    fn default() -> Self {
        Self {
            pool: 0,
            difficulty: DIFFICULTY,
            specialty: false,
            willpower: false,
            botchable: true,
        }
    }
}

impl Ask {
    /// Its dice and what they are rolled against.
    #[must_use]
    pub const fn dice(&self) -> Pool {
        Pool::at(self.pool, self.difficulty)
    }

    /// How its dice are read in a system that reads dice so.
    #[must_use]
    pub fn manner(&self, by: Reads) -> Manner {
        Manner {
            botchable: self.botchable,
            ones_cancel: self.botchable || by.ones_cancel_harm,
            ..by.action(self.specialty, self.willpower)
        }
    }

    /// Throws the dice; `None` below one die, and then none was thrown.
    ///
    /// # Errors
    /// [`Nonsense::TooManyDice`] for more than one roll may throw.
    pub fn roll(&self, by: Reads, dice: &mut dyn Dice) -> Result<Option<Rolled>, Nonsense> {
        if self.pool < 1 {
            return Ok(None);
        }
        self.dice().check()?;
        Ok(Some(dice::roll(self.dice(), &self.manner(by), dice)))
    }
}
