//! Pictures that grow: by two fingers, a double tap, a button, or keys. What does not fit is scrolled to.
//!
//! The size is a number in the style of the frame, so that nothing is drawn anew while two fingers move.

use std::cell::{Cell, RefCell};

use leptos::ev::{KeyboardEvent, PointerEvent, TouchEvent};
use leptos::prelude::*;
use rules::messages::handout as msg;
use wasm_bindgen::JsCast;

use crate::browser;
use crate::reactive::{on_click, on_key, on_pointer};

/// Longest time between the taps of a double tap, in milliseconds.
const DOUBLE: f64 = 350.0;
/// Greatest distance between the taps of a double tap, in pixels.
const NEAR: f64 = 30.0;
/// Greatest size of a picture, 1 being as wide as its frame.
const LARGEST: f64 = 6.0;
/// Size to which a double tap brings a picture that has no more pixels than are shown.
const TWICE: f64 = 2.0;
/// Factor of one press of a key.
const STEP: f64 = 1.5;

/// Two fingers on a picture, with their first distance and the picture's size then.
#[derive(Clone, Copy)]
struct Pinch {
    distance: f64,
    size: f64,
}

thread_local! {
    static PINCH: Cell<Option<Pinch>> = const { Cell::new(None) };
    static TAP: RefCell<Option<(f64, (f64, f64))>> = const { RefCell::new(None) };
}

/// Returns the frame of the picture on which an event happened.
fn frame_of(event: &web_sys::Event) -> Option<web_sys::HtmlElement> {
    event.current_target()?.dyn_into().ok()
}

/// Returns the size of the picture in a frame, where 1 is as wide as the frame.
fn size_of(frame: &web_sys::HtmlElement) -> f64 {
    let size = frame.style().get_property_value("--size");
    size.ok().and_then(|size| size.parse().ok()).unwrap_or(1.0)
}

/// Shows the picture in a frame at the size `to`; the spot at this position of the page stays
/// there.
fn resize(frame: &web_sys::HtmlElement, to: f64, (x, y): (f64, f64)) {
    let (from, to) = (size_of(frame), to.clamp(1.0, LARGEST));
    let edge = frame.get_bounding_client_rect();
    let (x, y) = (x - edge.left(), y - edge.top());
    let (left, top) = (frame.scroll_left(), frame.scroll_top());
    _ = frame.style().set_property("--size", &format!("{to:.3}"));
    _ = frame.set_attribute("data-grown", &(to > 1.0).to_string());
    let stay =
        |scrolled: i32, at: f64| ((f64::from(scrolled) + at) * to / from - at).round() as i32;
    frame.set_scroll_left(stay(left, x));
    frame.set_scroll_top(stay(top, y));
}

/// Returns the middle of a frame on the page.
fn middle_of(frame: &web_sys::HtmlElement) -> (f64, f64) {
    let edge = frame.get_bounding_client_rect();
    (
        edge.left() + edge.width() / 2.0,
        edge.top() + edge.height() / 2.0,
    )
}

/// Shows a picture at the size of its file, or back to that of its frame.
fn toggle_size(frame: &web_sys::HtmlElement, at: (f64, f64)) {
    let picture = frame.query_selector("img").ok().flatten();
    let picture = picture.and_then(|it| it.dyn_into::<web_sys::HtmlImageElement>().ok());
    let own = picture.map_or(0.0, |it| f64::from(it.natural_width()));
    let own = own / f64::from(frame.client_width().max(1));
    let to = match size_of(frame) > 1.0 {
        true => 1.0,
        false => own.max(TWICE),
    };
    resize(frame, to, at);
}

/// Returns the distance of two fingers on a picture and the middle between them; `None` unless
/// there are two.
fn fingers(event: &TouchEvent) -> Option<(f64, (f64, f64))> {
    let touches = event.touches();
    let (one, two) = (touches.get(0)?, touches.get(1)?);
    let at = |touch: &web_sys::Touch| (f64::from(touch.client_x()), f64::from(touch.client_y()));
    let ((x, y), (to_x, to_y)) = (at(&one), at(&two));
    let middle = ((x + to_x) / 2.0, (y + to_y) / 2.0);
    Some(((x - to_x).hypot(y - to_y).max(1.0), middle))
}

/// Handles two fingers on a picture, which grows as they part.
fn pinch(event: &TouchEvent) {
    let Some(((distance, at), frame)) = fingers(event).zip(frame_of(event)) else {
        return PINCH.set(None);
    };
    if event.cancelable() {
        event.prevent_default();
    }
    TAP.set(None);
    match PINCH.get() {
        Some(start) => resize(&frame, start.size * distance / start.distance, at),
        None => {
            let size = size_of(&frame);
            PINCH.set(Some(Pinch { distance, size }));
        }
    }
}

/// Handles a finger or mouse that is lifted off a picture, and changes its size at a double tap.
fn tap(event: &PointerEvent) {
    let (now, at) = (
        browser::now(),
        (f64::from(event.client_x()), f64::from(event.client_y())),
    );
    let before = TAP.take();
    if PINCH.get().is_some() {
        return;
    }
    let again = before
        .is_some_and(|(then, (x, y))| now - then < DOUBLE && (at.0 - x).hypot(at.1 - y) < NEAR);
    match (again, frame_of(event)) {
        (true, Some(frame)) => toggle_size(&frame, at),
        _ => TAP.set(Some((now, at))),
    }
}

/// Handles the keys plus, minus and 0 on a picture, which enlarge it, shrink it, and show all of
/// it. Arrows scroll, as anywhere.
fn press_key(event: &KeyboardEvent) {
    let Some(frame) = frame_of(event) else { return };
    let held = event.ctrl_key() || event.meta_key() || event.alt_key();
    let to = match event.key().as_str() {
        _ if held => return,
        "+" | "=" => size_of(&frame) * STEP,
        "-" => size_of(&frame) / STEP,
        "0" => 1.0,
        _ => return,
    };
    event.prevent_default();
    event.stop_propagation();
    resize(&frame, to, middle_of(&frame));
}

/// Renders a picture in a frame in which it can be enlarged.
pub(super) fn zoomable(picture: AnyView) -> AnyView {
    let on_touch = || -> Box<dyn FnMut(TouchEvent)> { Box::new(|event| pinch(&event)) };
    let toggle = |event: leptos::ev::MouseEvent| {
        let button = frame_of(&event);
        let frame = button.and_then(|button| button.previous_element_sibling());
        if let Some(frame) = frame.and_then(|it| it.dyn_into::<web_sys::HtmlElement>().ok()) {
            toggle_size(&frame, middle_of(&frame));
        }
    };
    view! {
        <div class="zoom">
            <div
                class="zoom-frame"
                tabindex="0"
                role="group"
                aria-label=msg::PICTURE_THAT_GROWS.get()
                data-grown="false"
                on:pointerup=on_pointer(|event| tap(&event))
                on:touchstart=on_touch()
                on:touchmove=on_touch()
                on:touchend=on_touch()
                on:touchcancel=on_touch()
                on:keydown=on_key(|event| press_key(&event))
            >
                {picture}
            </div>
            <button
                type="button"
                class="quiet icon zoom-button"
                aria-label=msg::LARGER_OR_ALL_OF_IT.get()
                on:click=on_click(toggle)
            >
                <svg viewBox="0 0 24 24" aria-hidden="true">
                    <path d="M10 4a6 6 0 1 1 0 12a6 6 0 0 1 0-12ZM14.5 14.5L20 20M10 7.5v5M7.5 10h5"></path>
                </svg>
            </button>
        </div>
    }
    .into_any()
}
