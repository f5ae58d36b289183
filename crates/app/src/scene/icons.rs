//! Pictures of marks, doors and ways, drawn with strokes in the color of the text beside them.

use leptos::prelude::*;
use rules::space::{Door, Passage};

use crate::words::scene::MarkKind;

/// Renders an icon from its SVG path in a field of 16 by 16.
fn icon(path: &'static str) -> AnyView {
    view! {
        <svg class="mark-icon" aria-hidden="true" viewBox="0 0 16 16" width="16" height="16">
            <path d=path />
        </svg>
    }
    .into_any()
}

/// Renders the icon of a pencil, for what can be edited.
pub(super) fn pencil() -> AnyView {
    icon(
        "M2.5 13.5l.8-3.3 7.4-7.4a1.4 1.4 0 0 1 2 0l.5.5a1.4 1.4 0 0 1 0 2l-7.4 7.4zM9.5 4l2.5 2.5",
    )
}

/// Renders the icon for a feature of a place, such as darkness.
pub(super) fn mark_icon(kind: MarkKind) -> AnyView {
    icon(match kind {
        MarkKind::Dark => "M13 9.5A5.5 5.5 0 1 1 6.5 3a4.5 4.5 0 0 0 6.5 6.5z",
        MarkKind::Fog => {
            "M2 5.5c1.5-1.5 2.5-1.5 4 0s2.5 1.5 4 0 2.5-1.5 4 0M2 10.5c1.5-1.5 2.5-1.5 4 0s2.5 1.5 4 0 2.5-1.5 4 0"
        }
        MarkKind::Crowd => {
            "M6 7.5a2.25 2.25 0 1 0 0-4.5 2.25 2.25 0 0 0 0 4.5zM1.75 13c.4-2.4 2-3.7 4.25-3.7s3.85 1.3 4.25 3.7\
             M11 3.3a2 2 0 0 1 0 3.9M12.2 9.5c1.2.6 1.9 1.8 2.1 3.5"
        }
        MarkKind::Cover => "M2 3.5h12v9H2zM2 8h12M6 3.5V8M10 8v4.5",
        MarkKind::Height => "M3.5 8 8 3.5 12.5 8M3.5 12.5 8 8l4.5 4.5",
        MarkKind::Drop => "M8 2.5v8M4.5 7.5 8 11l3.5-3.5M2.5 13.5h11",
        MarkKind::Tight => "M1.5 8h4M3.5 5.5 6 8l-2.5 2.5M14.5 8h-4M12.5 5.5 10 8l2.5 2.5M8 2.5v11",
    })
}

/// Renders the icon of a door; `None` where there is no door.
pub(super) fn door_icon(door: Door) -> Option<AnyView> {
    match door {
        Door::None => None,
        Door::Open => Some(icon("M4 14V2.500h8V14M2.5 14h11M4 2.500l4.500 2v9.500")),
        Door::Closed => Some(icon("M4 14V2.500h8V14M2.5 14h11M9.500 8v.8")),
        Door::Locked => Some(icon(
            "M3.500 7.500h9v6h-9zM5.500 7.500v-2a2.500 2.500 0 0 1 5 0v2",
        )),
    }
}

/// Renders the icon for a kind of passage, such as stairs; `None` for level ground.
pub(super) fn passage_icon(passage: Passage) -> Option<AnyView> {
    match passage {
        Passage::Ground => None,
        Passage::Stairs => Some(icon("M2 13.5h3v-3h3v-3h3v-3h3")),
        Passage::Ladder => Some(icon("M5 2v12M11 2v12M5 5h6M5 8h6M5 11h6")),
        Passage::Window => Some(icon("M3 2.500h10v11H3zM8 2.500v11M3 8h10")),
        Passage::Drop => Some(icon("M8 2.5v8M4.5 7.5 8 11l3.5-3.5M2.5 13.5h11")),
    }
}

/// Renders the icon for what players do not see.
pub(super) fn hidden_icon() -> AnyView {
    icon(
        "M2 8c1.5-2.7 3.5-4 6-4s4.5 1.3 6 4c-1.5 2.7-3.5 4-6 4s-4.5-1.3-6-4z\
         M8 9.75a1.75 1.75 0 1 0 0-3.5 1.75 1.75 0 0 0 0 3.5zM3 13.5 13 2.5",
    )
}

/// Renders the icon of a locked place.
pub(super) fn lock_icon() -> AnyView {
    icon("M3.500 7.500h9v6h-9zM5.500 7.500v-2a2.500 2.500 0 0 1 5 0v2")
}

/// Renders the icon of a passage that can be taken in one direction only.
pub(super) fn one_way_icon() -> AnyView {
    icon("M2.500 8h11M9.500 4l4 4-4 4")
}
