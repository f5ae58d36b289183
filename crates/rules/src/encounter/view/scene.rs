//! The scene as places, as one viewer sees it.

use serde::{Deserialize, Serialize};

use crate::base::id::{CombatantId, LocationId};
use crate::base::sorted_map::Map;
use crate::encounter::aggregate::encounter::Encounter;
use crate::encounter::viewer::Viewer;
use crate::space::FloorPlan;

/// Places of the scene and the links between them, as a viewer knows them.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SceneView {
    /// The places and links.
    pub plan: FloorPlan,
    /// Whether the scene is still being prepared, so that only storytellers see it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub draft: bool,
}

/// Where a combatant is in the scene, as a viewer knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Standpoint {
    /// In a place.
    At(LocationId),
    /// In a place that the viewer does not know of.
    OutOfSight,
}

/// Builds the scene for a viewer; `None` if there is none, or if players do not see it yet.
pub(super) fn build_scene_view(encounter: &Encounter, viewer: Viewer) -> Option<Box<SceneView>> {
    let all = viewer.sees_hidden();
    if encounter.plan.is_empty() || !all && !encounter.uses_scene() {
        return None;
    }
    let plan = match all {
        true => encounter.plan.clone(),
        false => encounter.plan.known_to_players(),
    };
    (!plan.is_empty()).then(|| {
        Box::new(SceneView {
            plan,
            draft: !encounter.plan_in_use,
        })
    })
}

/// Returns where each combatant that a viewer sees is in the scene.
pub(super) fn standpoints(encounter: &Encounter, viewer: Viewer) -> Map<CombatantId, Standpoint> {
    let all = viewer.sees_hidden();
    if encounter.plan.is_empty() || !all && !encounter.uses_scene() {
        return Map::new();
    }
    let seen = encounter.combatants.values();
    let seen = seen.filter(|who| all || encounter.is_visible(who.id));
    seen.filter_map(|who| {
        let location = who.location?;
        let known = encounter.knows_location(viewer, location);
        Some((
            who.id,
            match known {
                true => Standpoint::At(location),
                false => Standpoint::OutOfSight,
            },
        ))
    })
    .collect()
}
