//! Damage by severity: the points of one attack, or the marks of a track.

use serde::{Deserialize, Serialize};

use crate::messages::Text;
use crate::messages::core as msg;

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
    pub const fn next_worse(self) -> Option<Self> {
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

/// Number of points of each severity, for the damage of one attack or the marks of a track.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(default, deny_unknown_fields)]
pub struct DamagePacket {
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

impl DamagePacket {
    /// Creates a packet of `points` of one severity.
    #[must_use]
    pub fn of_severity(severity: Severity, points: u16) -> Self {
        let mut packet = Self::default();
        *packet.get_mut(severity) = points;
        packet
    }

    /// Creates a packet of `points` without a severity.
    #[must_use]
    pub fn of_points(points: u16) -> Self {
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
    pub fn to_packet(&self, points: u16) -> DamagePacket {
        match self.severity {
            Some(severity) => DamagePacket::of_severity(severity, points),
            None => DamagePacket::of_points(points),
        }
    }
}
