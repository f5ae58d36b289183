//! Two dice against a target (TRI-ROLL-01 to 04, TRI-CRIT-01, TRI-CRIT-04).

use super::numbers::{BOXCARS, SIDES, SNAKE_EYES};
use super::settings::Settings;
use crate::base::dice::Dice;

/// Purpose of a roll, which decides whether the target number itself is still a success.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// An attack: at most the target (TRI-ROLL-02).
    Attack,
    /// A defense: less than the target (TRI-ROLL-02).
    Defense,
    /// A check against a Stat: at most the target (TRI-ROLL-03).
    Stat,
}

impl Purpose {
    /// Whether a roll of this purpose that equals the target number succeeds (TRI-ROLL-02,
    /// TRI-ROLL-03).
    const fn takes_ties(self, settings: &Settings) -> bool {
        match self {
            Self::Attack | Self::Stat => true,
            Self::Defense => settings.defense_takes_ties,
        }
    }

    /// Whether two ones succeed at any target number in a roll of this purpose (TRI-CRIT-01,
    /// TRI-CRIT-04).
    const fn snake_eyes_succeed(self, settings: &Settings) -> bool {
        matches!(self, Self::Attack) || settings.snake_eyes_always_succeed
    }
}

/// The faces of two dice.
pub(super) type Pair = [u16; 2];

/// Throws the two dice of a roll.
pub(super) fn throw(dice: &mut dyn Dice) -> Pair {
    let first = dice.roll_die(SIDES);
    [first, dice.roll_die(SIDES)]
}

/// Returns the sum of two dice (TRI-ROLL-01).
pub(super) fn total(faces: Pair) -> i32 {
    i32::from(faces[0]).saturating_add(i32::from(faces[1]))
}

/// Whether two dice succeed against a target number: snake eyes first, then the house rule about
/// twelve, then the comparison.
pub(super) fn succeeds(purpose: Purpose, target: i32, faces: Pair, settings: &Settings) -> bool {
    let roll = total(faces);
    if roll == SNAKE_EYES && purpose.snake_eyes_succeed(settings) {
        true
    } else if roll == BOXCARS && settings.natural_12_fails {
        false
    } else {
        roll < target || (roll == target && purpose.takes_ties(settings))
    }
}
