//! Two sides rolling against each other (CHR-DICE-08, CHR-DICE-09).

use super::numbers::EXCEPTIONAL_AT;
use super::settings::{Settings, Tie};

/// Who has won a contest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Winner {
    /// The side that started it.
    A,
    /// The other side.
    B,
    /// Neither: nothing happens.
    None,
}

/// Who wins: strictly more successes (CHR-DICE-08).
#[must_use]
pub(crate) fn winner(a: u32, b: u32, settings: &Settings) -> Winner {
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
pub(crate) const fn exceptional(winner: Winner, a: u32, b: u32) -> bool {
    match winner {
        Winner::A => a >= EXCEPTIONAL_AT,
        Winner::B => b >= EXCEPTIONAL_AT,
        Winner::None => false,
    }
}
