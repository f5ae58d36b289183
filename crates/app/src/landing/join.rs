//! The page of an invitation.

use leptos::prelude::*;
use rules::base::seat::Role;
use rules::messages::doors as msg;

use crate::landing::brand::sign;
use crate::landing::trouble_words;
use crate::page::{Join, Trouble};

/// The page with the form that joins a table.
#[component]
pub fn JoinPage(
    /// The content of the page.
    join: Join,
) -> impl IntoView {
    let Join {
        action,
        table,
        role,
        trouble,
        name,
        screen,
    } = join;
    if screen {
        return screen_door(action, table, trouble);
    }
    let (lead, verb) = match role {
        Role::Spectator => (msg::YOU_ARE_INVITED_TO_WATCH.get(), msg::WATCH.get()),
        Role::Player => (msg::YOU_ARE_INVITED_TO_PLAY.get(), msg::JOIN.get()),
        Role::Storyteller | Role::CoStoryteller => {
            (msg::YOU_ARE_INVITED_TO_HELP.get(), msg::JOIN.get())
        }
    };
    view! {
        <main class="door">
            <header class="door-head">
                {sign()}
                <h1>{table}</h1>
                <p class="lead">{lead}</p>
            </header>
            <div class="door-cards">
                <form class="card" method="post" action=action>
                    <label for="name">{msg::YOUR_NAME_AT_THIS_TABLE.get()}</label>
                    <input
                        id="name"
                        name="name"
                        type="text"
                        required
                        maxlength="60"
                        autocomplete="name"
                        autofocus
                        value=name
                    />
                    {trouble.map(|trouble| view! { <p class="trouble" role="alert">{trouble_words(trouble)}</p> })}
                    <button type="submit" class="brass">{verb}</button>
                    <p class="faint">{msg::YOUR_SEAT_IS_KEPT_IN.get()}</p>
                </form>
            </div>
        </main>
    }
    .into_any()
}

/// Renders the page with the one button that makes a browser the screen of a table.
fn screen_door(action: String, table: String, trouble: Option<Trouble>) -> AnyView {
    view! {
        <main class="door">
            <header class="door-head">
                <p class="mark" aria-hidden="true"><i></i><i></i><i></i><i></i></p>
                <h1>{table}</h1>
                <p class="lead">{msg::THIS_BECOMES_THE_TABLE_SCREEN.get()}</p>
            </header>
            <div class="door-cards">
                <form class="card" method="post" action=action>
                    {trouble.map(|trouble| view! { <p class="trouble" role="alert">{trouble_words(trouble)}</p> })}
                    <button type="submit" class="brass" autofocus>{msg::SHOW_THE_TABLE_HERE.get()}</button>
                    <p class="faint">{msg::KEYS_OF_THE_SCREEN.get()}</p>
                </form>
            </div>
        </main>
    }
    .into_any()
}
