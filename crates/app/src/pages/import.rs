//! Form that imports a table from a file.

use leptos::prelude::*;
use rules::messages::pages as msg;

use super::Body;

/// Name of the field that holds the file.
pub const FILE: &str = "file";

/// Content of the page where a table is created from an exported file.
#[derive(Clone, Copy, Debug)]
pub struct Import<'a> {
    /// Reason why the file was refused; empty when nothing is wrong.
    pub trouble: &'a str,
}

impl Body for Import<'_> {
    fn render(&self) -> AnyView {
        let says = format!("{FILE}-says");
        let trouble = (!self.trouble.is_empty()).then(|| {
            view! { <p class="trouble" id="why" role="alert">{self.trouble.to_owned()}</p> }
        });
        view! {
            <main class="people-page">
                <header class="people-head">
                    <nav class="people-way" aria-label=msg::WHERE_THIS_PAGE_IS.get()>
                        <a href="/">{msg::COTERIE.get()}</a>
                    </nav>
                    <h1>{msg::A_TABLE_FROM_A_FILE.get()}</h1>
                </header>
                {trouble}
                <form class="card import" method="post" action="/import" enctype="multipart/form-data">
                    <label for=FILE>{msg::A_FILE_THAT_COTERIE_GAVE.get()}</label>
                    <input
                        id=FILE
                        type="file"
                        name=FILE
                        accept=".json,application/json"
                        required
                        aria-describedby=says.clone()
                    />
                    <p class="faint" id=says>
                        {msg::A_TABLE_A_CAST_OR.get()}
                    </p>
                    <button type="submit" class="brass">{msg::MAKE_THE_TABLE.get()}</button>
                </form>
                <p class="faint">
                    {msg::EVERYTHING_IN_THE_FILE_IS.get()}
                </p>
            </main>
        }
        .into_any()
    }
}
