//! Health tracks: the boxes or points of a combatant, and the damage marked on them.
//!
//! The shapes of tracks live here, because several systems use the same shape. Each system itself decides how damage is
//! marked on a shape, and what a full one means.

use crate::messages::Text;
use crate::messages::core as msg;
use serde::{Deserialize, Serialize};

pub use self::levels::{Fate, LevelCosts, Levels, LevelsError, MAX_LEVELS};

mod levels;

/// Maximum number of boxes of a track.
pub const MAX_BOXES: u16 = 60;

/// The severity of one point of damage, mildest first, with the glyphs `/`, `X` and `*`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Severity {
    /// Bashing damage, `/`: fists, falls, fatigue.
    #[serde(rename = "b")]
    Bashing,
    /// Lethal damage, `X`: blades, bullets, teeth.
    #[serde(rename = "l")]
    Lethal,
    /// Aggravated damage, `*`: fire and worse.
    #[serde(rename = "a")]
    Aggravated,
}

impl Severity {
    /// All severities, worst first, in the order in which boxes show them.
    pub const WORST_FIRST: [Self; 3] = [Self::Aggravated, Self::Lethal, Self::Bashing];

    /// Returns the next worse severity; `None` past aggravated.
    #[must_use]
    pub const fn worse(self) -> Option<Self> {
        match self {
            Self::Bashing => Some(Self::Lethal),
            Self::Lethal => Some(Self::Aggravated),
            Self::Aggravated => None,
        }
    }

    /// Returns the mark drawn into a box.
    #[must_use]
    pub const fn glyph(self) -> char {
        match self {
            Self::Bashing => '/',
            Self::Lethal => 'X',
            Self::Aggravated => '*',
        }
    }

    /// Returns the word for the severity.
    #[must_use]
    pub const fn word(self) -> Text {
        match self {
            Self::Bashing => msg::BASHING,
            Self::Lethal => msg::LETHAL,
            Self::Aggravated => msg::AGGRAVATED,
        }
    }
}

/// A number of points of each severity: the damage of one attack, or the marks of a track.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(default, deny_unknown_fields)]
pub struct Packet {
    /// Number of bashing points.
    #[serde(rename = "b")]
    pub bashing: u16,
    /// Number of lethal points.
    #[serde(rename = "l")]
    pub lethal: u16,
    /// Number of aggravated points.
    #[serde(rename = "a")]
    pub aggravated: u16,
    /// Number of points without a severity, for tracks of points.
    #[serde(rename = "p", skip_serializing_if = "is_zero")]
    pub points: u16,
}

/// Whether a packet has no plain points, for serialization.
const fn is_zero(points: &u16) -> bool {
    *points == 0
}

impl Packet {
    /// Creates a packet of `points` of one severity.
    #[must_use]
    pub fn of(severity: Severity, points: u16) -> Self {
        let mut packet = Self::default();
        *packet.get_mut(severity) = points;
        packet
    }

    /// Creates a packet of `points` without a severity.
    #[must_use]
    pub fn plain(points: u16) -> Self {
        Self {
            points,
            ..Self::default()
        }
    }

    /// Returns the points of one severity.
    #[must_use]
    pub const fn get(&self, severity: Severity) -> u16 {
        match severity {
            Severity::Bashing => self.bashing,
            Severity::Lethal => self.lethal,
            Severity::Aggravated => self.aggravated,
        }
    }

    /// Returns a mutable reference to the points of one severity.
    pub fn get_mut(&mut self, severity: Severity) -> &mut u16 {
        match severity {
            Severity::Bashing => &mut self.bashing,
            Severity::Lethal => &mut self.lethal,
            Severity::Aggravated => &mut self.aggravated,
        }
    }

    /// Returns the sum of all points, saturating.
    #[must_use]
    pub const fn total(&self) -> u16 {
        self.bashing
            .saturating_add(self.lethal)
            .saturating_add(self.aggravated)
            .saturating_add(self.points)
    }

