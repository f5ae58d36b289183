//! The menu with the marks for one box, opened by a long press, the right button, or a tap on a filled box.

use rules::messages::screen as msg;
use std::cell::{Cell, RefCell};

use leptos::ev::{KeyboardEvent, MouseEvent};
use leptos::prelude::*;
use rules::base::id::CombatantId;
use rules::character::track::Severity;
use rules::encounter::command::BoxShift;
use web_sys::HtmlElement;

use crate::browser;
use crate::health::choice::Choice;
use crate::health::gesture;
use crate::health::marks::{mark_for_key, mark_key, send_shifts};
use crate::reactive::{on_click, on_key, on_pointer, redraw};
use crate::state::table_state::Model;
use crate::table::layout::Stage;

const CHOICES: [Option<Severity>; 4] = [
    None,
    Some(Severity::Bashing),
    Some(Severity::Lethal),
    Some(Severity::Aggravated),
];
/// Width of the menu of a health box, in pixels.
const WIDTH: f64 = 176.0;
/// Maximum height of the menu, in pixels.
const HEIGHT: f64 = 150.0;
/// Distance of the menu from the box and from the edges, in pixels.
const GAP: f64 = 8.0;

thread_local! {
    /// The box to which the focus returns.
    static OPENER: RefCell<Option<HtmlElement>> = const { RefCell::new(None) };
    /// Whether the finger whose long press opened the menu may still be down: the click at its end must not choose the
    /// mark that has opened under it.
    static HELD: Cell<bool> = const { Cell::new(false) };
}

/// Opens the menu of damage marks beside a health box; not over it, where the finger hides it.
pub fn open(
    stage: Stage,
    id: CombatantId,
    from: Option<Severity>,
    opener: HtmlElement,
    held: bool,
) {
    gesture::release_mark();
    let (edge, page) = (opener.get_bounding_client_rect(), browser::page_size());
    let middle = f64::midpoint(edge.left(), edge.right());
    let top = if edge.bottom() + HEIGHT + 2.0 * GAP <= page.1 {
        edge.bottom() + GAP
    } else {
        edge.top() - HEIGHT - GAP
    };
    stage.choice.set(Some(Choice {
        id,
        from,
        left: (middle - WIDTH / 2.0).min(page.0 - WIDTH - GAP).max(GAP),
        top: top.max(GAP),
    }));
    HELD.set(held);
    OPENER.set(Some(opener));
    browser::focus_later("choice-first".to_owned());
}

/// Closes the menu of damage marks and returns the focus to the health box.
fn close(stage: Stage) {
    stage.choice.set(None);
    gesture::cancel_press();
    if let Some(opener) = OPENER.take() {
        _ = opener.focus();
    }
}

/// Whether a click is only the end of the long press that opened the menu.
fn is_lifting(click: &MouseEvent) -> bool {
    click.detail() != 0 && HELD.get()
}

/// The menu with the damage marks for a health box, while it is open.
#[component]
pub fn ChoiceMenu() -> impl IntoView {
    let model = expect_context::<Model>();
    let stage = expect_context::<Stage>();
    let choose = move |choice: Choice, to: Option<Severity>| {
        close(stage);
        let Choice { id, from, .. } = choice;
        send_shifts(model, id, vec![BoxShift { from, to, count: 1 }]);
    };
    let option = move |choice: Choice, to: Option<Severity>, first: bool| {
        let (glyph, words) = match to {
            None => ("", msg::HEAL.get()),
            Some(Severity::Bashing) => ("/", msg::BASHING.get()),
            Some(Severity::Lethal) => ("X", msg::LETHAL.get()),
            Some(Severity::Aggravated) => ("*", msg::AGGRAVATED.get()),
        };
        view! {
            <button
                type="button"
                role="menuitem"
                class="choice"
                id=first.then_some("choice-first")
                data-mark=mark_key(to)
                on:click=on_click(move |event| if !is_lifting(&event) { choose(choice, to) })
            >
                <span class="glyph" aria-hidden="true">{glyph}</span>
                {words}
                <kbd>{mark_key(to)}</kbd>
            </button>
        }
    };
    let key = move |choice: Choice, event: &KeyboardEvent| {
        let key = event.key();
        match key.as_str() {
            "Escape" | "Tab" => close(stage),
            "ArrowDown" | "ArrowRight" => return browser::focus_beside(event, true),
            "ArrowUp" | "ArrowLeft" => return browser::focus_beside(event, false),
            key => match mark_for_key(key) {
                Some(to) => choose(choice, to),
                None => return,
            },
        }
        event.prevent_default();
    };
    // A press that begins here is a new one, however the menu was opened.
    let down = || on_pointer(|_| HELD.set(false));
    view! {
        {redraw(move || stage.choice.get().map(|choice| {
            let others = CHOICES.into_iter().filter(|to| *to != choice.from).enumerate();
            view! {
                <div
                    class="choice-cover"
                    on:pointerdown=down()
                    // What has the focus keeps it while a finger lifts.
                    on:mousedown=on_click(|event| event.prevent_default())
                    on:contextmenu=on_click(|event| event.prevent_default())
                    on:click=on_click(move |event| if !is_lifting(&event) { close(stage) })
                ></div>
                <div
                    class="choice-menu"
                    role="menu"
                    aria-label=msg::MARK_THIS_BOX.get()
                    style:left=format!("{}px", choice.left.round() as i32)
                    style:top=format!("{}px", choice.top.round() as i32)
                    on:pointerdown=down()
                    on:keydown=on_key(move |event| key(choice, &event))
                >
                    {others.map(|(at, to)| option(choice, to, at == 0)).collect_view()}
                </div>
            }
        }))}
    }
}
