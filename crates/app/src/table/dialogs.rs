//! Dialogs of the table whose content is drawn when they are opened: the menu, the palette and the list of keys.

use leptos::prelude::*;
use rules::messages::{Text, screen as msg};

use crate::browser;
use crate::combatant::sheet::close_on_backdrop;
use crate::reactive::redraw;
use crate::state::table_state::Model;
use crate::table::header::menu_body;
use crate::table::keys::{keys_body, palette_body};
use crate::table::layout::{KEYS, MENU, PALETTE, Stage};

/// The dialogs of the table, each empty until it is opened.
#[component]
pub fn Dialogs() -> impl IntoView {
    let model = expect_context::<Model>();
    let stage = expect_context::<Stage>();
    // At once, so that what is typed next goes into the dialog. Its content is drawn before this runs.
    Effect::new(move |_| {
        if let Some(id) = stage.dialog.get() {
            browser::open_dialog(id);
        }
    });
    // Unless another was opened in its place meanwhile.
    let close = move |id| {
        if stage.dialog.get_untracked() == Some(id) {
            stage.dialog.set(None);
        }
    };
    let dialog = move |id: &'static str, name: Text, body: fn(Model, Stage) -> AnyView| {
        view! {
            <dialog
                id=id
                class="sheet"
                aria-label=name.get()
                on:click=close_on_backdrop
                on:close=move |_| close(id)
            >
                {redraw(move || (stage.dialog.get() == Some(id)).then(|| body(model, stage)))}
            </dialog>
        }
    };
    view! {
        {dialog(MENU, msg::MORE, menu_body)}
        {dialog(PALETTE, msg::KEY_SEARCH, palette_body)}
        {dialog(KEYS, msg::KEYS, keys_body)}
    }
}
