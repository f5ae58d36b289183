//! Aiming at a part of the body (CHR-TGT-01 to 09).

use serde::{Deserialize, Serialize};

use super::condition::Condition;
pub use super::place::Location;

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
