//! The shelf of those who run the table: all handouts as cards, and the one that is open.

use leptos::prelude::*;
use rules::base::id::HandoutId;
use rules::handout::{Handout, HandoutKind};
use rules::messages::handout as msg;
use rules::messages::screen;

use crate::browser;
use crate::handouts::bringing::{listen_for_paste, take_brought};
use crate::handouts::cards::draw_card;
use crate::handouts::editor::editor;
use crate::handouts::giving::giving;
use crate::handouts::handing::{
    cancel_drag, drag_card, drop_card, hold_still, lifted_card, listen_for_escape, on_touch,
    press_card, was_click,
};
use crate::handouts::paper::Sheet;
use crate::handouts::shelf_state::{Filter, Opened, Shelf, reach};
use crate::handouts::uncovering::uncoverable_sheet;
use crate::reactive::{derive, memo, on_click, on_pointer, redraw, show_when};
use crate::state::table_state::Model;
use crate::table::layout::Stage;

/// Renders the storyteller's shelf of handouts. Loaded later than the first part of the program.
#[inline(never)]
pub fn handout_shelf(model: Model, stage: Stage) -> AnyView {
    let shelf = Shelf::new(model);
    Effect::new(move |_| shelf.open_awaited());
    if let Some(begun) = take_brought() {
        shelf.begun.set(begun.text);
        begin(shelf, begun.kind);
    }
    listen_for_paste(model, stage);
    listen_for_escape(shelf);
    // Opening the form that is already open keeps what was typed into it.
    let opened = memo(move || shelf.opened.get());
    view! {
        <link rel="stylesheet" href="/handout.css" />
        <div class="handouts" data-open=derive(move || opened.get().is_some().to_string())>
            <div class="handout-list">
                {shelf_head(shelf)}
                {filters(shelf)}
                {redraw(move || cards(shelf))}
                <p class="faint">{msg::DROP_OR_PASTE.get()}</p>
            </div>
            {redraw(move || opened.get().map(|opened| open_part(shelf, opened)))}
            {lifted_card(shelf)}
        </div>
    }
    .into_any()
}

/// Opens the form of a new handout of a kind.
fn begin(shelf: Shelf, kind: HandoutKind) {
    shelf.opened.set(Some(Opened::New(kind)));
    browser::focus_later("handout-name".to_owned());
}

/// Renders the search field of the shelf, and the buttons that make a handout.
fn shelf_head(shelf: Shelf) -> AnyView {
    let kinds = [
        (HandoutKind::Letter, msg::NEW_LETTER),
        (HandoutKind::Picture, msg::NEW_PICTURE),
        (HandoutKind::Note, msg::NEW_NOTE),
        (HandoutKind::Name, msg::NEW_NAME),
    ];
    let kinds = kinds.map(|(kind, words)| {
        view! {
            <button type="button" class="quiet small" on:click=on_click(move |_| begin(shelf, kind))>
                {words.get()}
            </button>
        }
    });
    view! {
        <div class="handout-head">
            <input
                type="text"
                id="find-handout"
                autocomplete="off"
                aria-label=msg::FIND_A_HANDOUT.get()
                placeholder=msg::FIND.get()
                prop:value=shelf.find
                on:input:target=move |event| shelf.find.set(event.target().value())
            />
            <div class="handout-new" role="group" aria-label=msg::NEW_HANDOUT.get()>{Vec::from(kinds)}</div>
        </div>
    }
    .into_any()
}

/// Renders the buttons that choose the handouts to show, by who knows them.
fn filters(shelf: Shelf) -> AnyView {
    let all = [
        (Filter::All, msg::ALL),
        (Filter::Everybody, msg::EVERYBODY_KNOWS),
        (Filter::Some, msg::SOME_KNOW),
        (Filter::Nobody, msg::NOT_GIVEN_YET),
    ];
    let chip = move |(filter, words): (Filter, rules::messages::Text)| {
        let count = memo(move || {
            let all = shelf.all();
            let shown = all.iter().filter(|(_, handout)| {
                filter == Filter::All || reach(shelf.model, handout) == filter
            });
            shown.count()
        });
        view! {
            <button
                type="button"
                class="chip"
                aria-pressed=derive(move || (shelf.filter.get() == filter).to_string())
                on:click=on_click(move |_| shelf.filter.set(filter))
            >
                {derive(move || format!("{} {}", words.get(), count.get()))}
            </button>
        }
    };
    let chips = Vec::from(all.map(chip));
    view! { <div class="chips" role="group" aria-label=msg::WHICH_HANDOUTS.get()>{chips}</div> }
        .into_any()
}

