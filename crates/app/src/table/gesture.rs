//! A hand on the boxes: the mark that its taps go on with, and the press that may still become a
//! run across boxes or a long press.

use std::cell::RefCell;

use leptos::ev::{MouseEvent, PointerEvent};
use leptos::prelude::document;
use rules::encounter::command::Shift;
use rules::id::CombatantId;
use rules::track::{Boxes, Severity};
use wasm_bindgen::JsCast;

use super::browser;

/// How long a hand rests before its next tap is about another mark.
pub const REST_MS: u32 = 2_000;
/// How far a pointer goes before a press is a run: a tap on the edge between two boxes is a tap.
const SLACK: f64 = 8.0;

/// What a box holds after one tap more.
#[must_use]
pub fn worse(mark: Option<Severity>) -> Option<Severity> {
    mark.map_or(Some(Severity::Bashing), Severity::worse)
}

/// How many boxes hold this.
fn holding(boxes: &Boxes, mark: Option<Severity>) -> u16 {
    mark.map_or(boxes.empty(), |mark| boxes.marks().get(mark))
}

/// A mark under taps: made on an empty box, and gone on with by every further tap on the same
/// box, wherever sorting has put the mark meanwhile.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Cycle {
    id: CombatantId,
    /// The box under the finger.
    index: u16,
    /// What the mark is now.
    mark: Option<Severity>,
    /// How many boxes held such a mark after the last tap. When there are fewer, another hand
    /// may have changed this one, or the server refused it.
    holding: u16,
    /// When the last tap was.
    at: f64,
}

impl Cycle {
    /// Whether a hand on this box, now, still has the mark under it.
    fn goes_on(&self, id: CombatantId, index: u16, boxes: &Boxes, at: f64) -> bool {
        (self.id, self.index) == (id, index)
            && at - self.at <= f64::from(REST_MS)
            && holding(boxes, self.mark) >= self.holding
    }
}

/// What a tap on a box turns: the mark under the hand, or an empty box. `None` where nobody can
/// know which mark is meant, so that a filled box never gets worse by accident.
#[must_use]
pub fn tapped(under_hand: Option<Option<Severity>>, held: Option<Severity>) -> Option<Shift> {
    let from = match under_hand {
        Some(mark) => mark,
        None if held.is_some() => return None,
        None => None,
    };
    Some(Shift {
        from,
        to: worse(from),
        count: 1,
    })
}

/// A press that may become a tap, a run across boxes, or a long press.
#[derive(Clone, Copy, Debug)]
pub struct Press {
    /// Whose boxes.
    pub id: CombatantId,
    /// Where it began.
    pub first: u16,
    /// Where it is.
    pub last: u16,
    pointer: i32,
    x: f64,
    y: f64,
    serial: u32,
    /// Whether something has come of it, so that the click at its end means nothing.
    spent: bool,
}

impl Press {
    /// The boxes from where it began to where it is.
    #[must_use]
    pub fn run(&self) -> std::ops::RangeInclusive<u16> {
        self.first.min(self.last)..=self.first.max(self.last)
    }
}

struct Hand {
    serial: u32,
    press: Option<Press>,
    cycle: Option<Cycle>,
}

thread_local! {
    static HAND: RefCell<Hand> = const {
        RefCell::new(Hand { serial: 0, press: None, cycle: None })
    };
}

/// The mark that a hand on this box goes on with, if there is one.
pub fn under_hand(id: CombatantId, index: u16, boxes: &Boxes, at: f64) -> Option<Option<Severity>> {
    let cycle = HAND.with_borrow(|hand| hand.cycle)?;
    cycle.goes_on(id, index, boxes, at).then_some(cycle.mark)
}

/// Keeps the mark that a tap or a key turned under the hand for a while, and rings the box it is in.
/// `boxes` are those afterwards.
pub fn keep(id: CombatantId, index: u16, mark: Option<Severity>, boxes: &Boxes, at: f64) {
    move_on();
    let cycle = Cycle {
        id,
        index,
        mark,
        holding: holding(boxes, mark),
        at,
    };
    HAND.with_borrow_mut(|hand| hand.cycle = Some(cycle));
    let mut from_right = (0..boxes.size()).rev();
    let place = mark.and_then(|_| from_right.find(|place| boxes.at(*place) == mark));
    ring(id, |at| Some(at) == place);
    browser::later(REST_MS, move || {
        let rests = HAND.with_borrow_mut(|hand| hand.cycle.take_if(|now| *now == cycle).is_some());
        if rests {
            ring(id, |_| false);
        }
    });
}

/// The hand moves on: its next tap is about another mark.
pub fn move_on() {
    let cycle = HAND.with_borrow_mut(|hand| hand.cycle.take());
    if let Some(cycle) = cycle {
        ring(cycle.id, |_| false);
    }
}

/// A pointer goes down on a box. Answers with what [`is_held`] knows the press by.
pub fn press(id: CombatantId, index: u16, event: &PointerEvent) -> u32 {
    // Touch holds on to the first element by itself; a run needs to see the others.
    let element = event.target();
    if let Some(element) = element.and_then(|it| it.dyn_into::<web_sys::Element>().ok()) {
        _ = element.release_pointer_capture(event.pointer_id());
    }
    HAND.with_borrow_mut(|hand| {
        hand.serial = hand.serial.wrapping_add(1);
        hand.press = Some(Press {
            id,
            first: index,
            last: index,
            pointer: event.pointer_id(),
            x: f64::from(event.client_x()),
            y: f64::from(event.client_y()),
            serial: hand.serial,
            spent: false,
        });
        hand.serial
    })
}

