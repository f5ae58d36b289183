//! Safety: the card by which anybody at the table stops or slows the game without saying who, and the list of what the
//! game leaves out.
//!
//! Neither has an author: the server writes the records, a while after they were asked for.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::limits::MAX_BOUNDARIES;
use crate::base::text::Name;

/// Signal that anybody at the table can give to all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum SafetySignal {
    /// All is well, go on.
    #[serde(rename = "o")]
    GoOn,
    /// Slow down.
    #[serde(rename = "n")]
    SlowDown,
    /// Stop, and leave this out.
    #[serde(rename = "x")]
    Stop,
}

/// Signal that was given, and when.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct SafetyCall {
    /// The signal.
    pub signal: SafetySignal,
    /// The time in milliseconds since 1970.
    pub at: u64,
}

/// Time for which no further signal is given at a table, in milliseconds.
pub const SAFETY_REST_MS: u64 = 20_000;

/// Thing that the game leaves out.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Boundary {
    /// What it is.
    pub text: Name,
    /// Whether it may happen out of sight (a veil), instead of never (a line).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub veil: bool,
}

/// Safety of the table, with its newest signal, and what the game leaves out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Safety {
    /// The newest signal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last: Option<SafetyCall>,
    /// What the game leaves out.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub boundaries: BTreeSet<Boundary>,
}

impl Safety {
    /// Whether no signal was given and nothing is listed that the game leaves out.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        *self == Self::default()
    }

    /// Whether the card for safety signals rests at the time `now`, because a signal was given
    /// shortly before.
    #[must_use]
    pub fn is_resting(&self, now: u64) -> bool {
        self.last
            .is_some_and(|last| now < last.at.saturating_add(SAFETY_REST_MS))
    }

    /// Returns the list of what the game leaves out with one thing more; `None` if it is there, or
    /// there is no room for it. A line takes the place of a veil, and never the other way around.
    #[must_use]
    pub fn with_boundary(&self, new: &Boundary) -> Option<BTreeSet<Boundary>> {
        let mut all = self.boundaries.clone();
        let name = new.text.to_folded();
        let is_same = |other: &Boundary| other.text.to_folded() == name;
        if all.iter().any(|other| is_same(other) && !other.veil) {
            return None;
        }
        all.retain(|other| !is_same(other));
        all.insert(new.clone());
        (all != self.boundaries && all.len() <= MAX_BOUNDARIES).then_some(all)
    }

    /// Returns the list of what the game leaves out in alphabetical order.
    #[must_use]
    pub fn sorted_boundaries(&self) -> Vec<Boundary> {
        let mut all: Vec<Boundary> = self.boundaries.iter().cloned().collect();
        all.sort_by_key(|boundary| boundary.text.to_folded());
        all
    }
}
