//! The form by which a table comes in a file.

use leptos::prelude::*;

use super::Body;

/// The field that holds the file.
pub const FILE: &str = "file";

/// The form.
#[derive(Clone, Copy, Debug)]
pub struct Import<'a> {
    /// Why nothing was taken; empty when nothing is wrong.
    pub trouble: &'a str,
}

impl Body for Import<'_> {
    fn view(&self) -> AnyView {
        let says = format!("{FILE}-says");
        let trouble = (!self.trouble.is_empty()).then(|| {
            view! { <p class="trouble" id="why" role="alert">{self.trouble.to_owned()}</p> }
        });
        view! {
            <main class="people-page">
                <header class="people-head">
                    <nav class="people-way" aria-label="Where this page is"><a href="/">"Coterie"</a></nav>
                    <h1>"A table from a file"</h1>
                </header>
                {trouble}
                <form class="card import" method="post" action="/import" enctype="multipart/form-data">
                    <label for=FILE>"A file that Coterie gave out"</label>
                    <input
                        id=FILE
                        type="file"
                        name=FILE
                        accept=".json,application/json"
                        required
                        aria-describedby=says.clone()
                    />
                    <p class="faint" id=says>
                        "A table, a cast or an encounter, up to 48 MB. You become its storyteller, in this browser. The others’ seats come along without anybody in them: on the page “At the table” you make a link for each."
                    </p>
                    <button type="submit" class="brass">"Make the table"</button>
                </form>
                <p class="faint">
                    "Everything in the file is checked first. From a file that is damaged, or that a newer version of Coterie wrote, nothing is taken."
                </p>
            </main>
        }
        .into_any()
    }
}
