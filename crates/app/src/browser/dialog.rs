//! Dialogs, and the browser's Back button, which closes what is open over the table.

use crate::browser::device::{element, run_later};

/// Opens a dialog over the page.
pub fn open_dialog(id: &str) {
    use wasm_bindgen::JsCast;
    if let Some(dialog) =
        element(id).and_then(|it| it.dyn_into::<web_sys::HtmlDialogElement>().ok())
        && !dialog.open()
    {
        _ = dialog.show_modal();
    }
}

/// State of the browser history's entry that stands for an open row over the table.
const OVER_STATE: &str = "row";

/// Returns the browser's history, and whether [`open_over`] has added its current entry.
fn read_history() -> Option<(web_sys::History, bool)> {
    let history = web_sys::window()?.history().ok()?;
    let over = history.state().ok()?.as_string().as_deref() == Some(OVER_STATE);
    Some((history, over))
}

/// Adds a history entry, so that Back closes what was opened over the table.
pub fn open_over() {
    if let Some((history, false)) = read_history() {
        _ = history.push_state(&OVER_STATE.into(), "");
    }
}

/// Goes back to the history entry of the table, if [`open_over`] has left it.
pub fn close_over() {
    if let Some((history, true)) = read_history() {
        _ = history.back();
    }
}

/// Whether the current history entry was added by [`open_over`].
#[must_use]
pub fn is_open_over() -> bool {
    read_history().is_some_and(|(_, over)| over)
}

/// Closes the open dialog with this id.
pub fn close_dialog(id: &str) {
    use wasm_bindgen::JsCast;
    if let Some(dialog) =
        element(id).and_then(|it| it.dyn_into::<web_sys::HtmlDialogElement>().ok())
        && dialog.open()
    {
        dialog.close();
    }
}

/// Whether a modal dialog is open over the page.
#[must_use]
pub fn is_modal() -> bool {
    let page = leptos::prelude::document();
    page.query_selector("dialog:modal").ok().flatten().is_some()
}

/// Says words at the end of the dialog that is open over the page, for a while: what lies behind it is neither seen nor
/// read aloud. Does nothing without a dialog.
pub fn say_in_dialog(words: &str) {
    let page = leptos::prelude::document();
    let Ok(Some(dialog)) = page.query_selector("dialog:modal") else {
        return;
    };
    if let Ok(Some(before)) = dialog.query_selector(".dialog-said") {
        before.remove();
    }
    let Ok(said) = page.create_element("p") else {
        return;
    };
    said.set_class_name("trouble dialog-said");
    _ = said.set_attribute("role", "alert");
    _ = dialog.append_child(&said);
    said.set_text_content(Some(words));
    run_later(6_000, move || said.remove());
}
