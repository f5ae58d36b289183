//! The gesture on the health boxes: the mark that further taps cycle, and the press that may become a run across boxes
//! or a long press.

use std::cell::RefCell;

use leptos::ev::{MouseEvent, PointerEvent};
use leptos::prelude::document;
use rules::base::id::CombatantId;
use rules::character::track::{Boxes, Severity};
use wasm_bindgen::JsCast;

use crate::browser;
use crate::health::taps::{REST_MS, TapCycle};

/// Distance in pixels that a pointer moves before a press becomes a run: a tap on the edge between two boxes stays a
/// tap.
const SLACK: f64 = 8.0;

/// A press on health boxes that may become a tap, a run across boxes, or a long press.
#[derive(Clone, Copy, Debug)]
pub struct Press {
    /// The combatant of the boxes.
    pub id: CombatantId,
    /// The box on which the press began.
    pub first: u16,
    /// The box on which the pointer is now.
    pub last: u16,
    pointer: i32,
    x: f64,
    y: f64,
    serial: u32,
    /// Whether the press has had its effect, so that the click at its end has none.
    spent: bool,
}

impl Press {
    /// Returns the health boxes that the press has run across, from the first to the current one.
    #[must_use]
    pub fn run(&self) -> std::ops::RangeInclusive<u16> {
        self.first.min(self.last)..=self.first.max(self.last)
    }
}

/// State of the pointer on the health boxes: the current press, and the mark that the next tap cycles.
struct Hand {
    serial: u32,
    press: Option<Press>,
    cycle: Option<TapCycle>,
}

thread_local! {
    static HAND: RefCell<Hand> = const {
        RefCell::new(Hand { serial: 0, press: None, cycle: None })
    };
}

/// Returns the damage mark that a tap on this health box would cycle, if there is one.
pub fn mark_under_hand(
    id: CombatantId,
    index: u16,
    boxes: &Boxes,
    at: f64,
) -> Option<Option<Severity>> {
    let cycle = HAND.with_borrow(|hand| hand.cycle)?;
    cycle.is_under(id, index, boxes, at).then_some(cycle.mark)
}

/// Remembers for a while the mark that a tap or key has made, so that the next tap cycles it, and highlights its box.
/// `boxes` are those after the change.
pub fn keep_mark(id: CombatantId, index: u16, mark: Option<Severity>, boxes: &Boxes, at: f64) {
    release_mark();
    let cycle = TapCycle::new(id, index, mark, boxes, at);
    HAND.with_borrow_mut(|hand| hand.cycle = Some(cycle));
    let mut from_right = (0..boxes.size()).rev();
    let place = mark.and_then(|_| from_right.find(|place| boxes.mark_at(*place) == mark));
    ring_boxes(id, place, place);
    browser::run_later(REST_MS, move || {
        let rests = HAND.with_borrow_mut(|hand| hand.cycle.take_if(|now| *now == cycle).is_some());
        if rests {
            ring_boxes(id, None, None);
        }
    });
}

/// Forgets which damage mark the next tap on a health box would cycle, so that the tap makes a new one.
pub fn release_mark() {
    let cycle = HAND.with_borrow_mut(|hand| hand.cycle.take());
    if let Some(cycle) = cycle {
        ring_boxes(cycle.id, None, None);
    }
}

/// Starts a press on a health box and returns its serial number for [`is_held`].
pub fn start_press(id: CombatantId, index: u16, event: &PointerEvent) -> u32 {
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

/// Whether the press with this serial number is still held on the health box where it began. If so,
/// it counts as a long press and is marked as spent.
pub fn is_held(serial: u32) -> bool {
    HAND.with_borrow_mut(|hand| {
        let press = hand
            .press
            .as_mut()
            .filter(|press| press.serial == serial && !press.spent && press.first == press.last);
        press.map(|press| press.spent = true).is_some()
    })
}

/// Whether a pointer is down on a health box; marks the press as spent if so, so that no tap
/// follows.
pub fn is_down() -> bool {
    let serial = HAND.with_borrow(|hand| hand.press.map(|press| press.serial));
    serial.is_some_and(is_held)
}

/// Handles a pointer that moves over the health boxes during a press.
pub fn on_move(event: &PointerEvent) {
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
    let ringed = press.first != press.last;
    ring_boxes(
        press.id,
        ringed.then_some(*run.start()),
        ringed.then_some(*run.end()),
    );
}

/// Ends a press and returns it, if it ran across several health boxes.
pub fn end_press(event: &PointerEvent) -> Option<Press> {
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
    ring_boxes(done.id, None, None);
    // Should no click follow, it must not swallow the next one.
    browser::run_later(50, cancel_press);
    Some(done)
}

/// Cancels the current press on a health box without an effect.
pub fn cancel_press() {
    let press = HAND.with_borrow_mut(|hand| hand.press.take());
    if let Some(press) = press.filter(|press| press.first != press.last) {
        ring_boxes(press.id, None, None);
    }
}

/// Whether a click is only the end of a press that has had its effect already. A click from the
/// keyboard never is.
pub fn is_spent(click: &MouseEvent) -> bool {
    click.detail() != 0
        && HAND.with_borrow_mut(|hand| hand.press.take_if(|press| press.spent).is_some())
}

/// Returns the index of the box under a pointer, if it belongs to this combatant.
fn box_under(event: &PointerEvent, id: CombatantId) -> Option<u16> {
    let at = document().element_from_point(event.client_x() as f32, event.client_y() as f32)?;
    let found = at.closest(".box").ok()??;
    let row = found.closest(".row, .own").ok()??;
    if row.get_attribute("data-id")? != id.to_string() {
        return None;
    }
    found.get_attribute("data-index")?.parse().ok()
}

/// Highlights a range of boxes of a combatant, wherever they are on the page, and no others.
fn ring_boxes(id: CombatantId, from: Option<u16>, to: Option<u16>) {
    if !browser::HERE {
        return;
    }
    let Ok(found) = document().query_selector_all(&format!("[data-id='{id}'] .box")) else {
        return;
    };
    let index =
        |element: &web_sys::Element| element.get_attribute("data-index")?.parse::<u16>().ok();
    for at in 0..found.length() {
        let element = found.item(at);
        if let Some(element) = element.and_then(|it| it.dyn_into::<web_sys::Element>().ok()) {
            let index = index(&element);
            let within = index >= from && index <= to && to.is_some();
            _ = element.toggle_attribute_with_force("data-run", within);
        }
    }
}
