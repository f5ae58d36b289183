//! Damage pools (MSQ-DMG-01, MSQ-DMG-02, MSQ-DMG-05, MSQ-ATK-05).

use serde::{Deserialize, Serialize};

use super::Settings;
use crate::systems::d10::dice::{self, DIFFICULTY};
use crate::systems::d10::exchange;
use crate::term::{self, Term};

/// What goes into a damage pool.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Damage {
    /// Strength; not for guns.
    pub strength: i32,
    /// Potence; not for guns.
    pub potence: i32,
    /// The weapon's dice.
    pub item: i32,
    /// Net successes of the attack; each after the first adds a die.
    pub net: i32,
    /// What the storyteller adds or takes.
    pub modifier: i32,
    /// A gun. A throw is not: it takes Strength.
    pub ranged: bool,
}

/// A damage pool.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DamagePool {
    /// Dice, at least one.
    pub pool: i32,
    /// The face to reach: 6.
    pub difficulty: u16,
    /// What the dice are made of.
    pub terms: Vec<Term>,
}

/// Sums a damage pool.
#[must_use]
pub fn pool(damage: &Damage, by: &Settings) -> DamagePool {
    let strong = !damage.ranged || by.guns_add_strength;
    let mut terms: Vec<Term> = [
        ("Strength", if strong { damage.strength } else { 0 }),
        ("Potence", if strong { damage.potence } else { 0 }),
        ("Weapon", damage.item),
    ]
    .into_iter()
    .filter(|(_, value)| *value != 0)
    .map(|(label, value)| Term::of_rule(label, value, "MSQ-DMG-01"))
    .collect();
    if damage.modifier != 0 {
        terms.push(Term::typed("Storyteller", damage.modifier));
    }
    let extra = damage.net.saturating_sub(1);
    terms.push(Term::of_rule("Extra successes", extra, "MSQ-ATK-05"));
    let sum = term::sum(&terms);
    let pool = exchange::damage_dice(sum, 1);
    if pool > sum {
        let floor = pool.saturating_sub(sum);
        terms.push(Term::of_rule("At least one die", floor, "MSQ-DMG-02"));
    }
    DamagePool {
        pool,
        difficulty: dice::target(DIFFICULTY),
        terms,
    }
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
