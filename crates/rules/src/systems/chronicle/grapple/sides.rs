//! The two sides of a grapple.

use crate::character::initiative::Initiative;
use crate::exchange::{Effect, Party, Play, Stop};
use crate::systems::chronicle::combat::character::Character;
use crate::systems::chronicle::combat::stage::Stage;

const OTHER: Party = Party::Target(0);

/// Side of a grapple in Chronicle, which is one of its two combatants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Side {
    /// The combatant who acts.
    A,
    /// The target.
    B,
}

impl Side {
    /// Returns the other side of the grapple.
    pub(crate) const fn other(self) -> Self {
        match self {
            Self::A => Self::B,
            Self::B => Self::A,
        }
    }
}

/// Returns the side at whose place in the order the contest of a turn is rolled: the earlier of the
/// two (CHR-GRAP-04).
pub(crate) fn acts_at(a: &Initiative, b: &Initiative) -> Side {
    if b.is_before(a) { Side::B } else { Side::A }
}

/// Returns the parties of a grapple as one side sees them: the side itself, then its opponent.
pub(crate) const fn parties(side: Side) -> (Party, Party) {
    match side {
        Side::A => (Party::Actor, OTHER),
        Side::B => (OTHER, Party::Actor),
    }
}

/// Returns the combatant who is on this side of the grapple.
pub(crate) fn character<'s, 'a>(
    stage: &'s Stage<'a>,
    side: Side,
) -> Result<&'s Character<'a>, Stop> {
    match side {
        Side::A => Ok(&stage.actor),
        Side::B => stage.other(0),
    }
}

/// Ends a hold of one party on the other.
pub(crate) fn release(play: &mut Play<'_>, by: Party, on: Party, key: &'static str) {
    play.add_effect(Effect::Release {
        by,
        on,
        key: key.into(),
    });
}
