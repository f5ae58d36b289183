//! Places of tokens in the order or on the bench.

use serde::{Deserialize, Serialize};

/// Place of a combatant's token, either on the bench or in the initiative order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TokenPlace {
    /// A position on the bench.
    Bench(ListPosition),
    /// A position in the initiative order.
    Order(ListPosition),
}

impl TokenPlace {
    /// Whether the two places look the same to players, that is, only hidden tokens lie between them.
    pub(crate) fn looks_same_to_players(self, other: Self) -> bool {
        match (self, other) {
            (Self::Order(one), Self::Order(other)) | (Self::Bench(one), Self::Bench(other)) => {
                one.seen == other.seen
            }
            (Self::Order(_), Self::Bench(_)) | (Self::Bench(_), Self::Order(_)) => false,
        }
    }
}

/// A position in a list, counted from 0.
///
/// Positions are counted twice, so that an undo among hidden tokens never shifts a token that players see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListPosition {
    /// Number of tokens before this position.
    pub at: u32,
    /// Number of tokens before this position that players see.
    pub seen: u32,
}
