//! Ambush: Stealth against Alertness (XOV-MAN-03).

use serde::{Deserialize, Serialize};

use super::Settings;

/// How it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Opening {
    /// One free attack that cannot be defended.
    FreeAttack,
    /// The attacker acts first; the victim may defend.
    AttackerFirst,
    /// As usual.
    NormalInitiative,
}

/// How a fight begins for an attacker who is so many successes ahead, and how many dice more the
/// free attack has: one for each success of the lead beyond the first.
#[must_use]
pub const fn opening(margin: i32) -> (Opening, i32) {
    match margin {
        ahead @ 1.. => (Opening::FreeAttack, ahead - 1),
        0 => (Opening::AttackerFirst, 0),
        _ => (Opening::NormalInitiative, 0),
    }
}

/// Whether the victim may defend the attack that follows.
#[must_use]
pub const fn may_defend(opening: Opening, by: &Settings) -> bool {
    !matches!(opening, Opening::FreeAttack) || by.ambush_may_be_defended
}
