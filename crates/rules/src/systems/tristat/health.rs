//! Health points (TRI-DMG-03, TRI-HLTH-01).

use crate::character::track::Points;

/// Whether a combatant with so much Health is down (TRI-HLTH-01). Death is the storyteller's to say.
pub(super) const fn is_down(health: i32) -> bool {
    health <= 0
}

/// Returns a track after losing `points` (TRI-DMG-03). It may end below 0; a negative loss is none.
pub(super) fn lose_points(track: Points, points: i32) -> Points {
    track.changed_by(points.max(0).saturating_neg())
}
