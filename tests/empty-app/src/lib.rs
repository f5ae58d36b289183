//! The empty leptos app: what a new project starts with, a router with one page, rendered by the server and hydrated
//! in the browser.
//!
//! `cargo xtask size` weighs it beside the real app, so that the limit is a ratio to what leptos itself weighs today.
//! Nothing else uses it; keep it empty.

use leptos::prelude::*;
use leptos_meta::{Title, provide_meta_context};
use leptos_router::components::{Route, Router, Routes};
use leptos_router::path;

/// The app: one page with one paragraph.
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

/// Hydrates the page that the server rendered.
#[cfg(feature = "hydrate")]
#[wasm_bindgen::prelude::wasm_bindgen]
pub fn hydrate() {
    leptos::mount::hydrate_body(App);
}
