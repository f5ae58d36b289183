//! Marking damage, and Corpus (XOV-HLTH-01, XOV-HLTH-02, XOV-HLTH-04, XOV-HLTH-05).

use super::creature::Kind;
use super::sheet;
use crate::sheet::Sheet;
use crate::system::Harmed;
use crate::systems::d10::damage::Blow;
use crate::systems::d10::levels::{Body, Health};
use crate::track::{Packet, Points, Track};

/// Returns what a full row means for a kind: vampires fall into torpor, all others die.
pub(super) const fn body(kind: Kind) -> Body {
    match kind {
        Kind::Vampire => Body::Undead,
        _ => Body::Living,
    }
}

/// Marks blows in the order they come, point by point. Whatever strikes the dead is lost.
pub(super) fn mark(health: Health, kind: Kind, blows: &[Blow]) -> Health {
    let body = body(kind);
    blows.iter().fold(health, |health, blow| {
        health.marked(blow.points(), |health| health.point(blow.kind.into(), body))
    })
}

/// Whether a combatant has Corpus instead of levels (XOV-HLTH-05).
pub(super) fn has_corpus(sheet: &Sheet) -> bool {
    matches!(sheet::kind(sheet), Kind::Wraith | Kind::Risen)
}

/// Returns Corpus after damage of whatever kind (XOV-HLTH-05).
pub(super) fn thin_corpus(corpus: Points, packet: Packet) -> Harmed {
    let left = u16::try_from(corpus.now()).unwrap_or(0);
    let lost = packet.total().min(left);
    Harmed {
        after: Track::Points(corpus.changed(-i32::from(lost))),
        excess: packet.total() - lost,
    }
}
