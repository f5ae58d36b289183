//! Dice pools of damage (MSQ-DMG-01, MSQ-DMG-02, MSQ-DMG-05, MSQ-ATK-05).

use super::Settings;
use crate::base::term::Term;
use crate::messages::masquerade as msg;

/// Input of a damage pool in Masquerade, with the attacker's Strength and Potence, and the weapon.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DamageStats {
    /// Strength rating, not used by guns.
    pub strength: i32,
    /// Potence rating, not used by guns.
    pub potence: i32,
    /// Damage dice of the weapon.
    pub item: i32,
    /// Whether the weapon is a gun; thrown weapons are not and use Strength.
    pub gun: bool,
}

/// Returns the terms of a damage pool, without the dice of extra successes.
#[must_use]
pub fn damage_terms(damage: &DamageStats, settings: &Settings) -> Vec<Term> {
    let strong = !damage.gun || settings.guns_add_strength;
    [
        (msg::STRENGTH, if strong { damage.strength } else { 0 }),
        (msg::POTENCE, if strong { damage.potence } else { 0 }),
        (msg::WEAPON, damage.item),
    ]
    .into_iter()
    .filter(|(_, value)| *value != 0)
    .map(|(label, value)| Term::from_rule(label, value, "MSQ-DMG-01"))
    .collect()
}

/// Number of bashing levels that the undead suffer: half, rounded down, after soak or by house rule
/// before it (MSQ-DMG-05).
#[must_use]
pub const fn undead_bashing_levels(damage: i32, soaked: i32, settings: &Settings) -> i32 {
    let left = if settings.halve_before_soak {
        (damage / 2).saturating_sub(soaked)
    } else {
        damage.saturating_sub(soaked) / 2
    };
    if left > 0 { left } else { 0 }
}
