//! What the page says by itself: the line is gone; something was refused.

use leptos::prelude::*;
use rules::wire::Keeps;

use super::browser;
use super::line;
use super::live::{clicked, live};
use super::model::{Connection, Model};
use super::rule::live_ruled;

/// What is said while the page is here and the line never was.
const NO_LINE: &str =
    "No live line yet. If that stays, the host looks whether the proxy passes websockets on.";

/// Says in the header when the line to the server is gone, how old the picture is, and what
/// waits. It stands in the place of the line that says whose turn it is, so that nothing moves
/// under a finger; what it counts is seen and not spoken.
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
        Connection::Lost(_) if line::was_never_heard() => Some(NO_LINE),
        Connection::Lost(_) => Some("Connection lost"),
        Connection::Unkept(Keeps::NothingMore) => {
            Some("The log of this encounter is damaged: it can only be read.")
        }
        Connection::Unkept(_) => {
            Some("The server’s disk fails: nothing is kept now. It tries again.")
        }
        Connection::Gone => Some("Your seat at this table is gone."),
        Connection::Moved => Some("Your seat is open on another device now."),
        Connection::Stale => Some("Coterie was updated. Load the page again."),
    };
    let age = move || {
        tick.track();
        let Connection::Lost(since) = model.connection.get() else {
            return String::new();
        };
        // What prints fractions would be linked for this alone.
        let seconds = ((browser::now() - since) / 1_000.0) as u32;
        if seconds < 90 {
            format!("{seconds} s ago")
        } else {
            format!("{} min ago", seconds / 60)
        }
    };
    let waiting = move || match (model.connection.get(), model.pending.get()) {
        (Connection::Lost(_), 1) => "One change waits".to_owned(),
        (Connection::Lost(_), n) if n > 1 => format!("{n} changes wait"),
        _ => String::new(),
    };
    // Said once for each loss: what is alive in these words would be read again and again.
    let aloud = move || match model.connection.get() {
        Connection::Asleep | Connection::Live => "",
        Connection::Lost(_) if line::was_never_heard() => NO_LINE,
        Connection::Lost(_) => {
            "Connection lost. What you do is kept here and sent when it is back."
        }
        Connection::Unkept(_) | Connection::Gone | Connection::Moved | Connection::Stale => {
            words().unwrap_or_default()
        }
    };
    Effect::new(move |before: Option<bool>| {
        let lost = matches!(model.connection.get(), Connection::Lost(_));
        if before == Some(true) && model.connection.get() == Connection::Live {
            model.aloud.set("Connected again.".to_owned());
        }
        lost
    });
    view! {
        <p class="banner" data-shown=live(move || words().is_some().to_string())>
            <strong>{live(move || words().unwrap_or_default())}</strong>
            " "
            <span class="banner-age" aria-hidden="true">{live(age)}</span>
            " "
            <span class="banner-waits">{live(waiting)}</span>
        </p>
        <p class="unseen" role="alert">{live(aloud)}</p>
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
            <span>{live_ruled(words)}</span>
            <button
                hidden=live(move || !redo())
                type="button"
                class="quiet"
                on:click=clicked(move |_| {
                    model.notice.set(None);
                    model.bring_back();
                })
            >
                "Redo"
            </button>
            <button
                type="button"
                class="quiet icon"
                aria-label="Close"
                on:click=clicked(move |_| model.notice.set(None))
            >
                "×"
            </button>
        </div>
    }
}
