//! Links between two places: how far it is, and what is in between.

use serde::{Deserialize, Serialize};

use crate::base::id::LocationId;

/// The door between two places.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Door {
    /// There is no door.
    #[default]
    None,
    /// The door stands open.
    Open,
    /// The door is closed: nobody sees or shoots through it, and it must be opened first.
    Closed,
    /// The door is closed, and only storytellers open it.
    Locked,
}

impl Door {
    /// Whether the door is shut, so that nothing gets through.
    #[must_use]
    pub const fn is_shut(self) -> bool {
        matches!(self, Self::Closed | Self::Locked)
    }
}

/// The kind of way between two places.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Passage {
    /// Level ground.
    #[default]
    Ground,
    /// Stairs.
    Stairs,
    /// A ladder or a rope, or a wall that can be climbed.
    Ladder,
    /// A window.
    Window,
    /// A drop: down is a fall.
    Drop,
}

/// The two places of a link; the smaller id comes first, so that each pair has one link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct LinkEnds(LocationId, LocationId);

impl LinkEnds {
    /// Returns the ends of a link between two places; `None` if they are the same.
    #[must_use]
    pub fn new(one: LocationId, other: LocationId) -> Option<Self> {
        (one != other).then(|| Self(one.min(other), one.max(other)))
    }

    /// Returns the two places that the link connects.
    #[must_use]
    pub const fn locations(self) -> [LocationId; 2] {
        [self.0, self.1]
    }

    /// Returns the place at the other end of the link; `None` if this is not one of its ends.
    #[must_use]
    pub fn other_end(self, one: LocationId) -> Option<LocationId> {
        match (self.0 == one, self.1 == one) {
            (true, _) => Some(self.1),
            (_, true) => Some(self.0),
            _ => None,
        }
    }
}

/// A way between two places.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Link {
    /// The distance in the unit of the rules; `None` while nobody has said how far it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distance: Option<u16>,
    /// The door on the way.
    #[serde(default, skip_serializing_if = "is_default")]
    pub door: Door,
    /// What kind of way it is.
    #[serde(default, skip_serializing_if = "is_default")]
    pub passage: Passage,
    /// Whether something solid, a wall or a floor, bars the line of fire although there is a way.
    #[serde(default, skip_serializing_if = "is_default")]
    pub blind: bool,
    /// The place at which the way can only begin; `None` if it can be gone both ways.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub one_way_from: Option<LocationId>,
    /// Whether players do not know of it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub hidden: bool,
}

/// Whether a value is the default, which is not written.
fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}
