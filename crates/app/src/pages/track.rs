//! Health tracks as pages draw them.

use leptos::prelude::*;
use rules::character::track::{Points, Severity};
use rules::character::vocabulary::format_number;
use rules::messages::pages as msg;

/// Renders the strokes of a health box's damage mark, as they look at the table.
pub(super) fn mark_strokes(hidden: Option<&'static str>) -> AnyView {
    view! {
        <svg viewBox="0 0 30 30" aria-hidden=hidden>
            <path class="stroke stroke-1" d="M6.5 24 C11 18.5 18 11.5 23.5 6"></path>
            <path class="stroke stroke-2" d="M6.5 6.5 C11.5 11.5 18.5 18.5 23.8 24"></path>
            <path class="stroke stroke-3" d="M15 3.5 C14.6 11 15.3 19 15 26.5"></path>
        </svg>
    }
    .into_any()
}

/// Returns the letter for the severity of a damage mark; empty for a free box.
pub(super) const fn mark_letter(mark: Option<Severity>) -> &'static str {
    match mark {
        None => "",
        Some(Severity::Bashing) => "b",
        Some(Severity::Lethal) => "l",
        Some(Severity::Aggravated) => "a",
    }
}

/// Renders health points as a figure and a bar.
pub(super) fn points(points: &Points) -> AnyView {
    let share = points.left().max(0).saturating_mul(100) / points.maximum().max(1);
    view! {
        <p class="points-figure">
            <strong>{format_number(points.left())}</strong>
            {msg::of_4(&points.maximum())}
        </p>
        <svg
            class="bar"
            aria-hidden="true"
            viewBox="0 0 100 1"
            preserveAspectRatio="none"
            data-low=(share <= 25).to_string()
        >
            <rect width=share.to_string() height="1"></rect>
        </svg>
    }
    .into_any()
}
