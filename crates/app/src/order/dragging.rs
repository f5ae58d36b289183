//! Dragging of tokens: rows by pointer with a handle, or by keyboard with space and arrows; and the token of the acting
//! combatant by pointer onto its target, for which the keyboard has the attack button.
//!
//! The server hears nothing until the token is dropped; then one command.

use std::cell::RefCell;

use leptos::ev::{KeyboardEvent, PointerEvent};
use leptos::prelude::*;
use rules::base::id::CombatantId;
use rules::encounter::Command;
use rules::encounter::command::TokenDestination;
use rules::messages::screen as msg;
use wasm_bindgen::JsCast;

use crate::browser;
use crate::clocks::joining;
use crate::order::drag::{Drag, Spot};
use crate::order::group;
use crate::order::spots::{other_combatants, spot_of, spot_under, spot_words, target_under};
use crate::scene::{moves, spots};
use crate::state::table_state::Model;
use crate::table::layout::{Stage, Tab};

/// Distance in pixels that a pointer moves before a press becomes a drag.
const SLACK: f64 = 6.0;
/// Distance from the edge in pixels at which the page begins to scroll.
const EDGE: f64 = 72.0;
/// Number of checks whether a token dropped by keyboard still has the focus: about two seconds.
const FOCUS_CHECKS: u32 = 60;

/// Kinds of places that a drag can end at, such as the order or a target.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Seeks {
    /// A place in the order, or the bench.
    Place,
    /// A combatant to attack.
    Target,
    /// A combatant to attack while over a token, otherwise a place in the order.
    Both,
    /// A spot of the board, or a combatant to attack while over a token.
    Board,
    /// A spot of the board.
    BoardAlone,
}

/// A pointer that is down on a row's handle or on a token.
#[derive(Clone, Copy)]
struct Press {
    id: CombatantId,
    /// The kind of place it looks for.
    seeks: Seeks,
    pointer: i32,
    x: f64,
    y: f64,
}

thread_local! {
    static PRESS: RefCell<Option<Press>> = const { RefCell::new(None) };
    static DRAGGED: RefCell<bool> = const { RefCell::new(false) };
}

/// Whether the press that just ended was a click, not a drag.
pub fn was_click() -> bool {
    !DRAGGED.replace(false)
}

/// Handles a pointer that goes down on the handle of a row in the order.
pub fn pointer_down(model: Model, stage: Stage, id: CombatantId, event: &PointerEvent) {
    if model.can_run_table() {
        start_press(stage, (id, Seeks::Place), event);
    }
}

/// Handles a pointer that goes down on the token of a row. The acting token can be dragged onto a target; in layouts
/// without handles, storytellers move rows by their tokens.
pub fn token_down(model: Model, stage: Stage, id: CombatantId, event: &PointerEvent) {
    let acts = model.turn.with_untracked(|turn| turn.acting == Some(id));
    let aims = acts
        && model
            .current_row(id)
            .is_some_and(|row| model.may_act_for(&row));
    let grip = browser::element(&format!("handle-{id}"));
    let moves = model.can_run_table() && grip.is_none_or(|grip| grip.offset_width() == 0);
    let seeks = match (aims, moves) {
        (true, true) => Seeks::Both,
        (true, false) => Seeks::Target,
        (false, true) => Seeks::Place,
        (false, false) => return,
    };
    start_press(stage, (id, seeks), event);
}

/// Handles a pointer that goes down on a token of the board. The acting token can be dragged onto a target as well.
pub fn piece_down(model: Model, stage: Stage, id: CombatantId, event: &PointerEvent) {
    let acts = model.turn.with_untracked(|turn| turn.acting == Some(id));
    match untrack(|| moves::move_right(model, id)) {
        Some(_) if acts => start_press(stage, (id, Seeks::Board), event),
        Some(_) => start_press(stage, (id, Seeks::BoardAlone), event),
        None => {}
    }
}

