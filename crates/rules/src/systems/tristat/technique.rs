//! Techniques, which take off penalties (TRI-VITAL-01, TRI-CHINK-01, TRI-DUAL-01,
//! TRI-DRAW-01, TRI-DISARM-01, TRI-DISARM-06).

use serde::Deserialize;

/// Reductions of penalties through techniques such as Kensei and Gun Bunny.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub(super) struct Reduce {
    /// Aiming at a vital target (TRI-VITAL-01).
    pub(super) vital: i32,
    /// Aiming at a chink (TRI-CHINK-01).
    pub(super) chink: i32,
    /// Two weapons (TRI-DUAL-01).
    pub(super) dual: i32,
    /// Drawing with the attack (TRI-DRAW-01).
    pub(super) draw: i32,
    /// Disarming (TRI-DISARM-01, TRI-DISARM-06).
    pub(super) disarm: i32,
}

/// Returns a penalty after a technique reduced it, as a negative number: never a bonus. A defect
/// may make it worse.
pub(super) fn reduced_penalty(penalty: i32, by: i32) -> i32 {
    penalty.saturating_sub(by).max(0).saturating_neg()
}
