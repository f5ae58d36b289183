//! Soak pools by kind of creature and type of damage (MSQ-SOAK-01 to MSQ-SOAK-07).

use crate::messages::masquerade as msg;
use serde::{Deserialize, Serialize};

use super::Settings;
use super::track::CreatureKind;
use crate::base::term::Term;
use crate::systems::d10::damage::DamageType;

/// Input of a soak roll in Masquerade, with the damage and the combatant's numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Soaker {
    /// Kind of creature of the combatant.
    pub kind: CreatureKind,
    /// Type of the damage.
    pub damage: DamageType,
    /// Rating of the Stamina trait.
    pub stamina: i32,
    /// Rating of the Fortitude trait.
    pub fortitude: i32,
    /// Armor dice that apply to this attack; see [`armor_dice`].
    pub armor: i32,
}

/// Returns the terms of a soak pool, empty if nothing can be soaked (MSQ-SOAK-07).
///
/// A soak roll is a reflex, made only if there is damage, and cannot be botched; each success
/// removes one level (MSQ-SOAK-01, MSQ-SOAK-02, MSQ-SOAK-06). Every combatant soaks bashing damage
/// with Stamina, vampires also lethal damage, and Fortitude helps against every type.
#[must_use]
pub fn soak_terms(who: &Soaker) -> Vec<Term> {
    let (stamina, rule) = match (who.damage, who.kind) {
        (DamageType::Bashing, _) => (true, "MSQ-SOAK-03"),
        (DamageType::Lethal, kind) => (kind == CreatureKind::Vampire, "MSQ-SOAK-04"),
        (DamageType::Aggravated, _) => (false, "MSQ-SOAK-05"),
    };
    [
        (msg::STAMINA, if stamina { who.stamina } else { 0 }, rule),
        (msg::FORTITUDE, who.fortitude, rule),
        (msg::ARMOR, who.armor, "MSQ-SOAK-07"),
    ]
    .into_iter()
    .filter(|(_, value, _)| *value > 0)
    .map(|(label, value, rule)| Term::from_rule(label, value, rule))
    .collect()
}

/// Source of damage, as far as armor is concerned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DamageSource {
    /// Physical harm from blows, blades, bullets or claws.
    #[default]
    Bodily,
    /// Burning by open flame.
    Fire,
    /// Burning by the sun's light.
    Sunlight,
}

/// Number of armor dice against a source: the rating, or none against fire and sunlight or if the
/// table plays without armor (MSQ-SOAK-07).
#[must_use]
pub fn armor_dice(rating: i32, source: DamageSource, settings: &Settings) -> i32 {
    if settings.armor && source == DamageSource::Bodily {
        rating.max(0)
    } else {
        0
    }
}
