//! The odds of a roll as thin bars.

use leptos::prelude::*;
use rules::messages::Text;

use crate::reactive::{derive, memo, redraw};
use crate::roll::pool::Pool;

/// The odds of each outcome of the roll.
#[component]
pub fn Odds(
    /// The roll that is put together.
    pool: Pool,
) -> impl IntoView {
    let odds = pool.odds;
    let labels =
        memo(move || odds.with(|odds| odds.iter().map(|(label, _)| *label).collect::<Vec<_>>()));
    view! {
        <div class="odds">
            {redraw(move || labels.get().into_iter().map(|label| view! {
                <OddsLine label=label.get() share=Signal::derive(move || odds.with(|odds| total_share(odds, label))) />
            }).collect_view())}
        </div>
    }
}

/// Shows the probability of a roll's outcome as a thin bar with its share.
#[component]
fn OddsLine(
    /// The label of the outcome.
    label: &'static str,
    /// The probability of the outcome, from 0 to 1.
    share: Signal<f64>,
) -> impl IntoView {
    // Whole: what prints fractions would be linked for this alone.
    let percent = move || (share.get() * 100.0).round() as u32;
    view! {
        <div class="odd">
            <span>{label}</span>
            <svg class="odd-bar" aria-hidden="true" viewBox="0 0 100 1" preserveAspectRatio="none">
                <rect width=derive(move || percent().to_string()) height="1" />
            </svg>
            <span class="odd-figure">{derive(move || format!("{} %", percent()))}</span>
        </div>
    }
}

/// Returns the total probability of the outcomes with a label, from 0 to 1.
fn total_share(odds: &[(Text, f64)], label: Text) -> f64 {
    let mut named = odds.iter().filter(|(other, _)| *other == label);
    named.next().map_or(0.0, |(_, share)| *share)
}
