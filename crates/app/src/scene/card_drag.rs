//! Dragging of cards by their names to other fields of the board. The server hears of it when the card is let go.

use std::cell::Cell;

use leptos::ev::PointerEvent;
use leptos::prelude::*;
use rules::base::id::LocationId;
use rules::encounter::Command;
use rules::encounter::command::{LocationInput, SceneEdit};
use rules::space::{Location, MAX_LOCATIONS};
use wasm_bindgen::JsCast;

use crate::browser;
use crate::scene::geometry::COLUMNS;
use crate::scene::state::CardDrag;
use crate::state::table_state::Model;
use crate::table::layout::Stage;

/// Distance in pixels that a pointer moves before a press becomes a drag.
const SLACK: f64 = 6.0;

/// A pointer that is down on the name of a place's card.
#[derive(Clone, Copy)]
struct Press {
    id: LocationId,
    slot: u8,
    pointer: i32,
    at: (f64, f64),
}

thread_local! {
    static PRESS: Cell<Option<Press>> = const { Cell::new(None) };
    static DRAGGED: Cell<bool> = const { Cell::new(false) };
}

/// Whether the press that just ended was a click, not a drag.
pub(super) fn was_click() -> bool {
    !DRAGGED.replace(false)
}

/// Returns the position of a pointer in the window.
fn place_of(event: &PointerEvent) -> (f64, f64) {
    (f64::from(event.client_x()), f64::from(event.client_y()))
}

/// Handles a pointer that goes down on the name of a place's card, which begins a drag; `slot` is
/// its field.
pub(super) fn down(stage: Stage, (id, slot): (LocationId, u8), event: &PointerEvent) {
    if event.button() != 0 || stage.drag.with_untracked(Option::is_some) {
        return;
    }
    let name = event.current_target();
    let name = name.and_then(|name| name.dyn_into::<web_sys::Element>().ok());
    if let Some(name) = name {
        _ = name.set_pointer_capture(event.pointer_id());
    }
    DRAGGED.set(false);
    PRESS.set(Some(Press {
        id,
        slot,
        pointer: event.pointer_id(),
        at: place_of(event),
    }));
}

/// Handles a pointer that moves after it went down on the name of a place's card.
pub(super) fn go(stage: Stage, event: &PointerEvent) {
    let Some(press) = PRESS
        .get()
        .filter(|press| press.pointer == event.pointer_id())
    else {
        return;
    };
    let now = place_of(event);
    let by = (now.0 - press.at.0, now.1 - press.at.1);
    if stage.scene.board().card.with_untracked(Option::is_none) && by.0.hypot(by.1) < SLACK {
        return;
    }
    DRAGGED.set(true);
    event.prevent_default();
    let slot = slot_under(now).unwrap_or(press.slot);
    stage
        .scene
        .board()
        .card
        .set(Some(CardDrag { id: press.id, slot }));
    shift_card(press.id, Some(by));
}

/// Handles a pointer that is lifted, so that the dragged card takes the field below it, and a card
/// there takes its field.
pub(super) fn up(model: Model, stage: Stage, event: &PointerEvent) {
    let press = PRESS
        .take()
        .filter(|press| press.pointer == event.pointer_id());
    let drag = stage.scene.board().card.get_untracked();
    stage.scene.board().card.set(None);
    if let Some(press) = press {
        shift_card(press.id, None);
    }
    browser::run_later(50, || DRAGGED.set(false));
    let Some((press, drag)) = press.zip(drag) else {
        return;
    };
    if drag.slot == press.slot {
        return;
    }
    let moved = model.with_view(|view| {
        let places = &view.scene.as_ref()?.plan.locations;
        let there = places
            .iter()
            .find(|(_, location)| location.slot == drag.slot);
        let there = there.map(|(id, location)| (*id, location_input(location, press.slot)));
        let here = places.get(&press.id)?;
        Some((there, (press.id, location_input(here, drag.slot))))
    });
    if let Some((there, here)) = moved {
        for (id, to) in there.into_iter().chain([here]) {
            model.send(Command::EditScene(SceneEdit::Place {
                id: Some(id),
                to: Box::new(to),
            }));
        }
    }
}

/// Cancels the drag of a place's card.
pub(super) fn cancel(stage: Stage) {
    if let Some(press) = PRESS.take() {
        shift_card(press.id, None);
    }
    stage.scene.board().card.set(None);
}

/// Shows the card of a place this many pixels away from its field, or on it with `None`.
fn shift_card(id: LocationId, by: Option<(f64, f64)>) {
    let Some(card) = browser::element(&format!("place-{}", id.0)) else {
        return;
    };
    let style = card.style();
    _ = match by {
        Some((x, y)) => style.set_property("translate", &format!("{x:.0}px {y:.0}px")),
        None => style.remove_property("translate").map(drop),
    };
}

/// Returns the input that would store a place again, on the field `slot` of the board.
pub(super) fn location_input(location: &Location, slot: u8) -> LocationInput {
    let text = |note: &Option<rules::base::text::Name>| {
        note.as_ref().map(ToString::to_string).unwrap_or_default()
    };
    LocationInput {
        name: location.name.to_string(),
        slot: Some(slot),
        marks: location.marks.clone(),
        hidden: location.hidden,
        unseen: location.unseen,
        locked: location.locked,
        note: text(&location.note),
        secret: text(&location.secret),
    }
}

/// Returns the field of the board under a pointer; `None` beside the board.
fn slot_under((x, y): (f64, f64)) -> Option<u8> {
    let board = browser::element("board-grid")?;
    let edge = board.get_bounding_client_rect();
    let rows: f64 = board.get_attribute("data-rows")?.parse().ok()?;
    let column = (x - edge.left()) / edge.width() * f64::from(COLUMNS);
    let row = (y - edge.top()) / edge.height() * rows;
    let inside = column >= 0.0 && column < f64::from(COLUMNS) && row >= 0.0 && row < rows;
    let slot = (row.floor() * f64::from(COLUMNS) + column.floor()) as u8;
    (inside && usize::from(slot) < 2 * MAX_LOCATIONS).then_some(slot)
}
