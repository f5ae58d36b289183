//! A stake through the heart (XOV-TGT-05).

use serde::{Deserialize, Serialize};

use super::creature::Kind;

/// Damage after soak that it takes.
pub const NEEDED: i32 = 3;

/// A blow that may have been one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Thrust {
    /// What was struck.
    pub target_kind: Kind,
    /// Which part was named; only the heart counts.
    pub part: String,
    /// Damage after soak.
    pub inflicted: i32,
    /// The weapon is a stake.
    pub weapon_is_stake: bool,
}

/// What the target can still do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Staked {
    /// The stake holds.
    pub staked: bool,
    /// Awake.
    pub conscious: bool,
    /// Can use Auspex.
    pub can_use_auspex: bool,
    /// Can move.
    pub can_move: bool,
    /// Can spend blood.
    pub can_spend_blood: bool,
}

/// Whether a blow has staked its target.
#[must_use]
pub fn stake(thrust: &Thrust) -> Staked {
    let staked = thrust.target_kind == Kind::Vampire
        && thrust.part == "heart"
        && thrust.inflicted >= NEEDED
        && thrust.weapon_is_stake;
    Staked {
        staked,
        conscious: true,
        can_use_auspex: true,
        can_move: !staked,
        can_spend_blood: !staked,
    }
}
