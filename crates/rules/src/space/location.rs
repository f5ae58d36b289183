//! Places of a scene, and the marks that the rules know.

use serde::{Deserialize, Serialize};

use crate::base::id::CoverId;
use crate::base::text::Name;

/// How little light there is in a place.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Darkness {
    /// Enough light for everything.
    #[default]
    Lit,
    /// Shapes can be seen, details cannot.
    Dim,
    /// Only outlines can be seen.
    Dark,
    /// Nothing can be seen.
    Black,
}

/// How thick the fog, smoke or steam in a place is.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Fog {
    /// The air is clear.
    #[default]
    Clear,
    /// Shapes can be seen through it.
    Thin,
    /// Nothing can be seen through it.
    Thick,
}

/// Cover in a place, for everybody who stands there.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CoverMark {
    /// What it is: crates, a railing, a wall.
    pub name: Name,
    /// How good it is, from 1 up, by [`CombatRules::cover_grades`](crate::exchange::CombatRules::cover_grades).
    pub grade: u8,
    /// The cover of the encounter that it is, where it can be shot to pieces.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thing: Option<CoverId>,
}

/// Drop into a place, and with it what happens to those who are thrown into it or go over its edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Drop {
    /// They land in water.
    Water,
    /// They fall this far, in the distance unit of the rules.
    Fall(u16),
}

/// Properties of a place that the rules know.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Marks {
    /// How little light there is.
    #[serde(default, skip_serializing_if = "is_default")]
    pub dark: Darkness,
    /// How thick the fog is.
    #[serde(default, skip_serializing_if = "is_default")]
    pub fog: Fog,
    /// How many bystanders there are; 0 is none.
    #[serde(default, skip_serializing_if = "is_default")]
    pub crowd: u16,
    /// What gives cover there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cover: Option<CoverMark>,
    /// How far it lies above the ground, in the distance unit of the rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub height: Option<u16>,
    /// What becomes of those who are thrown in, or go over the edge.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drop: Option<Drop>,
    /// Whether there is no room to step aside.
    #[serde(default, skip_serializing_if = "is_default")]
    pub tight: bool,
}

/// Whether a value is the default, which is not written.
fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// A place where combatants can stand.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Location {
    /// The name of the place.
    pub name: Name,
    /// The field of the board that its card lies on, row by row, three to a row.
    pub slot: u8,
    /// What the rules know of it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub marks: Marks,
    /// Whether players do not know of it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub hidden: bool,
    /// Whether players do not see who is in it, although they know of it: behind a closed door, until somebody looks.
    #[serde(default, skip_serializing_if = "is_default")]
    pub unseen: bool,
    /// Whether nobody moves in or out.
    #[serde(default, skip_serializing_if = "is_default")]
    pub locked: bool,
    /// A note that everybody reads.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<Name>,
    /// A note for storytellers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret: Option<Name>,
}

impl Location {
    /// Creates a place without marks.
    #[must_use]
    pub fn new(name: Name, slot: u8) -> Self {
        Self {
            name,
            slot,
            marks: Marks::default(),
            hidden: false,
            unseen: false,
            locked: false,
            note: None,
            secret: None,
        }
    }

    /// Whether players do not see who is in it.
    #[must_use]
    pub const fn conceals(&self) -> bool {
        self.hidden || self.unseen
    }

    /// Returns the place as players know it, without the note for storytellers; `None` if they do not.
    #[must_use]
    pub fn known_to_players(&self) -> Option<Self> {
        (!self.hidden).then(|| Self {
            secret: None,
            ..self.clone()
        })
    }
}
