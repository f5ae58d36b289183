//! A fist that runs into a blade, and the blow after a parry (XOV-DEF-05, XOV-CLOSE-10).

use serde::{Deserialize, Serialize};

use crate::systems::d10::damage::DamageType;
use crate::systems::d10::exchange::damage_dice;

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

/// What it does to the attacker.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counter {
    /// The attacker is cut, and soaks as usual.
    pub triggered: bool,
    /// Damage dice: the usual ones and one for each success more; 0 if nobody is cut.
    pub damage_dice: i32,
    /// Nothing is left of the attack.
    pub cancelled: bool,
}

/// Works out what a parry does besides stopping the blow.
#[must_use]
pub fn counter(parried: &Parried) -> Counter {
    let (attack, parry) = (parried.attack_successes, parried.parry_successes);
    let sharp = parried.weapon_type.is_grave();
    let triggered = parried.attack_unarmed && sharp && attack >= 1 && parry > attack;
    let more = parry.saturating_sub(attack).saturating_add(1);
    Counter {
        triggered,
        damage_dice: if triggered {
            damage_dice(parried.damage_pool, more)
        } else {
            0
        },
        cancelled: parry >= attack,
    }
}

/// Whether a riposte gains its die: a parry with a weapon left nothing of the attack, and the
/// very next action is a blow with that weapon at that opponent.
#[must_use]
pub const fn is_riposte(net: i32, same_weapon: bool, same_opponent: bool, next: bool) -> bool {
    net <= 0 && same_weapon && same_opponent && next
}
