//! Inviting people: links, and a code to say aloud.

use leptos::prelude::*;
use wasm_bindgen::JsCast;

use super::browser;
use super::live::{clicked, live};
use super::model::Model;
use super::row_sheet::close_on_backdrop;
use crate::page::Invitation;

/// The invitation dialog. Links are asked for when it is opened.
#[component]
pub fn Invite() -> impl IntoView {
    let model = expect_context::<Model>();
    if !model.runs() {
        return None;
    }
    let invitation = RwSignal::new(None::<Invitation>);
    let trouble = RwSignal::new(false);
    let fetch = move |renew: bool| {
        let path = format!(
            "/t/{}/invite{}",
            model.table,
            if renew { "/renew" } else { "" }
        );
        post(&path, move |text| {
            let read = text.and_then(|text| serde_json::from_str(&text).ok());
            trouble.set(read.is_none());
            invitation.set(read);
        });
    };
    // The dialog asks for its links as soon as the page lives; they cost nothing. A seat that
    // is taken away takes the old ones with it.
    Effect::new(move |before: Option<usize>| {
        let seats = model.seats.with(Vec::len);
        let awake = model.awake.get();
        if awake && before.is_none_or(|before| seats < before) {
            fetch(false);
        }
        if awake { seats } else { usize::MAX }
    });
    let body = move || {
        invitation.get().map(|invitation| {
            let Invitation { player, spectator, co_storyteller, code, code_minutes } = invitation;
            view! {
                <div class="sheet-part">
                    <h3>"Say this code"</h3>
                    <p class="spoken" id="spoken-code">{code}</p>
                    <p class="faint">{format!("Typed on the first page. Good for {}.", hours(code_minutes))}</p>
                </div>
                <Link label="Or send players this link" id="player-link" path=player />
                <Link label="For those who only watch" id="spectator-link" path=spectator />
                <Link label="For somebody who helps to run the table" id="co-link" path=co_storyteller />
            }
        })
    };
    Some(view! {
        <dialog id="invite" class="sheet" aria-labelledby="invite-head" on:click=close_on_backdrop>
            <div class="sheet-body">
                <div class="sheet-head">
                    <h2 id="invite-head">"Invite"</h2>
                    <button type="button" class="quiet icon" aria-label="Close" on:click=clicked(move |_| browser::close_dialog("invite"))>"×"</button>
                </div>
                {body}
                <Show when=move || trouble.get()>
                    <p class="trouble" role="alert">"The links could not be fetched. Close this and try again in a moment."</p>
                </Show>
                <div class="sheet-part">
                    <button type="button" class="quiet" on:click=clicked(move |_| fetch(true))>"Make new links; the old ones stop working"</button>
                </div>
            </div>
        </dialog>
    })
}

fn hours(minutes: u32) -> String {
    if minutes >= 120 {
        format!("{} hours", minutes / 60)
    } else {
        format!("{minutes} minutes")
    }
}

#[component]
fn Link(
    /// For whom.
    label: &'static str,
    /// The field's id.
    id: &'static str,
    /// The link's path.
    path: String,
) -> impl IntoView {
    let origin = if browser::HERE {
        location().origin().unwrap_or_default()
    } else {
        String::new()
    };
    let link = format!("{origin}{path}");
    let copied = RwSignal::new(false);
    let copy = {
        let link = link.clone();
        move |_| {
            _ = window().navigator().clipboard().write_text(&link);
            copied.set(true);
            browser::later(2_000, move || {
                _ = copied.try_set(false);
            });
        }
    };
    view! {
        <div class="sheet-part">
            <label for=id><h3>{label}</h3></label>
            <div class="inline">
                <input id=id type="text" readonly prop:value=link on:focus:target=|event| event.target().select() />
                <button type="button" class="quiet" on:click=copy>{live(move || if copied.get() { "Copied" } else { "Copy" })}</button>
            </div>
        </div>
    }
}

/// Sends an empty POST and hands over the answer's text; `None` when there was none.
fn post(path: &str, then: impl FnOnce(Option<String>) + 'static) {
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
