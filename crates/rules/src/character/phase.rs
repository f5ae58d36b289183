//! Phases of a round, and the steps within a phase.

use serde::{Deserialize, Serialize};

/// Phase of a round; a system uses some of them, always in this order.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// All combatants roll initiative; none acts.
    Initiative,
    /// Combatants declare their actions in turn.
    Declare,
    /// Combatants act in turn.
    #[default]
    Act,
    /// Combatants with further actions take them.
    Extra,
}

impl Phase {
    /// Whether this is the default phase, the one for actions.
    pub(crate) const fn is_act(&self) -> bool {
        matches!(self, Self::Act)
    }
}

/// Cadence of initiative rolls in a rule system: once a fight, or every round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InitiativeCadence {
    /// Once, at the beginning of the fight.
    Once,
    /// At the beginning of every round.
    EveryRound,
}

/// Step of a phase of the round, in which one combatant acts: the combatant's index in a list, and
/// the pass of the phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnStep {
    /// Index of the combatant in the list.
    pub index: usize,
    /// Pass, from 0; greater where all combatants take one action before any takes the next.
    pub pass: u8,
}

impl TurnStep {
    /// Creates a step in the first pass of a phase, for the combatant at index `at`.
    #[must_use]
    pub const fn in_first_pass(at: usize) -> Self {
        Self { index: at, pass: 0 }
    }
}
