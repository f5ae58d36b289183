//! A handout that is read: it comes over everything, is kept, shown to others, and noted on.

use leptos::prelude::*;
use rules::encounter::Command;
use rules::handout::{CardNote, HandoutKind, KnownHandout, MAX_CARD_NOTE};
use rules::messages::handout as msg;
use rules::messages::screen;

use crate::browser;
use crate::combatant::sheet::close_on_backdrop;
use crate::handouts::known_state::{Known, given_words};
use crate::handouts::paper::{Sheet, draw_bar, draw_sheet};
use crate::handouts::sharing::sharing;
use crate::handouts::whisper_back::{FIELD, find_giver, whisper_back, whispers_meanwhile};
use crate::reactive::{on_click, redraw};
use crate::state::typed_line::TypedLine;

/// Id of the dialog.
const DIALOG: &str = "handout-reading";

/// Renders the dialog in which a handout is read. Closing it keeps the handout.
pub(super) fn reading_dialog(known: Known) -> AnyView {
    Effect::new(move |_| {
        if known.opened.with(Option::is_some) {
            browser::run_later(0, || browser::open_dialog(DIALOG));
        } else {
            browser::close_dialog(DIALOG);
        }
    });
    let body = move || {
        let handout = known.opened.get().and_then(|id| known.find(id));
        handout.map(|handout| reading(known, &handout))
    };
    view! {
        <dialog
            id=DIALOG
            class="sheet handout-sheet"
            aria-labelledby="reading-name"
            aria-describedby="reading-text"
            on:click=close_on_backdrop
            on:close=move |_| known.keep()
        >
            {redraw(body)}
        </dialog>
    }
    .into_any()
}

/// Renders a handout as its reader knows it, with what can be done with it.
fn reading(known: Known, handout: &KnownHandout) -> AnyView {
    let model = known.model;
    let sheet = Sheet::of_known(handout);
    let notes = !handout.notes.is_empty();
    let notes = notes.then(|| draw_notes(&handout.notes));
    let named = handout.kind == HandoutKind::Name;
    let covered = handout.has_covered_parts();
    let line = match handout.kind {
        HandoutKind::Letter => msg::a_letter_given(&given_words(handout)),
        HandoutKind::Picture => msg::a_picture_given(&given_words(handout)),
        HandoutKind::Note => msg::a_note_given(&given_words(handout)),
        HandoutKind::Name => msg::a_name_given(&given_words(handout)),
    };
    view! {
        <div class="reading-head">
            <div class="grow">
                <h2 id="reading-name">{handout.name.clone()}</h2>
                <p class="faint">{line}</p>
            </div>
            <button
                type="button"
                class="quiet icon"
                aria-label=screen::CLOSE.get()
                on:click=on_click(move |_| known.keep())
            >
                "×"
            </button>
        </div>
        <div class="reading-paper">
            {draw_sheet(model, &sheet, &draw_bar)}
            {covered.then(|| view! { <p class="faint reading-covered">{msg::SOME_OF_IT_CANNOT_BE_READ.get()}</p> })}
            {notes}
            {named.then(|| note_field(known, handout))}
        </div>
        <p class="unseen" id="reading-text">{sheet.spoken_text()}</p>
        {reading_foot(known, handout)}
    }
    .into_any()
}

/// Renders the buttons that keep a handout, show it to others, or answer it.
fn reading_foot(known: Known, handout: &KnownHandout) -> AnyView {
    let (model, id) = (known.model, handout.id);
    let (shares, answers) = (RwSignal::new(false), RwSignal::new(false));
    let giver = untrack(|| find_giver(model, handout));
    view! {
        <div class="reading-foot">
            {whispers_meanwhile(model)}
            <button type="button" class="brass" id="keep-handout" on:click=on_click(move |_| known.keep())>
                {msg::KEEP_IT.get()}
            </button>
            {handout.may_show.then(|| view! {
                <button
                    type="button"
                    class="quiet"
                    aria-expanded=move || shares.get().to_string()
                    on:click=on_click(move |_| {
                        shares.update(|shares| *shares = !*shares);
                        answers.set(false);
                    })
                >
                    {msg::SHOW_THE_OTHERS.get()}
                </button>
            })}
            {giver.as_ref().map(|_| view! {
                <button
                    type="button"
                    class="quiet"
                    aria-expanded=move || answers.get().to_string()
                    on:click=on_click(move |_| {
                        answers.update(|answers| *answers = !*answers);
                        shares.set(false);
                        browser::focus_later(FIELD.to_owned());
                    })
                >
                    {msg::WHISPER_BACK.get()}
                </button>
            })}
            {redraw(move || shares.get().then(|| sharing(known, id)))}
            {redraw(move || giver.as_ref().filter(|_| answers.get()).map(|giver| whisper_back(model, giver)))}
        </div>
    }
    .into_any()
}

/// Renders the notes on the card of a person or place.
pub(super) fn draw_notes(notes: &[CardNote]) -> AnyView {
    let notes = notes.iter().map(|note| {
        view! { <li><span class="note-by">{note.by.clone()}</span>" "{note.words.clone()}</li> }
    });
    let notes: Vec<_> = notes.collect();
    view! { <ul class="card-notes">{notes}</ul> }.into_any()
}

/// Renders the field in which a reader adds a note.
fn note_field(known: Known, handout: &KnownHandout) -> AnyView {
    let id = handout.id;
    let line = TypedLine::new(known.model);
    let send = move || line.send(|words| Command::NoteHandout { id, words });
    view! {
        <form class="note-form" method="dialog" on:submit=move |event| { event.prevent_default(); send(); }>
            <input
                type="text"
                autocomplete="off"
                maxlength=MAX_CARD_NOTE.to_string()
                aria-label=msg::ADD_A_NOTE.get()
                placeholder=msg::ADD_A_NOTE.get()
                prop:value=line.words
                on:input:target=move |event| line.type_words(event.target().value())
            />
            <button type="submit" class="quiet">{msg::ADD.get()}</button>
        </form>
    }
    .into_any()
}