/// Renders the cards that are shown, or why there are none.
fn cards(shelf: Shelf) -> AnyView {
    let all = shelf.all();
    if all.is_empty() {
        return view! { <p class="empty">{msg::NO_HANDOUTS_YET.get()}</p> }.into_any();
    }
    let (find, filter) = (shelf.find.get().to_lowercase(), shelf.filter.get());
    let shown = all.into_iter().filter(|(_, handout)| {
        let text = handout.text.iter().map(|passage| passage.words.as_str());
        let text: String = text.collect();
        let found = handout.name.to_folded().contains(&find) || text.to_lowercase().contains(&find);
        found && (filter == Filter::All || reach(shelf.model, handout) == filter)
    });
    let cards: Vec<_> = shown
        .map(|(id, handout)| shelf_card(shelf, id, &handout))
        .collect();
    match cards.is_empty() {
        true => view! { <p class="empty">{msg::NOTHING_LIKE_THAT.get()}</p> }.into_any(),
        false => view! { <ul class="handout-cards">{cards}</ul> }.into_any(),
    }
}

/// Renders the card of a handout.
fn shelf_card(shelf: Shelf, id: HandoutId, handout: &Handout) -> AnyView {
    let model = shelf.model;
    let given = !handout.holders.is_empty();
    let line = card_line(model, handout);
    let label = format!("{}, {line}", handout.name);
    let card = draw_card(model, &Sheet::of_handout(handout), line);
    view! {
        <li>
            <button
                type="button"
                class="handout-card"
                data-given=given.to_string()
                data-lifted=derive(move || shelf.lifted.with(|card| card.is_some_and(|card| card.id == id)).to_string())
                aria-label=label
                aria-pressed=derive(move || {
                    let opened = shelf.opened.get();
                    (opened == Some(Opened::Card(id)) || opened == Some(Opened::Editor(id))).to_string()
                })
                on:pointerdown=on_pointer(move |event| press_card(shelf, id, &event))
                on:pointermove=on_pointer(move |event| drag_card(shelf, &event))
                on:pointerup=on_pointer(move |event| drop_card(shelf, &event))
                on:pointercancel=on_pointer(move |_| cancel_drag(shelf))
                on:touchmove=on_touch(shelf)
                on:contextmenu=on_click(move |event| hold_still(shelf, &event))
                on:click=on_click(move |_| if was_click() { shelf.opened.set(Some(Opened::Card(id))) })
            >
                {card}
            </button>
        </li>
    }
    .into_any()
}

/// Returns who has a handout and how much of it is covered, in a line.
fn card_line(model: Model, handout: &Handout) -> String {
    let names: Vec<String> = handout
        .holders
        .keys()
        .filter_map(|id| Some(model.current_row(*id)?.full_name()))
        .collect();
    let who = match (reach(model, handout), &names[..]) {
        (Filter::Nobody, _) | (_, []) => msg::NOT_GIVEN_YET_LINE.get().to_owned(),
        (Filter::Everybody, _) => msg::EVERYBODY.get().to_owned(),
        (_, [one]) => msg::alone(one),
        (_, all) => all.join(", "),
    };
    let count = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
    let covered = handout.cover_count();
    let covered = (covered > 0).then(|| msg::parts_covered(count(covered)));
    let notes = handout.notes.len();
    let notes = (notes > 0).then(|| msg::notes(count(notes)));
    let parts = [Some(who), covered, notes].into_iter().flatten();
    parts.collect::<Vec<_>>().join(" · ")
}

/// Renders the panel that is open beside the cards of the shelf.
fn open_part(shelf: Shelf, opened: Opened) -> AnyView {
    let body = match opened {
        Opened::Card(id) => open_card(shelf, id),
        Opened::Editor(id) => editor(shelf, Some(id), HandoutKind::Letter),
        Opened::New(kind) => editor(shelf, None, kind),
    };
    view! {
        <section class="card handout-open" aria-label=msg::OPEN_HANDOUT.get()>
            <button
                type="button"
                class="quiet icon handout-close"
                aria-label=screen::CLOSE.get()
                on:click=on_click(move |_| shelf.opened.set(None))
            >
                "×"
            </button>
            {body}
        </section>
    }
    .into_any()
}

/// Renders the open handout as its readers see it, and the choice of who gets it.
fn open_card(shelf: Shelf, id: HandoutId) -> AnyView {
    let handout = memo(move || shelf.handout(id));
    let name = move || handout.with(|it| it.as_ref().map(|it| it.name.to_string()));
    let notes = move || {
        let notes = handout.with(|it| it.as_ref().map_or(Vec::new(), |it| it.notes.clone()));
        (!notes.is_empty()).then(|| crate::handouts::reading::draw_notes(&notes))
    };
    view! {
        <h3>{derive(name)}</h3>
        {redraw(move || handout.with(|it| it.as_ref().map(|it| uncoverable_sheet(shelf, id, it))))}
        {redraw(notes)}
        <div class="actions">
            <button
                type="button"
                class="quiet small"
                on:click=on_click(move |_| shelf.opened.set(Some(Opened::Editor(id))))
            >
                {msg::CHANGE_OR_COVER.get()}
            </button>
        </div>
        {show_when(move || handout.with(Option::is_some), move || giving(shelf, id, handout))}
    }
    .into_any()
}
