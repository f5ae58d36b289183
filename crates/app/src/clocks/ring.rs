//! The round of segments.

use std::f64::consts::TAU;

use leptos::prelude::*;
use rules::base::id::ClockId;
use rules::clock::Tone;
use rules::encounter::Command;
use rules::encounter::command::ClockEdit;
use rules::encounter::view::ClockView;

use super::Spot;
use super::phrases;
use crate::reactive::{derive, on_click, on_key, redraw};
use crate::state::table_state::Model;

/// Radius of a round within its field of 100.
const RADIUS: f64 = 45.0;

/// Returns the SVG path of the segment with number `nth` of a round clock with `size` segments.
pub(crate) fn segment_path(nth: u16, size: u16) -> String {
    let point = |part: u16| {
        let angle = TAU * f64::from(part) / f64::from(size.max(1)) - TAU / 4.0;
        let (sin, cos) = angle.sin_cos();
        (50.0 + RADIUS * cos, 50.0 + RADIUS * sin)
    };
    let ((x0, y0), (x1, y1)) = (point(nth), point(nth.saturating_add(1)));
    format!("M50 50L{x0:.2} {y0:.2}A{RADIUS} {RADIUS} 0 0 1 {x1:.2} {y1:.2}Z")
}

/// Returns the key of a clock's color for the style sheet.
pub(super) const fn tone_key(clock: &ClockView) -> &'static str {
    match clock.tone {
        Tone::Threat => "threat",
        Tone::Work => "work",
    }
}

/// Sends the change that fills a clock up to `to` segments, as a difference to what the reader
/// sees.
pub(super) fn fill_to(model: Model, clock: &ClockView, to: i32) {
    let to = to.clamp(0, i32::from(clock.size));
    let by = to.saturating_sub(i32::from(clock.filled));
    if let Ok(by) = i16::try_from(by)
        && by != 0
    {
        let id = clock.id;
        model.send(Command::EditClock(ClockEdit::Fill { id, by }));
    }
}

/// Renders a clock as a small ring that cannot be tapped.
pub(crate) fn small_ring(clock: &ClockView) -> AnyView {
    let (size, filled) = (clock.size, clock.filled);
    let paths = (0..size.min(60)).map(move |nth| {
        view! { <path d=segment_path(nth, size) data-on=(nth < filled).to_string() /> }
    });
    view! {
        <svg
            class="clock-ring"
            viewBox="0 0 100 100"
            aria-hidden="true"
            data-tone=tone_key(clock)
            data-hidden=clock.hidden.to_string()
        >
            {paths.collect_view()}
        </svg>
    }
    .into_any()
}

/// Renders the segments of a round clock, which a storyteller can tap.
fn segments(model: Model, clock: Memo<Option<ClockView>>, size: u16) -> AnyView {
    let runs = model.can_run_table();
    let filled = move || clock.with(|clock| clock.as_ref().map_or(0, |clock| clock.filled));
    let one = move |nth: u16| {
        let tap = move || {
            if let Some(clock) = clock.get_untracked().filter(|_| runs) {
                let nth = i32::from(nth);
                // The last filled one is emptied.
                let last = i32::from(clock.filled) == nth.saturating_add(1);
                fill_to(
                    model,
                    &clock,
                    if last { nth } else { nth.saturating_add(1) },
                );
            }
        };
        view! {
            <path
                d=segment_path(nth, size)
                data-on=derive(move || (nth < filled()).to_string())
                on:click=on_click(move |_| tap())
            />
        }
    };
    (0..size).map(one).collect_view().into_any()
}

/// Renders a round clock, which is to storytellers a slider with segments to tap.
pub(super) fn ring(
    model: Model,
    clock: Memo<Option<ClockView>>,
    (spot, id): (Spot, ClockId),
) -> AnyView {
    let runs = model.can_run_table();
    let keys = move |event: leptos::ev::KeyboardEvent| {
        let Some(clock) = clock.get_untracked().filter(|_| runs) else {
            return;
        };
        let filled = i32::from(clock.filled);
        let to = match &*event.key() {
            "ArrowRight" | "ArrowUp" => filled.saturating_add(1),
            "ArrowLeft" | "ArrowDown" => filled.saturating_sub(1),
            "Home" => 0,
            "End" => i32::from(clock.size),
            _ => return,
        };
        event.prevent_default();
        fill_to(model, &clock, to);
    };
    let size = move || clock.with(|clock| clock.as_ref().map_or(3, |clock| clock.size));
    let size = crate::reactive::memo(size);
    let filled = move || clock.with(|clock| clock.as_ref().map_or(0, |clock| clock.filled));
    let spoken = move || {
        let clock = clock.get();
        clock
            .map(|clock| phrases::spoken(model, &clock))
            .unwrap_or_default()
    };
    let read = move || {
        clock
            .get()
            .map(|clock| phrases::count(&clock))
            .unwrap_or_default()
    };
    let name = move || clock.get().map(|clock| clock.name).unwrap_or_default();
    view! {
        <div
            class="ring-box"
            id=spot.id_of("ring", id)
            role=if runs { "slider" } else { "img" }
            tabindex=runs.then_some("0")
            aria-label=derive(move || if runs { name() } else { spoken() })
            aria-valuemin=runs.then_some("0")
            aria-valuemax=derive(move || runs.then(|| size.get().to_string()))
            aria-valuenow=derive(move || runs.then(|| filled().to_string()))
            aria-valuetext=derive(move || runs.then(read))
            on:keydown=on_key(keys)
        >
            <svg
                class="clock-ring"
                viewBox="0 0 100 100"
                aria-hidden="true"
                data-taps=runs.to_string()
                data-tone=derive(move || clock.with(|it| it.as_ref().map(tone_key)))
                data-hidden=derive(move || clock.with(|it| it.as_ref().is_some_and(|it| it.hidden)).to_string())
            >
                {redraw(move || segments(model, clock, size.get()))}
            </svg>
        </div>
    }
    .into_any()
}
