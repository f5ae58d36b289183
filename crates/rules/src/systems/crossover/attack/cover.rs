//! Cover and range (XOV-RNG-03 to 06, XOV-ATK-10).

use serde::{Deserialize, Serialize};

use super::{Attack, Maneuver};
use crate::systems::crossover::Settings;

/// How much of a target is hidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cover {
    /// Lying flat, a pole.
    Light,
    /// A wall.
    Good,
    /// Nothing but the head shows.
    Superior,
}

impl Cover {
    /// What it adds to the difficulty of hitting a target behind it.
    #[must_use]
    pub const fn to_hit(self) -> i32 {
        match self {
            Self::Light => 1,
            Self::Good => 2,
            Self::Superior => 3,
        }
    }

    /// What it adds to the difficulty of shooting from behind it.
    #[must_use]
    pub const fn from_behind(self) -> i32 {
        match self {
            Self::Light => 0,
            Self::Good => 1,
            Self::Superior => 2,
        }
    }
}

/// The cover of a target who lies down by their own will; one who was knocked down has none
/// (XOV-RNG-03, XOV-CMP-10).
#[must_use]
pub const fn lying(by: &Settings) -> Option<Cover> {
    if by.lying_is_cover {
        Some(Cover::Light)
    } else {
        None
    }
}

/// Whether relic ammunition gets past this cover: solid things of the living world make it
/// vanish without a mark (XOV-RNG-05).
#[must_use]
pub const fn relic_passes(solid_skinlands: bool) -> bool {
    !solid_skinlands
}

/// How far away the target is, as far as it matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Distance {
    /// Two yards or less.
    PointBlank,
    /// Up to the normal range, or not measured.
    Normal,
    /// Up to twice the normal range.
    Long,
    /// Beyond.
    OutOfReach,
}

impl Distance {
    /// What it adds to the difficulty.
    #[must_use]
    pub const fn difficulty(self) -> i32 {
        match self {
            Self::PointBlank => -2,
            Self::Normal | Self::OutOfReach => 0,
            Self::Long => 2,
        }
    }
}

/// Sorts a distance in yards; the nearer class holds at its boundary. Without a range only
/// the nearest class is known.
#[must_use]
pub fn distance(yards: i32, range: Option<i32>) -> Distance {
    match range {
        _ if yards <= 2 => Distance::PointBlank,
        Some(range) if yards > range.saturating_mul(2) => Distance::OutOfReach,
        Some(range) if yards > range => Distance::Long,
        _ => Distance::Normal,
    }
}

/// The normal range of an attack: the weapon's, or ten yards for each dot of Strength for a
/// throw (XOV-ATK-10).
#[must_use]
pub fn range(attack: &Attack) -> Option<i32> {
    let own = attack.weapon.map_or(0, |weapon| weapon.range);
    if own > 0 {
        return Some(own);
    }
    let thrown = attack.maneuver == Maneuver::Throw;
    thrown.then(|| attack.attacker.strength.max(0).saturating_mul(10))
}
