//! Pages that are opened now and then, beside the table: a guide at the rule that was tapped, a sheet, the recap.
//!
//! They are pages of the server. A link to one has the target [`BESIDE`]: here it opens in the drawer, and where this
//! program does not run, in a tab.

use leptos::ev::MouseEvent;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use super::browser;
use super::live::{clicked, drawn};
use super::model::Model;

/// The target of links to such pages.
pub const BESIDE: &str = "beside";

/// The attribute of a page that says its theme.
const THEME: &str = "data-theme";

/// From this width in pixels on, the table can be used while the drawer is open.
const WIDE: f64 = 704.0;

/// Opens what a link of the page leads to in the drawer, where it belongs there.
pub fn follow(event: &MouseEvent, drawer: RwSignal<Option<String>>) {
    let aimed = event.target().and_then(|it| it.dyn_into().ok());
    let aimed: Option<web_sys::Element> = aimed;
    let closest = |what| {
        aimed
            .as_ref()
            .and_then(|it| it.closest(what).ok().flatten())
    };
    // Held keys and other buttons are the browser's: a tab, a window.
    let plain = !(event.ctrl_key() || event.meta_key() || event.shift_key());
    let href = closest("a[target=beside]").and_then(|link| link.get_attribute("href"));
    if let Some(href) = href.filter(|_| plain) {
        event.prevent_default();
        open(drawer, href, closest("dialog").is_some());
    }
}

/// Opens a page in the drawer: beside what is there, or over it.
fn open(drawer: RwSignal<Option<String>>, href: String, over: bool) {
    // What was open before goes first, so that the same link leads to the same place again.
    drawer.set(None);
    drawer.set(Some(href));
    browser::show_dialog(BESIDE, over || browser::page_size().0 < WIDE);
}

/// The table takes on the theme that was chosen on a page in the drawer.
fn look_like(event: &web_sys::Event) {
    let frame: Option<web_sys::HtmlIFrameElement> =
        event.target().and_then(|it| it.dyn_into().ok());
    let root = |page: web_sys::Document| page.document_element();
    let theme = frame
        .and_then(|frame| frame.content_document())
        .and_then(root)
        .and_then(|html| html.get_attribute(THEME));
    if let (Some(theme), Some(html)) = (theme, root(document())) {
        _ = html.set_attribute(THEME, &theme);
    }
}

/// The drawer: to the right of the table, on a phone over it.
#[component]
pub fn Drawer(
    /// The page that is open in it.
    drawer: RwSignal<Option<String>>,
) -> impl IntoView {
    let model = expect_context::<Model>();
    let page = move |href: String| {
        view! {
            <iframe name="beside" title="Beside the table" src=href on:load=move |event| look_like(&event)></iframe>
        }
    };
    // Those who have just made the table invite the others first, and keep their own way back.
    if model.needs_way_back && !model.awake.get_untracked() {
        Effect::new(move |_| {
            if model.awake.get() {
                open(drawer, format!("/t/{}/people", model.table), false);
            }
        });
    }
    view! {
        <dialog
            id=BESIDE
            class="drawer"
            aria-label="Beside the table"
            on:close=move |_| drawer.set(None)
            on:keydown=move |event| if event.key() == "Escape" { browser::close_dialog(BESIDE) }
        >
            <div class="drawer-head">
                <a class="quiet button small" href=move || drawer.get() target="_blank">"In a tab of its own"</a>
                <button
                    type="button"
                    class="quiet icon"
                    aria-label="Close"
                    on:click=clicked(move |_| browser::close_dialog(BESIDE))
                >
                    "×"
                </button>
            </div>
            {drawn(move || drawer.get().map(page))}
        </dialog>
    }
}
