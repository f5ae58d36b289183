//! The line that makes a clock.

use leptos::prelude::*;
use rules::clock::{ClockLineError, parse_clock};
use rules::encounter::Command;
use rules::encounter::command::ClockEdit;
use rules::encounter::view::ClockView;
use rules::messages::clocks as msg;

use super::Spot;
use crate::reactive::{derive, memo, redraw};
use crate::state::table_state::Model;
use crate::state::typed_line::TypedLine;

/// Returns what is wrong in a typed line that describes a clock; `None` if it makes one.
fn find_error(model: Model, text: &str) -> Option<ClockLineError> {
    let custom = model.with_view(|view| {
        let sheets = view.rows.values().filter_map(|row| row.sheet.as_ref());
        let names = sheets.flat_map(|sheet| sheet.custom.keys().cloned());
        names.collect::<Vec<String>>()
    });
    parse_clock(text, model.rules(), &custom).err()
}

/// Renders the input line that makes a clock, with what is wrong in it.
pub(super) fn make_line(model: Model, clocks: Memo<Vec<ClockView>>, spot: Spot) -> AnyView {
    let typed = TypedLine::new(model);
    let text = typed.words;
    let tried = RwSignal::new(false);
    let wrong = memo(move || {
        let text = text.get();
        let error = (!text.trim().is_empty()).then(|| find_error(model, &text));
        error.flatten().map(|error| (text, error))
    });
    let add = move || {
        tried.set(wrong.with_untracked(Option::is_some));
        if !tried.get_untracked() {
            typed.send(|line| Command::EditClock(ClockEdit::Make { line }));
        }
    };
    let id = match spot {
        Spot::Stage => "new-clock",
        Spot::Tab => "new-clock-tab",
    };
    let shown = move || {
        let long = tried.get() || text.with(|text| text.chars().count() > 6);
        wrong
            .get()
            .filter(|_| long)
            .map(|(text, error)| wrong_part(&text, &error))
    };
    view! {
        <form
            class="new-clock"
            on:submit=move |event| {
                event.prevent_default();
                add();
            }
        >
            <p class="faint" hidden=derive(move || clocks.with(|clocks| !clocks.is_empty()))>
                {msg::NO_CLOCK_YET.get()}
            </p>
            <div class="say-line">
                <input
                    id=id
                    class="grow"
                    type="text"
                    autocomplete="off"
                    spellcheck="false"
                    maxlength="240"
                    aria-label=msg::NEW_CLOCK.get()
                    aria-describedby=format!("{id}-wrong")
                    aria-invalid=derive(move || wrong.with(Option::is_some).to_string())
                    placeholder=msg::NEW_CLOCK_EXAMPLE.get()
                    prop:value=text
                    on:input:target=move |event| typed.type_words(event.target().value())
                />
                <button type="submit" class="quiet">{msg::ADD.get()}</button>
            </div>
            <div id=format!("{id}-wrong") role="status">{redraw(shown)}</div>
        </form>
    }
    .into_any()
}

/// Renders a typed line with the part that is not understood underlined, and why.
fn wrong_part(text: &str, error: &ClockLineError) -> AnyView {
    let at = |at: u32| usize::try_from(at).unwrap_or(usize::MAX).min(text.len());
    let (from, to) = (at(error.part.0), at(error.part.1));
    let part = |range: std::ops::Range<usize>| text.get(range).unwrap_or_default().to_owned();
    view! {
        <p class="clock-wrong">
            <span class="clock-line">
                {part(0..from)}
                <u>{part(from..to)}</u>
                {part(to..text.len())}
            </span>
            <span class="faint">{error.why.to_string()}</span>
        </p>
    }
    .into_any()
}
