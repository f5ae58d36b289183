//! Marking damage, and Corpus (XOV-HLTH-01, XOV-HLTH-02, XOV-HLTH-04, XOV-HLTH-05).

use super::creature::Kind;
use super::sheet;
use crate::character::sheet::Sheet;
use crate::character::track::{DamagePacket, Points, Track};
use crate::ruleset::DamageResult;
use crate::systems::d10::levels::BodyKind;

/// Returns the kind of body that a creature has, which decides what a full row of boxes means:
/// vampires fall into torpor, all others die.
pub(super) const fn body(kind: Kind) -> BodyKind {
    match kind {
        Kind::Vampire => BodyKind::Undead,
        _ => BodyKind::Living,
    }
}

/// Whether a combatant has Corpus instead of levels (XOV-HLTH-05).
pub(super) fn has_corpus(sheet: &Sheet) -> bool {
    matches!(sheet::kind(sheet), Kind::Wraith | Kind::Risen)
}

/// Subtracts damage of whatever kind from a track of Corpus (XOV-HLTH-05).
pub(super) fn thin_corpus(corpus: Points, packet: DamagePacket) -> DamageResult {
    let left = u16::try_from(corpus.left()).unwrap_or(0);
    let lost = packet.total().min(left);
    DamageResult {
        after: Track::Points(corpus.changed_by(-i32::from(lost))),
        excess: packet.total() - lost,
    }
}
