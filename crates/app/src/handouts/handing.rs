//! Handing over of a handout by dragging its card onto a token: with the mouse at once, with a finger that holds it for a
//! moment. The keyboard has the characters beside the open card for it.

use std::cell::Cell;

use leptos::ev::{PointerEvent, TouchEvent};
use leptos::portal::Portal;
use leptos::prelude::*;
use rules::base::id::{CombatantId, HandoutId};
use rules::encounter::Command;
use rules::encounter::command::HandoutEdit;
use rules::messages::handout as msg;
use wasm_bindgen::JsCast;

use crate::browser;
use crate::handouts::shelf_state::{LiftedCard, Shelf, player_characters};
use crate::reactive::{derive, redraw, show_when};
use crate::words;

/// Distance in pixels that a mouse moves before a press becomes a drag, and that a finger may move while it holds.
const SLACK: f64 = 6.0;
/// Time in milliseconds that a finger holds a card before it is lifted.
const HOLD: u32 = 350;

/// A pointer that is down on the card of a handout.
#[derive(Clone, Copy)]
struct Press {
    id: HandoutId,
    pointer: i32,
    at: (f64, f64),
    is_finger: bool,
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

/// Handles a pointer that goes down on the card of a handout.
pub(super) fn press_card(shelf: Shelf, id: HandoutId, event: &PointerEvent) {
    if event.button() != 0 || PRESS.get().is_some() {
        return;
    }
    DRAGGED.set(false);
    let (at, pointer) = (place_of(event), event.pointer_id());
    let is_finger = event.pointer_type() != "mouse";
    PRESS.set(Some(Press {
        id,
        pointer,
        at,
        is_finger,
    }));
    if is_finger {
        browser::run_later(HOLD, move || {
            let holds = |press: &Press| (press.id, press.pointer, press.at) == (id, pointer, at);
            if PRESS.get().as_ref().is_some_and(holds) {
                lift_card(shelf, id, at);
            }
        });
    } else if let Some(card) = event.current_target() {
        let card = card.unchecked_into::<web_sys::Element>();
        _ = card.set_pointer_capture(pointer);
    }
}

/// Lifts the card of a handout off the shelf, so that it follows the pointer.
fn lift_card(shelf: Shelf, id: HandoutId, at: (f64, f64)) {
    DRAGGED.set(true);
    let over = None;
    shelf.lifted.set(Some(LiftedCard { id, at, over }));
}

/// Handles a pointer that moves after it went down on the card of a handout.
pub(super) fn drag_card(shelf: Shelf, event: &PointerEvent) {
    let press = PRESS.get();
    let Some(press) = press.filter(|press| press.pointer == event.pointer_id()) else {
        return;
    };
    let at = place_of(event);
    if shelf.lifted.with_untracked(Option::is_none) {
        if (at.0 - press.at.0).hypot(at.1 - press.at.1) < SLACK {
            return;
        }
        // A finger that moves before it has held the card scrolls.
        if press.is_finger {
            return PRESS.set(None);
        }
        lift_card(shelf, press.id, at);
    }
    event.prevent_default();
    let over = character_under(shelf, at);
    let before = shelf.lifted.get_untracked().and_then(|card| card.over);
    if before != over {
        mark_tokens(before, false);
        mark_tokens(over, true);
    }
    let id = press.id;
    shelf.lifted.set(Some(LiftedCard { id, at, over }));
}

/// Handles a pointer that is lifted, so that the character below it gets the handout.
pub(super) fn drop_card(shelf: Shelf, event: &PointerEvent) {
    let Some(press) = PRESS.take() else { return };
    let card = put_back(shelf);
    // Should no click follow, it must not swallow the next one.
    browser::run_later(50, || DRAGGED.set(false));
    let over = card.filter(|_| press.pointer == event.pointer_id());
    if let Some((id, who)) = over.and_then(|card| Some((card.id, card.over?)))
        && !has_it(shelf, id, who)
    {
        let to = [who].into_iter().collect();
        let edit = HandoutEdit::Give { id, to };
        shelf.model.send(Command::EditHandout(edit));
    }
}

/// Cancels the drag of a handout's card, which stays where it was.
pub(super) fn cancel_drag(shelf: Shelf) {
    PRESS.set(None);
    put_back(shelf);
}

/// Puts a lifted card back when Escape is pressed.
pub(super) fn listen_for_escape(shelf: Shelf) {
    if !browser::HERE {
        return;
    }
    let handle = window_event_listener(leptos::ev::keydown, move |event| {
        if event.key() == "Escape" && shelf.lifted.with_untracked(Option::is_some) {
            cancel_drag(shelf);
        }
    });
    on_cleanup(move || handle.remove());
}

/// Keeps a page from scrolling, and a menu from opening, under a finger that has lifted a card.
pub(super) fn hold_still(shelf: Shelf, event: &web_sys::Event) {
    let is_held = PRESS.get().is_some_and(|press| press.is_finger);
    if shelf.lifted.with_untracked(Option::is_some) || is_held && event.type_() == "contextmenu" {
        event.prevent_default();
    }
}

/// Boxes the handler of a finger that moves on a card.
pub(super) fn on_touch(shelf: Shelf) -> Box<dyn FnMut(TouchEvent)> {
    Box::new(move |event| hold_still(shelf, &event))
}

/// Puts the lifted card of a handout back and returns the state of its drag; `None` if none is
/// lifted.
fn put_back(shelf: Shelf) -> Option<LiftedCard> {
    let card = shelf.lifted.get_untracked();
    if let Some(card) = card {
        mark_tokens(card.over, false);
        shelf.lifted.set(None);
    }
    card
}

/// Whether a character has a handout already.
fn has_it(shelf: Shelf, id: HandoutId, who: CombatantId) -> bool {
    let handout = untrack(|| shelf.handout(id));
    handout.is_some_and(|handout| handout.holders.contains_key(&who))
}

/// Names of the elements that stand for a combatant: in the order, on the bench, on the board, and below a lifted card.
const TOKENS: [&str; 4] = ["row", "token", "piece", "hand-to"];

/// Returns the player's character whose token is under a pointer; `None` elsewhere.
fn character_under(shelf: Shelf, (x, y): (f64, f64)) -> Option<CombatantId> {
    let under = document().element_from_point(x as f32, y as f32)?;
    let tokens = TOKENS.map(|name| format!("[id^=\"{name}-\"]")).join(", ");
    let token = under.closest(&tokens).ok().flatten()?.id();
    let all = untrack(|| player_characters(shelf.model));
    let mut all = all.into_iter().map(|(who, _)| who);
    all.find(|who| TOKENS.iter().any(|name| token == format!("{name}-{who}")))
}

/// Highlights the tokens of the character that a lifted card is over, or not any more if `on` is
/// false.
fn mark_tokens(who: Option<CombatantId>, on: bool) {
    let ids = who.into_iter();
    let ids = ids.flat_map(|who| TOKENS.map(|name| format!("{name}-{who}")));
    for token in ids.filter_map(|id| browser::element(&id)) {
        _ = match on {
            true => token.set_attribute("data-hand", "true"),
            false => token.remove_attribute("data-hand"),
        };
    }
}

/// Renders the lifted card under the pointer, and the characters of players at the lower edge of the page.
pub(super) fn lifted_card(shelf: Shelf) -> AnyView {
    let is_lifted = move || shelf.lifted.with(Option::is_some);
    show_when(is_lifted, move || {
        view! {
            <Portal>
                <div class="hand-tray" aria-hidden="true">
                    <p class="faint">{msg::DROP_IT_ON_WHO_GETS_IT.get()}</p>
                    {tray_tokens(shelf)}
                </div>
                {redraw(move || ghost(shelf))}
            </Portal>
        }
    })
}

/// Renders a token with its name for each character of a player.
fn tray_tokens(shelf: Shelf) -> AnyView {
    let model = shelf.model;
    let all = untrack(|| player_characters(model)).into_iter();
    let tokens = all.filter_map(|(who, name)| {
        let row = model.current_row(who)?;
        let letters = words::token_letters(&row.name, row.label.as_deref());
        let has = move || {
            let card = shelf.lifted.get();
            card.is_some_and(|card| has_it(shelf, card.id, who))
        };
        Some(view! {
            <div class="hand-to" id=format!("hand-to-{who}") data-has=derive(move || has().to_string())>
                <span class="target-token" data-side="character">{letters}</span>
                <span>{name}</span>
            </div>
        })
    });
    tokens.collect_view().into_any()
}

/// Renders the name of the lifted handout under the pointer, and who would get it.
fn ghost(shelf: Shelf) -> Option<AnyView> {
    let card = shelf.lifted.get()?;
    let handout = untrack(|| shelf.handout(card.id))?;
    let over = card.over.and_then(|who| shelf.model.current_row(who));
    let said = over.map(|row| match handout.holders.contains_key(&row.id) {
        true => msg::has_it_already(&row.full_name()),
        false => msg::hand_it_to(&row.full_name()),
    });
    let place = format!("translate({:.0}px, {:.0}px)", card.at.0, card.at.1);
    let ghost = view! {
        <div class="card-ghost" style:transform=place>
            <strong>{handout.name.to_string()}</strong>
            {said.map(|said| view! { <span>{said}</span> })}
        </div>
    };
    Some(ghost.into_any())
}
