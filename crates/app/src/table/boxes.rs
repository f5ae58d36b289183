//! Health boxes: the most touched thing at the table.
//!
//! Click or tap cycles empty, `/`, `X`, `*`. A long press or the right button opens the
//! choice; b, l, a, h mark from the keyboard; a drag across boxes marks the run alike.

use std::cell::RefCell;

use leptos::ev::{KeyboardEvent, MouseEvent, PointerEvent};
use leptos::prelude::*;
use rules::encounter::Command;
use rules::encounter::command::Shift;
use rules::encounter::view::Row;
use rules::id::CombatantId;
use rules::speech::number;
use rules::track::{Boxes as BoxRow, Severity};
use wasm_bindgen::JsCast;

use super::Stage;
use super::browser;
use super::live::{clicked, live};
use super::model::Model;
use crate::words;

const LONG_PRESS_MS: u32 = 480;
const CHOICES: [Option<Severity>; 4] = [
    None,
    Some(Severity::Bashing),
    Some(Severity::Lethal),
    Some(Severity::Aggravated),
];

/// The box whose choice is open, and where on the screen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice {
    id: CombatantId,
    index: u16,
    x: f64,
    y: f64,
}

/// A press that may become a click, a run across boxes, or a long press.
#[derive(Clone, Copy, Debug)]
struct Press {
    id: CombatantId,
    pointer: i32,
    first: u16,
    last: u16,
    serial: u32,
    spent: bool,
}

thread_local! {
    static PRESS: RefCell<Option<Press>> = const { RefCell::new(None) };
    static SERIAL: RefCell<u32> = const { RefCell::new(0) };
    static SWALLOW_CLICK: RefCell<bool> = const { RefCell::new(false) };
}

fn boxes_of(row: &Row) -> Option<BoxRow> {
    row.track.as_ref()?.boxes().copied()
}

const fn next(mark: Option<Severity>) -> Option<Severity> {
    match mark {
        None => Some(Severity::Bashing),
        Some(Severity::Bashing) => Some(Severity::Lethal),
        Some(Severity::Lethal) => Some(Severity::Aggravated),
        Some(Severity::Aggravated) => None,
    }
}

/// A row of boxes.
#[component]
pub fn Boxes(
    /// Whose.
    id: CombatantId,
    /// Their row.
    row: Memo<Row>,
) -> impl IntoView {
    let model = expect_context::<Model>();
    let stage = expect_context::<Stage>();
    let size = Memo::new(move |_| row.with(boxes_of).map_or(0, |boxes| boxes.size()));
    let may = Memo::new(move |_| row.with(|row| model.may_act_for(row)));
    let label = move || {
        row.with(|row| {
            row.track.map_or_else(String::new, |track| {
                let title = model.rules().track_title(&track);
                format!("{title} of {}: {}", row.full_name(), words::track(&track))
            })
        })
    };
    let named = move || {
        row.with(|row| {
            row.track
                .is_some_and(|track| !model.rules().box_names(&track).is_empty())
        })
    };
    let one = move |index: u16| {
        let mark = Memo::new(move |_| row.with(boxes_of).and_then(|boxes| boxes.at(index)));
        let penalty = Memo::new(move |_| {
            row.with(|row| {
                let from = usize::from(boxes_of(row)?.size()).checked_sub(row.penalties.len())?;
                row.penalties
                    .get(usize::from(index).checked_sub(from)?)
                    .copied()
            })
        });
        let name = Memo::new(move |_| {
            let names = row.with(|row| row.track.map(|track| model.rules().box_names(&track)))?;
            names.get(usize::from(index)).copied()
        });
        let spoken = move || {
            let penalty = penalty.get().filter(|penalty| *penalty != 0);
            let penalty = penalty.map(|penalty| format!(", {} when filled", number(penalty)));
            format!(
                "Box {} of {}{}: {}{}",
                index + 1,
                size.get(),
                name.get()
                    .map(|name| format!(", {name}"))
                    .unwrap_or_default(),
                words::mark(mark.get()),
                penalty.unwrap_or_default()
            )
        };
        let data = move || {
            mark.get().map_or("", |mark| match mark {
                Severity::Bashing => "b",
                Severity::Lethal => "l",
                Severity::Aggravated => "a",
            })
        };
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
                disabled=live(move || !may.get())
                aria-label=live(spoken)
                title=live(move || name.get())
                on:click=clicked(move |event: MouseEvent| click(model, id, index, &event))
                on:keydown=move |event: KeyboardEvent| key(model, id, index, &event)
                on:contextmenu=move |event: MouseEvent| {
                    event.prevent_default();
                    if may.get_untracked() {
                        open(stage, id, index, f64::from(event.client_x()), f64::from(event.client_y()));
                    }
                }
                on:pointerdown=move |event: PointerEvent| press(model, stage, id, index, &event)
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
        <Show when=move || { size.get() > 0 }>
            <div
                class="boxes"
                role="group"
                aria-label=live(label)
                data-size=live(move || size.get().to_string())
                data-named=live(move || named().to_string())
                on:pointermove=move |event: PointerEvent| run(&event)
                on:pointerup=move |event: PointerEvent| release(model, &event)
                on:pointercancel=move |_| PRESS.with_borrow_mut(|press| *press = None)
            >
                {move || (0..size.get()).map(one).collect_view()}
            </div>
        </Show>
    }
}

