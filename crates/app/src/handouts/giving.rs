//! Giving of a handout: the characters that get it or have it, and what their players may do with it.

use leptos::prelude::*;
use rules::base::id::{CombatantId, HandoutId};
use rules::encounter::Command;
use rules::encounter::command::{HandoutEdit, HandoutInput};
use rules::handout::Handout;
use rules::messages::handout as msg;

use crate::handouts::form::input_of;
use crate::handouts::shelf_state::{Shelf, player_characters};
use crate::reactive::{derive, on_click, redraw};
use crate::words;

/// Renders the choice of the characters that get a handout or lose it, its switches, and its removal.
pub(super) fn giving(shelf: Shelf, id: HandoutId, handout: Memo<Option<Handout>>) -> AnyView {
    let model = shelf.model;
    let chosen = RwSignal::new(Vec::<CombatantId>::new());
    let quiet = RwSignal::new(false);
    let holds = move |who: CombatantId| {
        handout.with(|it| it.as_ref().is_some_and(|it| it.holders.contains_key(&who)))
    };
    let remove = move || {
        model.send(Command::EditHandout(HandoutEdit::Remove { id }));
        shelf.opened.set(None);
    };
    view! {
        <div class="giving" role="group" aria-labelledby="who-gets-it">
            <h4 id="who-gets-it">{msg::WHO_GETS_IT.get()}</h4>
            {redraw(move || character_chips(shelf, chosen, holds))}
            {switch(shelf, id, handout, (msg::THEY_MAY_SHOW_IT, |input| &mut input.may_show))}
            {switch(shelf, id, handout, (msg::OTHERS_SEE_SOMETHING, |input| &mut input.announced))}
            {screen_switch(shelf, id, handout)}
            {redraw(move || give_buttons(shelf, id, (chosen, holds), quiet))}
            <button type="button" class="quiet small harm" on:click=on_click(move |_| remove())>
                {msg::REMOVE_THE_HANDOUT.get()}
            </button>
        </div>
    }
    .into_any()
}

/// Renders a chip for each character of a player, and for others who have the handout.
fn character_chips(
    shelf: Shelf,
    chosen: RwSignal<Vec<CombatantId>>,
    holds: impl Fn(CombatantId) -> bool + Copy + Send + Sync + 'static,
) -> AnyView {
    let model = shelf.model;
    let all = player_characters(model);
    if all.is_empty() {
        return view! { <p class="faint">{msg::NOBODY_PLAYS_A_CHARACTER.get()}</p> }.into_any();
    }
    let chips = all.into_iter().filter_map(|(who, name)| {
        let row = model.current_row(who)?;
        let letters = words::token_letters(&row.name, row.label.as_deref());
        let toggle = move || {
            chosen.update(|chosen| match chosen.contains(&who) {
                true => chosen.retain(|other| *other != who),
                false => chosen.push(who),
            });
        };
        Some(view! {
            <button
                type="button"
                class="chip recipient"
                aria-pressed=derive(move || chosen.with(|chosen| chosen.contains(&who)).to_string())
                on:click=on_click(move |_| toggle())
            >
                <span class="target-token" data-side="character" aria-hidden="true">{letters}</span>
                {name}
                {redraw(move || holds(who).then(|| view! { <span class="has-it">{msg::HAS_IT.get()}</span> }))}
            </button>
        })
    });
    let chips: Vec<_> = chips.collect();
    view! { <div class="chips">{chips}</div> }.into_any()
}

/// Renders the buttons that give a handout to the chosen characters and take it back from them.
fn give_buttons(
    shelf: Shelf,
    id: HandoutId,
    (chosen, holds): (
        RwSignal<Vec<CombatantId>>,
        impl Fn(CombatantId) -> bool + Copy + Send + Sync + 'static,
    ),
    quiet: RwSignal<bool>,
) -> AnyView {
    let model = shelf.model;
    let names = |whom: &[CombatantId]| {
        let names = whom.iter().filter_map(|who| model.current_row(*who));
        let names: Vec<String> = names.map(|row| row.full_name()).collect();
        rules::character::vocabulary::join_list(&names)
    };
    let (have, lack): (Vec<_>, Vec<_>) = chosen.get().into_iter().partition(|who| holds(*who));
    let send = move |edit: HandoutEdit| {
        model.send(Command::EditHandout(edit));
        chosen.set(Vec::new());
    };
    let give = (!lack.is_empty()).then(|| {
        let to = lack.iter().copied().collect();
        let edit = HandoutEdit::Give { id, to };
        view! {
            <button type="button" class="brass" id="hand-it" on:click=on_click(move |_| send(edit.clone()))>
                {msg::hand_it_to(&names(&lack))}
            </button>
        }
    });
    let recall = (!have.is_empty()).then(|| {
        let from = have.iter().copied().collect();
        let from = StoredValue::new(from);
        let take = move || {
            let (from, quiet) = (from.get_value(), quiet.get_untracked());
            send(HandoutEdit::Recall { id, from, quiet });
        };
        view! {
            <button type="button" class="quiet" on:click=on_click(move |_| take())>
                {msg::take_it_back_from(&names(&have))}
            </button>
            <label class="check">
                <input
                    type="checkbox"
                    prop:checked=quiet
                    on:change:target=move |event| quiet.set(event.target().checked())
                />
                {msg::WITHOUT_TELLING_THEM.get()}
            </label>
        }
    });
    view! { <div class="give-buttons">{give}{recall}</div> }.into_any()
}

/// Renders the switch that puts a handout on the table screen.
fn screen_switch(shelf: Shelf, id: HandoutId, handout: Memo<Option<Handout>>) -> AnyView {
    let on = move || handout.with(|it| it.as_ref().is_some_and(|it| it.on_screen.is_some()));
    let set = move |on: bool| {
        let edit = HandoutEdit::Screen { id, on };
        shelf.model.send(Command::EditHandout(edit));
    };
    view! {
        <label class="check">
            <input
                type="checkbox"
                id="on-the-table-screen"
                prop:checked=derive(on)
                on:change:target=move |event| set(event.target().checked())
            />
            {msg::ALSO_ON_THE_TABLE_SCREEN.get()}
        </label>
    }
    .into_any()
}

/// Renders a switch of a handout, which is sent at once.
fn switch(
    shelf: Shelf,
    id: HandoutId,
    handout: Memo<Option<Handout>>,
    (label, field): (rules::messages::Text, fn(&mut HandoutInput) -> &mut bool),
) -> AnyView {
    let input = move || handout.with(|it| it.as_ref().map(input_of));
    let on = move || input().is_some_and(|mut input| *field(&mut input));
    let set = move |on: bool| {
        if let Some(mut to) = handout.with_untracked(|it| it.as_ref().map(input_of)) {
            *field(&mut to) = on;
            let (id, to) = (Some(id), Box::new(to));
            shelf
                .model
                .send(Command::EditHandout(HandoutEdit::Put { id, to }));
        }
    };
    view! {
        <label class="check">
            <input
                type="checkbox"
                prop:checked=derive(on)
                on:change:target=move |event| set(event.target().checked())
            />
            {label.get()}
        </label>
    }
    .into_any()
}