/// Starts a press of a pointer, which may become a drag; `seeks` is the kind of places to drop at.
fn start_press(stage: Stage, (id, seeks): (CombatantId, Seeks), event: &PointerEvent) {
    if event.button() != 0 || stage.drag.with_untracked(Option::is_some) {
        return;
    }
    let handle = event
        .current_target()
        .and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    if let Some(handle) = handle {
        _ = handle.set_pointer_capture(event.pointer_id());
    }
    DRAGGED.set(false);
    let (x, y) = (f64::from(event.client_x()), f64::from(event.client_y()));
    PRESS.set(Some(Press {
        id,
        seeks,
        pointer: event.pointer_id(),
        x,
        y,
    }));
}

/// Handles a pointer that moves after it went down on a handle or token.
pub fn pointer_move(model: Model, stage: Stage, event: &PointerEvent) {
    let Some(press) = PRESS.with_borrow(|press| *press) else {
        return;
    };
    if press.pointer != event.pointer_id() {
        return;
    }
    let (x, y) = (f64::from(event.client_x()), f64::from(event.client_y()));
    let lifted = stage.drag.with_untracked(Option::is_some);
    if !lifted {
        if (x - press.x).hypot(y - press.y) < SLACK {
            return;
        }
        DRAGGED.set(true);
        let from = match press.seeks {
            Seeks::Target => Some(Spot::Target(None)),
            Seeks::Place | Seeks::Both => spot_of(model, press.id),
            Seeks::Board | Seeks::BoardAlone => {
                moves::ask_ways(model, stage, press.id, || {});
                Some(Spot::Board(spots::spot_of(model, press.id)))
            }
        };
        let Some(from) = from else {
            return cancel(stage);
        };
        stage.drag.set(Some(Drag {
            id: press.id,
            spot: from,
            from,
            at: Some((x, y)),
        }));
        scroll_at_edges(stage);
    }
    event.prevent_default();
    let under = |part| target_under(model, press.id, part, x, y);
    let runs = model.can_run_table();
    let action = joining::action_under(x, y).filter(|_| runs);
    let spot = match (action, press.seeks) {
        (Some(action), _) => Spot::Action(action),
        (None, Seeks::Target) => Spot::Target(under("")),
        (None, Seeks::Both) => match under(" > .token") {
            Some(target) => Spot::Target(Some(target)),
            None => spot_under(model, press.id, x, y),
        },
        (None, Seeks::Place) => spot_under(model, press.id, x, y),
        (None, Seeks::Board | Seeks::BoardAlone) => {
            let target = spots::piece_under(model, press.id, x, y);
            match target.filter(|_| press.seeks == Seeks::Board) {
                Some(target) => Spot::Target(Some(target)),
                None => {
                    let under = spots::spot_under(model, x, y);
                    Spot::Board(under.unwrap_or_else(|| spots::spot_of(model, press.id)))
                }
            }
        }
    };
    stage.drag.update(|drag| {
        if let Some(drag) = drag {
            drag.at = Some((x, y));
            drag.spot = spot;
        }
    });
}

/// Handles a pointer that is lifted after it went down on a handle or token.
pub fn pointer_up(model: Model, stage: Stage, event: &PointerEvent) {
    let press = PRESS.take();
    if press.is_some_and(|press| press.pointer == event.pointer_id()) {
        drop_token(model, stage);
        // Should no click follow, it must not swallow the next one.
        browser::run_later(50, || DRAGGED.set(false));
    }
}

/// Cancels the drag of a token, which stays where it was.
pub fn cancel(stage: Stage) {
    PRESS.set(None);
    stage.drag.set(None);
}

