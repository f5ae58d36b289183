//! Keyboard focus and scrolling: where the focus is, where it moves, and what is scrolled into view.

use crate::browser::device::{element, run_later};

/// Moves the focus to an element by its id, once the page is drawn.
pub fn focus_later(id: String) {
    run_later(30, move || {
        if let Some(element) = element(&id) {
            _ = element.focus();
        }
    });
}

/// Moves the focus with the arrow keys among all controls of the listening element, but not out of a text field.
pub fn walk_focus(event: &web_sys::KeyboardEvent) {
    use wasm_bindgen::JsCast;
    let by: isize = match event.key().as_str() {
        "ArrowRight" | "ArrowDown" => 1,
        "ArrowLeft" | "ArrowUp" => -1,
        _ => return,
    };
    let inside = event.current_target();
    let inside = inside.and_then(|it| it.dyn_into::<web_sys::Element>().ok());
    let at = event
        .target()
        .and_then(|it| it.dyn_into::<web_sys::Element>().ok());
    let (Some(inside), Some(at)) = (inside, at) else {
        return;
    };
    let field = at.matches("input:not([type=checkbox]), textarea, select");
    if event.default_prevented() || field.unwrap_or(true) {
        return;
    }
    let all = reachable(&inside);
    let next = match all.iter().position(|one| one.is_same_node(Some(&at))) {
        Some(here) => here.checked_add_signed(by).and_then(|next| all.get(next)),
        None => all.first(),
    };
    if let Some(next) = next {
        event.prevent_default();
        _ = next.focus();
    }
}

/// Moves the focus to the control after the focused one if `right`, else to the one before it.
pub fn focus_beside(event: &web_sys::KeyboardEvent, right: bool) {
    use wasm_bindgen::JsCast;
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

/// Scrolls an element into view once the page is drawn, no farther than necessary.
pub fn show_later(id: String) {
    run_later(30, move || {
        if let Some(element) = element(&id) {
            let options = web_sys::ScrollIntoViewOptions::new();
            options.set_block(web_sys::ScrollLogicalPosition::Nearest);
            element.scroll_into_view_with_scroll_into_view_options(&options);
        }
    });
}

/// Returns the links, buttons and fields in an element that a keyboard can reach, in the order of
/// the page.
#[must_use]
pub fn reachable(inside: &web_sys::Element) -> Vec<web_sys::HtmlElement> {
    use wasm_bindgen::JsCast;
    let all = inside
        .query_selector_all("button:not(:disabled), a[href], input, select, textarea, summary");
    let all = all.ok();
    let all = all
        .iter()
        .flat_map(|all| (0..all.length()).filter_map(|at| all.item(at)));
    all.filter_map(|node| node.dyn_into::<web_sys::HtmlElement>().ok())
        .filter(|element| element.offset_width() > 0)
        .collect()
}

/// Moves the focus, if nothing has it once the page is drawn, to the first shown element that matches a selector.
pub fn focus_if_lost(selectors: &'static [&'static str]) {
    use wasm_bindgen::JsCast;
    run_later(60, move || {
        if !focus_is_nowhere() {
            return;
        }
        let document = leptos::prelude::document();
        let found = selectors.iter().filter_map(|selector| {
            let all = document.query_selector_all(selector).ok()?;
            let mut all = (0..all.length()).filter_map(|at| all.item(at));
            all.find_map(|node| {
                node.dyn_into::<web_sys::HtmlElement>()
                    .ok()
                    .filter(|it| it.offset_width() > 0)
            })
        });
        if let Some(element) = { found }.next() {
            _ = element.focus();
        }
    });
}

/// Checks a number of times, about 30 a second, whether the focused element was removed, and then moves the focus to
/// the first shown element of these ids, which may be elsewhere by then. Ends once the focus is on some other element.
pub fn keep_focus(ids: [String; 2], looks: u32) {
    run_later(30, move || {
        let mut there = ids.iter().filter_map(|id| element(id));
        let here = there.find(|element| element.offset_width() > 0);
        if focus_is_nowhere() {
            _ = here.map(|element| element.focus());
        } else if here.is_none_or(|element| !element.matches(":focus").unwrap_or(false)) {
            return;
        }
        if looks > 0 {
            keep_focus(ids, looks - 1);
        }
    });
}

/// Whether no element has the focus, because the focused one was removed.
#[must_use]
pub fn focus_is_nowhere() -> bool {
    let document = web_sys::window().and_then(|window| window.document());
    document.is_some_and(|page| {
        let focused = page.active_element();
        focused.is_none_or(|element| element.tag_name() == "BODY")
    })
}

/// Whether a key was pressed in a text field.
#[must_use]
pub fn is_typing(event: &web_sys::KeyboardEvent) -> bool {
    use wasm_bindgen::JsCast;
    let target = event.target();
    let element = target.and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    let fields = "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]";
    element.is_some_and(|element| element.matches(fields).unwrap_or(false))
}
