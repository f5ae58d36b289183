//! The marks of a place, each with its picture and its word.

use leptos::prelude::*;
use rules::ruleset::SystemId;
use rules::space::Marks;

use crate::scene::icons::mark_icon;
use crate::words::scene::mark_list;

/// Renders the features of a place, such as darkness, each with its picture and its word.
pub(super) fn mark_row(system: SystemId, marks: &Marks) -> AnyView {
    let marks = mark_list(system, marks).into_iter();
    let marks = marks
        .map(|(kind, words)| view! { <span class="area-mark">{mark_icon(kind)} {words}</span> });
    marks.collect_view().into_any()
}
