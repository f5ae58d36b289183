//! What the page says across its width: the line is gone; something was refused.

use leptos::prelude::*;

use super::browser;
use super::live::{clicked, live};
use super::model::{Connection, Model};

/// Says when the line to the server is gone and how old the picture is.
#[component]
pub fn Banner() -> impl IntoView {
    let model = expect_context::<Model>();
    let tick = RwSignal::new(0_u32);
    // A lost line is counted in seconds, as long as it is lost.
    Effect::new(move |_| {
        tick.track();
        if matches!(model.connection.get(), Connection::Lost(_)) {
            browser::later(1_000, move || {
                _ = tick.try_update(|tick| *tick = tick.wrapping_add(1));
            });
        }
    });
    let words = move || match model.connection.get() {
        Connection::Asleep | Connection::Live => None,
        Connection::Lost(since) => {
            tick.track();
            let seconds = ((browser::now() - since) / 1_000.0).max(0.0).floor();
            let age = if seconds < 90.0 {
                format!("{seconds} s")
            } else {
                format!("{} min", (seconds / 60.0).floor())
            };
            let waiting = match model.pending.get() {
                0 => String::new(),
                1 => " One change waits and will be sent.".to_owned(),
                n => format!(" {n} changes wait and will be sent."),
            };
            Some(format!(
                "Connection lost. This picture is {age} old; trying again.{waiting}"
            ))
        }
        Connection::Gone => Some("Your seat at this table is gone.".to_owned()),
        Connection::Moved => Some("Your seat is open on another device now.".to_owned()),
        Connection::Stale => Some("The server has been renewed. Load the page again.".to_owned()),
    };
    view! {
        <div class="banner" role="alert" data-shown=live(move || words().is_some().to_string())>
            {live(words)}
        </div>
    }
}

/// Says in passing why something was refused, or what was taken back.
#[component]
pub fn NoticeBar() -> impl IntoView {
    let model = expect_context::<Model>();
    let words = move || model.notice.get().map(|notice| notice.words);
    let redo = move || {
        let asked = model
            .notice
            .with(|it| it.as_ref().is_some_and(|it| it.redo));
        asked && model.redo.get().is_some()
    };
    view! {
        <div class="notice" data-shown=live(move || words().is_some().to_string())>
            <span>{live(words)}</span>
            <button
                type="button"
                class="quiet"
                hidden=live(move || !redo())
                on:click=clicked(move |_| {
                    model.notice.set(None);
                    model.bring_back();
                })
            >
                "Redo"
            </button>
            <button type="button" class="quiet icon" aria-label="Close" on:click=clicked(move |_| model.notice.set(None))>"×"</button>
        </div>
    }
}
