//! Parts of the body: what armor covers, and what one may aim at (CHR-ARM-06, CHR-TGT-01).

use crate::messages::Text;
use crate::messages::chronicle as msg;
use serde::Deserialize;

use crate::systems::chronicle::numbers::HEART_PIERCED_FROM;

/// Place of the body that armor can cover in Chronicle, such as the head.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Place {
    /// Everywhere.
    All,
    /// The trunk, and the heart in it.
    Torso,
    /// The head.
    Head,
    /// The arms.
    Arm,
    /// The legs.
    Leg,
    /// The hands.
    Hand,
    /// The eyes.
    Eye,
}

/// Location on the body at which an attack may aim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Location {
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

impl Location {
    /// All locations, in the order of the enum.
    pub(crate) const ALL: [Self; 6] = [
        Self::Arm,
        Self::Leg,
        Self::Head,
        Self::Heart,
        Self::Hand,
        Self::Eye,
    ];

    /// Dice modifier for aiming at this location in a called shot (CHR-TGT-02 to 07).
    #[must_use]
    pub(crate) const fn modifier(self) -> i32 {
        match self {
            Self::Arm | Self::Leg => -2,
            Self::Head => -3,
            Self::Heart | Self::Hand => -4,
            Self::Eye => -5,
        }
    }

    /// Returns the id of the rule for a called shot at this location.
    #[must_use]
    pub(crate) const fn rule(self) -> &'static str {
        match self {
            Self::Arm => "CHR-TGT-02",
            Self::Leg => "CHR-TGT-03",
            Self::Head => "CHR-TGT-04",
            Self::Heart => "CHR-TGT-05",
            Self::Hand => "CHR-TGT-06",
            Self::Eye => "CHR-TGT-07",
        }
    }

    /// Returns the label of a called shot at this location.
    #[must_use]
    pub(crate) const fn label(self) -> Text {
        match self {
            Self::Arm => msg::AIMED_AT_THE_ARM,
            Self::Leg => msg::AIMED_AT_THE_LEG,
            Self::Head => msg::AIMED_AT_THE_HEAD,
            Self::Heart => msg::AIMED_AT_THE_HEART,
            Self::Hand => msg::AIMED_AT_THE_HAND,
            Self::Eye => msg::AIMED_AT_THE_EYE,
        }
    }

    /// Returns the place that armor must cover to protect this location: the torso for the heart
    /// (CHR-ARM-06).
    #[must_use]
    pub(crate) const fn place(self) -> Place {
        match self {
            Self::Arm => Place::Arm,
            Self::Leg => Place::Leg,
            Self::Head => Place::Head,
            Self::Heart => Place::Torso,
            Self::Hand => Place::Hand,
            Self::Eye => Place::Eye,
        }
    }

    /// Whether a bullet at this location goes into a vampire's head (CHR-VMP-07).
    #[must_use]
    pub(crate) const fn is_head(self) -> bool {
        matches!(self, Self::Head | Self::Eye)
    }

    /// Whether `inflicted` points are enough for the effect of this location: more than
    /// Stamina for arm and leg, five for the heart, any for the rest. What counts is what got
    /// through (CHR-TGT-09).
    #[must_use]
    pub(crate) fn is_reached(self, inflicted: u16, stamina: i32) -> bool {
        match self {
            Self::Arm | Self::Leg => i32::from(inflicted) > stamina.max(0),
            Self::Heart => inflicted >= HEART_PIERCED_FROM,
            Self::Head | Self::Hand | Self::Eye => inflicted > 0,
        }
    }
}
