//! What a combatant looks like, on pages.

use leptos::prelude::*;
use rules::encounter::view::Row;
use rules::id::TableId;

/// How long each side of a portrait is, in pixels.
pub const SIDE: u32 = 256;

/// The picture of a combatant who has one; `scene` names the encounter, where the table is at another.
pub(super) fn face(table: TableId, scene: &str, row: &Row, class: &'static str) -> Option<AnyView> {
    let (id, portrait) = (row.id, row.portrait?);
    let path = format!("/t/{table}/portrait/{id}/{portrait}{scene}");
    let side = SIDE.to_string();
    let picture = view! { <img class=class src=path alt="" width=side.clone() height=side /> };
    Some(picture.into_any())
}
