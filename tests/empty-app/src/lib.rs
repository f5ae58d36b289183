//! The smallest leptos app that the server prints and the browser wakes.
//!
//! Nobody uses it. `cargo xtask size` weighs it beside the real one, so that the limit is a ratio to what leptos
//! itself weighs today and not a number somebody once wrote down. Keep it empty.

use leptos::prelude::*;

/// One paragraph and nothing more.
#[component]
pub fn App() -> impl IntoView {
    view! { <p>"Nothing here."</p> }
}

/// Wakes the page the server printed.
#[cfg(feature = "hydrate")]
#[wasm_bindgen::prelude::wasm_bindgen]
pub fn hydrate() {
    leptos::mount::hydrate_body(App);
}
