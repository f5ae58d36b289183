//! The front page of the site.

use leptos::prelude::*;
use rules::messages::doors as msg;
use rules::ruleset::SystemId;

use crate::landing::trouble_words;
use crate::landing::yours::YourTables;
use crate::page::{Home, Trouble};

/// Shows the front page with the tables of this browser, and forms to create a table, join one, or try a demo.
#[component]
pub fn HomePage(
    /// The content of the page.
    home: Home,
) -> impl IntoView {
    let Home {
        tables,
        trouble,
        typed,
    } = home;
    let code_trouble =
        trouble.filter(|trouble| matches!(trouble, Trouble::Code | Trouble::TooFast));
    let table_trouble = trouble.filter(|_| code_trouble.is_none());
    view! {
        <main class="door">
            <header class="door-head">
                <p class="mark" aria-hidden="true"><i></i><i></i><i></i><i></i></p>
                <h1>{msg::COTERIE.get()}</h1>
                <p class="lead">
                    {msg::INITIATIVE_HEALTH_BOXES_AND_DICE.get()}
                </p>
            </header>
            <YourTables tables />
            <div class="door-cards">
                <form class="card" method="post" action="/code">
                    <h2>{msg::JOIN_A_TABLE.get()}</h2>
                    <label for="code">{msg::CODE_FROM_YOUR_STORYTELLER.get()}</label>
                    <input
                        id="code"
                        name="code"
                        type="text"
                        required
                        maxlength="60"
                        autocomplete="off"
                        autocapitalize="off"
                        spellcheck="false"
                        placeholder=msg::BRASS_OWL_LANTERN_PIER.get()
                        value=typed.code
                    />
                    {code_trouble.map(|trouble| view! { <p class="trouble" role="alert">{trouble_words(trouble)}</p> })}
                    <button type="submit" class="brass">{msg::JOIN.get()}</button>
                </form>
                {new_table(typed.table, typed.name, typed.system, table_trouble)}
                {demonstrations()}
            </div>
        </main>
    }
}

/// Renders the form that creates a table, with the text typed into it before.
fn new_table(table: String, name: String, system: String, trouble: Option<Trouble>) -> AnyView {
    view! {
        <form class="card" method="post" action="/tables">
            <h2>{msg::CREATE_A_TABLE.get()}</h2>
            <label for="table">{msg::WHAT_IS_THE_SCENE_CALLED.get()}</label>
            <input
                id="table"
                name="table"
                type="text"
                required
                maxlength="60"
                autocomplete="off"
                placeholder=msg::THE_WHARF_MIDNIGHT.get()
                value=table
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
                value=name
            />
            <Systems chosen=system />
            {trouble.map(|trouble| view! { <p class="trouble" role="alert">{trouble_words(trouble)}</p> })}
            <button type="submit" class="brass">{msg::CREATE_TABLE.get()}</button>
            <p class="faint">{msg::NO_ACCOUNT_YOUR_SEAT_IS.get()}</p>
            <p class="faint">
                {msg::OR_BRING.get()}
                <a href="/import">{msg::A_TABLE_FROM_A_FILE.get()}</a>
                "."
            </p>
        </form>
    }
    .into_any()
}

/// Renders the buttons that start a demo table.
fn demonstrations() -> AnyView {
    view! {
        <div class="card">
            <h2>{msg::TRY_IT.get()}</h2>
            <p>{msg::A_FIGHT_IN_ITS_THIRD.get()}</p>
            <a class="button quiet" href="/demo">{msg::OPEN_THE_DEMONSTRATION.get()}</a>
            <p class="faint">{msg::OR_WITH_OTHER_RULES.get()}</p>
            <ul class="demos">
                {SystemId::ALL.iter().skip(1).map(|system| view! {
                    <li><a href=format!("/demo/{}", system.key())>{system.client_rules().facts().title.get()}</a></li>
                }).collect_view()}
            </ul>
            <p class="faint">{msg::WHAT_THE_TABLE_PLAYS.get()} <a href="/rules">{msg::THE_RULES.get()}</a></p>
        </div>
    }
    .into_any()
}

/// The choice of a rule system; the first is the default.
#[component]
fn Systems(
    /// The key of the one that was chosen before.
    chosen: String,
) -> impl IntoView {
    let chosen = SystemId::from_key(&chosen).unwrap_or(SystemId::FIRST);
    let one = |system: &SystemId| {
        let rules = system.client_rules();
        view! {
            <label class="system">
                <input type="radio" name="system" value=system.key() checked=chosen == *system />
                <span class="system-title">{rules.facts().title.get()}</span>
                <span class="faint">{rules.facts().description.get()}</span>
            </label>
        }
    };
    view! {
        <fieldset class="systems">
            <legend>{msg::WHICH_RULES.get()}</legend>
            {SystemId::ALL.iter().map(one).collect_view()}
        </fieldset>
    }
}
