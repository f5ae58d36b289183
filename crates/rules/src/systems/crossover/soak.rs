//! Soak: who resists what with which dice (XOV-SOAK-01 to 09, XOV-TGT-01).

use crate::messages::crossover as msg;
use serde::{Deserialize, Serialize};

use super::Settings;
use super::creature::{Breed, Form, Kind, is_natural};
use crate::systems::d10::damage::DamageType;
use crate::term::{self, Term};
use crate::track::{Boxes, Severity};

/// What carries an attack; armor helps against some (XOV-SOAK-07).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Medium {
    /// Blows, blades, bullets.
    Kinetic,
    /// Flame.
    Fire,
    /// Electricity.
    Electricity,
    /// Cold.
    Cold,
    /// Acid and poison.
    Chemical,
    /// Against the mind.
    Mental,
}

/// What armor covers (XOV-TGT-01).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    /// Trunk, and the heart in it.
    Torso,
    /// Arms.
    Arm,
    /// Legs.
    Leg,
    /// Hands.
    Hand,
    /// Head.
    Head,
    /// Eyes.
    Eye,
}

/// Armor as one attack meets it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Armor {
    /// Dice.
    pub rating: i32,
    /// Does not help against this attack, or an uncovered part was hit (XOV-SOAK-07).
    pub bypassed: bool,
    /// Was damaged before (XOV-SOAK-08).
    pub damaged: bool,
}

impl Armor {
    /// The dice it gives.
    #[must_use]
    pub fn dice(&self, by: &Settings) -> i32 {
        let whole = !self.damaged || by.damaged_armor_protects;
        if whole && !self.bypassed {
            self.rating.max(0)
        } else {
            0
        }
    }

    /// Whether damage before soak of at least twice the rating breaks it.
    #[must_use]
    pub const fn breaks(&self, damage_successes: i32) -> bool {
        !self.bypassed && self.rating > 0 && damage_successes >= self.rating.saturating_mul(2)
    }
}

/// What comes in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Incoming {
    /// The weapon's type.
    #[serde(rename = "type")]
    pub kind: DamageType,
    /// Of silver; only werewolves care.
    pub silver: bool,
}

/// Who soaks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Soaker {
    /// What they are.
    pub kind: Kind,
    /// A werewolf's birth.
    pub breed: Breed,
    /// A werewolf's shape.
    pub form: Form,
    /// What comes in.
    pub damage: Incoming,
    /// Stamina.
    pub stamina: i32,
    /// Fortitude.
    pub fortitude: i32,
    /// Armor, if they wear any.
    pub armor: Option<Armor>,
}

/// A soak pool; the roll is a reflex against 6 that cannot be botched (XOV-SOAK-01).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SoakPool {
    /// Dice; 0 is no roll.
    pub pool: i32,
    /// The type that will be marked.
    pub effective_type: DamageType,
    /// What the dice are made of.
    pub terms: Vec<Term>,
}

/// Sums a soak pool.
#[must_use]
pub fn pool(who: &Soaker, by: &Settings) -> SoakPool {
    let silvered = who.kind == Kind::Werewolf && who.damage.silver;
    let natural = is_natural(who.breed, who.form);
    let kind = if silvered && !natural {
        DamageType::Aggravated
    } else {
        who.damage.kind
    };
    let (stamina, rule) = stamina_counts(who, kind, silvered, natural, by);
    let fortitude = match (kind, who.kind) {
        (DamageType::Bashing, _) => true,
        (_, Kind::Vampire | Kind::Ghoul) => true,
        (_, _) => false,
    };
    let terms: Vec<Term> = [
        (msg::STAMINA, if stamina { who.stamina } else { 0 }, rule),
        (
            msg::FORTITUDE,
            if fortitude { who.fortitude } else { 0 },
            row(kind),
        ),
        (
            msg::ARMOR,
            who.armor.map_or(0, |armor| armor.dice(by)),
            "XOV-SOAK-07",
        ),
    ]
    .into_iter()
    .filter(|(_, value, _)| *value > 0)
    .map(|(label, value, rule)| Term::of_rule(label, value, rule))
    .collect();
    SoakPool {
        pool: term::sum(&terms),
        effective_type: kind,
        terms,
    }
}

/// The row of the table.
const fn row(kind: DamageType) -> &'static str {
    match kind {
        DamageType::Bashing => "XOV-SOAK-02",
        DamageType::Lethal => "XOV-SOAK-03",
        DamageType::Aggravated => "XOV-SOAK-04",
    }
}

/// Whether Stamina counts, and where it says so. `kind` is the type after silver.
fn stamina_counts(
    who: &Soaker,
    kind: DamageType,
    silvered: bool,
    natural: bool,
    by: &Settings,
) -> (bool, &'static str) {
    if silvered && !natural {
        return (false, "XOV-SOAK-05");
    }
    match (kind, who.kind) {
        (DamageType::Bashing, _) | (DamageType::Lethal, Kind::Vampire) => (true, row(kind)),
        (_, Kind::Werewolf) if silvered => (by.stamina_soaks_silver_in_breed_form, "XOV-SOAK-05"),
        (_, Kind::Werewolf) => {
            let metis = who.breed == Breed::Metis && who.form == Form::Crinos;
            (!natural && (!metis || by.metis_crinos_soaks), "XOV-SOAK-06")
        }
        (_, _) => (false, row(kind)),
    }
}

/// What a werewolf who heals in the middle of a fight gets back: so many levels, each a bashing
/// mark, or without one a lethal one (XOV-SOAK-09).
#[must_use]
pub fn healed(before: Boxes, by: &Settings) -> Vec<Severity> {
    let mut after = before;
    let mut healed = Vec::new();
    for _ in 0..by.combat_healing_levels {
        for severity in [Severity::Bashing, Severity::Lethal] {
            if let Some(better) = after.turned(Some(severity), None) {
                after = better;
                healed.push(severity);
                break;
            }
        }
    }
    healed
}
