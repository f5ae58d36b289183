//! Areas of a picture, and whether they are covered.

use serde::{Deserialize, Serialize};

use crate::base::id::CombatantId;
use crate::base::sorted_map::Set;

/// Rectangle of a picture, in thousandths of its width and height.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Area {
    /// The left edge.
    pub x: u16,
    /// The upper edge.
    pub y: u16,
    /// The width.
    pub width: u16,
    /// The height.
    pub height: u16,
}

impl Area {
    /// The end of a picture in either direction.
    pub const END: u16 = 1000;

    /// Whether the rectangle is within the picture and covers any of it.
    #[must_use]
    pub const fn is_valid(self) -> bool {
        let right = self.x.saturating_add(self.width);
        let bottom = self.y.saturating_add(self.height);
        self.width > 0 && self.height > 0 && right <= Self::END && bottom <= Self::END
    }
}

/// Covered area of a picture.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct CoveredArea {
    /// The rectangle that is covered.
    pub area: Area,
    /// The characters for whom it is uncovered.
    #[serde(default, skip_serializing_if = "Set::is_empty")]
    pub open_to: Set<CombatantId>,
}
