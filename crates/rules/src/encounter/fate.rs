//! What becomes of a proposal, as events and the log say it.

use serde::{Deserialize, Serialize};

/// What became of a proposal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Hash)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// It was made, or is there again.
    Made,
    /// Those who run the table did it.
    Accepted,
    /// They let it be.
    Declined,
    /// What it touches is gone, or it was taken back.
    Gone,
}
