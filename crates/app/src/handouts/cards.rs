//! Cards of a shelf: a small look at a handout, its name, and a line about it.

use leptos::prelude::*;
use rules::handout::HandoutKind;

use crate::handouts::markdown::BAR;
use crate::handouts::paper::{Sheet, draw_bar, draw_picture, kind_key};
use crate::state::table_state::Model;

/// Renders a handout in small, with a `line` of words below, as its card on the shelf shows it.
pub(super) fn draw_card(model: Model, sheet: &Sheet, line: String) -> AnyView {
    let look = match (&sheet.picture, sheet.kind) {
        (Some(picture), _) => draw_picture(model, picture),
        (None, HandoutKind::Name) => {
            view! { <span class="card-name">{sheet.name.clone()}</span> }.into_any()
        }
        (None, _) => view! { <span class="card-text">{beginning(&sheet.text)}</span> }.into_any(),
    };
    view! {
        <span class="card-look" data-kind=kind_key(sheet.kind) aria-hidden="true">{look}</span>
        <span class="card-title">{sheet.name.clone()}</span>
        <span class="card-line">{line}</span>
    }
    .into_any()
}

/// Characters of a text that a card shows.
const BEGINNING: usize = 180;

/// Renders the beginning of a handout's text, without its Markdown signs.
fn beginning(text: &str) -> Vec<AnyView> {
    let text = text.replace(['*', '#'], "");
    let mut text: String = text.chars().take(BEGINNING).collect();
    if text.chars().count() == BEGINNING {
        text.push('…');
    }
    let mut drawn: Vec<AnyView> = Vec::new();
    for (nth, words) in text.split(BAR).enumerate() {
        if nth > 0 {
            drawn.push(draw_bar(nth));
        }
        drawn.push(words.to_owned().into_any());
    }
    drawn
}
