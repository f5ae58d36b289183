//! Tracks of points.

use serde::{Deserialize, Serialize};

use super::limits::{MAX_POINTS, TrackError};

/// A track of points with the number left, which goes below 0 when more is lost than there was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "PointsData", into = "PointsData")]
pub struct Points {
    now: i32,
    most: i32,
}

/// Serialized form of [`Points`], a health track, as the number left, then the maximum.
#[derive(Clone, Copy, Serialize, Deserialize)]
struct PointsData(i32, i32);

impl TryFrom<PointsData> for Points {
    type Error = TrackError;
    fn try_from(PointsData(now, most): PointsData) -> Result<Self, TrackError> {
        Self::new(now, most)
    }
}

impl From<Points> for PointsData {
    fn from(Points { now, most }: Points) -> Self {
        Self(now, most)
    }
}

impl Points {
    /// Creates a track of `most` points of which `now` are left; `now` may be negative.
    ///
    /// # Errors
    /// Returns an error when `most` is below 1 or above [`MAX_POINTS`], when `now` is above `most`, or too far below 0.
    pub const fn new(now: i32, most: i32) -> Result<Self, TrackError> {
        if most < 1 {
            return Err(TrackError::NoPoints);
        }
        if most > MAX_POINTS || now < -MAX_POINTS {
            return Err(TrackError::TooManyPoints);
        }
        if now > most {
            return Err(TrackError::TooManyMarks);
        }
        Ok(Self { now, most })
    }

    /// Returns the points left; negative when more were lost than there were.
    #[must_use]
    pub const fn left(&self) -> i32 {
        self.now
    }

    /// Returns the maximum, when nothing is lost.
    #[must_use]
    pub const fn maximum(&self) -> i32 {
        self.most
    }

    /// Returns the track after losing (negative) or regaining points: at most the maximum, and not further below 0 than
    /// [`MAX_POINTS`].
    #[must_use]
    pub fn changed_by(self, by: i32) -> Self {
        let now = self.now.saturating_add(by).clamp(-MAX_POINTS, self.most);
        Self { now, ..self }
    }
}
