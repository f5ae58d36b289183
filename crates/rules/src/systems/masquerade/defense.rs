//! Defense by dodge, block or parry (MSQ-DEF-04).

use super::Refusal;
use super::attack;
use crate::base::term::Term;
use crate::messages::masquerade as msg;
use crate::systems::d10::damage::DamageType;
use crate::systems::d10::levels::Wounds;
use crate::systems::masquerade::refusal::D10;

/// Kind of defense against an attack in Masquerade: dodge, block or parry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DefenseKind {
    /// Dodge of any attack: Dexterity + Athletics.
    Dodge,
    /// Block of a close attack: Dexterity + Brawl.
    Block,
    /// Parry of a close attack with an item in hand: Dexterity + Melee.
    Parry,
}

/// Input of a defense in Masquerade, with the defender's ratings and the attack.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Defender {
    /// Rating of the Dexterity trait.
    pub dexterity: i32,
    /// Rating of the Athletics trait.
    pub athletics: i32,
    /// Rating of the Brawl trait.
    pub brawl: i32,
    /// Rating of the Melee trait.
    pub melee: i32,
    /// Wound state of the defender.
    pub wounds: Wounds,
    /// Whether the attack comes from a distance.
    pub ranged: bool,
    /// Type of the damage.
    pub incoming_type: DamageType,
    /// Size of the defender's soak pool against the attack.
    pub soak_pool: i32,
    /// Whether the defender holds something to parry with.
    pub has_weapon_or_shield: bool,
}

/// Returns the terms of a defense pool. A defense is rolled only against an attack with a success;
/// each of its successes cancels one.
#[must_use]
pub fn defense_terms(defense: DefenseKind, who: &Defender) -> Vec<Term> {
    let ability = match defense {
        DefenseKind::Dodge => (msg::ATHLETICS, who.athletics),
        DefenseKind::Block => (msg::BRAWL, who.brawl),
        DefenseKind::Parry => (msg::MELEE, who.melee),
    };
    attack::pool_terms(who.dexterity, ability, "MSQ-DEF-04", who.wounds)
}

/// Checks that the rules of Masquerade let an attack be met with this defense.
///
/// # Errors
/// Returns the first [`Refusal`]: incapacitated, close attacks only, nothing to soak with, nothing
/// to parry with, no dice.
pub fn check_defense(defense: DefenseKind, who: &Defender) -> Result<(), Refusal> {
    let close = defense != DefenseKind::Dodge;
    if who.wounds.penalty.is_none() {
        Err(Refusal::Incapacitated)
    } else if close && who.ranged {
        Err(Refusal::CloseOnly)
    } else if defense == DefenseKind::Block
        && who.incoming_type.is_worse_than_bashing()
        && who.soak_pool < 1
    {
        Err(Refusal::CannotBlockUnsoakable)
    } else if defense == DefenseKind::Parry && !who.has_weapon_or_shield {
        Err(Refusal::NeedsWeaponOrShield)
    } else {
        D10.check_dice(&defense_terms(defense, who))
    }
}
