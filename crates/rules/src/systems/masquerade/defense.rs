//! Dodge, block, parry (MSQ-DEF-04).

use serde::{Deserialize, Serialize};

use super::attack::{self, Sum};
use super::{Denied, Refusal};
use crate::systems::d10::damage::DamageType;
use crate::systems::d10::dice::DIFFICULTY;
use crate::systems::d10::levels::Level;

/// A way to defend.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Defense {
    /// Dexterity + Athletics, against anything.
    Dodge,
    /// Dexterity + Brawl, against close attacks.
    Block,
    /// Dexterity + Melee, against close attacks, with something in hand.
    Parry,
}

/// Who defends against what.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Defender {
    /// Dexterity.
    pub dexterity: i32,
    /// Athletics.
    pub athletics: i32,
    /// Brawl.
    pub brawl: i32,
    /// Melee.
    pub melee: i32,
    /// How hurt they are.
    pub wound_level: Level,
    /// The attack comes from afar.
    pub ranged: bool,
    /// The type of its damage.
    pub incoming_type: DamageType,
    /// The defender's soak pool against it.
    pub soak_pool: i32,
    /// Something to parry with.
    pub has_weapon_or_shield: bool,
}

/// Sums a defence. It is rolled only against an attack with a success, and each of its own
/// takes one of those.
///
/// # Errors
/// The first [`Refusal`]: incapacitated, close attacks only, nothing to soak with, nothing to
/// parry with, no dice.
pub fn defend(defense: Defense, who: &Defender) -> Result<Sum, Denied> {
    let ability = match defense {
        Defense::Dodge => ("Athletics", who.athletics),
        Defense::Block => ("Brawl", who.brawl),
        Defense::Parry => ("Melee", who.melee),
    };
    let close = defense != Defense::Dodge;
    let refusal = if who.wound_level.penalty().is_none() {
        Some(Refusal::Incapacitated)
    } else if close && who.ranged {
        Some(Refusal::CloseOnly)
    } else if defense == Defense::Block && who.incoming_type.is_grave() && who.soak_pool < 1 {
        Some(Refusal::CannotBlockUnsoakable)
    } else if defense == Defense::Parry && !who.has_weapon_or_shield {
        Some(Refusal::NeedsWeaponOrShield)
    } else {
        None
    };
    match refusal {
        Some(refusal) => Err(Denied::refused(refusal)),
        None => attack::sum(
            who.dexterity,
            ability,
            "MSQ-DEF-04",
            who.wound_level,
            DIFFICULTY,
        ),
    }
}
