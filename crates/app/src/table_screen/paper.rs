//! The handout on the screen: over everything until it is taken away, or in the layout for pictures beside the newest
//! roll.

use leptos::prelude::*;
use rules::encounter::View;
use rules::handout::{HandoutKind, KnownHandout, KnownPassage};
use rules::messages::table_screen as msg;
use rules::table_screen::ScreenLayout;

use super::pages::{PAPER, Pages};
use super::showing::{Showing, follow};
use crate::handouts::paper::{Sheet, draw_bar, draw_sheet};
use crate::reactive::redraw;
use crate::state::table_state::Model;

/// Returns the handout that the table screen shows, if any.
fn handout(view: &View) -> Option<KnownHandout> {
    view.screen.as_ref()?.handout.clone()
}

/// Returns the number of characters of a handout.
fn count_characters(handout: &KnownHandout) -> usize {
    let length = handout.text.iter().map(|passage| match passage {
        KnownPassage::Words(words) => words.chars().count(),
        KnownPassage::Covered => 12,
    });
    length.sum()
}

/// Returns how long a text is, for the size of its letters at first.
const fn length_key(characters: usize) -> &'static str {
    match characters {
        0..=160 => "few",
        161..=480 => "some",
        481..=1_100 => "many",
        _ => "most",
    }
}

/// Renders a handout as large as the table screen allows.
fn draw_handout(model: Model, handout: &KnownHandout) -> AnyView {
    let named = matches!(handout.kind, HandoutKind::Picture);
    let characters = count_characters(handout);
    let length = length_key(characters);
    let pages = Pages::watch(characters);
    view! {
        <div
            id=PAPER
            class="tv-paper"
            data-begins=length
            data-length=length
            data-picture=handout.picture.is_some().to_string()
        >
            {draw_sheet(model, &Sheet::of_known(handout), &draw_bar)}
            {pages.draw()}
            {named.then(|| view! { <p class="tv-paper-name">{handout.name.clone()}</p> })}
        </div>
    }
    .into_any()
}

/// Renders the handout over everything else on the table screen, except in the layout that has room
/// for it.
pub(super) fn over_everything(model: Model, showing: Memo<Showing>) -> AnyView {
    let there = follow(model, handout);
    redraw(move || {
        let beside = showing.get() == Showing::Fight(ScreenLayout::Picture);
        let handout = there.get().filter(|_| !beside);
        handout.map(|handout| {
            view! {
                <section class="tv-over" aria-label=msg::a_handout_named(&handout.name)>
                    {draw_handout(model, &handout)}
                </section>
            }
        })
    })
}

/// Renders the handout in the table screen's layout for pictures.
pub(super) fn picture_part(model: Model) -> AnyView {
    let there = follow(model, handout);
    redraw(move || there.get().map(|handout| draw_handout(model, &handout)))
}
