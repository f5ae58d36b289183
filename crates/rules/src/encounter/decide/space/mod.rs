//! Commands about the scene as places: storytellers describe it, combatants move in it.

mod edit;
mod moves;
mod nearness;
mod reach;

/// Rule id of the guide's entry on places, doors and ways, which all systems share.
pub(super) const SCENE_RULE: &str = "SCENE-01";
