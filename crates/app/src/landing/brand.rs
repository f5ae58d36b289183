//! The name of the program with its sign: four health boxes, marked as a track is.

use leptos::prelude::*;
use rules::messages::doors as msg;

/// Strokes of a marked box, as the table draws them.
const STROKES: [(&str, &str); 3] = [
    ("stroke stroke-1", "M6.5 24 C11 18.5 18 11.5 23.5 6"),
    ("stroke stroke-2", "M6.5 6.5 C11.5 11.5 18.5 18.5 23.8 24"),
    ("stroke stroke-3", "M15 3.5 C14.6 11 15.3 19 15 26.5"),
];

/// Renders a health box with the key of its damage mark; an empty key stands for an empty box.
pub(super) fn drawn_box(mark: &'static str) -> AnyView {
    let strokes = STROKES.map(|(class, path)| view! { <path class=class d=path></path> });
    view! {
        <span class="box" data-mark=mark>
            <svg viewBox="0 0 30 30">{strokes.into_iter().collect_view()}</svg>
        </span>
    }
    .into_any()
}

/// Renders the logo of Coterie without its name.
pub(crate) fn sign() -> AnyView {
    let boxes = ["a", "l", "b", ""].map(drawn_box);
    view! { <span class="sign" aria-hidden="true">{boxes.into_iter().collect_view()}</span> }
        .into_any()
}

/// Renders the logo and name of Coterie as the link to the front page.
pub(super) fn brand() -> AnyView {
    view! {
        <a class="brand" href="/">
            {sign()}
            <span>{msg::COTERIE.get()}</span>
        </a>
    }
    .into_any()
}
