//! Health points (TRI-DMG-03, TRI-HLTH-01).

use serde::{Deserialize, Serialize};

use super::input::{self, Nonsense};

/// How somebody is, by their Health. Death is the storyteller's to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// Health is left.
    Ok,
    /// Health is 0 or below (TRI-HLTH-01).
    Down,
}

/// How somebody with so much Health is (TRI-HLTH-01).
#[must_use]
pub const fn status(health: i32) -> Status {
    if health > 0 { Status::Ok } else { Status::Down }
}

/// A health track of points. What is lost past 0 is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "PointsData", into = "PointsData")]
pub struct Points {
    max: i32,
    now: i32,
}

/// What [`Points`] look like outside: now, then of how many.
#[derive(Clone, Copy, Serialize, Deserialize)]
struct PointsData(i32, i32);

impl TryFrom<PointsData> for Points {
    type Error = Nonsense;
    fn try_from(PointsData(now, max): PointsData) -> Result<Self, Nonsense> {
        Self::new(now, max)
    }
}

impl From<Points> for PointsData {
    fn from(Points { max, now }: Points) -> Self {
        Self(now, max)
    }
}

impl Points {
    /// A track of `max` points of which `now` are left; `now` may be negative.
    ///
    /// # Errors
    /// [`Nonsense::Range`] when there is not at least one point, or more are left than there
    /// are.
    pub fn new(now: i32, max: i32) -> Result<Self, Nonsense> {
        input::within("the most Health", max, 1, input::NUMBER_MOST)?;
        input::within("Health", now, i32::MIN, max)?;
        Ok(Self { max, now })
    }

    /// How many are left; negative when more were lost than there were.
    #[must_use]
    pub const fn now(&self) -> i32 {
        self.now
    }

    /// How many there are when unhurt.
    #[must_use]
    pub const fn max(&self) -> i32 {
        self.max
    }

    /// After losing `points` (TRI-DMG-03); less than 0 of them lose nothing.
    #[must_use]
    pub fn less(self, points: i32) -> Self {
        Self {
            now: lose(self.now, points),
            ..self
        }
    }

    /// After regaining `points`, not past the most there are.
    #[must_use]
    pub fn more(self, points: i32) -> Self {
        let now = self.now.saturating_add(points.max(0)).min(self.max);
        Self { now, ..self }
    }

    /// How somebody with this track is (TRI-HLTH-01).
    #[must_use]
    pub const fn status(&self) -> Status {
        status(self.now)
    }
}

/// Health after losing `points` (TRI-DMG-03). It may end below 0; a negative loss is none.
#[must_use]
pub fn lose(health: i32, points: i32) -> i32 {
    health.saturating_sub(points.max(0))
}
