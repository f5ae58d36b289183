//! The two steps in which a table is started: its name and the storyteller's, then the rules.

use leptos::prelude::*;
use rules::messages::front as msg;

use crate::landing::brand::brand;
use crate::landing::front::games::game_buttons;
use crate::landing::trouble_words;
use crate::page::{Start, StartStep, Trouble, Typed};

/// The page of one of the two steps by which a table is started.
#[component]
pub fn StartPage(
    /// The content of the page.
    start: Start,
) -> impl IntoView {
    let Start {
        step,
        typed,
        trouble,
    } = start;
    let body = match step {
        StartStep::Names => draw_names_step(&typed, trouble),
        StartStep::Rules => draw_rules_step(typed, trouble),
    };
    view! {
        <div class="front start-page" data-step=step.number().to_string()>
            <header class="front-top">{brand()}</header>
            <main>{body}</main>
        </div>
    }
}

/// Renders the first step of starting a table, with the form for the names.
fn draw_names_step(typed: &Typed, trouble: Option<Trouble>) -> AnyView {
    view! {
        <p class="start-step">{msg::STEP_1_OF_2.get()}</p>
        <h1>{msg::START_YOUR_OWN_TABLE.get()}</h1>
        <div class="card start-card">{scene_form(typed, trouble)}</div>
        <p class="faint">
            {msg::OR_BRING.get()}
            <a href="/import">{msg::A_TABLE_FROM_A_FILE.get()}</a>
            "."
        </p>
    }
    .into_any()
}

/// Renders the second step of starting a table, with a card for each rule system.
fn draw_rules_step(typed: Typed, trouble: Option<Trouble>) -> AnyView {
    let trouble = trouble
        .map(|trouble| view! { <p class="trouble" role="alert">{trouble_words(trouble)}</p> });
    view! {
        <p class="start-step">{msg::STEP_2_OF_2.get()}</p>
        <h1>{msg::WHICH_RULES.get()}</h1>
        <p class="lead">{msg::pick_the_rules_for(&typed.table)}</p>
        {trouble}
        <form method="post" action="/tables">
            <input type="hidden" name="table" value=typed.table />
            <input type="hidden" name="name" value=typed.name />
            {game_buttons()}
        </form>
        <p class="faint">{msg::NO_ACCOUNT_YOUR_SEAT_IS.get()}</p>
    }
    .into_any()
}

/// Renders the form for the scene's name and the storyteller's.
pub(super) fn scene_form(typed: &Typed, trouble: Option<Trouble>) -> AnyView {
    let trouble = trouble
        .map(|trouble| view! { <p class="trouble" role="alert">{trouble_words(trouble)}</p> });
    view! {
        <form class="scene-form" method="post" action="/start">
            <label for="table">{msg::WHAT_IS_THE_SCENE_CALLED.get()}</label>
            <input
                id="table"
                name="table"
                type="text"
                required
                maxlength="60"
                autocomplete="off"
                placeholder=msg::THE_WHARF_MIDNIGHT.get()
                value=typed.table.clone()
            />
            <label for="name">{msg::YOUR_NAME.get()}</label>
            <input
                id="name"
                name="name"
                type="text"
                required
                maxlength="60"
                autocomplete="name"
                placeholder=msg::YOU_ARE_THE_STORYTELLER.get()
                value=typed.name.clone()
            />
            {trouble}
            <button type="submit" class="brass">{msg::NEXT_PICK_THE_RULES.get()}</button>
        </form>
    }
    .into_any()
}
