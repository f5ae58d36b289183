//! Limits of tracks, and the error for a track beyond them.

use serde::{Deserialize, Serialize};

use crate::messages::core as msg;

/// Maximum number of boxes of a track.
pub const MAX_BOXES: u16 = 60;

/// Maximum number of points of a track.
pub const MAX_POINTS: i32 = 10_000;

/// An error for a track that cannot exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TrackError {
    /// A track needs at least one box.
    #[error("{}", msg::A_HEALTH_TRACK_NEEDS_AT)]
    NoBoxes,
    /// More boxes than [`MAX_BOXES`].
    #[error("{}", msg::a_health_track_has_at(&MAX_BOXES))]
    TooManyBoxes,
    /// Marks of one shape of track on another.
    #[error("{}", msg::THESE_MARKS_CANNOT_STAND_ON)]
    OtherShape,
    /// More marks than boxes.
    #[error("{}", msg::THERE_ARE_MORE_MARKS_THAN)]
    TooManyMarks,
    /// A number needs at least one point.
    #[error("{}", msg::HEALTH_NEEDS_AT_LEAST_ONE)]
    NoPoints,
    /// More points than [`MAX_POINTS`].
    #[error("{}", msg::health_has_at_most_points(&MAX_POINTS))]
    TooManyPoints,
}
