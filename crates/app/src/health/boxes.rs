//! Health boxes: the most touched thing at the table.
//!
//! A tap on an empty box marks it, further taps go on with that mark: `/`, `X`, `*`, empty. A tap
//! on a filled box, a long press and the right button open the choice; b, l, a, h mark from the
//! keyboard; a drag across boxes marks the run alike.

use leptos::ev::{KeyboardEvent, MouseEvent, PointerEvent};
use leptos::prelude::*;
use rules::encounter::command::Shift;
use rules::encounter::view::Row;
use rules::encounter::{Command, Side};
use rules::id::CombatantId;
use rules::messages::screen as msg;
use rules::seat::Role;
use rules::speech::number;
use rules::track::{Boxes as BoxRow, Severity};
use wasm_bindgen::JsCast;
use web_sys::{EventTarget, HtmlElement};

use crate::health::expected_damage::Price;
use crate::health::{choice, gesture, taps};
use crate::reactive::{clicked, drawn, keyed, live, memo, pointed, showing};
use crate::state::table_state::Model;
use crate::table::layout::Stage;
use crate::{browser, words};

const LONG_PRESS_MS: u32 = 480;

fn boxes_of(row: &Row) -> Option<BoxRow> {
    row.track.as_ref()?.boxes().copied()
}

/// The key that marks so, which is also how style sheets and tests know a mark.
pub(crate) const fn key_of(mark: Option<Severity>) -> &'static str {
    match mark {
        None => "h",
        Some(Severity::Bashing) => "b",
        Some(Severity::Lethal) => "l",
        Some(Severity::Aggravated) => "a",
    }
}

/// The mark that a key makes.
pub(crate) fn mark_of(key: &str) -> Option<Option<Severity>> {
    Some(match key {
        "b" | "B" => Some(Severity::Bashing),
        "l" | "L" => Some(Severity::Lethal),
        "a" | "A" => Some(Severity::Aggravated),
        "h" | "H" | "Delete" | "Backspace" => None,
        _ => return None,
    })
}

/// A row of boxes.
#[component]
pub fn Boxes(
    /// Whose.
    id: CombatantId,
    /// Their row.
    row: Memo<Row>,
    /// Whether they stand in the order, which is one stop of the Tab key.
    #[prop(optional)]
    in_row: bool,
) -> impl IntoView {
    let model = expect_context::<Model>();
    let stage = expect_context::<Stage>();
    let size = memo(move || row.with(boxes_of).map_or(0, |boxes| boxes.size()));
    let others = memo(move || !row.with(|row| model.may_act_for(row)));
    // The empty boxes that what is asked about would fill.
    let price = expect_context::<Price>();
    let price = memo(move || {
        let filled = row.with(boxes_of).map_or(0, |boxes| boxes.filled());
        filled..filled.saturating_add(price.of(id))
    });
    let label = move || {
        row.with(|row| {
            row.track.map_or_else(String::new, |track| {
                let title = model.rules().track_title(&track);
                msg::of(&title, &row.full_name(), &words::track(&track))
            })
        })
    };
    let named = move || {
        row.with(|row| {
            row.track
                .is_some_and(|track| model.rules().box_name(&track, 0).is_some())
        })
    };
    let one = move |index: u16| {
        let hand = Hand {
            model,
            stage,
            id,
            index,
        };
        let mark = memo(move || row.with(boxes_of).and_then(|boxes| boxes.at(index)));
        let penalty = memo(move || {
            row.with(|row| {
                let from = usize::from(boxes_of(row)?.size()).checked_sub(row.penalties.len())?;
                row.penalties
                    .get(usize::from(index).checked_sub(from)?)
                    .copied()
            })
        });
        let name = memo(move || {
            let track = row.with(|row| row.track)?;
            model.rules().box_name(&track, index)
        });
        let spoken = move || {
            let penalty = penalty.get().filter(|penalty| *penalty != 0);
            let (at, size, mark) = (index + 1, size.get(), words::mark(mark.get()));
            let found = match name.get() {
                Some(name) => msg::named_box_of(&at, &size, &name, &mark),
                None => msg::box_of(&at, &size, &mark),
            };
            match penalty {
                Some(penalty) => msg::when_filled(&found, &number(penalty)),
                None => found,
            }
        };
        let data = move || mark.get().map_or("", |mark| key_of(Some(mark)));
        let figure = move || {
            penalty
                .get()
                .filter(|penalty| *penalty != 0 && mark.get().is_none())
                .map(number)
        };
        view! {
            <button
                type="button"
                class="box"
                data-mark=live(data)
                data-index=index.to_string()
                data-price=live(move || price.with(|price| price.contains(&index)).then_some("true"))
                // Not `disabled`: a tap on it is answered.
                aria-disabled=live(move || others.get().then_some("true"))
                // Of a row of boxes the first is a stop of the Tab key; arrows go on from there.
                tabindex=live(move || (in_row || index > 0 || others.get()).then_some("-1"))
                aria-label=live(spoken)
                title=live(move || name.get().map(String::from))
                on:click=clicked(move |event: MouseEvent| hand.tap(&event))
                on:keydown=keyed(move |event| hand.key(&event))
                on:contextmenu=clicked(move |event: MouseEvent| {
                    event.prevent_default();
                    hand.ask(event.current_target(), gesture::is_down());
                })
                on:pointerdown=pointed(move |event| hand.press(&event))
            >
                <svg aria-hidden="true" viewBox="0 0 30 30">
                    <path class="stroke stroke-1" d="M6.5 24 C11 18.5 18 11.5 23.5 6" />
                    <path class="stroke stroke-2" d="M6.5 6.5 C11.5 11.5 18.5 18.5 23.8 24" />
                    <path class="stroke stroke-3" d="M15 3.5 C14.6 11 15.3 19 15 26.5" />
                </svg>
                <span class="figure" aria-hidden="true">{live(figure)}</span>
            </button>
        }
    };
    view! {
        {showing(move || { size.get() > 0 }, move || view! {
            <div
                class="boxes"
                role="group"
                aria-label=live(label)
                data-size=live(move || size.get().to_string())
                data-named=live(move || named().to_string())
                on:pointermove=pointed(|event| gesture::moved(&event))
                on:pointerup=pointed(move |event| release(model, &event))
                on:pointercancel=pointed(|_| gesture::forget())
            >
                {drawn(move || (0..size.get()).map(one).collect_view())}
            </div>
        })}
    }
}

