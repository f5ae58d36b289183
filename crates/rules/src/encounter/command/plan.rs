//! Plans, as commands name them before they are checked.

use std::fmt;

use serde::de::{self, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use crate::base::sorted_map::{Map, Set};

/// A plan as typed, before it is checked.
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

/// Reads a map of numbered plan actions and rejects a number that occurs twice.
fn read_unique_keys<'de, D: Deserializer<'de>>(from: D) -> Result<Map<u8, String>, D::Error> {
    /// Serde visitor behind [`read_unique_keys`], which reads a plan's map and rejects duplicate keys.
    struct UniqueKeysVisitor;

    impl<'de> Visitor<'de> for UniqueKeysVisitor {
        type Value = Map<u8, String>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a map of numbers")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let mut kinds = Map::new();
            while let Some(number) = map.next_key::<u8>()? {
                if kinds.insert(number, map.next_value()?).is_some() {
                    return Err(de::Error::custom(format_args!("`{number}` is there twice")));
                }
            }
            Ok(kinds)
        }
    }
    from.deserialize_map(UniqueKeysVisitor)
}
