//! What people see. Compiled twice: `ssr` prints a page, `hydrate` wakes it in the browser.
//!
//! [`page::Page`] is the seam: the server fills one in, `print` turns it into HTML, and
//! the browser part starts from the same data.

pub mod doors;
pub mod page;
#[cfg(feature = "ssr")]
pub mod print;
pub mod table;
pub mod words;

/// Wakes the printed table in the browser.
#[cfg(feature = "hydrate")]
#[wasm_bindgen::prelude::wasm_bindgen]
pub fn hydrate() {
    use leptos::prelude::*;

    console_error_panic_hook::set_once();
    let opening = document()
        .get_element_by_id("opening")
        .and_then(|data| data.text_content());
    let Some(opening) = opening.and_then(|data| rules::reader::read(&data).ok()) else {
        return;
    };
    let Some(home) = table::browser::element("app") else {
        return;
    };
    leptos::mount::hydrate_from(home, move || view! { <table::Table opening /> }).forget();
}
