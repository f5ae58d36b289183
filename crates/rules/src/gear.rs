//! What a combatant carries: weapons, armor, shields and what else a rule asks for.
//!
//! An item holds its own numbers, copied from a row of its system's chart or typed at the table.
//! So a chart that changes later changes no combatant's gear, and the table's own rows are like
//! any other.

use crate::messages::Text;
use crate::messages::core as msg;
use serde::{Deserialize, Serialize};

use crate::sorted::{Map, Set};
use crate::text::Name;

/// The most items one combatant carries.
pub const MAX_ITEMS: usize = 24;

/// Tells an item from the others of its combatant. Given once, in the order in which they came.
pub type ItemId = u16;

/// Everything a combatant carries.
pub type Gear = Map<ItemId, Item>;

/// One thing a combatant carries.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Hash)]
#[serde(deny_unknown_fields)]
pub struct Item {
    /// What it is called.
    pub name: Name,
    /// What it is: `weapon`, `armor`, `shield`, or another word its system knows.
    pub kind: String,
    /// Where it is.
    #[serde(default, skip_serializing_if = "Carried::is_held")]
    pub carried: Carried,
    /// Its numbers, by the keys its system knows: damage, range, capacity, rounds left in it.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub numbers: Map<String, i32>,
    /// What else is true of it, by the keys its system knows: `two_handed`, `automatic`.
    #[serde(default, skip_serializing_if = "Set::is_empty")]
    pub tags: Set<String>,
}

/// Where an item is.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Carried {
    /// In a hand.
    #[default]
    Held,
    /// On the body.
    Worn,
    /// At hand, and to be drawn first.
    Stowed,
    /// Out of reach: dropped, or struck away.
    Dropped,
}

impl Carried {
    pub(crate) const fn is_held(&self) -> bool {
        matches!(self, Self::Held)
    }

    /// Where that is, in a few words.
    #[must_use]
    pub const fn word(self) -> Text {
        match self {
            Self::Held => msg::IN_HAND,
            Self::Worn => msg::WORN,
            Self::Stowed => msg::PUT_AWAY,
            Self::Dropped => msg::OUT_OF_REACH,
        }
    }
}

impl Item {
    /// One of its numbers; `None` where it has no such number.
    #[must_use]
    pub fn number(&self, key: &str) -> Option<i32> {
        self.numbers.get(key).copied()
    }

    /// One of its numbers, or 0.
    #[must_use]
    pub fn or_zero(&self, key: &str) -> i32 {
        self.number(key).unwrap_or(0)
    }

    /// Whether this is true of it.
    #[must_use]
    pub fn is(&self, tag: &str) -> bool {
        self.tags.contains(tag)
    }

    /// Whether it is in a hand or on the body.
    #[must_use]
    pub const fn is_ready(&self) -> bool {
        matches!(self.carried, Carried::Held | Carried::Worn)
    }
}

/// A kind of item that a rule system knows, and the words its rows are written with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ItemSpec {
    /// The key in [`Item::kind`].
    pub kind: &'static str,
    /// The word on the screen.
    pub title: Text,
    /// The numbers it may have.
    pub numbers: &'static [NumberSpec],
    /// What may be true of it: the key and the words on the screen.
    pub tags: &'static [(&'static str, Text)],
}

/// A number that an item may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NumberSpec {
    /// The key in [`Item::numbers`].
    pub key: &'static str,
    /// The word on the screen.
    pub title: Text,
    /// The least that makes sense.
    pub min: i32,
    /// The most that makes sense.
    pub max: i32,
}

impl NumberSpec {
    /// A number between these.
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

/// A row of a system's chart, from which an item is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChartRow {
    /// The key by which it is asked for: `heavy_pistol`.
    pub key: String,
    /// The item as it is made from it.
    pub item: Item,
    /// The rule its numbers come from.
    pub rule: &'static str,
}
