//! Damage pools (MSQ-DMG-01, MSQ-DMG-02, MSQ-DMG-05, MSQ-ATK-05).

use super::Settings;
use crate::messages::masquerade as msg;
use crate::term::Term;

/// What goes into a damage pool.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Damage {
    /// Strength; not for guns.
    pub strength: i32,
    /// Potence; not for guns.
    pub potence: i32,
    /// The weapon's dice.
    pub item: i32,
    /// A gun. A throw is none: it takes Strength.
    pub gun: bool,
}

/// What a damage pool is made of, without the dice of extra successes.
#[must_use]
pub fn terms(damage: &Damage, by: &Settings) -> Vec<Term> {
    let strong = !damage.gun || by.guns_add_strength;
    [
        (msg::STRENGTH, if strong { damage.strength } else { 0 }),
        (msg::POTENCE, if strong { damage.potence } else { 0 }),
        (msg::WEAPON, damage.item),
    ]
    .into_iter()
    .filter(|(_, value)| *value != 0)
    .map(|(label, value)| Term::of_rule(label, value, "MSQ-DMG-01"))
    .collect()
}

/// What the undead take of bashing damage: half, rounded down, after soak unless a house rule
/// says before (MSQ-DMG-05).
#[must_use]
pub const fn bruises(damage: i32, soaked: i32, by: &Settings) -> i32 {
    let left = if by.halve_before_soak {
        (damage / 2).saturating_sub(soaked)
    } else {
        damage.saturating_sub(soaked) / 2
    };
    if left > 0 { left } else { 0 }
}