fn open(stage: Stage, id: CombatantId, index: u16, x: f64, y: f64) {
    stage.choice.set(Some(Choice { id, index, x, y }));
    browser::focus_later("choice-first".to_owned());
}

fn click(model: Model, id: CombatantId, index: u16, event: &MouseEvent) {
    // A run or a long press ends in a click that means nothing any more.
    if SWALLOW_CLICK.replace(false) {
        event.prevent_default();
        return;
    }
    let mark = model
        .row_now(id)
        .and_then(|row| boxes_of(&row))
        .map(|boxes| boxes.at(index));
    if let Some(mark) = mark {
        turn(
            model,
            id,
            vec![Shift {
                from: mark,
                to: next(mark),
                count: 1,
            }],
        );
    }
}

fn turn(model: Model, id: CombatantId, shifts: Vec<Shift>) {
    let shifts: Vec<Shift> = shifts
        .into_iter()
        .filter(|shift| shift.from != shift.to)
        .collect();
    if !shifts.is_empty() {
        model.give(Command::Turn { id, shifts });
    }
}

fn key(model: Model, id: CombatantId, index: u16, event: &KeyboardEvent) {
    let to = match event.key().as_str() {
        "b" | "B" => Some(Severity::Bashing),
        "l" | "L" => Some(Severity::Lethal),
        "a" | "A" => Some(Severity::Aggravated),
        "h" | "H" | "Delete" | "Backspace" => None,
        "ArrowRight" => return focus_beside(event, true),
        "ArrowLeft" => return focus_beside(event, false),
        _ => return,
    };
    if event.ctrl_key() || event.meta_key() || event.alt_key() {
        return;
    }
    event.prevent_default();
    let from = model
        .row_now(id)
        .and_then(|row| boxes_of(&row))
        .map(|boxes| boxes.at(index));
    if let Some(from) = from {
        turn(model, id, vec![Shift { from, to, count: 1 }]);
    }
}

/// Moves the focus to what stands beside the focused thing.
pub(super) fn focus_beside(event: &KeyboardEvent, right: bool) {
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
    if let Some(beside) = beside.and_then(|beside| beside.dyn_into::<web_sys::HtmlElement>().ok()) {
        event.prevent_default();
        _ = beside.focus();
    }
}

fn press(model: Model, stage: Stage, id: CombatantId, index: u16, event: &PointerEvent) {
    SWALLOW_CLICK.set(false);
    if event.button() != 0 || !model.row_now(id).is_some_and(|row| model.may_act_for(&row)) {
        return;
    }
    // Touch holds on to the first element by itself; a run needs to see the others.
    if let Some(element) = event
        .target()
        .and_then(|target| target.dyn_into::<web_sys::Element>().ok())
    {
        _ = element.release_pointer_capture(event.pointer_id());
    }
    let serial = SERIAL.with_borrow_mut(|serial| {
        *serial = serial.wrapping_add(1);
        *serial
    });
    let press = Press {
        id,
        pointer: event.pointer_id(),
        first: index,
        last: index,
        serial,
        spent: false,
    };
    PRESS.set(Some(press));
    let (x, y) = (f64::from(event.client_x()), f64::from(event.client_y()));
    browser::later(LONG_PRESS_MS, move || {
        let held = PRESS.with_borrow_mut(|press| match press {
            Some(press) if press.serial == serial && press.first == press.last => {
                press.spent = true;
                true
            }
            _ => false,
        });
        if held {
            SWALLOW_CLICK.set(true);
            open(stage, id, index, x, y);
        }
    });
}

