//! Whispers typed into the log: the people they can be for, and who else reads them. Loaded later than the first part of
//! the program.

use leptos::prelude::*;
use rules::base::id::SeatId;
use rules::base::seat::Role;
use rules::encounter::view::SeatView;
use rules::encounter::{Command, WhisperSetting};
use rules::messages::{Text, screen as msg};

use crate::reactive::redraw;
use crate::state::table_state::Model;

/// Returns the people to whom the reader can whisper, in their order at the table.
pub(crate) fn listeners(model: Model) -> Vec<SeatView> {
    let (you, runs) = (model.you.get(), model.can_run_table());
    let is_off = model.with_view(|view| view.whispers == WhisperSetting::Off);
    let hears = |seat: &&SeatView| {
        let to_player = seat.role == Role::Player && (runs || !is_off);
        seat.id != you && (seat.role.can_run_table() || to_player)
    };
    model
        .seats
        .with(|seats| seats.iter().filter(hears).cloned().collect())
}

/// Renders the people to whom a typed line can go instead of everybody.
#[inline(never)]
pub(super) fn listener_options(model: Model) -> AnyView {
    redraw(move || {
        let people = listeners(model).into_iter();
        let people = people.map(|seat| {
            view! { <option value=seat.id.0.to_string()>{seat.name}</option> }
        });
        people.collect_view()
    })
}

/// Returns the sentence that says who else reads a whisper to the person in this seat.
pub(crate) fn readers_words(model: Model, to: Option<SeatId>) -> Text {
    let people = listeners(model);
    let person = people.iter().find(|person| Some(person.id) == to);
    let runs = model.can_run_table() || person.is_some_and(|person| person.role.can_run_table());
    let setting = model.with_view(|view| view.whispers);
    match (runs, setting) {
        (true, _) => msg::WHOEVER_RUNS_THE_TABLE_READS_THIS,
        (false, WhisperSetting::ReadAlong) => msg::THE_STORYTELLER_READS_ALONG,
        (false, _) => msg::NOBODY_ELSE_READS_THIS,
    }
}

/// Renders who else reads a whisper to the person with this seat number.
#[inline(never)]
pub(super) fn readers_note(model: Model, to: RwSignal<String>) -> AnyView {
    redraw(move || {
        let words = readers_words(model, to.get().parse().ok().map(SeatId));
        view! { <p class="faint" id="say-readers">{words.get()}</p> }
    })
}

/// Returns the command that says a typed line to everybody, or whispers it to the person with this seat number.
#[inline(never)]
pub(super) fn line_command(to: &str, say: Command) -> Command {
    match (to.parse(), say) {
        (Ok(seat), Command::Say { line, .. }) => Command::Whisper {
            to: [SeatId(seat)].into_iter().collect(),
            words: line,
        },
        (_, say) => say,
    }
}
