//! The scene as places, as one viewer sees it.

use serde::{Deserialize, Serialize};

use crate::base::id::{CombatantId, LocationId};
use crate::base::late::Late;
use crate::base::sorted_map::Map;
use crate::encounter::aggregate::encounter::Encounter;
use crate::encounter::combatant::relations::Nearness;
use crate::encounter::viewer::Viewer;
use crate::space::{FloorPlan, Stance};

/// Places of the scene and the links between them, as a viewer knows them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SceneView {
    /// The places and links.
    pub plan: FloorPlan,
    /// Whether the scene is still being prepared, so that only storytellers see it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub draft: bool,
    /// Where each combatant is.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub places: Map<CombatantId, Standpoint>,
    /// The combatants at arm's length of each other.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub near: Vec<Nearness>,
}

/// Change of who is where in the scene, or near whom.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SceneMove {
    /// A combatant is in a place now.
    In(CombatantId, LocationId),
    /// A combatant is in a place now that the viewer does not know of, or does not see into.
    OutOfSight(CombatantId),
    /// A combatant is in no place any more.
    Out(CombatantId),
    /// How the first combatant stands to the second; `None` if not at arm's length.
    Near(CombatantId, CombatantId, Option<Stance>),
}

/// Where a combatant is in the scene, as a viewer knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Standpoint {
    /// In a place.
    At(LocationId),
    /// In a place that the viewer does not know of, or does not see into.
    OutOfSight,
}

/// Builds the scene for a viewer; `None` if there is none, or if players do not see it yet.
pub(super) fn build_scene_view(encounter: &Encounter, viewer: Viewer) -> Option<Late<SceneView>> {
    let all = viewer.sees_hidden();
    if encounter.plan.is_empty() || !all && !encounter.uses_scene() {
        return None;
    }
    let plan = match all {
        true => encounter.plan.clone(),
        false => encounter.plan.known_to_players(),
    };
    (!plan.is_empty()).then(|| {
        Late::new(SceneView {
            plan,
            draft: !encounter.plan_in_use,
            places: standpoints(encounter, viewer),
            near: known_nearness(encounter, viewer),
        })
    })
}

/// Returns where each combatant that a viewer sees is in the scene.
fn standpoints(encounter: &Encounter, viewer: Viewer) -> Map<CombatantId, Standpoint> {
    let all = viewer.sees_hidden();
    let seen = encounter.combatants.values();
    let seen = seen.filter(|who| all || encounter.is_visible(who.id));
    seen.filter_map(|who| {
        let location = who.location?;
        let seen = encounter.sees_into(viewer, location);
        Some((
            who.id,
            match seen {
                true => Standpoint::At(location),
                false => Standpoint::OutOfSight,
            },
        ))
    })
    .collect()
}

/// Returns the combatants at arm's length of each other, as far as a viewer sees both.
fn known_nearness(encounter: &Encounter, viewer: Viewer) -> Vec<Nearness> {
    let all = viewer.sees_hidden();
    let seen = |id| all || encounter.is_visible(id) && encounter.is_in_sight(id);
    let near = encounter.ties.near.iter();
    near.filter(|near| seen(near.who) && seen(near.to))
        .copied()
        .collect()
}

/// Returns the moves that turn one view of the scene into another with the same places.
#[inline(never)]
pub(super) fn diff_moves(old: &SceneView, new: &SceneView) -> Vec<SceneMove> {
    let gone = old.places.keys();
    let gone = gone.filter(|id| !new.places.contains_key(id));
    let gone = gone.map(|id| SceneMove::Out(*id));
    let moved = new.places.iter();
    let moved = moved.filter(|(id, at)| old.places.get(id) != Some(at));
    let moved = moved.map(|(id, at)| match at {
        Standpoint::At(place) => SceneMove::In(*id, *place),
        Standpoint::OutOfSight => SceneMove::OutOfSight(*id),
    });
    let apart = old.near.iter().filter(|near| {
        let mut now = new.near.iter();
        !now.any(|other| (other.who, other.to) == (near.who, near.to))
    });
    let apart = apart.map(|near| SceneMove::Near(near.who, near.to, None));
    let close = new.near.iter().filter(|near| !old.near.contains(near));
    let close = close.map(|near| SceneMove::Near(near.who, near.to, Some(near.stance)));
    gone.chain(moved).chain(apart).chain(close).collect()
}

/// Applies moves to a view of the scene.
#[inline(never)]
pub(super) fn apply_moves(scene: &mut SceneView, moves: &[SceneMove]) {
    for change in moves {
        match *change {
            SceneMove::In(id, place) => _ = scene.places.insert(id, Standpoint::At(place)),
            SceneMove::OutOfSight(id) => _ = scene.places.insert(id, Standpoint::OutOfSight),
            SceneMove::Out(id) => _ = scene.places.remove(&id),
            SceneMove::Near(who, to, stance) => {
                scene.near.retain(|near| near.who != who || near.to != to);
                let near = stance.map(|stance| Nearness { who, to, stance });
                scene.near.extend(near);
                scene.near.sort_unstable();
            }
        }
    }
}
