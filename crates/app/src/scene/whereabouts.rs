//! Places of the combatants in words, for their rows of the order.

use leptos::prelude::*;
use rules::base::id::CombatantId;
use rules::base::sorted_map::Map;
use rules::encounter::View;
use rules::encounter::view::{SceneView, Standpoint};
use rules::messages::places as msg;

use crate::table::layout::Stage;

/// The place of each combatant, in words.
pub type Whereabouts = Map<CombatantId, String>;

/// Finds the place of each combatant of a view; `None` without a scene.
pub fn find_whereabouts(view: &View) -> Option<Whereabouts> {
    let scene = view.scene.as_ref()?;
    Some(name_places(view, scene))
}

/// Names the place of each combatant. Loaded later than the first part of the program.
#[inline(never)]
fn name_places(view: &View, scene: &SceneView) -> Whereabouts {
    let places = view.places.iter();
    let places = places.filter_map(|(id, at)| {
        let name = match at {
            Standpoint::At(place) => scene.plan.locations.get(place)?.name.to_string(),
            Standpoint::OutOfSight => msg::OUT_OF_SIGHT.get().to_owned(),
        };
        Some((*id, name))
    });
    places.collect()
}

/// Returns the place of a combatant in words; `None` without a scene, or if it is in no place.
pub fn place_of(stage: Stage, id: CombatantId) -> Option<String> {
    stage.whereabouts.with(|all| all.as_ref()?.get(&id).cloned())
}
