//! Moving and facing (XOV-MAN-05 to 08, XOV-CMP-11, XOV-CMP-12).

use super::Settings;
use crate::ruleset::combatant_info::CombatantInfo;
use crate::systems::d10::levels::HealthLevel;
use crate::systems::d10::shared_rules::{health, sheet as numbers};

/// Yards of a walk.
pub(super) const WALK: i32 = 7;

/// Returns the yards of a jog of a combatant with this Dexterity.
pub(super) const fn jog(dexterity: i32) -> i32 {
    dexterity.saturating_add(12)
}

/// Returns the yards of a run of a healthy combatant with this Dexterity.
pub(super) const fn run(dexterity: i32) -> i32 {
    dexterity.saturating_mul(3).saturating_add(20)
}

/// Whether a combatant who covered this distance was faster than a walk.
pub(super) const fn is_fast(yards: i32) -> bool {
    yards > WALK
}

/// Returns the farthest one may move beside an action, in yards: half the running distance.
pub(super) const fn beside_an_action(running: i32) -> i32 {
    running.div_euclid(2)
}

/// Returns how many yards a combatant this hurt can move at most, given their running distance
/// (XOV-HLTH-01).
pub(super) fn yards_when_hurt(level: HealthLevel, running: i32) -> i32 {
    match level {
        HealthLevel::Healthy | HealthLevel::Bruised | HealthLevel::Hurt => running,
        HealthLevel::Injured => running.div_euclid(2),
        HealthLevel::Wounded => running.min(WALK),
        HealthLevel::Mauled => running.min(3),
        HealthLevel::Crippled => running.min(1),
        HealthLevel::Incapacitated => 0,
    }
}

/// Returns how many yards a combatant can run, hurt as they are (XOV-MAN-08, XOV-HLTH-01).
pub(super) fn running_yards(who: &CombatantInfo<'_>) -> i32 {
    let dexterity = who.sheet.get(&numbers::DEXTERITY);
    yards_when_hurt(health::wound_state(who.track).level, run(dexterity))
}

/// A side from which an attack comes that is not made face to face.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flank {
    /// One die.
    Side,
    /// Two dice.
    Rear,
}

impl Flank {
    /// Returns the bonus dice of an attack from this side.
    pub(super) const fn dice(self) -> i32 {
        match self {
            Self::Side => 1,
            Self::Rear => 2,
        }
    }
}

/// Returns the side from which an attack comes that is made `off` degrees off the target's view, to
/// whichever side (XOV-MAN-05). `None` is the front.
pub(super) const fn flank(off: i32, by: &Settings) -> Option<Flank> {
    if off <= by.front_degrees {
        None
    } else if off >= by.rear_degrees {
        Some(Flank::Rear)
    } else {
        Some(Flank::Side)
    }
}
