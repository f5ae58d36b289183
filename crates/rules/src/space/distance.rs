//! Unit in which a rule system counts distances.

use crate::messages::{Wording, core, scene};

/// Unit of distances, in full and abbreviated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DistanceUnit {
    /// Yards: `12 yards`, `12 yd`.
    Yards,
    /// Squares of a grid: `3 squares`, `3 sq`.
    Squares,
}

impl DistanceUnit {
    /// Returns a distance in full, such as `12 yards`.
    #[must_use]
    pub fn words(self, distance: u32) -> Wording {
        let distance = i64::from(distance);
        match self {
            Self::Yards => core::wordings::distance_in_yards(distance),
            Self::Squares => core::wordings::distance_in_squares(distance),
        }
    }

    /// Returns a distance in the abbreviated unit.
    #[must_use]
    pub fn short_text(self, distance: u32) -> String {
        let distance = i64::from(distance);
        match self {
            Self::Yards => scene::yd(distance),
            Self::Squares => scene::sq(distance),
        }
    }
}
