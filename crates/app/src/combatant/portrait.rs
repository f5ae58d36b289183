//! The portrait of a combatant.

use leptos::prelude::*;
use rules::encounter::view::CombatantRow;

use crate::state::table_state::Model;

/// Renders the portrait picture beside the name of a combatant; empty if it has none.
pub fn portrait(model: Model, row: &CombatantRow) -> AnyView {
    let (table, scene, id) = (model.table, model.encounter, row.id);
    let portrait = row.portrait.map(|portrait| {
        let from = format!("/t/{table}/portrait/{id}/{portrait}?scene={scene}");
        view! { <img class="portrait" src=from alt="" width="30" height="30" loading="lazy" /> }
    });
    portrait.into_any()
}
