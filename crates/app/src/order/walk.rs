//! Keyboard navigation through the order with arrow keys.

use leptos::ev::KeyboardEvent;
use wasm_bindgen::JsCast;

use crate::browser;

/// Moves the focus with arrow keys through the order, which is one stop of the Tab key. Up and down
/// go between rows, left and right between the controls of a row, boxes included.
pub(super) fn walk_order(event: &KeyboardEvent) {
    let at = event
        .target()
        .and_then(|at| at.dyn_into::<web_sys::HtmlElement>().ok());
    // What is typed, and a token in the air, move otherwise.
    let Some(at) =
        at.filter(|at| !event.default_prevented() && !at.matches("input, select").unwrap_or(true))
    else {
        return;
    };
    let Some(row) = at.closest(".row").ok().flatten() else {
        return;
    };
    let next = match event.key().as_str() {
        "ArrowDown" => in_next_row(&row, &at, web_sys::Element::next_element_sibling),
        "ArrowUp" => in_next_row(&row, &at, web_sys::Element::previous_element_sibling),
        "ArrowRight" => beside_in_row(&row, &at, 1),
        "ArrowLeft" => beside_in_row(&row, &at, -1),
        // A row that is open closes.
        "Escape" if row.get_attribute("data-opened").as_deref() != Some("true") => row_opener(&row),
        "Home" => row
            .parent_element()
            .and_then(|order| row_opener(&order.first_element_child()?)),
        "End" => row
            .parent_element()
            .and_then(|order| row_opener(&order.last_element_child()?)),
        _ => return,
    };
    if let Some(next) = next {
        event.prevent_default();
        _ = next.focus();
    }
}

/// Finds the button that opens a row.
fn row_opener(row: &web_sys::Element) -> Option<web_sys::HtmlElement> {
    let opener = row.query_selector(".row-opener").ok().flatten()?;
    opener.dyn_into().ok()
}

/// Finds the matching control in the next row in the direction of `step`, the box with the same
/// number or else the opener.
fn in_next_row(
    row: &web_sys::Element,
    at: &web_sys::Element,
    step: fn(&web_sys::Element) -> Option<web_sys::Element>,
) -> Option<web_sys::HtmlElement> {
    let mut to = step(row)?;
    // Rows of a group that is folded are not there to see.
    while browser::reachable(&to).is_empty() {
        to = step(&to)?;
    }
    let number = at.get_attribute("data-index");
    let same = number.and_then(|number| {
        let found = to.query_selector(&format!(".box[data-index=\"{number}\"]"));
        found.ok().flatten()?.dyn_into().ok()
    });
    same.or_else(|| row_opener(&to))
}

/// Finds the control that is `by` places after this one in its row, or before it if `by` is
/// negative.
fn beside_in_row(
    row: &web_sys::Element,
    at: &web_sys::Element,
    by: isize,
) -> Option<web_sys::HtmlElement> {
    let all = browser::reachable(row);
    let here = all.iter().position(|one| one.is_same_node(Some(at)))?;
    all.get(here.checked_add_signed(by)?).cloned()
}