/// The box under a pointer, if it is of the same row.
fn under(event: &PointerEvent, id: CombatantId) -> Option<u16> {
    let at = document().element_from_point(event.client_x() as f32, event.client_y() as f32)?;
    let found = at.closest(".box").ok()??;
    let row = found.closest(".row, .own").ok()??;
    if row.get_attribute("data-id")? != id.to_string() {
        return None;
    }
    found.get_attribute("data-index")?.parse().ok()
}

fn mark_run(press: Press, on: bool) {
    let (low, high) = (press.first.min(press.last), press.first.max(press.last));
    let selector = format!("[data-id='{}'] .box", press.id);
    let Ok(found) = document().query_selector_all(&selector) else {
        return;
    };
    for at in 0..found.length() {
        if let Some(element) = found
            .item(at)
            .and_then(|node| node.dyn_into::<web_sys::Element>().ok())
        {
            let index = element
                .get_attribute("data-index")
                .and_then(|index| index.parse::<u16>().ok());
            let within = on && index.is_some_and(|index| (low..=high).contains(&index));
            _ = element.toggle_attribute_with_force("data-run", within);
        }
    }
}

fn run(event: &PointerEvent) {
    let Some(mut press) = PRESS.with_borrow(|press| *press) else {
        return;
    };
    if press.spent || press.pointer != event.pointer_id() {
        return;
    }
    if let Some(index) = under(event, press.id)
        && index != press.last
    {
        press.last = index;
        PRESS.set(Some(press));
        mark_run(press, press.first != press.last);
    }
}

fn release(model: Model, event: &PointerEvent) {
    let Some(press) = PRESS.take() else { return };
    mark_run(press, false);
    if press.spent || press.pointer != event.pointer_id() || press.first == press.last {
        return;
    }
    SWALLOW_CLICK.set(true);
    // Should no click follow, it must not swallow the next one.
    browser::later(50, || SWALLOW_CLICK.set(false));
    let Some(boxes) = model.row_now(press.id).and_then(|row| boxes_of(&row)) else {
        return;
    };
    let to = next(boxes.at(press.first));
    let (low, high) = (press.first.min(press.last), press.first.max(press.last));
    let shifts = (low..=high)
        .map(|index| Shift {
            from: boxes.at(index),
            to,
            count: 1,
        })
        .collect();
    turn(model, press.id, shifts);
}

/// The choice of marks for one box.
#[component]
pub fn ChoiceMenu() -> impl IntoView {
    let model = expect_context::<Model>();
    let stage = expect_context::<Stage>();
    let close = move || stage.choice.set(None);
    let option = move |choice: Choice, to: Option<Severity>| {
        let (glyph, words, key) = match to {
            None => ("", "Heal", "h"),
            Some(Severity::Bashing) => ("/", "Bashing", "b"),
            Some(Severity::Lethal) => ("X", "Lethal", "l"),
            Some(Severity::Aggravated) => ("*", "Aggravated", "a"),
        };
        view! {
            <button
                type="button"
                role="menuitem"
                class="choice"
                id=to.is_none().then_some("choice-first")
                data-mark=key
                on:click=clicked(move |_| {
                    let from = model.row_now(choice.id).and_then(|row| boxes_of(&row)).map(|boxes| boxes.at(choice.index));
                    if let Some(from) = from {
                        turn(model, choice.id, vec![Shift { from, to, count: 1 }]);
                    }
                    close();
                })
            >
                <span class="glyph" aria-hidden="true">{glyph}</span>
                {words}
                <kbd>{key}</kbd>
            </button>
        }
    };
    view! {
        {move || stage.choice.get().map(|choice| view! {
            <div class="choice-cover" on:click=clicked(move |_| close())></div>
            <div
                class="choice-menu"
                role="menu"
                aria-label="Mark this box"
                style:left=format!("min({}px, calc(100vw - 12rem))", choice.x)
                style:top=format!("min({}px, calc(100vh - 14rem))", choice.y)
                on:keydown=move |event: KeyboardEvent| if event.key() == "Escape" { close() }
            >
                {CHOICES.map(|to| option(choice, to)).collect_view()}
            </div>
        })}
    }
}
