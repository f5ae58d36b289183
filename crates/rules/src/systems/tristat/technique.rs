//! What techniques take off penalties (TRI-VITAL-01, TRI-CHINK-01, TRI-DUAL-01,
//! TRI-DRAW-01, TRI-DISARM-01, TRI-DISARM-06).

use serde::{Deserialize, Serialize};

/// By how much techniques such as Kensei and Gun Bunny shrink a penalty of each name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Reduce {
    /// Aiming at a vital target (TRI-VITAL-01).
    pub vital: i32,
    /// Aiming at a chink (TRI-CHINK-01).
    pub chink: i32,
    /// Two weapons (TRI-DUAL-01).
    pub dual: i32,
    /// Drawing with the attack (TRI-DRAW-01).
    pub draw: i32,
    /// Disarming (TRI-DISARM-01, TRI-DISARM-06).
    pub disarm: i32,
}

/// A penalty after a technique: never a bonus. A defect may make it worse.
#[must_use]
pub fn reduced(penalty: i32, by: i32) -> i32 {
    penalty.saturating_sub(by).max(0).saturating_neg()
}
