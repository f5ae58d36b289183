//! Animation of a hit that a combatant has just taken.

use leptos::prelude::*;
use rules::base::id::CombatantId;
use rules::character::track::Track;
use rules::encounter::view::CombatantRow;

use crate::browser;

/// Time in milliseconds that a row is marked: longer than the animation of the style sheet.
const SHOWN_MS: u32 = 400;

/// Returns a signal with the key of the newest hit on a combatant for the style sheet: `hit` for damage, or `falls`
/// when it goes down. `is_exempt` tells which hits are not animated: marks that the reader makes by hand, and hits
/// missed while disconnected.
pub fn track_hits(
    row: Memo<CombatantRow>,
    is_exempt: impl Fn(CombatantId) -> bool + Send + Sync + 'static,
) -> RwSignal<Option<&'static str>> {
    let shown = RwSignal::new(None);
    // A hit that is over must not end the fall that came after it.
    let newest = StoredValue::new(0_u32);
    Effect::new(move |before: Option<(Option<Track>, bool)>| {
        let (id, track, out) = row.with(|row| (row.id, row.track, row.is_out()));
        if let Some((was, was_out)) = before
            && !is_exempt(id)
        {
            let what = match out && !was_out {
                true => Some("falls"),
                false => is_worse(was, track).then_some("hit"),
            };
            if what.is_some() {
                shown.set(what);
                let this = newest.get_value().wrapping_add(1);
                newest.set_value(this);
                browser::run_later(SHOWN_MS, move || {
                    if newest.try_get_value() == Some(this) {
                        shown.try_set(None);
                    }
                });
            }
        }
        (track, out)
    });
    shown
}

/// Whether a track of health boxes shows more damage `now` than `before`.
fn is_worse(before: Option<Track>, now: Option<Track>) -> bool {
    let (Some(before), Some(now)) = (before, now) else {
        return false;
    };
    let change = now.change_since(&before);
    let [bashing, lethal, aggravated] = change.marks;
    bashing + 2 * lethal + 3 * aggravated - change.points > 0
}

#[cfg(test)]
mod tests {
    use super::is_worse;
    use rules::character::track::{Boxes, DamagePacket, Points, Track};

    fn boxes(bashing: u16, lethal: u16) -> Option<Track> {
        let marks = DamagePacket {
            bashing,
            lethal,
            ..DamagePacket::default()
        };
        Some(Track::Boxes(Boxes::new(7, marks).expect("seven boxes")))
    }

    fn points(now: i32) -> Option<Track> {
        Some(Track::Points(Points::new(now, 40).expect("points")))
    }

    #[test]
    fn damage_is_seen_and_healing_is_not() {
        assert!(is_worse(boxes(0, 0), boxes(1, 0)));
        assert!(is_worse(boxes(1, 0), boxes(0, 1)), "a mark got worse");
        assert!(!is_worse(boxes(2, 0), boxes(1, 0)));
        assert!(!is_worse(boxes(2, 1), boxes(2, 1)));
        assert!(is_worse(points(40), points(28)));
        assert!(!is_worse(points(28), points(40)));
        assert!(
            !is_worse(None, boxes(3, 0)),
            "what could not be seen is no news"
        );
    }
}
