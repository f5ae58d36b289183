//! Health tracks: what can be marked, and what is marked.
//!
//! The shapes live here, because several systems draw the same shape. How damage is
//! marked on a shape, and what a full one means, is each system's own affair.

use crate::messages::Text;
use crate::messages::core as msg;
use serde::{Deserialize, Serialize};

pub use self::levels::{Fate, LevelCosts, Levels, LevelsError, MAX_LEVELS};

mod levels;

/// The most boxes a track may have.
pub const MAX_BOXES: u16 = 60;

/// How bad one point of damage is, mildest first. Glyphs `/`, `X`, `*`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Severity {
    /// `/`: fists, falls, fatigue.
    #[serde(rename = "b")]
    Bashing,
    /// `X`: blades, bullets, teeth.
    #[serde(rename = "l")]
    Lethal,
    /// `*`: fire and worse.
    #[serde(rename = "a")]
    Aggravated,
}

impl Severity {
    /// All severities, worst first: the order in which boxes show them.
    pub const WORST_FIRST: [Self; 3] = [Self::Aggravated, Self::Lethal, Self::Bashing];

    /// The next worse severity; `None` past aggravated.
    #[must_use]
    pub const fn worse(self) -> Option<Self> {
        match self {
            Self::Bashing => Some(Self::Lethal),
            Self::Lethal => Some(Self::Aggravated),
            Self::Aggravated => None,
        }
    }

    /// The mark drawn into a box.
    #[must_use]
    pub const fn glyph(self) -> char {
        match self {
            Self::Bashing => '/',
            Self::Lethal => 'X',
            Self::Aggravated => '*',
        }
    }

    /// The word for it.
    #[must_use]
    pub const fn word(self) -> Text {
        match self {
            Self::Bashing => msg::BASHING,
            Self::Lethal => msg::LETHAL,
            Self::Aggravated => msg::AGGRAVATED,
        }
    }
}

/// A number of points of each severity: the damage of one attack, or what a track holds.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(default, deny_unknown_fields)]
pub struct Packet {
    /// Points of bashing.
    #[serde(rename = "b")]
    pub bashing: u16,
    /// Points of lethal.
    #[serde(rename = "l")]
    pub lethal: u16,
    /// Points of aggravated.
    #[serde(rename = "a")]
    pub aggravated: u16,
    /// Points that have no severity, where health is a number.
    #[serde(rename = "p", skip_serializing_if = "is_zero")]
    pub points: u16,
}

const fn is_zero(points: &u16) -> bool {
    *points == 0
}

impl Packet {
    /// `points` of one severity.
    #[must_use]
    pub fn of(severity: Severity, points: u16) -> Self {
        let mut packet = Self::default();
        *packet.get_mut(severity) = points;
        packet
    }

    /// `points` without a severity.
    #[must_use]
    pub fn plain(points: u16) -> Self {
        Self {
            points,
            ..Self::default()
        }
    }

    /// The points of one severity.
    #[must_use]
    pub const fn get(&self, severity: Severity) -> u16 {
        match severity {
            Severity::Bashing => self.bashing,
            Severity::Lethal => self.lethal,
            Severity::Aggravated => self.aggravated,
        }
    }

    /// The points of one severity, to change.
    pub fn get_mut(&mut self, severity: Severity) -> &mut u16 {
        match severity {
            Severity::Bashing => &mut self.bashing,
            Severity::Lethal => &mut self.lethal,
            Severity::Aggravated => &mut self.aggravated,
        }
    }

    /// All points together. Saturates.
    #[must_use]
    pub const fn total(&self) -> u16 {
        self.bashing
            .saturating_add(self.lethal)
            .saturating_add(self.aggravated)
            .saturating_add(self.points)
    }

    /// The points of both, kind by kind. Saturates.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self {
            bashing: self.bashing.saturating_add(other.bashing),
            lethal: self.lethal.saturating_add(other.lethal),
            aggravated: self.aggravated.saturating_add(other.aggravated),
            points: self.points.saturating_add(other.points),
        }
    }

    /// Whether there is nothing in it.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.total() == 0
    }
}

/// A row of boxes, worst marks leftmost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "BoxesData", into = "BoxesData")]
pub struct Boxes {
    size: u16,
    marks: Packet,
}

/// What [`Boxes`] look like outside: how many, then bashing, lethal, aggravated. Reading
/// them goes through [`Boxes::new`].
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

/// Why a track cannot be.
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
    /// More than [`MAX_POINTS`].
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

    /// A row of `size` boxes holding `marks`.
    ///
    /// # Errors
    /// [`TrackError`] when the row is empty or absurdly long, or holds more than it can.
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

    /// How many boxes there are.
    #[must_use]
    pub const fn size(&self) -> u16 {
        self.size
    }

    /// What is marked.
    #[must_use]
    pub const fn marks(&self) -> Packet {
        self.marks
    }

    /// How many boxes hold any mark.
    #[must_use]
    pub const fn filled(&self) -> u16 {
        self.marks.total()
    }

    /// How many boxes are empty.
    #[must_use]
    pub const fn empty(&self) -> u16 {
        self.size - self.filled()
    }

    /// The mildest mark there is; `None` on an unmarked row.
    #[must_use]
    pub fn mildest(&self) -> Option<Severity> {
        Severity::WORST_FIRST
            .into_iter()
            .rev()
            .find(|severity| self.marks.get(*severity) > 0)
    }

    /// What box number `index` (from 0, left to right) holds: worst leftmost, then empty.
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

    /// What the last box holds.
    #[must_use]
    pub const fn last(&self) -> Option<Severity> {
        self.at(self.size - 1)
    }

    /// The row as a picture, such as `*XX/...`.
    #[must_use]
    pub fn picture(&self) -> String {
        (0..self.size)
            .map(|index| self.at(index).map_or('.', Severity::glyph))
            .collect()
    }

    /// Turns one box holding `from` into one holding `to` (`None` is empty).
    /// `None` when there is no such box.
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

