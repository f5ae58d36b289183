//! One roll as it is asked for.

use super::dice::{Manner, Pool, Reads};

/// One roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
}