    /// Adds the points of two packets kind by kind, saturating.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self {
            bashing: self.bashing.saturating_add(other.bashing),
            lethal: self.lethal.saturating_add(other.lethal),
            aggravated: self.aggravated.saturating_add(other.aggravated),
            points: self.points.saturating_add(other.points),
        }
    }

    /// Whether the packet holds no points at all.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.total() == 0
    }
}

/// A row of boxes, with the worst marks leftmost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "BoxesData", into = "BoxesData")]
pub struct Boxes {
    size: u16,
    marks: Packet,
}

/// The serialized form of [`Boxes`]: their number, then bashing, lethal, aggravated. Deserializing goes through
/// [`Boxes::new`].
#[derive(Clone, Copy, Serialize, Deserialize)]
struct BoxesData(u16, u16, u16, u16);

impl TryFrom<BoxesData> for Boxes {
    type Error = TrackError;
    fn try_from(
        BoxesData(size, bashing, lethal, aggravated): BoxesData,
    ) -> Result<Self, TrackError> {
        Self::new(
            size,
            Packet {
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

impl Boxes {
    /// A single empty box.
    pub const ONE: Self = Self {
        size: 1,
        marks: Packet {
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
    pub fn new(size: u16, marks: Packet) -> Result<Self, TrackError> {
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
        let marks = Packet { points: 0, ..marks };
        Ok(Self { size, marks })
    }

    /// Returns the number of boxes.
    #[must_use]
    pub const fn size(&self) -> u16 {
        self.size
    }

    /// Returns the marks in the boxes.
    #[must_use]
    pub const fn marks(&self) -> Packet {
        self.marks
    }

    /// Returns the number of boxes with a mark.
    #[must_use]
    pub const fn filled(&self) -> u16 {
        self.marks.total()
    }

    /// Returns the number of empty boxes.
    #[must_use]
    pub const fn empty(&self) -> u16 {
        self.size - self.filled()
    }

    /// Returns the mildest mark; `None` if there is none.
    #[must_use]
    pub fn mildest(&self) -> Option<Severity> {
        Severity::WORST_FIRST
            .into_iter()
            .rev()
            .find(|severity| self.marks.get(*severity) > 0)
    }

    /// Returns the mark in the box of this index (from 0, left to right): worst marks leftmost, then empty boxes.
    #[must_use]
    pub const fn at(&self, index: u16) -> Option<Severity> {
        let marks = self.marks;
        if index < marks.aggravated {
            Some(Severity::Aggravated)
        } else if index < marks.aggravated + marks.lethal {
            Some(Severity::Lethal)
        } else if index < self.filled() {
            Some(Severity::Bashing)
        } else {
            None
        }
    }

    /// Returns the mark in the last box.
    #[must_use]
    pub const fn last(&self) -> Option<Severity> {
        self.at(self.size - 1)
    }

    /// Draws the row as text, such as `*XX/...`.
    #[must_use]
    pub fn picture(&self) -> String {
        (0..self.size)
            .map(|index| self.at(index).map_or('.', Severity::glyph))
            .collect()
    }

    /// Changes one box with the mark `from` to the mark `to` (`None` is empty). Returns `None` when there is no such
    /// box.
    #[must_use]
    pub fn turned(mut self, from: Option<Severity>, to: Option<Severity>) -> Option<Self> {
        match from {
            None if self.empty() == 0 => return None,
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

/// Maximum number of points of a track.
pub const MAX_POINTS: i32 = 10_000;

/// A track of points with the number left, which goes below 0 when more is lost than there was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "PointsData", into = "PointsData")]
pub struct Points {
    now: i32,
    most: i32,
}

/// The serialized form of [`Points`]: the number left, then the maximum.
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
    pub const fn now(&self) -> i32 {
        self.now
    }

    /// Returns the maximum, when nothing is lost.
    #[must_use]
    pub const fn most(&self) -> i32 {
        self.most
    }

    /// Returns the track after losing (negative) or regaining points: at most the maximum, and not further below 0 than
    /// [`MAX_POINTS`].
    #[must_use]
    pub fn changed(self, by: i32) -> Self {
        let now = self.now.saturating_add(by).clamp(-MAX_POINTS, self.most);
        Self { now, ..self }
    }
}

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

    /// Replaces the boxes of the track, as turned by hand. With an empty box again, the end state that a full row
    /// brought is over.
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
    pub fn fitted(self, unmarked: Self) -> Result<Self, TrackError> {
        Ok(match (self, unmarked) {
            (Self::Boxes(old), Self::Boxes(new)) => Self::Boxes(Boxes::new(new.size, old.marks)?),
            (Self::Levels(old), Self::Levels(new)) => Self::Levels(new.holding(&old)?),
            (Self::Points(old), Self::Points(new)) => {
                let lost = old.most.saturating_sub(old.now);
                Self::Points(Points::new(new.most.saturating_sub(lost), new.most)?)
            }
            (old, new) if old.is_unmarked() => new,
            _ => return Err(TrackError::OtherShape),
        })
    }

    /// Whether no box is marked, no point is lost, and the end state is open.
    #[must_use]
    pub fn is_unmarked(&self) -> bool {
        match self {
            Self::Boxes(boxes) => boxes.filled() == 0,
            Self::Levels(levels) => levels.boxes().filled() == 0 && levels.fate().is_open(),
            Self::Points(points) => points.now == points.most,
        }
    }

    /// Returns the change from `before` to this track.
    #[must_use]
    pub fn change_since(&self, before: &Self) -> TrackChange {
        let marks = |track: &Self, severity| {
            track
                .boxes()
                .map_or(0, |boxes| i32::from(boxes.marks().get(severity)))
        };
        let points = |track: &Self| track.points().map_or(0, Points::now);
        TrackChange {
            marks: [Severity::Bashing, Severity::Lethal, Severity::Aggravated]
                .map(|severity| marks(self, severity) - marks(before, severity)),
            points: points(self) - points(before),
        }
    }

    /// Returns the marks that healed, or the points that came back, since `before`.
    #[must_use]
    pub fn healed_since(&self, before: &Self) -> Packet {
        let change = self.change_since(before);
        let gone = change.marks.map(|by| u16::try_from(-by).unwrap_or(0));
        let [bashing, lethal, aggravated] = gone;
        Packet {
            bashing,
            lethal,
            aggravated,
            points: u16::try_from(change.points).unwrap_or(0),
        }
    }
}

/// A kind of damage that the table offers to deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DamageKind {
    /// The severity of the marks; `None` for points.
    pub severity: Option<Severity>,
    /// The word for the kind of damage.
    pub word: Text,
}

impl DamageKind {
    /// The kinds of damage with a severity.
    pub const SEVERITIES: [Self; 3] = [
        Self::of(Severity::Bashing),
        Self::of(Severity::Lethal),
        Self::of(Severity::Aggravated),
    ];

    /// Returns the kind of damage of a severity.
    #[must_use]
    pub const fn of(severity: Severity) -> Self {
        Self {
            severity: Some(severity),
            word: severity.word(),
        }
    }

    /// Returns the key in files and messages.
    #[must_use]
    pub const fn key(&self) -> &'static str {
        match self.severity {
            Some(Severity::Bashing) => "bashing",
            Some(Severity::Lethal) => "lethal",
            Some(Severity::Aggravated) => "aggravated",
            None => "points",
        }
    }

    /// Returns a packet of this many points of the kind.
    #[must_use]
    pub fn packet(&self, points: u16) -> Packet {
        match self.severity {
            Some(severity) => Packet::of(severity, points),
            None => Packet::plain(points),
        }
    }
}
