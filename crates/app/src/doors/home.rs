//! The front door.

use leptos::prelude::*;
use rules::system::SystemId;

use super::words;
use crate::page::{Home, Trouble};

/// Make a table, come to one, or look at a demonstration.
#[component]
pub fn HomePage(
    /// What the page says.
    home: Home,
) -> impl IntoView {
    let Home { trouble, typed } = home;
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
            <div class="door-cards">
                <form class="card" method="post" action="/code">
                    <h2>"Come to a table"</h2>
                    <label for="code">"The code your storyteller says"</label>
                    <input id="code" name="code" type="text" required maxlength="60" autocomplete="off" autocapitalize="off" spellcheck="false" placeholder="three short words" value=typed.code />
                    {code_trouble.map(|trouble| view! { <p class="trouble" role="alert">{words(trouble)}</p> })}
                    <button type="submit" class="brass">"Come in"</button>
                </form>
                <form class="card" method="post" action="/tables">
                    <h2>"Make a table"</h2>
                    <label for="table">"What is the scene called?"</label>
                    <input id="table" name="table" type="text" required maxlength="60" autocomplete="off" placeholder="The Wharf, midnight" value=typed.table />
                    <label for="name">"Your name"</label>
                    <input id="name" name="name" type="text" required maxlength="60" autocomplete="name" placeholder="you are the storyteller" value=typed.name />
                    <Systems chosen=typed.system />
                    {table_trouble.map(|trouble| view! { <p class="trouble" role="alert">{words(trouble)}</p> })}
                    <button type="submit" class="brass">"Make it"</button>
                    <p class="faint">"No account. This browser is your key to the table."</p>
                </form>
                <div class="card">
                    <h2>"Look around"</h2>
                    <p>"The middle of a fight, all yours for a day: drag a token, click a box, roll."</p>
                    <a class="button quiet" href="/demo">"Open the demonstration"</a>
                    <p class="faint">"Or by other rules:"</p>
                    <ul class="demos">
                        {SystemId::ALL.iter().skip(1).map(|system| view! {
                            <li><a href=format!("/demo/{}", system.key())>{system.rules().title()}</a></li>
                        }).collect_view()}
                    </ul>
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
        let rules = system.rules();
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
            <legend>"By which rules?"</legend>
            {SystemId::ALL.iter().map(one).collect_view()}
        </fieldset>
    }
}
