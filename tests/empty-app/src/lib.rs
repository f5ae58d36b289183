//! The empty leptos app: what a new project starts with, a router with one page on it, printed by the server and
//! woken in the browser.
//!
//! Nobody uses it. `cargo xtask size` weighs it beside the real one, so that the limit is a ratio to what leptos
//! itself weighs today and not a number somebody once wrote down. Keep it empty.

use leptos::prelude::*;
use leptos_meta::{Title, provide_meta_context};
use leptos_router::components::{Route, Router, Routes};
use leptos_router::path;

/// One page with one paragraph.
#[component]
pub fn App() -> impl IntoView {
    provide_meta_context();
    view! {
        <Title text="Nothing here" />
        <Router>
            <main>
                <Routes fallback=|| "Not found.">
                    <Route path=path!("") view=|| view! { <p>"Nothing here."</p> } />
                </Routes>
            </main>
        </Router>
    }
}

/// Wakes the page the server printed.
#[cfg(feature = "hydrate")]
#[wasm_bindgen::prelude::wasm_bindgen]
pub fn hydrate() {
    leptos::mount::hydrate_body(App);
}
