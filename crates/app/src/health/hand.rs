//! A hand at one health box: what its taps, keys and presses do.

use leptos::ev::{KeyboardEvent, MouseEvent, PointerEvent};
use rules::encounter::command::Shift;
use rules::encounter::{Command, Side};
use rules::id::CombatantId;
use rules::seat::Role;
use rules::track::{Boxes, Severity};
use wasm_bindgen::JsCast;
use web_sys::{EventTarget, HtmlElement};

use crate::health::marks::{boxes_of, mark_of, turn};
use crate::health::{choice_menu, gesture, taps};
use crate::state::table_state::Model;
use crate::table::layout::Stage;
use crate::{browser, words};

/// How long a press is held that opens the choice, in milliseconds.
const LONG_PRESS_MS: u32 = 480;

/// A hand at one box.
#[derive(Clone, Copy)]
pub(super) struct Hand {
    pub(super) model: Model,
    pub(super) stage: Stage,
    pub(super) id: CombatantId,
    pub(super) index: u16,
}

impl Hand {
    /// The row's boxes as they are now. Whoever may not mark them is told whose they are.
    fn boxes(&self) -> Option<Boxes> {
        let row = self.model.row_now(self.id)?;
        if self.model.may_act_for(&row) {
            return boxes_of(&row);
        }
        let owner = row.owner.and_then(|seat| {
            let name = |view: &rules::encounter::View| view.seat_name(seat).map(str::to_owned);
            self.model.look(name)
        });
        self.model
            .say(words::not_yours(&row.full_name(), owner.as_deref()));
        None
    }

    /// A mark that a player makes in an empty box of a foe is proposed to those who run the table.
    fn is_proposed(&self, to: Option<Severity>) -> bool {
        let row = self.model.row_now(self.id);
        // Those whom others play are not marked by a slip of the finger.
        let foe = row.filter(|row| row.side == Side::Foe && !self.model.may_act_for(row));
        let empty = foe.and_then(|row| boxes_of(&row)?.at(self.index).is_none().then_some(()));
        let proposes = empty.is_some() && to.is_some() && self.model.role() == Role::Player;
        if proposes {
            let (from, count) = (None, 1);
            self.model.propose(Command::MarkBoxes {
                id: self.id,
                shifts: vec![Shift { from, to, count }],
            });
        }
        proposes
    }

    pub(super) fn tap(&self, event: &MouseEvent) {
        if gesture::is_spent(event) || self.is_proposed(Some(Severity::Bashing)) {
            return;
        }
        let Some(boxes) = self.boxes() else { return };
        let at = event.time_stamp();
        let under_hand = gesture::under_hand(self.id, self.index, &boxes, at);
        match taps::tapped(under_hand, boxes.at(self.index)) {
            Some(shift) => self.mark(shift, at),
            None => self.ask(event.current_target(), false),
        }
    }

    /// Marks, and goes on with that mark for a while.
    fn mark(&self, shift: Shift, at: f64) {
        turn(self.model, self.id, vec![shift]);
        let row = self.model.row_now(self.id);
        if let Some(boxes) = row.and_then(|row| boxes_of(&row)) {
            gesture::keep(self.id, self.index, shift.to, &boxes, at);
        }
    }

    pub(super) fn key(&self, event: &KeyboardEvent) {
        let key = event.key();
        let to = match key.as_str() {
            "ArrowRight" => return browser::focus_beside(event, true),
            "ArrowLeft" => return browser::focus_beside(event, false),
            key => mark_of(key),
        };
        let Some(to) = to.filter(|_| !(event.ctrl_key() || event.meta_key() || event.alt_key()))
        else {
            return;
        };
        event.prevent_default();
        if self.is_proposed(to) {
            return;
        }
        if let Some(boxes) = self.boxes() {
            let at = event.time_stamp();
            let under_hand = gesture::under_hand(self.id, self.index, &boxes, at);
            let from = under_hand.unwrap_or_else(|| boxes.at(self.index));
            self.mark(Shift { from, to, count: 1 }, at);
        }
    }

    pub(super) fn press(&self, event: &PointerEvent) {
        gesture::forget();
        let row = self.model.row_now(self.id);
        if event.button() != 0 || !row.is_some_and(|row| self.model.may_act_for(&row)) {
            return;
        }
        let serial = gesture::press(self.id, self.index, event);
        let (hand, opener) = (*self, event.current_target());
        browser::later(LONG_PRESS_MS, move || {
            if gesture::is_held(serial) {
                hand.ask(opener, true);
            }
        });
    }

    /// Opens the choice.
    pub(super) fn ask(&self, opener: Option<EventTarget>, held: bool) {
        let opener = opener.and_then(|it| it.dyn_into::<HtmlElement>().ok());
        if let (Some(opener), Some(boxes)) = (opener, self.boxes()) {
            choice_menu::open(self.stage, self.id, boxes.at(self.index), opener, held);
        }
    }
}

/// A run marks all its boxes as one more tap would mark the first.
pub(super) fn release(model: Model, event: &PointerEvent) {
    let Some(press) = gesture::lifted(event) else {
        return;
    };
    if let Some(boxes) = model.row_now(press.id).and_then(|row| boxes_of(&row)) {
        let to = taps::next(boxes.at(press.first));
        let shift = |index: u16| Shift {
            from: boxes.at(index),
            to,
            count: 1,
        };
        turn(model, press.id, press.run().map(shift).collect());
    }
}
