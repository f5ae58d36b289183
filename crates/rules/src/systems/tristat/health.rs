//! Health points (TRI-DMG-03, TRI-HLTH-01).

use serde::{Deserialize, Serialize};

use crate::track::Points;

/// How a combatant is, by their Health. Death is the storyteller's to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// Health is left.
    Ok,
    /// Health is 0 or below (TRI-HLTH-01).
    Down,
}

/// How a combatant with so much Health is (TRI-HLTH-01).
#[must_use]
pub const fn status(health: i32) -> Status {
    if health > 0 { Status::Ok } else { Status::Down }
}

/// A track after losing `points` (TRI-DMG-03). It may end below 0; a negative loss is none.
#[must_use]
pub fn less(track: Points, points: i32) -> Points {
    track.changed(points.max(0).saturating_neg())
}
