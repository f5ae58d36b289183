//! Portraits of combatants on pages.

use leptos::prelude::*;
use rules::base::id::TableId;
use rules::encounter::view::CombatantRow;

/// Length of a portrait's side, in pixels.
pub const SIDE: u32 = 256;

/// Renders the portrait of a combatant, if it has one; `scene` is the query that names the encounter.
pub(super) fn portrait_image(
    table: TableId,
    scene: &str,
    row: &CombatantRow,
    class: &'static str,
) -> Option<AnyView> {
    let (id, portrait) = (row.id, row.portrait?);
    let path = format!("/t/{table}/portrait/{id}/{portrait}{scene}");
    let side = SIDE.to_string();
    let picture = view! { <img class=class src=path alt="" width=side.clone() height=side /> };
    Some(picture.into_any())
}
