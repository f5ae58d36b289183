//! Two dice against a target (TRI-ROLL-01 to 04, TRI-CRIT-04).

use serde::{Deserialize, Serialize};

use super::numbers::{BOXCARS, SIDES, SNAKE_EYES};
use super::settings::Settings;
use crate::dice::Dice;
use crate::term::{self, Term};

/// What a roll is for; it decides whether the target itself is still a success.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Purpose {
    /// An attack: at most the target (TRI-ROLL-02).
    Attack,
    /// A defense: less than the target (TRI-ROLL-02).
    Defense,
    /// A check against a Stat: at most the target (TRI-ROLL-03).
    Stat,
}

impl Purpose {
    /// Whether a roll that equals the target succeeds (TRI-ROLL-02, TRI-ROLL-03).
    #[must_use]
    pub const fn takes_ties(self, settings: &Settings) -> bool {
        match self {
            Self::Attack | Self::Stat => true,
            Self::Defense => settings.defense_takes_ties,
        }
    }

    /// Whether two ones succeed whatever the target (TRI-CRIT-01, TRI-CRIT-04).
    #[must_use]
    pub const fn snake_eyes_succeed(self, settings: &Settings) -> bool {
        matches!(self, Self::Attack) || settings.snake_eyes_always_succeed
    }
}

/// The faces of two dice.
pub type Pair = [u16; 2];

/// Throws two dice.
pub fn throw(dice: &mut dyn Dice) -> Pair {
    let first = dice.die(SIDES);
    [first, dice.die(SIDES)]
}

/// The sum of two dice (TRI-ROLL-01).
#[must_use]
pub fn total(faces: Pair) -> i32 {
    i32::from(faces[0]).saturating_add(i32::from(faces[1]))
}

/// How far below its target a roll stayed; negative when it went past (TRI-ROLL-01). In a
/// contest nothing else counts (TRI-CRIT-04).
#[must_use]
pub fn margin(target: i32, faces: Pair) -> i32 {
    target.saturating_sub(total(faces))
}

/// A roll and what it came to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Check {
    /// How the target came about.
    pub terms: Vec<Term>,
    /// What to stay at or below.
    pub target: i32,
    /// The dice as they lie.
    pub faces: Pair,
    /// Their sum.
    pub roll: i32,
    /// Target less roll.
    pub margin: i32,
    /// Whether it succeeded.
    pub success: bool,
}

impl Check {
    /// Whether both dice show a one (TRI-CRIT-01).
    #[must_use]
    pub const fn is_snake_eyes(&self) -> bool {
        self.roll == SNAKE_EYES
    }
}

/// Reads two dice against the sum of `terms`: snake eyes first, then the house rule about
/// twelve, then the comparison.
#[must_use]
pub fn read(purpose: Purpose, terms: Vec<Term>, faces: Pair, settings: &Settings) -> Check {
    let target = term::sum(&terms);
    let roll = total(faces);
    let success = if roll == SNAKE_EYES && purpose.snake_eyes_succeed(settings) {
        true
    } else if roll == BOXCARS && settings.natural_12_fails {
        false
    } else {
        roll < target || (roll == target && purpose.takes_ties(settings))
    };
    Check {
        target,
        faces,
        roll,
        margin: margin(target, faces),
        success,
        terms,
    }
}
