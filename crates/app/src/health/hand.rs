//! Handlers of one health box: taps, keys and presses.

use leptos::ev::{KeyboardEvent, MouseEvent, PointerEvent};
use rules::base::id::CombatantId;
use rules::base::seat::Role;
use rules::character::track::{Boxes, Severity};
use rules::encounter::command::BoxShift;
use rules::encounter::{Command, Side};
use wasm_bindgen::JsCast;
use web_sys::{EventTarget, HtmlElement};

use crate::health::marks::{boxes_of, mark_for_key, send_shifts};
use crate::health::{choice_menu, gesture, taps};
use crate::state::table_state::Model;
use crate::table::layout::Stage;
use crate::{browser, words};

/// Time in milliseconds after which a press opens the menu with the choice of marks.
const LONG_PRESS_MS: u32 = 480;

/// Handlers of clicks, keys and pointers on one health box of a combatant.
#[derive(Clone, Copy)]
pub(super) struct Hand {
    pub(super) model: Model,
    pub(super) stage: Stage,
    pub(super) id: CombatantId,
    pub(super) index: u16,
}

impl Hand {
    /// Returns the current boxes of the combatant; a reader who may not mark them gets a notice with their owner
    /// instead.
    fn own_boxes(&self) -> Option<Boxes> {
        let row = self.model.current_row(self.id)?;
        if self.model.may_act_for(&row) {
            return boxes_of(&row);
        }
        let owner = row.owner.and_then(|seat| {
            let name = |view: &rules::encounter::View| view.seat_name(seat).map(str::to_owned);
            self.model.with_view(name)
        });
        self.model
            .notify(words::not_yours_message(&row.full_name(), owner.as_deref()));
        None
    }

    /// Proposes a player's mark in an empty box of a foe to the storyteller, and returns whether it
    /// did.
    fn proposes(&self, to: Option<Severity>) -> bool {
        let row = self.model.current_row(self.id);
        // Those whom others play are not marked by a slip of the finger.
        let foe = row.filter(|row| row.side == Side::Foe && !self.model.may_act_for(row));
        let empty = foe.and_then(|row| boxes_of(&row)?.mark_at(self.index).is_none().then_some(()));
        let proposes = empty.is_some() && to.is_some() && self.model.role() == Role::Player;
        if proposes {
            let (from, count) = (None, 1);
            self.model.propose(Command::MarkBoxes {
                id: self.id,
                shifts: vec![BoxShift { from, to, count }],
            });
        }
        proposes
    }

    /// Handles a tap on a health box, which cycles its mark, or opens the menu on a filled box.
    pub(super) fn tap(&self, event: &MouseEvent) {
        if gesture::is_spent(event) || self.proposes(Some(Severity::Bashing)) {
            return;
        }
        let Some(boxes) = self.own_boxes() else {
            return;
        };
        let at = event.time_stamp();
        let under_hand = gesture::mark_under_hand(self.id, self.index, &boxes, at);
        match taps::shift_for_tap(under_hand, boxes.mark_at(self.index)) {
            Some(shift) => self.send_mark(shift, at),
            None => self.open_choice(event.current_target(), false),
        }
    }

    /// Sends the mark of a health box, and remembers it for further taps.
    fn send_mark(&self, shift: BoxShift, at: f64) {
        send_shifts(self.model, self.id, vec![shift]);
        let row = self.model.current_row(self.id);
        if let Some(boxes) = row.and_then(|row| boxes_of(&row)) {
            gesture::keep_mark(self.id, self.index, shift.to, &boxes, at);
        }
    }

    /// Handles a key pressed on a health box, which marks the box or moves the focus.
    pub(super) fn handle_key(&self, event: &KeyboardEvent) {
        let key = event.key();
        let to = match key.as_str() {
            "ArrowRight" => return browser::focus_beside(event, true),
            "ArrowLeft" => return browser::focus_beside(event, false),
            key => mark_for_key(key),
        };
        let Some(to) = to.filter(|_| !(event.ctrl_key() || event.meta_key() || event.alt_key()))
        else {
            return;
        };
        event.prevent_default();
        if self.proposes(to) {
            return;
        }
        if let Some(boxes) = self.own_boxes() {
            let at = event.time_stamp();
            let under_hand = gesture::mark_under_hand(self.id, self.index, &boxes, at);
            let from = under_hand.unwrap_or_else(|| boxes.mark_at(self.index));
            self.send_mark(BoxShift { from, to, count: 1 }, at);
        }
    }

    /// Starts a press on a health box, which opens the menu of marks when it is held.
    pub(super) fn start_press(&self, event: &PointerEvent) {
        gesture::cancel_press();
        let row = self.model.current_row(self.id);
        if event.button() != 0 || !row.is_some_and(|row| self.model.may_act_for(&row)) {
            return;
        }
        let serial = gesture::start_press(self.id, self.index, event);
        let (hand, opener) = (*self, event.current_target());
        browser::run_later(LONG_PRESS_MS, move || {
            if gesture::is_held(serial) {
                hand.open_choice(opener, true);
            }
        });
    }

    /// Opens the menu with the choice of damage marks; `held` says that a long press opens it.
    pub(super) fn open_choice(&self, opener: Option<EventTarget>, held: bool) {
        let opener = opener.and_then(|it| it.dyn_into::<HtmlElement>().ok());
        if let (Some(opener), Some(boxes)) = (opener, self.own_boxes()) {
            choice_menu::open(self.stage, self.id, boxes.mark_at(self.index), opener, held);
        }
    }
}

/// Ends a pointer's run across health boxes and marks all of them. Each gets the mark that one more tap would give the
/// first.
pub(super) fn finish_run(model: Model, event: &PointerEvent) {
    let Some(press) = gesture::end_press(event) else {
        return;
    };
    if let Some(boxes) = model.current_row(press.id).and_then(|row| boxes_of(&row)) {
        let to = taps::next_mark(boxes.mark_at(press.first));
        let shift = |index: u16| BoxShift {
            from: boxes.mark_at(index),
            to,
            count: 1,
        };
        send_shifts(model, press.id, press.run().map(shift).collect());
    }
}
