//! Dialogs, and the Back of a browser that closes what lies over the page.

use crate::browser::device::element;

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

/// The state of an entry in the browser's history that lies over the table's own.
const OVER: &str = "row";

/// The browser's history, and whether the page stands at such an entry.
fn history() -> Option<(web_sys::History, bool)> {
    let history = web_sys::window()?.history().ok()?;
    let over = history.state().ok()?.as_string().as_deref() == Some(OVER);
    Some((history, over))
}

/// From here on, Back leads to the table as it is now.
pub fn open_over() {
    if let Some((history, false)) = history() {
        _ = history.push_state(&OVER.into(), "");
    }
}

/// Goes back to the table, where [`open_dialog`] left it.
pub fn close_over() {
    if let Some((history, true)) = history() {
        _ = history.back();
    }
}

/// Whether what [`open_dialog`] left lies behind.
#[must_use]
pub fn is_open_over() -> bool {
    history().is_some_and(|(_, over)| over)
}

/// Closes a dialog.
pub fn close_dialog(id: &str) {
    use wasm_bindgen::JsCast;
    if let Some(dialog) =
        element(id).and_then(|it| it.dyn_into::<web_sys::HtmlDialogElement>().ok())
        && dialog.open()
    {
        dialog.close();
    }
}

/// Whether a dialog lies over the page.
#[must_use]
pub fn is_modal() -> bool {
    let page = leptos::prelude::document();
    page.query_selector("dialog:modal").ok().flatten().is_some()
}
