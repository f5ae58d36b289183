//! What a player knows: the handouts of the characters they play, in their own tab, and the one that has just come.

use leptos::prelude::*;
use rules::base::id::HandoutId;
use rules::handout::{GivenAs, HandoutKind, KnownHandout};
use rules::messages::handout as msg;

use crate::handouts::cards::draw_card;
use crate::handouts::paper::Sheet;
use crate::handouts::reading::reading_dialog;
use crate::handouts::seen::{News, Seen, drop_unknown, mark_seen, news_of, read_seen, write_seen};
use crate::reactive::{derive, on_click, redraw, show_when};
use crate::state::table_state::Model;

/// Choice of the cards that are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Filter {
    All,
    Mine,
    New,
}

/// State of what the reader knows, on the page. Cheap to copy.
#[derive(Clone, Copy)]
pub(super) struct Known {
    pub(super) model: Model,
    pub(super) handouts: Memo<Vec<KnownHandout>>,
    seen: RwSignal<Seen>,
    /// The handout that is open over the page.
    pub(super) opened: RwSignal<Option<HandoutId>>,
    filter: RwSignal<Filter>,
}

impl Known {
    fn new(model: Model) -> Self {
        Self {
            model,
            handouts: model.known_handouts(),
            seen: RwSignal::new(read_seen(model)),
            opened: RwSignal::new(None),
            filter: RwSignal::new(Filter::All),
        }
    }

    /// Returns a known handout.
    pub(super) fn find(self, id: HandoutId) -> Option<KnownHandout> {
        let find = |all: &Vec<KnownHandout>| all.iter().find(|it| it.id == id).cloned();
        self.handouts.with(find)
    }

    /// Returns what is new of a handout.
    fn news(self, known: &KnownHandout) -> News {
        self.seen.with(|seen| news_of(seen, known))
    }

    /// Closes the open handout, which stays on the shelf, and opens the next one that has not been seen.
    pub(super) fn keep(self) {
        let open = self.opened.get_untracked();
        if let Some(known) = open.and_then(|id| untrack(|| self.find(id))) {
            self.seen.update(|seen| mark_seen(seen, &known));
            self.seen
                .with_untracked(|seen| write_seen(self.model, seen));
        }
        self.opened.set(None);
    }

    /// Opens the handout that has come and was not seen yet, if none is open.
    fn open_unseen(self) {
        let all = self.handouts.get();
        let unseen = all.iter().find(|known| self.news(known) == News::Unseen);
        let open = self.opened.get();
        let gone = open.is_some_and(|id| all.iter().all(|known| known.id != id));
        if let Some(known) = unseen.filter(|_| open.is_none() || gone) {
            self.opened.set(Some(known.id));
        } else if gone {
            self.opened.set(None);
        }
        let more = all.iter().find(|known| self.news(known) == News::More);
        if let Some(known) = more {
            self.model
                .announce(format!("{}. {}", known.name, more_words(known)));
        }
        self.seen.update_untracked(|seen| {
            let before = seen.len();
            drop_unknown(seen, &all);
            if seen.len() != before {
                write_seen(self.model, seen);
            }
        });
    }
}

/// What the reader knows, in the tab with their own combatants.
#[component]
pub fn WhatWeKnow() -> impl IntoView {
    let model = expect_context::<Model>();
    let told = move || !model.can_run_table() && model.private.get() > 0;
    show_when(told, move || draw_known(model))
}

/// Draws what the reader knows. Loaded later than the first part of the program.
#[inline(never)]
fn draw_known(model: Model) -> AnyView {
    let known = Known::new(model);
    Effect::new(move |_| known.open_unseen());
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

/// Renders the chips that choose among the cards.
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

/// Renders the cards of what is known, the newest first.
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

/// Returns what is said of a handout of which there is more than the reader has seen.
fn more_words(handout: &KnownHandout) -> &'static str {
    match handout.kind {
        HandoutKind::Name => msg::NEW_NOTES.get(),
        HandoutKind::Letter | HandoutKind::Picture | HandoutKind::Note => {
            msg::YOU_CAN_READ_MORE_OF_IT.get()
        }
    }
}

/// Returns to whom a handout was given, in words.
pub(super) fn given_words(handout: &KnownHandout) -> String {
    match (&handout.shown_by, handout.given) {
        (Some(by), _) => msg::shown_by(by),
        (None, GivenAs::Alone | GivenAs::Shown) => msg::TO_YOU_ALONE.get().to_owned(),
        (None, GivenAs::Some) => msg::TO_SOME_OF_YOU.get().to_owned(),
        (None, GivenAs::Everybody) => msg::TO_EVERYBODY.get().to_owned(),
    }
}
