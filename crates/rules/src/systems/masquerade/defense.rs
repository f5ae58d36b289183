//! Dodge, block, parry (MSQ-DEF-04).

use super::Refusal;
use super::attack;
use crate::messages::masquerade as msg;
use crate::systems::d10::damage::DamageType;
use crate::systems::d10::levels::Wounds;
use crate::term::Term;

/// A way to defend.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Defense {
    /// Dexterity + Athletics, against anything.
    Dodge,
    /// Dexterity + Brawl, against close attacks.
    Block,
    /// Dexterity + Melee, against close attacks, with something in hand.
    Parry,
}

/// Who defends against what.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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
    pub wounds: Wounds,
    /// The attack comes from afar.
    pub ranged: bool,
    /// The type of its damage.
    pub incoming_type: DamageType,
    /// The defender's soak pool against it.
    pub soak_pool: i32,
    /// Something to parry with.
    pub has_weapon_or_shield: bool,
}

/// What a defense is made of. It is rolled only against an attack with a success, and each of
/// its own takes one of those.
#[must_use]
pub fn terms(defense: Defense, who: &Defender) -> Vec<Term> {
    let ability = match defense {
        Defense::Dodge => (msg::ATHLETICS, who.athletics),
        Defense::Block => (msg::BRAWL, who.brawl),
        Defense::Parry => (msg::MELEE, who.melee),
    };
    attack::sum(who.dexterity, ability, "MSQ-DEF-04", who.wounds)
}

/// Whether an attack can be met so.
///
/// # Errors
/// The first [`Refusal`]: incapacitated, close attacks only, nothing to soak with, nothing to
/// parry with, no dice.
pub fn check(defense: Defense, who: &Defender) -> Result<(), Refusal> {
    let close = defense != Defense::Dodge;
    if who.wounds.penalty.is_none() {
        Err(Refusal::Incapacitated)
    } else if close && who.ranged {
        Err(Refusal::CloseOnly)
    } else if defense == Defense::Block && who.incoming_type.is_grave() && who.soak_pool < 1 {
        Err(Refusal::CannotBlockUnsoakable)
    } else if defense == Defense::Parry && !who.has_weapon_or_shield {
        Err(Refusal::NeedsWeaponOrShield)
    } else {
        attack::check(&terms(defense, who))
    }
}
