//! The answer to a handout: a whisper to whoever it came from, and what is whispered to its reader meanwhile.

use leptos::prelude::*;
use rules::base::id::SeatId;
use rules::base::seat::Role;
use rules::encounter::Command;
use rules::encounter::limits::MAX_QUICK_ADD_LINE;
use rules::encounter::view::{LogLineView, SeatView};
use rules::handout::KnownHandout;
use rules::messages::handout as msg;

use crate::log::whisper::{listeners, readers_words};
use crate::reactive::{derive, redraw};
use crate::state::table_state::Model;
use crate::state::typed_line::TypedLine;
use crate::words;

/// Id of the field for the words.
pub(super) const FIELD: &str = "whisper-back";

/// Returns the person to whom an answer about a handout goes. That is the player who showed it, if
/// players whisper to each other; otherwise the storyteller.
pub(super) fn find_giver(model: Model, handout: &KnownHandout) -> Option<SeatView> {
    let people = listeners(model);
    let showed = handout.shown_by.as_ref();
    let showed = showed.and_then(|name| people.iter().find(|seat| seat.name == **name));
    let tells = || people.iter().find(|seat| seat.role == Role::Storyteller);
    let runs = || people.iter().find(|seat| seat.role.can_run_table());
    showed.or_else(tells).or_else(runs).cloned()
}

/// Renders the field for an answer to the person who gave a handout.
pub(super) fn whisper_back(model: Model, giver: &SeatView) -> AnyView {
    let line = TypedLine::new(model);
    let (id, name) = (giver.id, giver.name.clone());
    let send = move || {
        let to = [id].into_iter().collect();
        line.send(|words| Command::Whisper { to, words });
    };
    view! {
        <form
            class="whisper-back"
            method="dialog"
            on:submit=move |event| {
                event.prevent_default();
                send();
            }
        >
            <label class="faint" for=FIELD>{msg::whisper_to(&name)}</label>
            <div class="note-form">
                <input
                    type="text"
                    id=FIELD
                    autocomplete="off"
                    enterkeyhint="send"
                    maxlength=MAX_QUICK_ADD_LINE.to_string()
                    prop:value=line.words
                    on:input:target=move |event| line.type_words(event.target().value())
                />
                <button type="submit" class="quiet">{msg::SEND.get()}</button>
            </div>
            <p class="faint" role="status">
                {derive(move || match line.accepted.get() {
                    true => msg::whispered_to(&name),
                    false => readers(model, id),
                })}
            </p>
        </form>
    }
    .into_any()
}

/// Returns the words for who else reads a whisper to a person.
fn readers(model: Model, to: SeatId) -> String {
    let words = readers_words(model, Some(to));
    words.get().to_owned()
}

/// Renders the private messages that came to the reader while the handout is open.
pub(super) fn whispers_meanwhile(model: Model) -> AnyView {
    let newest = |lines: &[LogLineView]| lines.last().map_or(0, |line| line.no);
    let before = newest(&untrack(|| model.private_lines()));
    redraw(move || {
        let you = model.you.get_untracked();
        let lines = model.private_lines().into_iter();
        let lines = lines.filter(|line| line.no > before);
        let said = lines.filter_map(|line| {
            model
                .seats
                .with_untracked(|seats| words::whisper_announcement(seats, &line, you))
        });
        let said: Vec<String> = said.collect();
        let newest = said.into_iter().next_back();
        newest.map(|said| view! { <p class="heard">{said}</p> })
    })
}
