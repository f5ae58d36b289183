//! Clinch, hold, bite, disarm and tackle: what comes after the hit (XOV-CLOSE-02,
//! XOV-CLOSE-04 to 07, XOV-CLOSE-13).

use serde::{Deserialize, Serialize};

use super::Settings;
use super::attack::Immobilized;
use super::creature::Kind;
use super::knockdown::Trip;
use super::settings::TackleBotch;

/// How two hold each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Grip {
    /// Both clinch.
    Clinch,
    /// One holds the other.
    Hold,
}

/// What a combatant in a grip may spend an action on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GripAction {
    /// Strength in damage, without an attack roll and without extra dice.
    Harm,
    /// Strength + Brawl against Strength + Brawl; a tie fails.
    Escape,
    /// Anything that needs no limbs, a bite among it.
    WithoutLimbs,
}

impl Grip {
    /// Whether an action is possible in it: no harm out of a hold.
    #[must_use]
    pub const fn allows(self, action: GripAction) -> bool {
        !matches!((self, action), (Self::Hold, GripAction::Harm))
    }

    /// How helpless it makes the one who is held.
    #[must_use]
    pub const fn immobilized(self, by: &Settings) -> Option<Immobilized> {
        match self {
            Self::Hold if by.held_is_immobilized => Some(Immobilized::Partly),
            Self::Hold | Self::Clinch => None,
        }
    }
}

/// The most blood points a vampire drinks in a turn.
const MOST_DRUNK: i32 = 3;

/// Blood points a vampire may drink in a turn instead of wounding; `None` for all others.
#[must_use]
pub fn drain(kind: Kind, wanted: i32) -> Option<i32> {
    (kind == Kind::Vampire).then(|| wanted.clamp(1, MOST_DRUNK))
}

/// The points of those wanted that are left to drink in a turn in which so many were drunk.
#[must_use]
pub fn left_to_drink(wanted: i32, before: i32) -> i32 {
    let left = MOST_DRUNK.saturating_sub(before);
    wanted.min(left).max(0)
}

/// What a disarming blow does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Disarmed {
    /// The weapon drops.
    pub disarmed: bool,
    /// Levels the target loses: none, ever.
    pub inflicted: i32,
}

/// Whether the weapon drops: more damage successes than the target has Strength.
#[must_use]
pub const fn disarm(damage_successes: i32, target_strength: i32) -> Disarmed {
    Disarmed {
        disarmed: damage_successes > target_strength,
        inflicted: 0,
    }
}

/// Whether the target of a pistol pressed on may answer with a disarm: it must act earlier
/// this turn.
#[must_use]
pub const fn may_answer_jab(target_acts_earlier: bool) -> bool {
    target_acts_earlier
}

/// What a botched tackle does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Backfire {
    /// The attacker falls.
    Falls,
    /// So many bashing damage dice, which may be soaked.
    Damage(i32),
}

/// What a botched tackle does at this table; the storyteller may pick the other.
#[must_use]
pub const fn tackle_botch(target_stamina: i32, by: &Settings) -> Backfire {
    match by.tackle_botch {
        TackleBotch::Falls => Backfire::Falls,
        TackleBotch::Damage => Backfire::Damage(target_stamina),
    }
}

/// Who must roll against falling after a tackle that hit, in order: attacker, then target.
#[must_use]
pub const fn tackle_rolls() -> [Trip; 2] {
    [Trip::Tackle, Trip::Tackle]
}
