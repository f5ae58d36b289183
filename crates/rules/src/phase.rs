//! The parts of a round, and the steps a round goes through.

use serde::{Deserialize, Serialize};

/// A part of a round. Which of them a system plays is its own affair; they come in this order.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// All roll initiative; no combatant acts.
    Initiative,
    /// One after the other says what they will do.
    Declare,
    /// One after the other acts.
    #[default]
    Act,
    /// Those with more than one action take the rest.
    Extra,
}

impl Phase {
    /// Whether this is where a turn is when nothing is said about it.
    pub(crate) const fn is_act(&self) -> bool {
        matches!(self, Self::Act)
    }
}

/// How often initiative is rolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cadence {
    /// Once, when the fight begins.
    Once,
    /// At the beginning of every round.
    EveryRound,
}

/// One step of a phase: whose, by their place in a list, and in which pass of the phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The place in the list.
    pub at: usize,
    /// The pass, from 0. More than one where all take one action, then all the
    /// next.
    pub pass: u8,
}

impl Step {
    /// A step of the only pass.
    #[must_use]
    pub const fn of(at: usize) -> Self {
        Self { at, pass: 0 }
    }
}
