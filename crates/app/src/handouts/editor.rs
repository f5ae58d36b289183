//! The form in which a handout is typed, and its words are covered.

use leptos::prelude::*;
use rules::base::id::HandoutId;
use rules::encounter::Command;
use rules::encounter::command::{HandoutEdit, HandoutInput};
use rules::handout::{HandoutKind, MAX_HANDOUT_TEXT};
use rules::messages::handout as msg;
use wasm_bindgen::JsCast;

use crate::browser;
use crate::handouts::form::{input_of, read_typed, to_typed, toggle_cover};
use crate::handouts::picture_field::picture_part;
use crate::handouts::shelf_state::{Opened, Shelf};
use crate::reactive::{derive, on_click};

/// Id of the field with the text.
const TEXT: &str = "handout-text";

/// Renders the form of a handout that is changed, or of a new one of a kind.
pub(super) fn editor(shelf: Shelf, id: Option<HandoutId>, kind: HandoutKind) -> AnyView {
    let handout = untrack(|| id.and_then(|id| shelf.handout(id)));
    let input = match &handout {
        Some(handout) => input_of(handout),
        None => HandoutInput {
            kind,
            announced: true,
            ..HandoutInput::default()
        },
    };
    let kind = input.kind;
    let picture = handout
        .as_ref()
        .and_then(|handout| handout.picture.as_ref());
    let address = picture.map(|picture| picture.address);
    // What was pasted begins a new handout.
    let begun = shelf.begun.get_untracked();
    shelf.begun.set(String::new());
    let typed = RwSignal::new(match begun.is_empty() {
        true => to_typed(&input.text),
        false => begun,
    });
    let name = input.name.clone();
    let input = RwSignal::new(input);
    let ready = move || {
        let blank = typed.with(|typed| typed.trim().is_empty());
        let needs_text = matches!(kind, HandoutKind::Letter | HandoutKind::Note);
        let pictured = input.with(|input| match &input.picture {
            Some(picture) => !picture.words.trim().is_empty(),
            None => kind != HandoutKind::Picture,
        });
        let named = input.with(|input| !input.name.trim().is_empty());
        named && pictured && !(needs_text && blank)
    };
    let save = move || {
        if !ready() {
            return;
        }
        let mut to = input.get_untracked();
        to.text = typed.with_untracked(|typed| read_typed(typed));
        match id {
            Some(id) => shelf.opened.set(Some(Opened::Card(id))),
            None => shelf.await_new(),
        }
        let to = Box::new(to);
        shelf
            .model
            .send(Command::EditHandout(HandoutEdit::Put { id, to }));
    };
    let leave = move || shelf.opened.set(id.map(Opened::Card));
    view! {
        <form class="handout-form" method="dialog" on:submit=move |event| { event.prevent_default(); save(); }>
            <h3>{form_title(id.is_some(), kind).get()}</h3>
            <label class="field">
                <span>{msg::NAME_OF_IT.get()}</span>
                <input
                    type="text"
                    id="handout-name"
                    autocomplete="off"
                    maxlength="60"
                    value=name
                    on:input:target=move |event| input.update(|input| input.name = event.target().value())
                />
            </label>
            {(kind == HandoutKind::Picture).then(|| picture_part(shelf.model, input, address))}
            {text_part(kind, typed)}
            <div class="actions">
                <button type="submit" class="brass" disabled=derive(move || !ready())>{msg::SAVE.get()}</button>
                <button type="button" class="quiet" on:click=on_click(move |_| leave())>{msg::CANCEL.get()}</button>
            </div>
        </form>
    }
    .into_any()
}

/// Returns the title of the form for a handout, which is changed if it `exists`, or else new.
const fn form_title(exists: bool, kind: HandoutKind) -> rules::messages::Text {
    match (exists, kind) {
        (true, _) => msg::CHANGE_IT,
        (false, HandoutKind::Letter) => msg::A_NEW_LETTER,
        (false, HandoutKind::Picture) => msg::A_NEW_PICTURE,
        (false, HandoutKind::Note) => msg::A_NEW_NOTE,
        (false, HandoutKind::Name) => msg::A_NEW_NAME,
    }
}

/// Renders the field with the text of a handout, and the button that covers the selected words for
/// players.
fn text_part(kind: HandoutKind, typed: RwSignal<String>) -> AnyView {
    let rows = match kind {
        HandoutKind::Letter => "9",
        HandoutKind::Note => "4",
        HandoutKind::Picture | HandoutKind::Name => "3",
    };
    view! {
        <label class="field">
            <span>{msg::TEXT.get()}</span>
            <textarea
                id=TEXT
                rows=rows
                maxlength=MAX_HANDOUT_TEXT.to_string()
                aria-describedby="cover-hint"
                prop:value=typed
                on:input:target=move |event| typed.set(event.target().value())
            ></textarea>
        </label>
        <div class="cover-row">
            <button
                type="button"
                class="quiet small"
                id="cover-words"
                on:click=on_click(move |_| cover_selection(typed))
            >
                {msg::COVER_THE_SELECTION.get()}
            </button>
            <p class="faint" id="cover-hint">{msg::WHAT_IS_IN_BRACKETS_IS_COVERED.get()}</p>
        </div>
    }
    .into_any()
}

/// Covers the selected words of a handout's text, or takes their cover off.
fn cover_selection(typed: RwSignal<String>) {
    let field = browser::element(TEXT);
    let field = field.and_then(|field| field.dyn_into::<web_sys::HtmlTextAreaElement>().ok());
    let Some(field) = field else { return };
    let selected = (field.selection_start(), field.selection_end());
    let (Ok(Some(from)), Ok(Some(to))) = selected else {
        return;
    };
    let now = typed.get_untracked();
    let count = |units: u32| {
        let units: Vec<u16> = now.encode_utf16().take(units as usize).collect();
        String::from_utf16_lossy(&units).chars().count()
    };
    typed.set(toggle_cover(&now, (count(from), count(to))));
    _ = field.focus();
}
