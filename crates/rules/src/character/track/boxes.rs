//! Rows of boxes with marks by severity.

use serde::{Deserialize, Serialize};

use super::damage::{DamagePacket, Severity};
use super::limits::{MAX_BOXES, TrackError};

/// A row of boxes, with the worst marks leftmost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "BoxesData", into = "BoxesData")]
pub struct Boxes {
    size: u16,
    marks: DamagePacket,
}

/// Serialized form of [`Boxes`], a health track, as their number, then bashing, lethal, aggravated.
/// Deserializing goes through [`Boxes::new`].
#[derive(Clone, Copy, Serialize, Deserialize)]
struct BoxesData(u16, u16, u16, u16);

impl TryFrom<BoxesData> for Boxes {
    type Error = TrackError;
    fn try_from(
        BoxesData(size, bashing, lethal, aggravated): BoxesData,
    ) -> Result<Self, TrackError> {
        Self::new(
            size,
            DamagePacket {
                bashing,
                lethal,
                aggravated,
                points: 0,
            },
        )
    }
}

impl From<Boxes> for BoxesData {
    fn from(Boxes { size, marks }: Boxes) -> Self {
        Self(size, marks.bashing, marks.lethal, marks.aggravated)
    }
}

impl Boxes {
    /// A single empty box.
    pub const ONE: Self = Self {
        size: 1,
        marks: DamagePacket {
            bashing: 0,
            lethal: 0,
            aggravated: 0,
            points: 0,
        },
    };

    /// Creates a row of `size` boxes with `marks`.
    ///
    /// # Errors
    /// Returns an error when the row is empty or too long, or has more marks than boxes.
    pub fn new(size: u16, marks: DamagePacket) -> Result<Self, TrackError> {
        if size == 0 {
            return Err(TrackError::NoBoxes);
        }
        if size > MAX_BOXES {
            return Err(TrackError::TooManyBoxes);
        }
        if u32::from(marks.bashing) + u32::from(marks.lethal) + u32::from(marks.aggravated)
            > u32::from(size)
        {
            return Err(TrackError::TooManyMarks);
        }
        let marks = DamagePacket { points: 0, ..marks };
        Ok(Self { size, marks })
    }

    /// Returns the number of boxes of the health track.
    #[must_use]
    pub const fn size(&self) -> u16 {
        self.size
    }

    /// Returns the marks in the boxes.
    #[must_use]
    pub const fn marks(&self) -> DamagePacket {
        self.marks
    }

    /// Returns the number of boxes with a mark.
    #[must_use]
    pub const fn filled_count(&self) -> u16 {
        self.marks.total()
    }

    /// Returns the number of empty boxes.
    #[must_use]
    pub const fn empty_count(&self) -> u16 {
        self.size - self.filled_count()
    }

    /// Returns the mildest mark; `None` if there is none.
    #[must_use]
    pub fn mildest_mark(&self) -> Option<Severity> {
        Severity::WORST_FIRST
            .into_iter()
            .rev()
            .find(|severity| self.marks.get(*severity) > 0)
    }

    /// Returns the mark in the box of this index (from 0, left to right): worst marks leftmost, then empty boxes.
    #[must_use]
    pub const fn mark_at(&self, index: u16) -> Option<Severity> {
        let marks = self.marks;
        if index < marks.aggravated {
            Some(Severity::Aggravated)
        } else if index < marks.aggravated + marks.lethal {
            Some(Severity::Lethal)
        } else if index < self.filled_count() {
            Some(Severity::Bashing)
        } else {
            None
        }
    }

    /// Returns the mark in the last box.
    #[must_use]
    pub const fn last_mark(&self) -> Option<Severity> {
        self.mark_at(self.size - 1)
    }

    /// Draws the row as text, such as `*XX/...`.
    #[must_use]
    pub fn picture(&self) -> String {
        (0..self.size)
            .map(|index| self.mark_at(index).map_or('.', Severity::glyph))
            .collect()
    }

    /// Changes one box with the mark `from` to the mark `to` (`None` is empty). Returns `None` when there is no such
    /// box.
    #[must_use]
    pub fn with_box_turned(mut self, from: Option<Severity>, to: Option<Severity>) -> Option<Self> {
        match from {
            None if self.empty_count() == 0 => return None,
            None => {}
            Some(severity) => {
                let count = self.marks.get_mut(severity);
                *count = count.checked_sub(1)?;
            }
        }
        if let Some(severity) = to {
            *self.marks.get_mut(severity) += 1;
        }
        Some(self)
    }
}
