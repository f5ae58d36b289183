//! Somebody was invited.

use leptos::prelude::*;
use rules::seat::Role;

use super::words;
use crate::page::Join;

/// Sit down at a table.
#[component]
pub fn JoinPage(
    /// What the page says.
    join: Join,
) -> impl IntoView {
    let Join {
        action,
        table,
        role,
        trouble,
        name,
    } = join;
    let (lead, verb) = match role {
        Role::Spectator => ("You are invited to watch.", "Watch"),
        Role::Player => ("You are invited to play.", "Join"),
        Role::Storyteller | Role::CoStoryteller => {
            ("You are invited to help run the table.", "Join")
        }
    };
    view! {
        <main class="door">
            <header class="door-head">
                <p class="mark" aria-hidden="true"><i></i><i></i><i></i><i></i></p>
                <h1>{table}</h1>
                <p class="lead">{lead}</p>
            </header>
            <div class="door-cards">
                <form class="card" method="post" action=action>
                    <label for="name">"Your name at this table"</label>
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
                    {trouble.map(|trouble| view! { <p class="trouble" role="alert">{words(trouble)}</p> })}
                    <button type="submit" class="brass">{verb}</button>
                    <p class="faint">"Your seat is kept in this browser; come back with the same one."</p>
                </form>
            </div>
        </main>
    }
}
