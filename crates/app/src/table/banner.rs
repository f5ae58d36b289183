//! The banner about the connection, and the notices.

use leptos::prelude::*;
use rules::messages::Text;
use rules::messages::screen as msg;
use rules::wire::Durability;

use crate::browser;
use crate::connection::lifecycle;
use crate::reactive::{derive, on_click};
use crate::state::table_state::{Connection, Model};
use crate::table::rule_link::derive_linked_rules;

/// Text while the page has never been connected.
const NO_LINE: Text = msg::NO_LIVE_LINE_YET_IF;

/// The banner in the header when the connection is lost or has ended, with the age of the view and
/// the number of pending commands. It takes the place of the line with the current turn, so that
/// nothing moves under a finger; its counters are not announced to screen readers.
#[component]
pub fn Banner() -> impl IntoView {
    let model = expect_context::<Model>();
    let tick = RwSignal::new(0_u32);
    // A lost line is counted in seconds, as long as it is lost.
    Effect::new(move |_| {
        tick.track();
        if matches!(model.connection.get(), Connection::Lost(_)) {
            browser::run_later(1_000, move || {
                _ = tick.try_update(|tick| *tick = tick.wrapping_add(1));
            });
        }
    });
    let words = move || match model.connection.get() {
        Connection::Asleep | Connection::Live => None,
        Connection::Lost(_) if lifecycle::was_never_connected() => Some(NO_LINE.get()),
        Connection::Lost(_) => Some(msg::CONNECTION_LOST.get()),
        Connection::Unkept(Durability::NothingMore) => Some(msg::THE_LOG_OF_THIS_ENCOUNTER.get()),
        Connection::Unkept(_) => Some(msg::THE_SERVERS_DISK_FAILS_NOTHING.get()),
        Connection::Gone => Some(msg::YOUR_SEAT_AT_THIS_TABLE.get()),
        Connection::Moved => Some(msg::YOUR_SEAT_IS_OPEN_ON.get()),
        Connection::Stale => Some(msg::COTERIE_WAS_UPDATED_LOAD_THE.get()),
    };
    let age = move || {
        tick.track();
        let Connection::Lost(since) = model.connection.get() else {
            return String::new();
        };
        // What prints fractions would be linked for this alone.
        let seconds = ((browser::now() - since) / 1_000.0) as u32;
        if seconds < 90 {
            msg::s_ago(&seconds)
        } else {
            msg::min_ago(&(seconds / 60))
        }
    };
    let waiting = move || match (model.connection.get(), model.pending.get()) {
        (Connection::Lost(_), n) if n > 0 => {
            msg::changes_wait(i64::try_from(n).unwrap_or(i64::MAX))
        }
        _ => String::new(),
    };
    // Said once for each loss: what is alive in these words would be read again and again.
    let aloud = move || match model.connection.get() {
        Connection::Asleep | Connection::Live => "",
        Connection::Lost(_) if lifecycle::was_never_connected() => NO_LINE.get(),
        Connection::Lost(_) => msg::CONNECTION_LOST_WHAT_YOU_DO.get(),
        Connection::Unkept(_) | Connection::Gone | Connection::Moved | Connection::Stale => {
            words().unwrap_or_default()
        }
    };
    Effect::new(move |before: Option<bool>| {
        let lost = matches!(model.connection.get(), Connection::Lost(_));
        if before == Some(true) && model.connection.get() == Connection::Live {
            model.announce(msg::CONNECTED_AGAIN.get());
        }
        lost
    });
    view! {
        <p class="banner" data-shown=derive(move || words().is_some().to_string())>
            <strong>{derive(move || words().unwrap_or_default())}</strong>
            " "
            <span class="banner-age" aria-hidden="true">{derive(age)}</span>
            " "
            <span class="banner-waits">{derive(waiting)}</span>
        </p>
        <p class="unseen" role="alert">{derive(aloud)}</p>
    }
}

/// The bar with a short-lived notice, such as a refusal or an undone line.
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
        <div class="notice" data-shown=derive(move || words().is_some().to_string())>
            <span>{derive_linked_rules(words)}</span>
            <button
                hidden=derive(move || !redo())
                type="button"
                class="quiet"
                on:click=on_click(move |_| {
                    model.dismiss_notice();
                    model.redo_newest();
                })
            >
                {msg::REDO.get()}
            </button>
            <button
                type="button"
                class="quiet icon"
                aria-label=msg::CLOSE.get()
                on:click=on_click(move |_| model.dismiss_notice())
            >
                "×"
            </button>
        </div>
    }
}
