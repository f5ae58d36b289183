//! Undo and redo buttons, and their keyboard shortcuts.

use leptos::ev;
use leptos::prelude::*;
use rules::messages::screen as msg;

use crate::browser;
use crate::reactive::{derive, memo, on_click};
use crate::state::table_state::Model;

/// A button for undo or redo, with a description of the log line and whose it is.
#[component]
fn UndoButton(
    /// Whether the button redoes.
    redo: bool,
) -> impl IntoView {
    let model = expect_context::<Model>();
    let (verb, offer) = match redo {
        false => (msg::UNDO.get(), model.undo),
        true => (msg::REDO.get(), model.redo),
    };
    let about = memo(move || model.describe_offer(offer.get()));
    let label = move || match about.get() {
        Some(about) => format!("{verb}: {about}"),
        None => verb.to_owned(),
    };
    view! {
        <button
            type="button"
            class="quiet undo"
            data-verb=verb
            aria-label=derive(label)
            title=derive(label)
            aria-keyshortcuts=if redo { "Control+Shift+Z" } else { "Control+Z" }
            disabled=derive(move || offer.get().is_none())
            on:click=on_click(move |_| {
                if redo { model.redo_newest() } else { model.undo_newest() }
                browser::close_dialog("menu");
            })
        >
            <span>{verb}</span>
            <span class="undo-about">{derive(move || about.get())}</span>
        </button>
    }
}

/// The undo and redo buttons in the header of wide screens.
#[component]
pub fn UndoButtons() -> impl IntoView {
    view! {
        <div class="undo-pair wide-only">
            <UndoButton redo=false />
            <UndoButton redo=true />
        </div>
    }
}

/// A short undo button without a description.
#[component]
pub fn UndoShort() -> impl IntoView {
    view! { <div class="undo-short"><UndoButton redo=false /></div> }
}

/// The undo and redo buttons in the menu, with full descriptions.
#[component]
pub fn UndoButtonsInFull() -> impl IntoView {
    view! {
        <div class="sheet-part undo-full">
            <UndoButton redo=false />
            <UndoButton redo=true />
        </div>
    }
}

/// Listens for the usual shortcuts of undo and redo, except in text fields.
pub(crate) fn listen_for_keys(model: Model) {
    let handle = window_event_listener(ev::keydown, move |event| {
        let held = (event.ctrl_key() || event.meta_key()) && !event.alt_key();
        if !held || event.repeat() || browser::is_typing(&event) {
            return;
        }
        let redo = match event.key().as_str() {
            "z" | "Z" => event.shift_key(),
            "y" | "Y" => true,
            _ => return,
        };
        event.prevent_default();
        if redo {
            model.redo_newest();
        } else {
            model.undo_newest();
        }
    });
    on_cleanup(move || handle.remove());
}
