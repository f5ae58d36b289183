//! Handouts that a player knows: those of the characters they play, in their own tab, and the one that has just come.

use leptos::prelude::*;
use rules::base::id::HandoutId;
use rules::handout::{GivenAs, KnownHandout};
use rules::messages::handout as msg;

use crate::handouts::cards::draw_card;
use crate::handouts::known_state::{Filter, Known, given_words, more_words};
use crate::handouts::paper::Sheet;
use crate::handouts::reading::reading_dialog;
use crate::handouts::seen::News;
use crate::reactive::{derive, on_click, redraw, show_when};
use crate::state::table_state::Model;
use crate::table::layout::Stage;

/// Shelf of the handouts that the reader knows, in the tab with their own combatants.
#[component]
pub fn WhatWeKnow() -> impl IntoView {
    let model = expect_context::<Model>();
    let stage = expect_context::<Stage>();
    let told = move || !model.can_run_table() && model.private.get() > 0;
    show_when(told, move || draw_known(model, stage))
}

/// Draws the shelf of the handouts that the reader knows. Loaded later than the first part of the
/// program.
#[inline(never)]
fn draw_known(model: Model, stage: Stage) -> AnyView {
    let known = Known::new(model);
    Effect::new(move |_| stage.news.set(known.has_news()));
    Effect::new(move |before: Option<Vec<HandoutId>>| {
        known.open_unseen(&before.unwrap_or_default())
    });
    let some = move || known.handouts.with(|all| !all.is_empty());
    view! {
        <link rel="stylesheet" href="/handout.css" />
        {show_when(some, move || view! {
            <section class="known" aria-labelledby="what-we-know">
                <div class="part-head"><h2 id="what-we-know">{msg::WHAT_WE_KNOW.get()}</h2></div>
                {filters(known)}
                {redraw(move || cards(known))}
            </section>
        })}
        {reading_dialog(known)}
    }
    .into_any()
}

/// Whether a handout passes a filter.
fn passes(known: Known, filter: Filter, handout: &KnownHandout) -> bool {
    match filter {
        Filter::All => true,
        Filter::Mine => handout.given == GivenAs::Alone,
        Filter::New => known.news(handout) != News::Nothing,
    }
}

/// Renders the buttons that choose which cards of handouts are shown.
fn filters(known: Known) -> AnyView {
    let all = [
        (Filter::All, msg::ALL),
        (Filter::Mine, msg::ONLY_MINE),
        (Filter::New, msg::NEW),
    ];
    let chip = move |(filter, words): (Filter, rules::messages::Text)| {
        let count = move || {
            let all = known.handouts.get();
            all.iter().filter(|it| passes(known, filter, it)).count()
        };
        view! {
            <button
                type="button"
                class="chip"
                aria-pressed=derive(move || (known.filter.get() == filter).to_string())
                on:click=on_click(move |_| known.filter.set(filter))
            >
                {derive(move || format!("{} {}", words.get(), count()))}
            </button>
        }
    };
    let chips = Vec::from(all.map(chip));
    view! { <div class="chips" role="group" aria-label=msg::WHICH_HANDOUTS.get()>{chips}</div> }
        .into_any()
}

/// Renders the cards of the handouts that the reader knows, the newest first.
fn cards(known: Known) -> AnyView {
    let filter = known.filter.get();
    let all = known.handouts.get();
    let shown = all.iter().rev().filter(|it| passes(known, filter, it));
    let cards: Vec<_> = shown.map(|handout| known_card(known, handout)).collect();
    match cards.is_empty() {
        true => view! { <p class="empty">{msg::NOTHING_LIKE_THAT.get()}</p> }.into_any(),
        false => view! { <ul class="handout-cards">{cards}</ul> }.into_any(),
    }
}

/// Renders the card of a handout that the reader knows.
fn known_card(known: Known, handout: &KnownHandout) -> AnyView {
    let id = handout.id;
    let news = match known.news(handout) {
        News::Nothing => None,
        News::More => Some(more_words(handout)),
        News::Unseen => Some(msg::NEW.get()),
    };
    let covered = handout.has_covered_parts();
    let covered = covered.then(|| msg::PART_OF_IT_COVERED.get().to_owned());
    let count = i64::try_from(handout.notes.len()).unwrap_or(i64::MAX);
    let notes = (count > 0).then(|| msg::notes(count));
    let parts = [Some(given_words(handout)), covered, notes].into_iter();
    let line = parts.flatten().collect::<Vec<_>>().join(" · ");
    let sheet = Sheet::of_known(handout);
    let label = match news {
        Some(news) => format!("{}, {line}, {news}", handout.name),
        None => format!("{}, {line}", handout.name),
    };
    view! {
        <li>
            <button
                type="button"
                class="handout-card"
                data-given="true"
                data-news=news.is_some().to_string()
                aria-label=label
                on:click=on_click(move |_| known.opened.set(Some(id)))
            >
                {draw_card(known.model, &sheet, line)}
                {news.map(|news| view! { <span class="card-news">{news}</span> })}
            </button>
        </li>
    }
    .into_any()
}
