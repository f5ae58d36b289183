//! Aiming at a part of the body (CHR-TGT-01 to 09).

use crate::systems::chronicle::conditions::condition::Condition;
pub(crate) use crate::systems::chronicle::health::place::Location;

/// Consequence of a called shot besides the damage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Struck {
    /// The condition it causes.
    pub(crate) condition: Option<Condition>,
    /// Whether the heart was pierced (CHR-TGT-05).
    pub(crate) heart_pierced: bool,
}

/// Returns the effect of a called shot that deals `inflicted` points at a location (CHR-TGT-02 to
/// 07). Vampires are not stunned by blows to the head (CHR-VMP-11), but their limbs and eyes suffer
/// (CHR-VMP-12). A hit to the leg may knock the target down instead: that the attacker picks
/// (CHR-TGT-03).
#[must_use]
pub(crate) fn effect(location: Location, inflicted: u16, stamina: i32, vampire: bool) -> Struck {
    if !location.is_reached(inflicted, stamina) {
        return Struck::default();
    }
    let condition = match location {
        Location::Arm | Location::Hand => Some(Condition::ArmWrack),
        Location::Leg => Some(Condition::LegWrack),
        Location::Head => (!vampire).then_some(Condition::Stunned),
        Location::Eye => Some(Condition::Blinded),
        Location::Heart => None,
    };
    Struck {
        condition,
        heart_pierced: location == Location::Heart,
    }
}
