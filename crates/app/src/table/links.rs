//! Links that are passed on: to be copied, and as a picture for a phone's camera.

use leptos::prelude::*;
use wasm_bindgen::JsCast;

use super::browser;
use super::live::{clicked, live};
use crate::page::{Passing, Qr};

/// A link with a button that copies it.
#[component]
pub fn Copyable(
    /// For whom.
    label: &'static str,
    /// The field's id.
    id: &'static str,
    /// The whole link.
    link: String,
    /// What else can be done with it.
    #[prop(optional)]
    children: Option<Children>,
) -> impl IntoView {
    let copied = RwSignal::new(false);
    let copy = clicked(move |_| {
        let Some(field) = field(id) else { return };
        field.select();
        copied.set(copy_selected());
        browser::later(2_000, move || {
            _ = copied.try_set(false);
        });
    });
    view! {
        <div class="sheet-part">
            <label for=id><h3>{label}</h3></label>
            <div class="link">
                <input id=id type="text" readonly prop:value=link on:focus:target=|event| event.target().select() />
                <button type="button" class="quiet" on:click=copy>
                    {live(move || if copied.get() { "Copied" } else { "Copy" })}
                </button>
                {children.map(|children| children())}
            </div>
        </div>
    }
}

fn field(id: &str) -> Option<web_sys::HtmlInputElement> {
    browser::element(id)?.dyn_into().ok()
}

/// The old way to copy, because the new one is closed to pages that came without https, as in a
/// network at home.
fn copy_selected() -> bool {
    let page = document().dyn_into::<web_sys::HtmlDocument>();
    page.is_ok_and(|page| page.exec_command("copy").unwrap_or(false))
}

/// A link as a picture: dark on light in every theme, with the empty space around it that cameras
/// need.
#[component]
pub fn Picture(
    /// The picture; nothing where there is none.
    qr: Option<Qr>,
    /// What it is, for those who cannot see it.
    label: &'static str,
) -> impl IntoView {
    qr.map(|qr| {
        let side = qr.side + 8;
        view! {
            <svg class="qr" role="img" aria-label=label viewBox=format!("-4 -4 {side} {side}")>
                <path d=qr.path />
            </svg>
        }
    })
}

/// A link that works once, with its picture and what is to be known about it.
#[component]
pub fn PassingOn(
    /// The link.
    passing: Passing,
    /// For whom.
    label: &'static str,
    /// The field's id.
    id: &'static str,
    /// What happens when it is opened.
    words: String,
) -> impl IntoView {
    let Passing { link, qr, hours } = passing;
    let hours = hours.unwrap_or_default();
    let words = format!("{words} The link works once, within {hours} hours.");
    view! {
        <div class="passing">
            <Picture qr label />
            <Copyable label id link />
            <p class="faint">{words}</p>
        </div>
    }
}

/// Sends an empty POST and hands over the answer; `None` when there was none.
pub fn post<T: serde::de::DeserializeOwned>(path: &str, then: impl FnOnce(Option<T>) + 'static) {
    ask_for_text(
        path,
        Box::new(|text| then(text.and_then(|text| rules::reader::read(&text).ok()))),
    );
}

fn ask_for_text(path: &str, then: Box<dyn FnOnce(Option<String>)>) {
    let options = web_sys::RequestInit::new();
    options.set_method("POST");
    let sent = window().fetch_with_str_and_init(path, &options);
    leptos::task::spawn_local(async move {
        let text = async {
            let answer = wasm_bindgen_futures::JsFuture::from(sent).await.ok()?;
            let answer = answer
                .dyn_into::<web_sys::Response>()
                .ok()
                .filter(web_sys::Response::ok)?;
            let text = wasm_bindgen_futures::JsFuture::from(answer.text().ok()?)
                .await
                .ok()?;
            text.as_string()
        };
        then(text.await);
    });
}
