//! Where tokens stand: a place in the order or on the bench.

use serde::{Deserialize, Serialize};

/// Where a token stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    /// On the bench.
    Bench(Spot),
    /// In the order.
    Order(Spot),
}

impl Place {
    /// Whether players see the same in both: what lies between are hidden ones.
    pub(crate) fn looks_like(self, other: Self) -> bool {
        match (self, other) {
            (Self::Order(one), Self::Order(other)) | (Self::Bench(one), Self::Bench(other)) => {
                one.seen == other.seen
            }
            (Self::Order(_), Self::Bench(_)) | (Self::Bench(_), Self::Order(_)) => false,
        }
    }
}

/// A place in a list, counted from 0.
///
/// Counted twice, so that what was taken back in between where players cannot see never
/// shifts a token they do see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spot {
    /// How many stand before it.
    pub at: u32,
    /// How many of them players know of.
    pub seen: u32,
}
