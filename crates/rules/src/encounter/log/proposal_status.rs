//! Status of a proposal, as events and the log state it.

use serde::{Deserialize, Serialize};

/// Status of a proposal (a player's command that waits for the storyteller): made, accepted, declined or gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Hash)]
#[serde(rename_all = "snake_case")]
pub enum ProposalStatus {
    /// The proposal was made, or restored by undo.
    Made,
    /// A storyteller accepted it.
    Accepted,
    /// A storyteller declined it.
    Declined,
    /// The affected combatant is gone, or the player withdrew it.
    Gone,
}