/// Whether a press is still down where it went down. If so it is a long one, and spent.
pub fn is_held(serial: u32) -> bool {
    HAND.with_borrow_mut(|hand| {
        let press = hand
            .press
            .as_mut()
            .filter(|press| press.serial == serial && !press.spent && press.first == press.last);
        press.map(|press| press.spent = true).is_some()
    })
}

/// Whether a pointer is down on a box; spends the press if so.
pub fn is_down() -> bool {
    let serial = HAND.with_borrow(|hand| hand.press.map(|press| press.serial));
    serial.is_some_and(is_held)
}

/// A pointer moves over a row of boxes.
pub fn moved(event: &PointerEvent) {
    let Some(mut press) = HAND.with_borrow(|hand| hand.press) else {
        return;
    };
    if press.spent || press.pointer != event.pointer_id() {
        return;
    }
    let (x, y) = (f64::from(event.client_x()), f64::from(event.client_y()));
    let still = press.first == press.last && (x - press.x).hypot(y - press.y) < SLACK;
    let Some(index) = box_under(event, press.id).filter(|index| !still && *index != press.last)
    else {
        return;
    };
    // A run goes on, and ends, also where the pointer leaves the row.
    let row = event.current_target();
    if let Some(row) = row.and_then(|it| it.dyn_into::<web_sys::Element>().ok()) {
        _ = row.set_pointer_capture(press.pointer);
    }
    press.last = index;
    HAND.with_borrow_mut(|hand| hand.press = Some(press));
    let run = press.run();
    ring(press.id, |at| {
        press.first != press.last && run.contains(&at)
    });
}

/// A pointer is lifted. Answers with the press, if it was a run.
pub fn lifted(event: &PointerEvent) -> Option<Press> {
    let done = HAND.with_borrow_mut(|hand| {
        let ended = |press: &mut Press| press.pointer == event.pointer_id() && !press.spent;
        let mut press = hand.press.take_if(ended)?;
        if press.first == press.last {
            return None;
        }
        press.spent = true;
        hand.press = Some(press);
        Some(press)
    })?;
    ring(done.id, |_| false);
    // Should no click follow, it must not swallow the next one.
    browser::later(50, forget);
    Some(done)
}

/// The press is off.
pub fn forget() {
    let press = HAND.with_borrow_mut(|hand| hand.press.take());
    if let Some(press) = press.filter(|press| press.first != press.last) {
        ring(press.id, |_| false);
    }
}

/// Whether a click is only the end of a press that something has come of already. A click from
/// the keyboard never is.
pub fn is_spent(click: &MouseEvent) -> bool {
    click.detail() != 0
        && HAND.with_borrow_mut(|hand| hand.press.take_if(|press| press.spent).is_some())
}

/// The box under a pointer, if it is of the same row.
fn box_under(event: &PointerEvent, id: CombatantId) -> Option<u16> {
    let at = document().element_from_point(event.client_x() as f32, event.client_y() as f32)?;
    let found = at.closest(".box").ok()??;
    let row = found.closest(".row, .own").ok()??;
    if row.get_attribute("data-id")? != id.to_string() {
        return None;
    }
    found.get_attribute("data-index")?.parse().ok()
}

/// Rings those boxes of somebody, wherever on the page they are, and no others.
fn ring(id: CombatantId, wanted: impl Fn(u16) -> bool) {
    if !browser::HERE {
        return;
    }
    let Ok(found) = document().query_selector_all(&format!("[data-id='{id}'] .box")) else {
        return;
    };
    for at in 0..found.length() {
        let element = found.item(at);
        if let Some(element) = element.and_then(|it| it.dyn_into::<web_sys::Element>().ok()) {
            let index = element.get_attribute("data-index");
            let index = index.and_then(|index| index.parse::<u16>().ok());
            _ = element.toggle_attribute_with_force("data-run", index.is_some_and(&wanted));
        }
    }
}

#[cfg(test)]
mod tests {
    use rules::id::CommandId;
    use rules::track::Packet;

    use super::*;

    /// A hand that taps on a row and looks at what it holds.
    struct Tapper {
        boxes: Boxes,
        cycle: Option<Cycle>,
        at: f64,
    }

    fn whose() -> CombatantId {
        CombatantId::derive(CommandId(7), 0)
    }

    impl Tapper {
        fn on(bashing: u16, lethal: u16, aggravated: u16) -> Self {
            let marks = Packet {
                bashing,
                lethal,
                aggravated,
                ..Packet::default()
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
                .filter(|cycle| cycle.goes_on(whose(), index, &self.boxes, self.at));
            let under_hand = going_on.map(|cycle| cycle.mark);
            let Some(shift) = tapped(under_hand, self.boxes.at(index)) else {
                self.cycle = None;
                return "asks".to_owned();
            };
            self.boxes = self
                .boxes
                .turned(shift.from, shift.to)
                .expect("there is such a box");
            self.cycle = Some(Cycle {
                id: whose(),
                index,
                mark: shift.to,
                holding: holding(&self.boxes, shift.to),
                at: self.at,
            });
            self.boxes.picture()
        }

        fn turn(&mut self, from: Option<Severity>, to: Option<Severity>) {
            self.boxes = self.boxes.turned(from, to).expect("there is such a box");
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
