//! Request for one d10 roll, before the dice are thrown.

use super::dice::{Manner, Pool, Reads};

/// Request for one roll: dice pool, difficulty and options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ask {
    /// Sum of the dice pool.
    pub pool: i32,
    /// Sum of the difficulty.
    pub difficulty: i32,
    /// Whether a specialty applies.
    pub specialty: bool,
    /// Whether a Willpower point was paid for a success.
    pub willpower: bool,
    /// Whether the roll can be botched; damage and soak rolls cannot.
    pub botchable: bool,
}

impl Ask {
    /// Returns the pool and its difficulty.
    #[must_use]
    pub const fn dice(&self) -> Pool {
        Pool::at(self.pool, self.difficulty)
    }

    /// Returns the rules for counting the dice under a system's conventions.
    #[must_use]
    pub fn manner(&self, by: Reads) -> Manner {
        Manner {
            botchable: self.botchable,
            ones_cancel: self.botchable || by.ones_cancel_harm,
            ..by.action(self.specialty, self.willpower)
        }
    }
}
