//! Soak: who resists what with which dice (MSQ-SOAK-01 to MSQ-SOAK-07).

use crate::messages::masquerade as msg;
use serde::{Deserialize, Serialize};

use super::Settings;
use super::track::Kind;
use crate::systems::d10::damage::DamageType;
use crate::term::Term;

/// Who soaks what.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Soaker {
    /// What they are.
    pub kind: Kind,
    /// The damage.
    pub damage: DamageType,
    /// Stamina.
    pub stamina: i32,
    /// Fortitude.
    pub fortitude: i32,
    /// Dice of armor that apply to this attack; see [`armor`].
    pub armor: i32,
}

/// What a soak roll is made of, nothing where there is none (MSQ-SOAK-07). It is a reflex, is
/// made only if there is damage, and cannot be botched; each success takes one level off
/// (MSQ-SOAK-01, MSQ-SOAK-02, MSQ-SOAK-06). Every combatant soaks bashing with Stamina, vampires
/// lethal as well, and Fortitude counts against everything.
#[must_use]
pub fn terms(who: &Soaker) -> Vec<Term> {
    let (stamina, rule) = match (who.damage, who.kind) {
        (DamageType::Bashing, _) => (true, "MSQ-SOAK-03"),
        (DamageType::Lethal, kind) => (kind == Kind::Vampire, "MSQ-SOAK-04"),
        (DamageType::Aggravated, _) => (false, "MSQ-SOAK-05"),
    };
    [
        (msg::STAMINA, if stamina { who.stamina } else { 0 }, rule),
        (msg::FORTITUDE, who.fortitude, rule),
        (msg::ARMOR, who.armor, "MSQ-SOAK-07"),
    ]
    .into_iter()
    .filter(|(_, value, _)| *value > 0)
    .map(|(label, value, rule)| Term::of_rule(label, value, rule))
    .collect()
}

/// Where damage comes from, as far as armor cares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// Blows, blades, bullets, claws.
    #[default]
    Bodily,
    /// Flame.
    Fire,
    /// Daylight.
    Sunlight,
}

/// The dice armor gives against something: its rating, none against fire and sunlight, none
/// where the table plays without it (MSQ-SOAK-07).
#[must_use]
pub fn armor(rating: i32, source: Source, by: &Settings) -> i32 {
    if by.armor && source == Source::Bodily {
        rating.max(0)
    } else {
        0
    }
}
