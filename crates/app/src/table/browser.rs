//! The few things only a browser can do. On the server they do nothing.

use rules::id::CommandId;

/// Whether this is the browser part.
pub const HERE: bool = cfg!(feature = "hydrate");

/// A new command id from the browser's secure source.
#[must_use]
pub fn fresh_id() -> CommandId {
    let mut bytes = [0_u8; 16];
    if HERE && let Some(crypto) = web_sys::window().and_then(|window| window.crypto().ok()) {
        _ = crypto.get_random_values_with_u8_array(&mut bytes);
    }
    CommandId::from_bytes(bytes)
}

/// Milliseconds since 1970; 0 on the server.
#[must_use]
pub fn now() -> f64 {
    if HERE { js_sys::Date::now() } else { 0.0 }
}

/// A number from 0 to 1 by chance, for what need not be secret.
#[must_use]
pub fn chance() -> f64 {
    if HERE { js_sys::Math::random() } else { 0.0 }
}

/// What this browser keeps for this site; `None` where it keeps nothing.
#[must_use]
pub fn storage() -> Option<web_sys::Storage> {
    if !HERE {
        return None;
    }
    web_sys::window()?.local_storage().ok()?
}

/// `21:04` in the reader's time zone.
#[must_use]
pub fn clock(at: u64) -> String {
    if !HERE {
        return String::new();
    }
    #[expect(
        clippy::cast_precision_loss,
        reason = "milliseconds since 1970 fit in 53 bits"
    )]
    let date = js_sys::Date::new(&wasm_bindgen::JsValue::from_f64(at as f64));
    format!("{:02}:{:02}", date.get_hours(), date.get_minutes())
}

/// Runs something after some milliseconds.
pub fn later(milliseconds: u32, run: impl FnOnce() + 'static) {
    if HERE {
        let wait = std::time::Duration::from_millis(milliseconds.into());
        leptos::prelude::set_timeout(run, wait);
    }
}

/// Runs something with the next frame, or at once where frames are not drawn.
pub fn next_frame(run: impl FnOnce() + 'static) {
    if !HERE {
        return;
    }
    let hidden = leptos::prelude::document().hidden();
    if hidden {
        run();
    } else {
        leptos::prelude::request_animation_frame(run);
    }
}

/// An element by its id.
#[must_use]
pub fn element(id: &str) -> Option<web_sys::HtmlElement> {
    use wasm_bindgen::JsCast;
    if !HERE {
        return None;
    }
    leptos::prelude::document()
        .get_element_by_id(id)?
        .dyn_into()
        .ok()
}

/// Moves the focus to an element, once the page is drawn.
pub fn focus_later(id: String) {
    later(30, move || {
        if let Some(element) = element(&id) {
            _ = element.focus();
        }
    });
}

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
