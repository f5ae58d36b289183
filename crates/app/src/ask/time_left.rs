//! The time that players have left to answer an asked roll, by this device's clock.

use leptos::prelude::*;
use rules::encounter::view::AskView;
use rules::messages::{asks as msg, screen};

use crate::browser;
use crate::reactive::{derive, redraw};

/// Seconds left to answer; `None` before the browser has looked at its clock, which the server cannot do for it.
pub(super) type SecondsLeft = RwSignal<Option<u32>>;

/// Returns the seconds left to answer, counting down; `None` where there is no limit, or where it is over with the roll.
pub(super) fn count_down(ask: &AskView) -> Option<SecondsLeft> {
    let until = ask.until?;
    let left = RwSignal::new(None);
    tick(left, until, 0);
    Some(left)
}

/// Updates `left` each second until the time `until`; the first update comes after `wait`
/// milliseconds.
fn tick(left: SecondsLeft, until: u64, wait: u32) {
    browser::run_later(wait, move || {
        let seconds = browser::seconds_until(until);
        if left.try_set(Some(seconds)).is_none() && seconds > 0 {
            tick(left, until, 1_000);
        }
    });
}

/// Renders a ring that runs out with the time to answer an asked roll.
pub(super) fn ring_of_time(ask: &AskView, left: SecondsLeft) -> AnyView {
    let all = ask.seconds.map_or(1, |all| u32::from(all).max(1));
    let seconds = move || left.get().unwrap_or(0);
    let share = move || format!("{} 100", (seconds() * 100 / all).min(100));
    view! {
        <span
            class="ring ask-ring"
            data-left=derive(move || seconds().to_string())
            hidden=derive(move || seconds() == 0)
        >
            <svg aria-hidden="true" viewBox="0 0 36 36">
                <circle cx="18" cy="18" r="15.9" />
                <circle class="ring-left" cx="18" cy="18" r="15.9" stroke-dasharray=derive(share) />
            </svg>
            <span class="unseen">{derive(move || screen::seconds_left(&seconds()))}</span>
        </span>
    }
    .into_any()
}

/// Renders the notice to a combatant's player that the time to answer is up.
pub(super) fn time_is_up(left: SecondsLeft) -> AnyView {
    let up = move || left.get() == Some(0);
    redraw(move || {
        up().then(|| view! { <p class="faint" role="status">{msg::TIME_IS_UP_FOR_YOU.get()}</p> })
    })
}
