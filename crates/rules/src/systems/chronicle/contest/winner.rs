//! The winner of a contest (CHR-DICE-08, CHR-DICE-09).

use crate::systems::chronicle::numbers::EXCEPTIONAL_AT;
use crate::systems::chronicle::settings::{Settings, Tie};

/// Winner of a contest of two sides in Chronicle, or none upon a tie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Winner {
    /// The side that started it.
    A,
    /// The other side.
    B,
    /// Neither: nothing happens.
    None,
}

/// Returns the winner of a contest, the side with strictly more successes (CHR-DICE-08).
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
pub(crate) const fn is_exceptional(winner: Winner, a: u32, b: u32) -> bool {
    match winner {
        Winner::A => a >= EXCEPTIONAL_AT,
        Winner::B => b >= EXCEPTIONAL_AT,
        Winner::None => false,
    }
}
