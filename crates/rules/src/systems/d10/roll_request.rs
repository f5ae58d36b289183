//! Request for one d10 roll, before the dice are thrown.

use super::dice::{CountingRules, DiceConventions, Pool};

/// Request for one roll in the d10 systems: dice pool, difficulty and options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct D10RollRequest {
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

impl D10RollRequest {
    /// Returns the pool and its difficulty.
    #[must_use]
    pub const fn to_pool(&self) -> Pool {
        Pool::against(self.pool, self.difficulty)
    }

    /// Returns the rules for counting the dice under a system's conventions.
    #[must_use]
    pub fn counting_rules(&self, conventions: DiceConventions) -> CountingRules {
        CountingRules {
            botchable: self.botchable,
            ones_cancel: self.botchable || conventions.ones_cancel_harm,
            ..conventions.for_action(self.specialty, self.willpower)
        }
    }
}
