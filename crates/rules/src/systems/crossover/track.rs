//! Marking damage, and Corpus (XOV-HLTH-01, XOV-HLTH-02, XOV-HLTH-04, XOV-HLTH-05).

use super::creature::Kind;
use crate::systems::d10::damage::Blow;
use crate::systems::d10::levels::{Body, Health};

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
