//! Not seeing, and striking at those who do not see (XOV-CMP-01 to 05, XOV-MAN-04).

use serde::{Deserialize, Serialize};

use super::Settings;
use super::maneuver::Reach;

/// Difficulty of close attacks by the blinded.
pub const CLOSE: i32 = 2;
/// Difficulty of ranged attacks by the blinded.
pub const RANGED: i32 = 6;
/// Dice for those who attack the blinded.
pub const BONUS: i32 = 2;

/// What helps a combatant who cannot see.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Relief {
    /// Half the penalty (XOV-CMP-04).
    pub heightened_senses: bool,
    /// No penalty at all (XOV-CMP-04).
    pub eyes_of_the_beast: bool,
    /// Successes of Perception + Blind Fighting used for this (XOV-CMP-05).
    pub blind_fighting: i32,
}

impl Relief {
    /// What is left of a penalty: senses first, then in close combat one less for every two
    /// successes, not below 0.
    #[must_use]
    pub const fn of(&self, penalty: i32, reach: Reach) -> i32 {
        if self.eyes_of_the_beast {
            return 0;
        }
        let penalty = if self.heightened_senses {
            penalty / 2
        } else {
            penalty
        };
        less(penalty, self.blind_fighting, reach)
    }
}

/// Less one for every two successes of Blind Fighting, which is of use in close combat only.
const fn less(number: i32, successes: i32, reach: Reach) -> i32 {
    let helped = match reach {
        Reach::Close if successes > 0 => number.saturating_sub(successes / 2),
        _ => number,
    };
    if helped > 0 { helped } else { 0 }
}

/// The difficulty a blinded attacker has (XOV-CMP-02, XOV-CMP-03).
#[must_use]
pub const fn attacking(reach: Reach, relief: &Relief) -> i32 {
    match reach {
        Reach::Close => relief.of(CLOSE, reach),
        Reach::Ranged => relief.of(RANGED, reach),
    }
}

/// The difficulty of anything else that needs sight, defenses included (XOV-CMP-02). `reach`
/// is that of the attack which is met.
#[must_use]
pub const fn otherwise(reach: Reach, relief: &Relief, by: &Settings) -> i32 {
    relief.of(by.sight_difficulty, reach)
}

/// Dice against a blinded target; `successes` of their Blind Fighting lower them in close
/// combat (XOV-CMP-01, XOV-CMP-05).
#[must_use]
pub const fn against(reach: Reach, successes: i32) -> i32 {
    less(BONUS, successes, reach)
}
