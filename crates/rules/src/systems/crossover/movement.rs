//! Moving, facing, reach and length (XOV-MAN-05 to 08, XOV-CLOSE-14, XOV-CMP-11, XOV-CMP-12).

use serde::{Deserialize, Serialize};

use super::Settings;
use crate::systems::d10::levels::Level;

/// Yards of a walk.
pub const WALK: i32 = 7;

/// Yards of a jog.
#[must_use]
pub const fn jog(dexterity: i32) -> i32 {
    dexterity.saturating_add(12)
}

/// Yards of a run.
#[must_use]
pub const fn run(dexterity: i32) -> i32 {
    dexterity.saturating_mul(3).saturating_add(20)
}

/// Whether a combatant who covered this distance was faster than a walk.
#[must_use]
pub const fn is_fast(yards: i32) -> bool {
    yards > WALK
}

/// The farthest one may move beside an action, in yards: half the running distance.
#[must_use]
pub const fn beside_an_action(running: i32) -> i32 {
    running.div_euclid(2)
}

/// How many yards a combatant this hurt can move at most, given their running distance
/// (XOV-HLTH-01).
#[must_use]
pub fn hurt(level: Level, running: i32) -> i32 {
    match level {
        Level::Healthy | Level::Bruised | Level::Hurt => running,
        Level::Injured => running.div_euclid(2),
        Level::Wounded => running.min(WALK),
        Level::Mauled => running.min(3),
        Level::Crippled => running.min(1),
        Level::Incapacitated => 0,
    }
}

/// From where an attack comes that is not made face to face.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Flank {
    /// One die.
    Side,
    /// Two dice.
    Rear,
}

impl Flank {
    /// Dice for the attacker.
    #[must_use]
    pub const fn dice(self) -> i32 {
        match self {
            Self::Side => 1,
            Self::Rear => 2,
        }
    }
}

/// From where an attack comes that is made so many degrees off the target's view, to whichever
/// side (XOV-MAN-05). `None` is the front.
#[must_use]
pub const fn flank(off: i32, by: &Settings) -> Option<Flank> {
    if off <= by.front_degrees {
        None
    } else if off >= by.rear_degrees {
        Some(Flank::Rear)
    } else {
        Some(Flank::Side)
    }
}

/// How long what one fights with is.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Length {
    /// Fists, feet, teeth.
    #[default]
    Unarmed,
    /// Knives, pistols.
    Short,
    /// Swords, clubs.
    Medium,
    /// Two-handed blades.
    Long,
    /// Spears, staves.
    Pole,
}

/// Whether the other's weapon is the longer one, which costs a die.
#[must_use]
pub fn is_outreached(own: Length, other: Length) -> bool {
    other > own
}
