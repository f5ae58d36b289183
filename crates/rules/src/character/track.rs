//! Health tracks: the boxes or points of a combatant, and the damage marked on them.
//!
//! The shapes of tracks live here, because several systems use the same shape. Each system itself decides how damage is
//! marked on a shape, and what a full one means.

mod boxes;
mod damage;
mod levels;
mod limits;
mod points;

pub use self::boxes::Boxes;
pub use self::damage::{DamageKind, DamagePacket, Severity};
pub use self::levels::{EndState, LevelPenalties, Levels, LevelsError, MAX_LEVELS};
pub use self::limits::{MAX_BOXES, MAX_POINTS, TrackError};
pub use self::points::Points;

use serde::{Deserialize, Serialize};

/// The health track of a combatant, in the shape of their system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Track {
    /// A row of boxes with severities.
    Boxes(Boxes),
    /// A row of boxes with health levels, which may end in more than one way.
    Levels(Levels),
    /// A number of points.
    Points(Points),
}

/// The difference between two states of a track.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TrackChange {
    /// Change in the number of bashing, lethal and aggravated marks.
    pub marks: [i32; 3],
    /// Change in points; a loss is negative.
    pub points: i32,
}

impl Track {
    /// Returns the boxes, if the track has boxes.
    #[must_use]
    pub const fn boxes(&self) -> Option<&Boxes> {
        match self {
            Self::Boxes(boxes) => Some(boxes),
            Self::Levels(levels) => Some(levels.boxes()),
            Self::Points(_) => None,
        }
    }

    /// Returns the points, if the track has points.
    #[must_use]
    pub const fn points(&self) -> Option<&Points> {
        match self {
            Self::Points(points) => Some(points),
            Self::Boxes(_) | Self::Levels(_) => None,
        }
    }

    /// Replaces the boxes of the track, after a person changed one by hand. With an empty box
    /// again, the end state that a full row brought is over.
    #[must_use]
    pub const fn with_boxes(self, boxes: Boxes) -> Self {
        match self {
            Self::Boxes(_) => Self::Boxes(boxes),
            Self::Levels(levels) => Self::Levels(levels.with_boxes(boxes)),
            Self::Points(_) => self,
        }
    }

    /// Carries the marks over to the unmarked track of an edited sheet: marks and lost points stay, while the size and
    /// the level penalties are the new ones.
    ///
    /// # Errors
    /// Returns an error when there are more marks than the new track can hold, or the two have different shapes and
    /// something is marked.
    pub fn refit_to(self, unmarked: Self) -> Result<Self, TrackError> {
        Ok(match (self, unmarked) {
            (Self::Boxes(old), Self::Boxes(new)) => {
                Self::Boxes(Boxes::new(new.size(), old.marks())?)
            }
            (Self::Levels(old), Self::Levels(new)) => Self::Levels(new.with_marks_of(&old)?),
            (Self::Points(old), Self::Points(new)) => {
                let lost = old.maximum().saturating_sub(old.left());
                Self::Points(Points::new(
                    new.maximum().saturating_sub(lost),
                    new.maximum(),
                )?)
            }
            (old, new) if old.is_unmarked() => new,
            _ => return Err(TrackError::OtherShape),
        })
    }

    /// Whether no box is marked, no point is lost, and the end state is open.
    #[must_use]
    pub fn is_unmarked(&self) -> bool {
        match self {
            Self::Boxes(boxes) => boxes.filled_count() == 0,
            Self::Levels(levels) => {
                levels.boxes().filled_count() == 0 && levels.end_state().is_open()
            }
            Self::Points(points) => points.left() == points.maximum(),
        }
    }

    /// Returns the penalty that the level of each box has, in order, or 0 for a box without a
    /// number.
    #[must_use]
    pub fn box_penalties(&self) -> Vec<i32> {
        let boxes = 0..self.boxes().map_or(0, Boxes::size);
        let costs = match self {
            Self::Levels(levels) => Some(levels.penalties()),
            Self::Boxes(_) | Self::Points(_) => None,
        };
        boxes
            .map(|index| costs.and_then(|costs| costs.penalty_at(index)).unwrap_or(0))
            .collect()
    }

    /// Returns the change from `before` to this track.
    #[must_use]
    pub fn change_since(&self, before: &Self) -> TrackChange {
        let marks = |track: &Self, severity| {
            track
                .boxes()
                .map_or(0, |boxes| i32::from(boxes.marks().get(severity)))
        };
        let points = |track: &Self| track.points().map_or(0, Points::left);
        TrackChange {
            marks: [Severity::Bashing, Severity::Lethal, Severity::Aggravated]
                .map(|severity| marks(self, severity) - marks(before, severity)),
            points: points(self) - points(before),
        }
    }

    /// Returns the marks that healed, or the points that came back, since `before`.
    #[must_use]
    pub fn healed_since(&self, before: &Self) -> DamagePacket {
        let change = self.change_since(before);
        let gone = change.marks.map(|by| u16::try_from(-by).unwrap_or(0));
        let [bashing, lethal, aggravated] = gone;
        DamagePacket {
            bashing,
            lethal,
            aggravated,
            points: u16::try_from(change.points).unwrap_or(0),
        }
    }
}
