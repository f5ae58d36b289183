//! The front door.

use leptos::prelude::*;
use rules::system::SystemId;

use super::words;
use super::yours::YourTables;
use crate::page::{Home, Trouble};

/// The tables of this browser; make one, join one, or look at a demonstration.
#[component]
pub fn HomePage(
    /// What the page says.
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
                <h1>"Coterie"</h1>
                <p class="lead">
                    "Initiative, health boxes and dice, in step on every phone and laptop at the table."
                </p>
            </header>
            <YourTables tables />
            <div class="door-cards">
                <form class="card" method="post" action="/code">
                    <h2>"Join a table"</h2>
                    <label for="code">"Code from your storyteller"</label>
                    <input
                        id="code"
                        name="code"
                        type="text"
                        required
                        maxlength="60"
                        autocomplete="off"
                        autocapitalize="off"
                        spellcheck="false"
                        placeholder="brass-owl-lantern-pier"
                        value=typed.code
                    />
                    {code_trouble.map(|trouble| view! { <p class="trouble" role="alert">{words(trouble)}</p> })}
                    <button type="submit" class="brass">"Join"</button>
                </form>
                <form class="card" method="post" action="/tables">
                    <h2>"Create a table"</h2>
                    <label for="table">"What is the scene called?"</label>
                    <input
                        id="table"
                        name="table"
                        type="text"
                        required
                        maxlength="60"
                        autocomplete="off"
                        placeholder="The Wharf, midnight"
                        value=typed.table
                    />
                    <label for="name">"Your name"</label>
                    <input
                        id="name"
                        name="name"
                        type="text"
                        required
                        maxlength="60"
                        autocomplete="name"
                        placeholder="you are the storyteller"
                        value=typed.name
                    />
                    <Systems chosen=typed.system />
                    {table_trouble.map(|trouble| view! { <p class="trouble" role="alert">{words(trouble)}</p> })}
                    <button type="submit" class="brass">"Create table"</button>
                    <p class="faint">"No account. Your seat is kept in this browser; come back with the same one."</p>
                    <p class="faint">"Or bring " <a href="/import">"a table from a file"</a> "."</p>
                </form>
                <div class="card">
                    <h2>"Try it"</h2>
                    <p>"A fight in its third round. Drag, mark, roll; it is deleted tomorrow."</p>
                    <a class="button quiet" href="/demo">"Open the demonstration"</a>
                    <p class="faint">"Or with other rules:"</p>
                    <ul class="demos">
                        {SystemId::ALL.iter().skip(1).map(|system| view! {
                            <li><a href=format!("/demo/{}", system.key())>{system.look().title()}</a></li>
                        }).collect_view()}
                    </ul>
                    <p class="faint">"What the table plays: " <a href="/rules">"the rules"</a></p>
                </div>
            </div>
        </main>
    }
}

/// The rule systems, one of which is chosen; the first unless somebody says otherwise.
#[component]
fn Systems(
    /// The key of the one that was chosen before.
    chosen: String,
) -> impl IntoView {
    let chosen = SystemId::of(&chosen).unwrap_or(SystemId::FIRST);
    let one = |system: &SystemId| {
        let rules = system.look();
        view! {
            <label class="system">
                <input type="radio" name="system" value=system.key() checked=chosen == *system />
                <span class="system-title">{rules.title()}</span>
                <span class="faint">{rules.blurb()}</span>
            </label>
        }
    };
    view! {
        <fieldset class="systems">
            <legend>"Which rules?"</legend>
            {SystemId::ALL.iter().map(one).collect_view()}
        </fieldset>
    }
}
