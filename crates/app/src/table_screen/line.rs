//! The line at the top of the screen while there is no connection.

use leptos::prelude::*;
use rules::messages::table_screen as msg;

use crate::browser;
use crate::reactive::redraw;
use crate::state::table_state::{Connection, Model};

/// Renders for how long the table screen has had no connection; the picture stays.
pub(super) fn no_line(model: Model) -> AnyView {
    let tick = RwSignal::new(0_u32);
    Effect::new(move |_| {
        tick.track();
        if matches!(model.connection.get(), Connection::Lost(_)) {
            browser::run_later(1_000, move || {
                _ = tick.try_update(|tick| *tick = tick.wrapping_add(1));
            });
        }
    });
    let words = move || {
        tick.track();
        Some(match model.connection.get() {
            Connection::Asleep | Connection::Live => return None,
            Connection::Lost(since) => {
                // Seconds since the loss fit in 32 bits.
                let seconds = ((browser::now() - since) / 1_000.0).max(0.0) as u32;
                match seconds {
                    0..90 => msg::no_line_seconds(&seconds),
                    _ => msg::no_line_minutes(&(seconds / 60)),
                }
            }
            Connection::Unkept(_) => msg::NOTHING_IS_STORED.get().to_owned(),
            Connection::Gone | Connection::Moved => msg::THE_SEAT_IS_GONE.get().to_owned(),
            Connection::Stale => msg::LOAD_IT_AGAIN.get().to_owned(),
        })
    };
    redraw(move || words().map(|words| view! { <p class="tv-line">{words}</p> }))
}
