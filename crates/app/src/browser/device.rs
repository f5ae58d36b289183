//! Functions of the browser itself: time, chance, storage, scrolling, sounds. On the server they do nothing.

use rules::base::id::CommandId;
use rules::messages::screen as msg;

/// Whether this build runs in the browser, not on the server.
pub const HERE: bool = cfg!(feature = "hydrate");

/// Creates a command id from the browser's secure random source.
#[must_use]
pub fn fresh_id() -> CommandId {
    let mut bytes = [0_u8; 16];
    if HERE && let Some(crypto) = web_sys::window().and_then(|window| window.crypto().ok()) {
        _ = crypto.get_random_values_with_u8_array(&mut bytes);
    }
    CommandId::from_bytes(bytes)
}

/// Returns the milliseconds since 1970; 0 on the server.
#[must_use]
pub fn now() -> f64 {
    if HERE { js_sys::Date::now() } else { 0.0 }
}

/// Returns a random number from 0 to 1, for uses that need no secrecy.
#[must_use]
pub fn random() -> f64 {
    if HERE { js_sys::Math::random() } else { 0.0 }
}

/// Returns this browser's local storage for the site; `None` where the browser allows none.
#[must_use]
pub fn storage() -> Option<web_sys::Storage> {
    if !HERE {
        return None;
    }
    web_sys::window()?.local_storage().ok()?
}

/// Formats a time (milliseconds since 1970) in the reader's time zone, such as `21:04`.
#[must_use]
pub fn clock_time(at: u64) -> String {
    if !HERE {
        return String::new();
    }
    // Milliseconds since 1970 fit in the 53 bits of a float.
    let date = js_sys::Date::new(&wasm_bindgen::JsValue::from_f64(at as f64));
    format!("{:02}:{:02}", date.get_hours(), date.get_minutes())
}

/// Returns a letter in upper case. In the browser its own table is asked, because ours would take 4.5 kB of the first
/// load.
#[must_use]
pub fn to_uppercase(letter: char) -> String {
    if HERE {
        js_sys::JsString::from(letter).to_upper_case().into()
    } else {
        letter.to_uppercase().collect()
    }
}

/// Loads the page again from the server.
pub fn reload_page() {
    if HERE && let Some(window) = web_sys::window() {
        _ = window.location().reload();
    }
}

/// Runs a function later, after a number of milliseconds.
pub fn run_later(milliseconds: u32, run: impl FnOnce() + 'static) {
    if HERE {
        let wait = std::time::Duration::from_millis(milliseconds.into());
        // One type for all of them: see `live`.
        let run: Box<dyn FnOnce()> = Box::new(run);
        leptos::prelude::set_timeout(run, wait);
    }
}

/// Runs a function with the next animation frame, or at once in a page that is not visible.
pub fn on_next_frame(run: impl FnOnce() + 'static) {
    if !HERE {
        return;
    }
    let hidden = leptos::prelude::document().hidden();
    let run: Box<dyn FnOnce()> = Box::new(run);
    if hidden {
        run();
    } else {
        leptos::prelude::request_animation_frame(run);
    }
}

/// Whether this page is a table screen, the shared display that takes no input.
#[must_use]
pub fn is_table_screen() -> bool {
    let root = || leptos::prelude::document().document_element();
    HERE && root().is_some_and(|root| root.has_attribute("data-screen"))
}

/// Returns an element of the page by its id.
#[must_use]
pub fn element(id: &str) -> Option<web_sys::HtmlElement> {
    use wasm_bindgen::JsCast;
    if !HERE {
        return None;
    }
    leptos::prelude::document()
        .get_element_by_id(id)?
        .dyn_into()
        .ok()
}

/// Returns the vertical scroll position of the page, in pixels.
#[must_use]
pub fn scrolled() -> f64 {
    if !HERE {
        return 0.0;
    }
    leptos::prelude::window().scroll_y().unwrap_or_default()
}

/// Scrolls the page to a vertical position in pixels, without animation.
pub fn scroll_to(y: f64) {
    if HERE {
        leptos::prelude::window().scroll_to_with_x_and_y(0.0, y);
    }
}

/// Returns the language that the page declares. It is always English, except in tests.
#[cfg(all(feature = "hydrate", debug_assertions))]
pub fn language() -> String {
    let root = leptos::prelude::document().document_element();
    let language = root.and_then(|root| root.get_attribute("lang"));
    language.unwrap_or_default()
}

/// Returns the width and height of the page's window, in pixels; 0 on the server.
#[must_use]
pub fn page_size() -> (f64, f64) {
    if !HERE {
        return (0.0, 0.0);
    }
    let root = leptos::prelude::document().document_element();
    root.map_or((0.0, 0.0), |root| {
        (root.client_width().into(), root.client_height().into())
    })
}

/// Whether the reader prefers reduced motion.
#[must_use]
pub fn prefers_reduced_motion() -> bool {
    if !HERE {
        return false;
    }
    let wish = leptos::prelude::window().match_media("(prefers-reduced-motion: reduce)");
    wish.ok().flatten().is_some_and(|wish| wish.matches())
}

/// Tells the style sheet the height of the header, so that elements scroll into view below it.
pub fn publish_header_height() {
    use wasm_bindgen::JsCast;
    if !HERE {
        return;
    }
    let document = leptos::prelude::document();
    let edge = document.query_selector(".top").ok().flatten();
    let root = document
        .document_element()
        .and_then(|root| root.dyn_into::<web_sys::HtmlElement>().ok());
    if let (Some(edge), Some(root)) = (edge, root) {
        let height = format!("{}px", edge.client_height());
        _ = root.style().set_property("--top", &height);
    }
}

/// Clicks a button of the page by its id, if it is there.
pub fn press_button(id: &str) {
    if let Some(button) = element(id) {
        button.click();
    }
}

/// Address of the bell's sound.
const BELL: &str = "/bell.wav";

/// Whether this browser has a cookie with exactly this text, such as `name=value`.
#[must_use]
pub fn has_cookie(said: &str) -> bool {
    use wasm_bindgen::JsCast;
    if !HERE {
        return false;
    }
    let page = leptos::prelude::document();
    let page = page.dyn_ref::<web_sys::HtmlDocument>();
    let cookies = page.and_then(|page| page.cookie().ok()).unwrap_or_default();
    cookies.split("; ").any(|cookie| cookie == said)
}

/// Rings the bell if the reader turned it on for this device. Browsers play no sound before the first touch.
fn ring_bell() {
    if has_cookie("bell=on")
        && let Ok(bell) = web_sys::HtmlAudioElement::new_with_src(BELL)
    {
        bell.set_autoplay(true);
    }
}

/// Calls the reader to the table by the page's title; for a new call also by vibration and, if
/// turned on, a bell. Ends the call if not `now`. `news` says that the call is new.
pub fn call_reader(now: bool, scene: &str, news: bool) {
    let Some(window) = HERE.then(web_sys::window).flatten() else {
        return;
    };
    if let Some(page) = window.document() {
        page.set_title(&match now {
            true => msg::your_turn(&scene),
            false => msg::coterie(&scene),
        });
        if now && news {
            ring_bell();
        }
    }
    let phone = window.navigator();
    // Many browsers cannot, and do not even have the word for it.
    if now && news && js_sys::Reflect::has(&phone, &"vibrate".into()).unwrap_or(false) {
        _ = phone.vibrate_with_duration(120);
    }
}

/// Returns the seconds until a time (milliseconds since 1970), by this device's clock.
pub fn seconds_until(until: u64) -> u32 {
    ((until as f64 - now()) / 1_000.0).ceil() as u32
}
