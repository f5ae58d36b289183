//! Range and cover (XOV-RNG-03 to 06).

use super::attack::Attack;
use super::{dials, items};
use crate::exchange::Scene;
use crate::ruleset::combatant_info::CombatantInfo;
use crate::systems::crossover::Settings;
use crate::systems::crossover::state;

/// Grade of a target's cover in Crossover, from lying flat to only the head showing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum CoverGrade {
    /// Lying flat, a pole.
    Light,
    /// A wall.
    Good,
    /// Nothing but the head shows.
    Superior,
}

impl CoverGrade {
    /// Returns the cover grade for the value of its parameter; `None` for no cover.
    const fn of(dial: i32) -> Option<Self> {
        match dial {
            1 => Some(Self::Light),
            2 => Some(Self::Good),
            3 => Some(Self::Superior),
            _ => None,
        }
    }

    /// Returns what the cover adds to the difficulty of hitting a target behind it (XOV-RNG-03).
    pub(super) const fn to_hit(self) -> i32 {
        match self {
            Self::Light => 1,
            Self::Good => 2,
            Self::Superior => 3,
        }
    }

    /// Returns the difficulty that the cover adds to shots from behind it (XOV-RNG-04).
    pub(super) const fn difficulty_from_behind(self) -> i32 {
        match self {
            Self::Light => 0,
            Self::Good => 1,
            Self::Superior => 2,
        }
    }
}

/// Returns the cover of a target, `None` in the open: what is set, or lying flat by their own will.
/// One who was knocked down has none (XOV-RNG-03, XOV-CMP-10).
pub(super) fn cover_of(
    scene: &Scene<'_>,
    target: u8,
    who: &CombatantInfo<'_>,
    by: &Settings,
) -> Option<CoverGrade> {
    let set = CoverGrade::of(scene.situation_value(target, dials::COVER, 0));
    let lying = by.lying_is_cover && state::has(who, state::LYING);
    set.max(lying.then_some(CoverGrade::Light))
}

/// Returns the attacker's own cover; `None` in the open (XOV-RNG-04).
pub(super) fn own_cover(scene: &Scene<'_>) -> Option<CoverGrade> {
    CoverGrade::of(scene.situation_value(0, dials::OWN_COVER, 0))
}

/// Whether relic ammunition reaches the named part of the target: solid things of the living world
/// make it vanish without a mark (XOV-RNG-05).
pub(super) fn relic_rounds_pass(scene: &Scene<'_>) -> bool {
    let set = &scene.intent.set;
    let solid = scene.situation_value(0, dials::SOLID, 0) > 0 && !set.is_on(dials::EXPOSED);
    !solid || dials::size(set).is_none()
}

/// Class of the distance to a target, as far as it matters for a shot or throw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Distance {
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
    /// Returns what a distance of this class adds to the difficulty of a shot or throw.
    pub(super) const fn difficulty(self) -> i32 {
        match self {
            Self::PointBlank => -2,
            Self::Normal | Self::OutOfReach => 0,
            Self::Long => 2,
        }
    }

    /// Classifies a distance in yards by the normal range of the weapon; the nearer class holds at
    /// its boundary. Without a range only the nearest class is known.
    fn of(yards: i32, range: Option<i32>) -> Self {
        match range {
            _ if yards <= 2 => Self::PointBlank,
            Some(range) if yards > range.saturating_mul(2) => Self::OutOfReach,
            Some(range) if yards > range => Self::Long,
            _ => Self::Normal,
        }
    }
}

/// Returns the class of the distance to the target, by default the normal range if it was not
/// measured (XOV-RNG-06).
pub(super) fn distance(attack: &Attack<'_>) -> Distance {
    let own = attack.number(items::RANGE);
    let range = match own {
        1.. => Some(own),
        _ => (attack.maneuver.range)(attack),
    };
    match attack.scene.situation_value(0, dials::DISTANCE, -1) {
        ..0 => Distance::Normal,
        yards => Distance::of(yards, range),
    }
}
