//! Phrases of sentences about an outcome: numbers, defenses, damage.

use crate::character::track::{DamagePacket, Severity};
use crate::character::vocabulary::format_number;
use crate::exchange::{DefenseStyle, OpposedScore};
use crate::messages::{Wording, outcome as msg};

/// Returns a formatted number as verbatim wording.
pub(super) fn number_text(value: i32) -> Wording {
    Wording::verbatim(format_number(value))
}

/// Returns the sentence for a successful defense.
pub(super) fn defense_text(
    way: DefenseStyle,
    name: Wording,
    score: Option<OpposedScore>,
) -> Wording {
    let score = score.map(|(own, theirs)| (number_text(own), number_text(theirs)));
    match (way, score) {
        (DefenseStyle::Dodge, None) => msg::wordings::dodges(name),
        (DefenseStyle::Dodge, Some((own, theirs))) => msg::wordings::dodges_with(name, own, theirs),
        (DefenseStyle::Block, None) => msg::wordings::blocks(name),
        (DefenseStyle::Block, Some((own, theirs))) => msg::wordings::blocks_with(name, own, theirs),
        (DefenseStyle::Parry, None) => msg::wordings::parries(name),
        (DefenseStyle::Parry, Some((own, theirs))) => {
            msg::wordings::parries_with(name, own, theirs)
        }
        (DefenseStyle::Grip, _) => msg::wordings::keeps_hold(name),
        (DefenseStyle::Defense, None) => msg::wordings::fends_off(name),
        (DefenseStyle::Defense, Some((own, theirs))) => {
            msg::wordings::fends_off_with(name, own, theirs)
        }
    }
}

/// Returns damage in words, such as `3 lethal and 1 bashing`; `None` if there is none.
pub(super) fn damage_text(packet: DamagePacket) -> Option<Wording> {
    let kinds = Severity::WORST_FIRST.into_iter();
    let kinds = kinds.filter(|kind| packet.get(*kind) > 0);
    kinds
        .map(|kind| msg::wordings::damage_of_a_kind(packet.get(kind), kind.word()))
        .reduce(crate::messages::core::wordings::and)
}