/// A hand at one box.
#[derive(Clone, Copy)]
struct Hand {
    model: Model,
    stage: Stage,
    id: CombatantId,
    index: u16,
}

impl Hand {
    /// The row's boxes as they are now. Whoever may not mark them is told whose they are.
    fn boxes(&self) -> Option<BoxRow> {
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

    fn tap(&self, event: &MouseEvent) {
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

    fn key(&self, event: &KeyboardEvent) {
        let key = event.key();
        let to = match key.as_str() {
            "ArrowRight" => return focus_beside(event, true),
            "ArrowLeft" => return focus_beside(event, false),
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

    fn press(&self, event: &PointerEvent) {
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
    fn ask(&self, opener: Option<EventTarget>, held: bool) {
        let opener = opener.and_then(|it| it.dyn_into::<HtmlElement>().ok());
        if let (Some(opener), Some(boxes)) = (opener, self.boxes()) {
            choice::open(self.stage, self.id, boxes.at(self.index), opener, held);
        }
    }
}

/// Turns boxes by hand, where there is anything to turn.
pub(crate) fn turn(model: Model, id: CombatantId, shifts: Vec<Shift>) {
    gesture::move_on();
    let shifts: Vec<Shift> = shifts
        .into_iter()
        .filter(|shift| shift.from != shift.to)
        .collect();
    if !shifts.is_empty() {
        model.give(Command::MarkBoxes { id, shifts });
    }
}

/// Moves the focus to what stands beside the focused thing.
pub(crate) fn focus_beside(event: &KeyboardEvent, right: bool) {
    let Some(here) = event
        .target()
        .and_then(|target| target.dyn_into::<web_sys::Element>().ok())
    else {
        return;
    };
    let beside = if right {
        here.next_element_sibling()
    } else {
        here.previous_element_sibling()
    };
    if let Some(beside) = beside.and_then(|beside| beside.dyn_into::<HtmlElement>().ok()) {
        event.prevent_default();
        _ = beside.focus();
    }
}

/// A run marks all its boxes as one more tap would mark the first.
fn release(model: Model, event: &PointerEvent) {
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
