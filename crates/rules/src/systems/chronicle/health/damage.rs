//! Marking damage into the boxes, and what happens when they are full (CHR-DMG-01 to 08).

use crate::character::track::{Boxes, DamagePacket, Severity};
use crate::systems::chronicle::settings::{MarkOrder, Settings};

/// Health track after the damage of one attack was marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Marked {
    /// The row of boxes now.
    pub(crate) after: Boxes,
    /// Points that found every box aggravated already and changed nothing (CHR-DMG-07).
    pub(crate) excess: u16,
}

/// Marks the points of one attack on a track by this table's house rules, as written most severe
/// first (CHR-DMG-06).
///
/// A point takes an empty box while there is one (CHR-DMG-03). On a full row it works on a
/// box of the mildest kind: worse damage replaces that mark, anything else turns it into
/// the next worse (CHR-DMG-04, CHR-DMG-05).
#[must_use]
pub(crate) fn mark_by(track: Boxes, packet: DamagePacket, settings: &Settings) -> Marked {
    let mut order = Severity::WORST_FIRST;
    if settings.mark_order == MarkOrder::MildestFirst {
        order.reverse();
    }
    let mut after = track;
    let mut excess: u16 = 0;
    for severity in order {
        let points = packet.get(severity);
        for done in 0..points {
            if let Some(next) = point(after, severity, settings) {
                after = next;
            } else {
                excess = excess.saturating_add(points - done);
                break;
            }
        }
    }
    Marked { after, excess }
}

/// Marks a single point of damage on the track; `None` when it changes nothing.
fn point(track: Boxes, severity: Severity, settings: &Settings) -> Option<Boxes> {
    if track.empty_count() > 0 {
        return track.with_box_turned(None, Some(severity));
    }
    let mildest = track.mildest_mark()?;
    let becomes = match severity.cmp(&mildest) {
        std::cmp::Ordering::Greater => severity,
        std::cmp::Ordering::Less if !settings.milder_damage_overflows => return None,
        _ => mildest.next_worse()?,
    };
    track.with_box_turned(Some(mildest), Some(becomes))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(size: u16, marks: (u16, u16, u16), hit: (u16, u16, u16), picture: &str, excess: u16) {
        let packet = |(bashing, lethal, aggravated)| DamagePacket {
            bashing,
            lethal,
            aggravated,
            points: 0,
        };
        let marked = mark_by(
            Boxes::new(size, packet(marks)).expect("a possible track"),
            packet(hit),
            &Settings::default(),
        );
        assert_eq!(marked.after.picture(), picture);
        assert_eq!(marked.excess, excess);
    }

    #[test]
    fn chr_dmg_03_worst_stands_left() {
        check(7, (0, 0, 3), (1, 0, 0), "***/...", 0);
        check(7, (2, 0, 0), (1, 1, 1), "*X///..", 0);
    }

    #[test]
    fn chr_dmg_04_and_05_a_full_row_gets_worse() {
        check(7, (7, 0, 0), (2, 0, 0), "XX/////", 0);
        check(7, (4, 3, 0), (0, 0, 1), "*XXX///", 0);
        check(3, (0, 3, 0), (1, 0, 0), "*XX", 0);
        check(3, (1, 0, 2), (1, 0, 0), "**X", 0);
    }

    #[test]
    fn chr_dmg_06_the_worst_point_is_marked_first() {
        check(3, (2, 0, 0), (1, 1, 0), "XX/", 0);
    }

    #[test]
    fn chr_dmg_07_beyond_aggravated_there_is_nothing() {
        check(2, (0, 0, 2), (3, 1, 0), "**", 4);
        check(1, (0, 0, 0), (u16::MAX, u16::MAX, u16::MAX), "*", u16::MAX);
    }
}
