//! The two sides of a grapple.

use super::character::Character;
use super::stage::Stage;
use crate::exchange::{Effect, Party, Play, Stop};
use crate::systems::chronicle::grapple::Side;

const OTHER: Party = Party::Target(0);

/// The two sides of a party: who it is, and against whom.
pub(crate) const fn parties(side: Side) -> (Party, Party) {
    match side {
        Side::A => (Party::Actor, OTHER),
        Side::B => (OTHER, Party::Actor),
    }
}

/// Who stands on a side.
pub(crate) fn character<'s, 'a>(
    stage: &'s Stage<'a>,
    side: Side,
) -> Result<&'s Character<'a>, Stop> {
    match side {
        Side::A => Ok(&stage.actor),
        Side::B => stage.other(0),
    }
}

/// Lets one go of the other.
pub(crate) fn release(play: &mut Play<'_>, by: Party, on: Party, key: &'static str) {
    play.effect(Effect::Release {
        by,
        on,
        key: key.into(),
    });
}
