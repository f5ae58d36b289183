//! Gear of a combatant: weapons, armor, shields and other items.
//!
//! An item holds its own numbers, copied from a row of its system's chart or typed at the table.
//! Later changes to a chart therefore change no combatant's gear, and custom items work like any
//! other.

use crate::messages::Text;
use crate::messages::core as msg;
use serde::{Deserialize, Serialize};

use crate::base::sorted_map::{Map, Set};
use crate::base::text::Name;

/// Maximum number of items per combatant.
pub const MAX_ITEMS: usize = 24;

/// Number of an item, unique within its combatant and assigned in order of arrival.
pub type ItemId = u16;

/// All items of a combatant, by number.
pub type Gear = Map<ItemId, Item>;

/// Item that a combatant carries, such as a weapon or armor, with its numbers and tags.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Hash)]
#[serde(deny_unknown_fields)]
pub struct Item {
    /// Name shown at the table.
    pub name: Name,
    /// Kind of the item: `weapon`, `armor`, `shield`, or another kind of the system.
    pub kind: String,
    /// Place where the item is carried.
    #[serde(default, skip_serializing_if = "Carried::is_held")]
    pub carried: Carried,
    /// Numbers of the item, such as damage or range, by the system's keys.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub numbers: Map<String, i32>,
    /// Tags of the item, such as `two_handed`, by the system's keys.
    #[serde(default, skip_serializing_if = "Set::is_empty")]
    pub tags: Set<String>,
}

/// Place where a combatant carries an item, such as in a hand or worn.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Carried {
    /// Held in a hand, ready for use.
    #[default]
    Held,
    /// Worn on the body.
    Worn,
    /// Put away; must be drawn first.
    Stowed,
    /// Out of reach: dropped or knocked away.
    Dropped,
}

impl Carried {
    /// Whether the item is held in a hand, the default.
    pub(crate) const fn is_held(&self) -> bool {
        matches!(self, Self::Held)
    }

    /// Returns the label of the place.
    #[must_use]
    pub const fn label(self) -> Text {
        match self {
            Self::Held => msg::IN_HAND,
            Self::Worn => msg::WORN,
            Self::Stowed => msg::PUT_AWAY,
            Self::Dropped => msg::OUT_OF_REACH,
        }
    }
}

impl Item {
    /// Returns a number of the item; `None` if it has no such number.
    #[must_use]
    pub fn number(&self, key: &str) -> Option<i32> {
        self.numbers.get(key).copied()
    }

    /// Returns a number of the item, or 0 if it has none.
    #[must_use]
    pub fn number_or_zero(&self, key: &str) -> i32 {
        self.number(key).unwrap_or(0)
    }

    /// Whether the item has this tag.
    #[must_use]
    pub fn has_tag(&self, tag: &str) -> bool {
        self.tags.contains(tag)
    }

    /// Whether the item is held or worn.
    #[must_use]
    pub const fn is_ready(&self) -> bool {
        matches!(self.carried, Carried::Held | Carried::Worn)
    }
}

/// Kind of item known to a rule system, with its numbers and tags.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ItemSpec {
    /// Key of the kind in [`Item::kind`].
    pub kind: &'static str,
    /// Label shown on the screen.
    pub title: Text,
    /// Numbers that the item may have.
    pub numbers: &'static [NumberSpec],
    /// Keys and labels of the tags that the item may have.
    pub tags: &'static [(&'static str, Text)],
}

/// Specification of a number that an item may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NumberSpec {
    /// Key of the number in [`Item::numbers`].
    pub key: &'static str,
    /// Label shown on the screen.
    pub title: Text,
    /// Smallest sensible value of the number.
    pub min: i32,
    /// Largest sensible value of the number.
    pub max: i32,
}

impl NumberSpec {
    /// Specifies a number between two bounds, both included.
    #[must_use]
    pub const fn new(key: &'static str, title: Text, min: i32, max: i32) -> Self {
        Self {
            key,
            title,
            min,
            max,
        }
    }
}

/// Row of a system's chart, from which an item is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChartRow {
    /// Key by which commands request it: `heavy_pistol`.
    pub key: String,
    /// Item created from the row.
    pub item: Item,
    /// Rule that the numbers come from.
    pub rule: &'static str,
}
