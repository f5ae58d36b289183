//! Aiming at a part of the body (CHR-TGT-01 to 09).

use serde::{Deserialize, Serialize};

use super::armor::Place;
use super::condition::Condition;
use super::numbers::HEART_PIERCED_FROM;

/// A part of the body one may aim at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Location {
    /// −2.
    Arm,
    /// −2.
    Leg,
    /// −3.
    Head,
    /// −4.
    Heart,
    /// −4.
    Hand,
    /// −5.
    Eye,
}

/// What a good hit to the leg does; the attacker picks (CHR-TGT-03).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LegChoice {
    /// The leg gives way.
    #[default]
    LegWrack,
    /// The target falls.
    KnockedDown,
}

impl Location {
    /// Every location.
    pub const ALL: [Self; 6] = [
        Self::Arm,
        Self::Leg,
        Self::Head,
        Self::Heart,
        Self::Hand,
        Self::Eye,
    ];

    /// Dice it costs to aim there (CHR-TGT-02 to 07).
    #[must_use]
    pub const fn modifier(self) -> i32 {
        match self {
            Self::Arm | Self::Leg => -2,
            Self::Head => -3,
            Self::Heart | Self::Hand => -4,
            Self::Eye => -5,
        }
    }

    /// The rule for this location.
    #[must_use]
    pub const fn rule(self) -> &'static str {
        match self {
            Self::Arm => "CHR-TGT-02",
            Self::Leg => "CHR-TGT-03",
            Self::Head => "CHR-TGT-04",
            Self::Heart => "CHR-TGT-05",
            Self::Hand => "CHR-TGT-06",
            Self::Eye => "CHR-TGT-07",
        }
    }

    /// The words for it.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::Arm => "Aimed at the arm",
            Self::Leg => "Aimed at the leg",
            Self::Head => "Aimed at the head",
            Self::Heart => "Aimed at the heart",
            Self::Hand => "Aimed at the hand",
            Self::Eye => "Aimed at the eye",
        }
    }

    /// The place of armor that protects it: the torso for the heart (CHR-ARM-06).
    #[must_use]
    pub const fn place(self) -> Place {
        match self {
            Self::Arm => Place::Arm,
            Self::Leg => Place::Leg,
            Self::Head => Place::Head,
            Self::Heart => Place::Torso,
            Self::Hand => Place::Hand,
            Self::Eye => Place::Eye,
        }
    }

    /// Whether a bullet there goes into a vampire's head (CHR-VMP-07).
    #[must_use]
    pub const fn is_head(self) -> bool {
        matches!(self, Self::Head | Self::Eye)
    }

    /// Whether `inflicted` points are enough for the effect of this location: more than
    /// Stamina for arm and leg, five for the heart, any for the rest. What counts is what got
    /// through (CHR-TGT-09).
    #[must_use]
    pub fn is_reached(self, inflicted: u16, stamina: i32) -> bool {
        match self {
            Self::Arm | Self::Leg => i32::from(inflicted) > stamina.max(0),
            Self::Heart => inflicted >= HEART_PIERCED_FROM,
            Self::Head | Self::Hand | Self::Eye => inflicted > 0,
        }
    }
}

/// What a called shot did besides the damage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Struck {
    /// The condition it causes.
    pub condition: Option<Condition>,
    /// Whether the heart was pierced (CHR-TGT-05).
    pub heart_pierced: bool,
}

/// The effect of `inflicted` points at a location (CHR-TGT-02 to 07). Vampires are not
/// stunned by blows to the head (CHR-VMP-11), but their limbs and eyes suffer (CHR-VMP-12).
#[must_use]
pub fn effect(
    location: Location,
    inflicted: u16,
    stamina: i32,
    vampire: bool,
    leg: LegChoice,
) -> Struck {
    if !location.is_reached(inflicted, stamina) {
        return Struck::default();
    }
    let condition = match (location, leg) {
        (Location::Arm | Location::Hand, _) => Some(Condition::ArmWrack),
        (Location::Leg, LegChoice::LegWrack) => Some(Condition::LegWrack),
        (Location::Leg, LegChoice::KnockedDown) => Some(Condition::KnockedDown),
        (Location::Head, _) => (!vampire).then_some(Condition::Stunned),
        (Location::Eye, _) => Some(Condition::Blinded),
        (Location::Heart, _) => None,
    };
    Struck {
        condition,
        heart_pierced: location == Location::Heart,
    }
}