/// The most points a track may have.
pub const MAX_POINTS: i32 = 10_000;

/// A number of points, of which some are left. What is lost past 0 is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "PointsData", into = "PointsData")]
pub struct Points {
    now: i32,
    most: i32,
}

/// What [`Points`] look like outside: how many are left, then of how many.
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
    /// A track of `most` points of which `now` are left; `now` may be negative.
    ///
    /// # Errors
    /// [`TrackError`] when there is not at least one point, more than [`MAX_POINTS`], or more
    /// left than there are.
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

    /// How many are left; negative when more were lost than there were.
    #[must_use]
    pub const fn now(&self) -> i32 {
        self.now
    }

    /// How many there are when nothing is lost.
    #[must_use]
    pub const fn most(&self) -> i32 {
        self.most
    }

    /// After losing (negative) or regaining points: not past the most there are, and not
    /// further below 0 than [`MAX_POINTS`].
    #[must_use]
    pub fn changed(self, by: i32) -> Self {
        let now = self.now.saturating_add(by).clamp(-MAX_POINTS, self.most);
        Self { now, ..self }
    }
}

/// The health of one combatant, in the shape their system uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Track {
    /// A row of boxes with severities.
    Boxes(Boxes),
    /// A row of boxes with named levels, which may end in more than one way.
    Levels(Levels),
    /// A number.
    Points(Points),
}

/// What changed on a track.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TrackChange {
    /// Boxes: bashing, lethal, aggravated.
    pub marks: [i32; 3],
    /// Points: lost are negative.
    pub points: i32,
}

impl Track {
    /// The boxes, where it has any.
    #[must_use]
    pub const fn boxes(&self) -> Option<&Boxes> {
        match self {
            Self::Boxes(boxes) => Some(boxes),
            Self::Levels(levels) => Some(levels.boxes()),
            Self::Points(_) => None,
        }
    }

    /// The points, where it is a number.
    #[must_use]
    pub const fn points(&self) -> Option<&Points> {
        match self {
            Self::Points(points) => Some(points),
            Self::Boxes(_) | Self::Levels(_) => None,
        }
    }

    /// The same track with boxes turned by hand. A combatant with an empty box again is not what a
    /// full row made of them.
    #[must_use]
    pub const fn with_boxes(self, boxes: Boxes) -> Self {
        match self {
            Self::Boxes(_) => Self::Boxes(boxes),
            Self::Levels(levels) => Self::Levels(levels.with_boxes(boxes)),
            Self::Points(_) => self,
        }
    }

    /// These marks on the unmarked track of an edited sheet: what is marked and what was lost
    /// stays, the size and what its levels cost are the new one's.
    ///
    /// # Errors
    /// [`TrackError`] when there are more marks than it can hold, or the two are of different
    /// shapes and something is marked.
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

    /// Whether nothing is marked on it, nothing lost, and its owner's fate open.
    #[must_use]
    pub fn is_unmarked(&self) -> bool {
        match self {
            Self::Boxes(boxes) => boxes.filled() == 0,
            Self::Levels(levels) => levels.boxes().filled() == 0 && levels.fate().is_open(),
            Self::Points(points) => points.now == points.most,
        }
    }

    /// What changed from `before` to this.
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

    /// What was marked before and is no more; of points, those that came back.
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

/// A kind of damage as the table offers it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DamageKind {
    /// The severity it marks; `None` for points.
    pub severity: Option<Severity>,
    /// The word for it.
    pub word: Text,
}

impl DamageKind {
    /// The three severities.
    pub const SEVERITIES: [Self; 3] = [
        Self::of(Severity::Bashing),
        Self::of(Severity::Lethal),
        Self::of(Severity::Aggravated),
    ];

    /// Damage of a severity.
    #[must_use]
    pub const fn of(severity: Severity) -> Self {
        Self {
            severity: Some(severity),
            word: severity.word(),
        }
    }

    /// What it is called in files and on the wire.
    #[must_use]
    pub const fn key(&self) -> &'static str {
        match self.severity {
            Some(Severity::Bashing) => "bashing",
            Some(Severity::Lethal) => "lethal",
            Some(Severity::Aggravated) => "aggravated",
            None => "points",
        }
    }

    /// So much of it.
    #[must_use]
    pub fn packet(&self, points: u16) -> Packet {
        match self.severity {
            Some(severity) => Packet::of(severity, points),
            None => Packet::plain(points),
        }
    }
}
