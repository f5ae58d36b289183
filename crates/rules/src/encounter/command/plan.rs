//! Plans, as commands name them before they are checked.

use serde::{Deserialize, Serialize};

use crate::base::sorted_map::{Map, Set};
use crate::encounter::command::unique_keys::read_unique_keys;

/// A plan (what a combatant means to do this round) as typed, before it is checked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PlanInput {
    /// The plan in words; may be empty.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub words: String,
    /// Number of ordinary actions; 0 and 1 both mean one.
    pub actions: u8,
    /// Numbers of the actions that are defenses, counted from 1; extra actions follow the ordinary ones.
    #[serde(skip_serializing_if = "Set::is_empty")]
    pub defenses: Set<u8>,
    /// The kind of each action, by its number: the kind of a defense, or the trait that another action is
    /// rolled with.
    #[serde(
        skip_serializing_if = "Map::is_empty",
        deserialize_with = "read_unique_keys"
    )]
    pub kinds: Map<u8, String>,
    /// Number of extra actions.
    pub extra: u8,
    /// Points of Willpower that will be spent on rolls.
    pub willpower: u8,
    /// The key of the stance.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stance: Option<String>,
}
