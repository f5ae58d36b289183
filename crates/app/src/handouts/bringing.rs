//! Pictures and texts that storytellers bring from elsewhere: dropped on the stage, or pasted while the shelf is open.

use std::cell::RefCell;

use leptos::ev;
use leptos::prelude::*;
use rules::handout::{HandoutKind, MAX_HANDOUT_TEXT};
use rules::messages::handout as msg;
use wasm_bindgen::JsCast;

use crate::browser;
use crate::handouts::picture_field::FILE;
use crate::scene::state::Segment;
use crate::state::table_state::Model;
use crate::table::layout::Stage;

/// Picture or text that is dropped or pasted on the table and becomes a new handout.
enum Brought {
    /// A file with a picture.
    Picture(web_sys::File),
    /// A text.
    Text(String),
}

thread_local! {
    static BROUGHT: RefCell<Option<Brought>> = const { RefCell::new(None) };
}

/// Number of characters up to which a text of one line becomes a note, and not a letter.
const NOTE: usize = 140;

/// New handout that begins with a dropped or pasted picture or text.
pub(super) struct BegunHandout {
    pub(super) kind: HandoutKind,
    pub(super) text: String,
}

/// Returns the new handout that a dropped or pasted file or text begins; `None` if there was none.
/// A file is put into the form once it is there.
pub(super) fn take_brought() -> Option<BegunHandout> {
    Some(match BROUGHT.take()? {
        Brought::Picture(file) => {
            browser::run_later(0, move || put_into_field(&file));
            let text = String::new();
            BegunHandout {
                kind: HandoutKind::Picture,
                text,
            }
        }
        Brought::Text(text) => {
            let text: String = text.trim().chars().take(MAX_HANDOUT_TEXT).collect();
            let is_short = text.chars().count() <= NOTE && !text.contains('\n');
            BegunHandout {
                kind: match is_short {
                    true => HandoutKind::Note,
                    false => HandoutKind::Letter,
                },
                text,
            }
        }
    })
}

/// Puts a dropped or pasted file into the form's picture field, which sends it.
fn put_into_field(file: &web_sys::File) {
    let field = browser::element(FILE);
    let field = field.and_then(|field| field.dyn_into::<web_sys::HtmlInputElement>().ok());
    if let (Some(field), Ok(carried)) = (field, web_sys::DataTransfer::new()) {
        _ = carried.items().add_with_file(file);
        field.set_files(carried.files().as_ref());
        if let Ok(change) = web_sys::Event::new("change") {
            _ = field.dispatch_event(&change);
        }
    }
}

/// Begins a new handout with a dropped or pasted file or text. While another is being written, a
/// picture goes into its form, and nothing else is taken.
fn bring(model: Model, stage: Stage, brought: Brought) {
    let page = document();
    let writes = page.query_selector(".handout-form").ok().flatten();
    match (writes, browser::element(FILE), brought) {
        (Some(_), Some(_), Brought::Picture(file)) => put_into_field(&file),
        (Some(_), ..) => model.notify(msg::SAVE_WHAT_YOU_WRITE_FIRST.get().to_owned()),
        (None, _, brought) => {
            BROUGHT.set(Some(brought));
            // Draws the shelf anew also where it is open already.
            stage.scene.segment.set(Segment::Handouts);
        }
    }
}

/// Returns the first file of a drag or the clipboard, if it is a picture.
fn picture_of(carried: &web_sys::DataTransfer) -> Option<web_sys::File> {
    let file = carried.files()?.get(0)?;
    Some(file).filter(|file| file.type_().starts_with("image/"))
}

/// Handles a file that is dragged over the stage, the middle of the page, where it can be dropped.
pub(crate) fn drag_over(event: &web_sys::DragEvent) {
    let types = event.data_transfer().map(|carried| carried.types());
    let brings = types.is_some_and(|types| types.includes(&"Files".into(), 0));
    if brings {
        event.prevent_default();
        show_drop(event, true);
    }
}

/// Handles a file that is dragged off the stage, the middle of the page.
pub(crate) fn drag_leave(event: &web_sys::DragEvent) {
    let stage = event.current_target();
    let stage = stage.and_then(|stage| stage.dyn_into::<web_sys::Node>().ok());
    let to = event.related_target();
    let to = to.and_then(|to| to.dyn_into::<web_sys::Node>().ok());
    // From one part of the stage to another, it is over the stage still.
    if !stage.is_some_and(|stage| stage.contains(to.as_ref()) && to.is_some()) {
        show_drop(event, false);
    }
}

/// Handles a file that is dropped on the stage, the middle of the page.
pub(crate) fn drop_on_stage(model: Model, stage: Stage, event: &web_sys::DragEvent) {
    let Some(carried) = event.data_transfer() else {
        return;
    };
    if carried.files().is_none_or(|files| files.length() == 0) {
        return;
    }
    event.prevent_default();
    show_drop(event, false);
    match picture_of(&carried) {
        Some(file) => bring(model, stage, Brought::Picture(file)),
        None => model.notify(msg::THAT_IS_NO_PICTURE.get().to_owned()),
    }
}

/// Highlights the stage while a file that is dragged over it would be taken; not any more if `on`
/// is false.
fn show_drop(event: &web_sys::DragEvent, on: bool) {
    let stage = event.current_target();
    let stage = stage.and_then(|stage| stage.dyn_into::<web_sys::Element>().ok());
    if let Some(stage) = stage {
        _ = match on {
            true => stage.set_attribute("data-drop", "true"),
            false => stage.remove_attribute("data-drop"),
        };
    }
}

/// Makes a new handout of what is pasted while the shelf of handouts is open, unless it goes into a
/// field.
pub(super) fn listen_for_paste(model: Model, stage: Stage) {
    if !browser::HERE {
        return;
    }
    let handle = window_event_listener(ev::paste, move |event| {
        let target = event.target();
        let target = target.and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        let into =
            target.and_then(|target| target.closest("input, textarea, select, dialog").ok()?);
        let Some(carried) = event.clipboard_data().filter(|_| into.is_none()) else {
            return;
        };
        let text = carried.get_data("text/plain").unwrap_or_default();
        let brought = match picture_of(&carried) {
            Some(file) => Brought::Picture(file),
            None if text.trim().is_empty() => return,
            None => Brought::Text(text),
        };
        event.prevent_default();
        bring(model, stage, brought);
    });
    on_cleanup(move || handle.remove());
}
