//! Two sides rolling against each other (CHR-DICE-08, CHR-DICE-09).

use serde::{Deserialize, Serialize};

use super::numbers::EXCEPTIONAL_AT;
use super::pool::{self, Ask};
use super::settings::{Settings, Tie};
use crate::dice::Dice;
use crate::roll::Rolled;

/// Who has won a contest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Winner {
    /// The side that started it.
    A,
    /// The other side.
    B,
    /// Neither: nothing happens.
    None,
}

/// A contest after both sides have rolled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contest {
    /// The roll of the side that started it.
    pub a: Rolled,
    /// The roll of the other side.
    pub b: Rolled,
    /// Who has won.
    pub winner: Winner,
    /// Whether the winner's own successes are exceptional; the margin plays no part.
    pub exceptional: bool,
}

/// Rolls both pools, the initiator's first.
pub fn roll(a_pool: i32, b_pool: i32, settings: &Settings, dice: &mut dyn Dice) -> Contest {
    let a = pool::roll_by(&Ask::pool(a_pool), settings, dice);
    let b = pool::roll_by(&Ask::pool(b_pool), settings, dice);
    let winner = winner(a.successes, b.successes, settings);
    Contest {
        exceptional: exceptional(winner, a.successes, b.successes),
        a,
        b,
        winner,
    }
}

/// Who wins: strictly more successes (CHR-DICE-08).
#[must_use]
pub fn winner(a: u32, b: u32, settings: &Settings) -> Winner {
    match (a.cmp(&b), settings.contest_tie) {
        (std::cmp::Ordering::Greater, _) => Winner::A,
        (std::cmp::Ordering::Less, _) => Winner::B,
        (std::cmp::Ordering::Equal, Tie::Nobody) => Winner::None,
        (std::cmp::Ordering::Equal, Tie::Initiator) => Winner::A,
        (std::cmp::Ordering::Equal, Tie::Resister) => Winner::B,
    }
}

/// Whether the winner did exceptionally well (CHR-DICE-09).
#[must_use]
pub const fn exceptional(winner: Winner, a: u32, b: u32) -> bool {
    match winner {
        Winner::A => a >= EXCEPTIONAL_AT,
        Winner::B => b >= EXCEPTIONAL_AT,
        Winner::None => false,
    }
}