/// Handles a key on the handle of a row in the order. Space (on a grip also enter) lifts and drops the token, arrows
/// move it, escape cancels.
pub fn handle_key(model: Model, stage: Stage, id: CombatantId, event: &KeyboardEvent) {
    if !model.can_run_table() {
        return;
    }
    let lifted = stage.drag.get_untracked().filter(|drag| drag.id == id);
    let on_bench = model.bench.with_untracked(|bench| bench.contains(&id));
    let (key, count) = (event.key(), other_combatants(model, id).len());
    match (key.as_str(), lifted) {
        (" ", None) | ("Enter", None) if key == " " || !on_bench => {
            let Some(from) = spot_of(model, id) else {
                return;
            };
            stage.drag.set(Some(Drag {
                id,
                spot: from,
                from,
                at: None,
            }));
            announce_spot(model, stage, |place| msg::picked_up(&place));
        }
        (" " | "Enter", Some(_)) => {
            drop_token(model, stage);
            // Where the token lies is the server's to say, and it is another element there.
            browser::keep_focus(
                [format!("handle-{id}"), format!("token-{id}")],
                FOCUS_CHECKS,
            );
        }
        ("Escape", Some(_)) => {
            cancel(stage);
            model.announce(msg::PUT_BACK.get());
        }
        ("Tab", Some(_)) => cancel(stage),
        ("ArrowDown" | "ArrowRight", Some(drag)) => {
            let spot = match drag.spot {
                Spot::Bench | Spot::Target(_) | Spot::Board(_) | Spot::Action(_) => Spot::Order(0),
                Spot::Order(at) => Spot::Order((at + 1).min(count)),
            };
            move_token(model, stage, spot);
        }
        ("ArrowUp" | "ArrowLeft", Some(drag)) => {
            let spot = match drag.spot {
                Spot::Bench
                | Spot::Target(_)
                | Spot::Board(_)
                | Spot::Action(_)
                | Spot::Order(0) => Spot::Bench,
                Spot::Order(at) => Spot::Order(at - 1),
            };
            move_token(model, stage, spot);
        }
        ("Home", Some(_)) => move_token(model, stage, Spot::Order(0)),
        ("End", Some(_)) => move_token(model, stage, Spot::Order(count)),
        _ => return,
    }
    event.prevent_default();
}

/// Moves the token over another place, and announces the place.
fn move_token(model: Model, stage: Stage, spot: Spot) {
    stage.drag.update(|drag| {
        if let Some(drag) = drag {
            drag.spot = spot;
        }
    });
    announce_spot(model, stage, |place| place);
}

/// Announces the place under the token to screen readers.
fn announce_spot(model: Model, stage: Stage, say: impl FnOnce(String) -> String) {
    if let Some(drag) = stage.drag.get_untracked() {
        model.announce(say(spot_words(model, stage, &drag)));
    }
}

/// Drops the token where it is, with one command.
fn drop_token(model: Model, stage: Stage) {
    let Some(drag) = stage.drag.get_untracked() else {
        return;
    };
    stage.drag.set(None);
    if drag.spot == drag.from {
        model.announce(msg::PUT_BACK.get());
        return;
    }
    let to = match drag.spot {
        Spot::Board(spot) => return moves::drop_piece(model, stage, drag.id, spot),
        Spot::Action(clock) => return joining::join_or_leave(model, clock, drag.id),
        Spot::Target(target) => {
            stage.draft.open(model, drag.id, target);
            return stage.open_tab(model, Tab::Me);
        }
        // A group leaves the order as a whole.
        Spot::Bench => match untrack(|| group::group_of(model, drag.id)).is_empty() {
            true => TokenDestination::Bench,
            false => TokenDestination::BenchGroup,
        },
        Spot::Order(at) => {
            TokenDestination::Before(other_combatants(model, drag.id).get(at).copied())
        }
    };
    model.send(Command::Move { id: drag.id, to });
}

/// Scrolls the page while a token is held near an edge.
fn scroll_at_edges(stage: Stage) {
    browser::run_later(16, move || {
        let Some(drag) = stage.drag.try_get_untracked().flatten() else {
            return;
        };
        if let Some((_, y)) = drag.at {
            let height = window()
                .inner_height()
                .ok()
                .and_then(|height| height.as_f64())
                .unwrap_or(0.0);
            let step = if y < EDGE {
                -9.0
            } else if y > height - EDGE {
                9.0
            } else {
                0.0
            };
            if step != 0.0 {
                let column = browser::element(match drag.from {
                    Spot::Board(_) => "tab-me",
                    _ => "tab-order",
                });
                let scrolls =
                    column.filter(|column| column.scroll_height() > column.client_height() + 1);
                match scrolls {
                    Some(column) => column.set_scroll_top(column.scroll_top() + step as i32),
                    None => window().scroll_by_with_x_and_y(0.0, step),
                }
            }
        }
        scroll_at_edges(stage);
    });
}
