//! The page about a problem, such as a link that no longer works.

use leptos::prelude::*;
use rules::messages::doors as msg;

use crate::landing::brand::sign;
use crate::page::Problem;

/// The page that says why there is nothing to show, and links to where to go.
#[component]
pub fn ProblemPage(
    /// The problem that is shown.
    problem: Problem,
) -> impl IntoView {
    let Problem { head, words, again } = problem;
    let words = words
        .into_iter()
        .map(|words| view! { <p class="lead">{words}</p> });
    let again =
        again.map(|href| view! { <a class="button brass" href=href>{msg::TRY_AGAIN.get()}</a> });
    view! {
        <main class="door">
            <header class="door-head">
                {sign()}
                <h1>{head}</h1>
                {words.collect_view()}
                {again}
                <a class="button quiet" href="/">{msg::START_PAGE.get()}</a>
            </header>
        </main>
    }
}
