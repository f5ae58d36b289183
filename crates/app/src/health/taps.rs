//! The meaning of taps on health boxes: further taps change the mark they made, wherever sorting has put it.

use rules::base::id::CombatantId;
use rules::character::track::{Boxes, Severity};
use rules::encounter::command::BoxShift;

/// Time in milliseconds after which the next tap is about another mark.
pub const REST_MS: u32 = 2_000;

/// Returns the damage mark of a health box after one more tap; `None` if that clears it.
#[must_use]
pub fn next_mark(mark: Option<Severity>) -> Option<Severity> {
    mark.map_or(Some(Severity::Bashing), Severity::next_worse)
}

/// Returns the number of health boxes with this damage mark.
fn count_boxes(boxes: &Boxes, mark: Option<Severity>) -> u16 {
    mark.map_or(boxes.empty_count(), |mark| boxes.marks().get(mark))
}

/// A damage mark that repeated taps on one health box cycle through its severities. It is made in an empty box, and
/// changed by each further tap on the same box, wherever sorting has put the mark meanwhile.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TapCycle {
    /// The combatant of the boxes.
    pub id: CombatantId,
    /// The box under the finger.
    index: u16,
    /// The mark as it is now.
    pub mark: Option<Severity>,
    /// Number of boxes with such a mark after the last tap. Fewer mean that another player changed the mark, or that the
    /// server refused it.
    holding: u16,
    /// Time stamp of the last tap, in milliseconds since the page was opened.
    at: f64,
}

impl TapCycle {
    /// Creates the cycle of a mark that was just made in this box; `boxes` are those after the change.
    #[must_use]
    pub fn new(
        id: CombatantId,
        index: u16,
        mark: Option<Severity>,
        boxes: &Boxes,
        at: f64,
    ) -> Self {
        Self {
            id,
            index,
            mark,
            holding: count_boxes(boxes, mark),
            at,
        }
    }

    /// Whether a tap on this box at this time still changes the cycled mark.
    #[must_use]
    pub fn is_under(&self, id: CombatantId, index: u16, boxes: &Boxes, at: f64) -> bool {
        (self.id, self.index) == (id, index)
            && at - self.at <= f64::from(REST_MS)
            && count_boxes(boxes, self.mark) >= self.holding
    }
}

/// Returns the change that a tap on a health box makes to the mark that taps cycle, or to an empty
/// box. `None` if the mark that is meant cannot be known, so that a filled box never gets worse by
/// accident.
#[must_use]
pub fn shift_for_tap(
    under_hand: Option<Option<Severity>>,
    held: Option<Severity>,
) -> Option<BoxShift> {
    let from = match under_hand {
        Some(mark) => mark,
        None if held.is_some() => return None,
        None => None,
    };
    Some(BoxShift {
        from,
        to: next_mark(from),
        count: 1,
    })
}

#[cfg(test)]
mod tests {
    use rules::character::track::DamagePacket;

    use super::*;

    /// A hand that taps on a row and looks at what it holds.
    struct Tapper {
        boxes: Boxes,
        cycle: Option<TapCycle>,
        at: f64,
    }

    fn whose() -> CombatantId {
        "0k3m9xya".parse().expect("an id")
    }

    impl Tapper {
        fn on(bashing: u16, lethal: u16, aggravated: u16) -> Self {
            let marks = DamagePacket {
                bashing,
                lethal,
                aggravated,
                ..DamagePacket::default()
            };
            Self {
                boxes: Boxes::new(8, marks).expect("a row"),
                cycle: None,
                at: 0.0,
            }
        }

        /// Taps; says the row afterwards, or that the tap asks.
        fn tap(&mut self, index: u16) -> String {
            self.at += 300.0;
            let going_on = self
                .cycle
                .filter(|cycle| cycle.is_under(whose(), index, &self.boxes, self.at));
            let under_hand = going_on.map(|cycle| cycle.mark);
            let Some(shift) = shift_for_tap(under_hand, self.boxes.mark_at(index)) else {
                self.cycle = None;
                return "asks".to_owned();
            };
            self.boxes = self
                .boxes
                .with_box_turned(shift.from, shift.to)
                .expect("there is such a box");
            self.cycle = Some(TapCycle::new(
                whose(),
                index,
                shift.to,
                &self.boxes,
                self.at,
            ));
            self.boxes.picture()
        }

        fn turn(&mut self, from: Option<Severity>, to: Option<Severity>) {
            self.boxes = self
                .boxes
                .with_box_turned(from, to)
                .expect("there is such a box");
        }
    }

    #[test]
    fn taps_on_an_empty_box_go_around_with_the_mark_they_made() {
        let mut hand = Tapper::on(0, 0, 0);
        let seen: Vec<String> = (0..5).map(|_| hand.tap(0)).collect();
        assert_eq!(
            seen,
            ["/.......", "X.......", "*.......", "........", "/......."]
        );
    }

    #[test]
    fn sorting_takes_the_mark_away_from_under_the_finger_and_the_taps_follow() {
        let mut hand = Tapper::on(3, 0, 1);
        let seen: Vec<String> = (0..4).map(|_| hand.tap(4)).collect();
        assert_eq!(seen, ["*////...", "*X///...", "**///...", "*///...."]);
        // One that was tapped away comes back.
        assert_eq!(hand.tap(4), "*////...");
    }

    #[test]
    fn a_filled_box_nobody_is_tapping_on_asks() {
        let mut hand = Tapper::on(2, 0, 0);
        let seen: Vec<String> = (0..4).map(|_| hand.tap(1)).collect();
        assert_eq!(seen, ["asks"; 4]);
        assert_eq!(hand.boxes.picture(), "//......");
        // The box that the same hand has just filled goes on.
        let mut hand = Tapper::on(1, 0, 0);
        let seen: Vec<String> = (0..5).map(|_| hand.tap(1)).collect();
        assert_eq!(
            seen,
            ["//......", "X/......", "*/......", "/.......", "//......"]
        );
    }

    #[test]
    fn a_hand_that_rested_or_moved_on_begins_anew() {
        let mut hand = Tapper::on(0, 0, 0);
        hand.tap(0);
        hand.at += f64::from(REST_MS);
        assert_eq!(hand.tap(0), "asks");
        let mut hand = Tapper::on(0, 0, 0);
        hand.tap(0);
        assert_eq!(hand.tap(1), "//......");
        assert_eq!(hand.tap(0), "asks");
        assert_eq!(hand.tap(2), "///.....");
        assert_eq!(hand.tap(2), "X//.....");
    }

    #[test]
    fn what_another_hand_marks_meanwhile_is_left_alone() {
        use Severity::{Aggravated, Bashing, Lethal};
        // One more mark elsewhere: mine goes on.
        let mut hand = Tapper::on(0, 0, 0);
        hand.tap(0);
        hand.turn(None, Some(Lethal));
        assert_eq!(hand.tap(0), "XX......");
        // Mine was turned by another hand, or refused: nothing of theirs is made worse.
        let mut hand = Tapper::on(0, 0, 0);
        hand.tap(0);
        hand.turn(Some(Bashing), Some(Aggravated));
        assert_eq!(hand.tap(0), "asks");
        assert_eq!(hand.boxes.picture(), "*.......");
    }
}
