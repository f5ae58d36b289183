//! A fist that runs into a blade, and the blow after a parry (XOV-DEF-05, XOV-CLOSE-10).

use serde::{Deserialize, Serialize};

use crate::systems::d10::damage::DamageType;

/// A parry that was rolled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Parried {
    /// Successes of the attack.
    pub attack_successes: i32,
    /// Successes of the parry.
    pub parry_successes: i32,
    /// The attack was made without a weapon.
    pub attack_unarmed: bool,
    /// The type of the parrying weapon's damage.
    pub weapon_type: DamageType,
    /// The parrying weapon's usual damage dice, Strength included.
    pub damage_pool: i32,
}

/// Whether the attacker is cut: a hand without a weapon ran into a sharp one, by more successes
/// than the attack had. They soak as usual.
#[must_use]
pub const fn cuts(parried: &Parried) -> bool {
    let (attack, parry) = (parried.attack_successes, parried.parry_successes);
    parried.attack_unarmed && parried.weapon_type.is_grave() && attack >= 1 && parry > attack
}

/// Whether a riposte gains its die: a parry with a weapon left nothing of the attack, and the
/// very next action is a blow with that weapon at that opponent.
#[must_use]
pub const fn is_riposte(net: i32, same_weapon: bool, same_opponent: bool, next: bool) -> bool {
    net <= 0 && same_weapon && same_opponent && next
}
