//! There is nothing to show.

use leptos::prelude::*;

use crate::page::Problem;

/// Why there is nothing to show, and where to go.
#[component]
pub fn ProblemPage(
    /// Why.
    problem: Problem,
) -> impl IntoView {
    let (head, lead) = match problem {
        Problem::NotHere => (
            "This link no longer works",
            "It may be used up or replaced, the table may be gone, or this browser has no seat there. Ask the storyteller for a new link.",
        ),
        Problem::TooFast => ("Too fast", "Wait a minute, then try again."),
        Problem::Ours => (
            "Something went wrong on our side",
            "Nothing was lost. Try again in a moment.",
        ),
    };
    view! {
        <main class="door">
            <header class="door-head">
                <p class="mark" aria-hidden="true"><i></i><i></i><i></i><i></i></p>
                <h1>{head}</h1>
                <p class="lead">{lead}</p>
                <a class="button quiet" href="/">"Start page"</a>
            </header>
        </main>
    }
}
