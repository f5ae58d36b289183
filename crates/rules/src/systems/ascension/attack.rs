//! Dice pools of attacks, and the difficulty of magick (ASC-ATK-01, ASC-ATK-02).

use crate::messages::Text;
use crate::messages::ascension as msg;
use serde::{Deserialize, Serialize};

use super::{Refusal, Settings};
use crate::systems::d10::levels::Wounds;
use crate::term::{self, Term};

/// Ability or Arete that an attack is rolled with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ability {
    /// Bare hands without training.
    Brawl,
    /// Bare hands with Martial Arts.
    MartialArts,
    /// Bare hands with the art of Do.
    Do,
    /// Weapons held in hand.
    Melee,
    /// Guns of any kind.
    Firearms,
    /// Force weapons held in hand.
    EnergyWeapons,
    /// Throws, bows without Archery, and some blows.
    Athletics,
    /// Bows with the Archery ability.
    Archery,
    /// Magick, rolled without Dexterity.
    Arete,
}

impl Ability {
    /// Abilities by the keys of their traits.
    const BY_KEY: [(&'static str, Self); 9] = [
        ("brawl", Self::Brawl),
        ("martial_arts", Self::MartialArts),
        ("do", Self::Do),
        ("melee", Self::Melee),
        ("firearms", Self::Firearms),
        ("energy_weapons", Self::EnergyWeapons),
        ("athletics", Self::Athletics),
        ("archery", Self::Archery),
        ("arete", Self::Arete),
    ];

    /// Looks up the ability by the key of its trait.
    #[must_use]
    pub fn named(key: &str) -> Option<Self> {
        let mut abilities = Self::BY_KEY.into_iter();
        let found = abilities.find(|(known, _)| *known == key)?;
        Some(found.1)
    }
}

/// Attacker's numbers for one attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attack {
    /// Ability that the attack is rolled with.
    pub ability: Ability,
    /// Dexterity rating of the attacker.
    pub dexterity: i32,
    /// Abilities and Arete of the attacker.
    pub dots: Dots,
    /// Wound state of the attacker.
    pub wounds: Wounds,
}

/// Ratings of the combat abilities and of Arete.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Dots {
    /// Rating of the Brawl trait.
    pub brawl: i32,
    /// Rating of the Martial Arts trait.
    pub martial_arts: i32,
    /// Rating of the Do trait.
    pub do_: i32,
    /// Rating of the Melee trait.
    pub melee: i32,
    /// Rating of the Firearms trait.
    pub firearms: i32,
    /// Rating of the Energy Weapons trait.
    pub energy_weapons: i32,
    /// Rating of the Athletics trait.
    pub athletics: i32,
    /// Rating of the Archery trait.
    pub archery: i32,
    /// Rating of the Arete trait.
    pub arete: i32,
}

impl Dots {
    /// Returns the label and rating of an ability.
    const fn of(&self, ability: Ability) -> (Text, i32) {
        match ability {
            Ability::Brawl => (msg::BRAWL, self.brawl),
            Ability::MartialArts => (msg::MARTIAL_ARTS, self.martial_arts),
            Ability::Do => (msg::DO, self.do_),
            Ability::Melee => (msg::MELEE, self.melee),
            Ability::Firearms => (msg::FIREARMS, self.firearms),
            Ability::EnergyWeapons => (msg::ENERGY_WEAPONS, self.energy_weapons),
            Ability::Athletics => (msg::ATHLETICS, self.athletics),
            Ability::Archery => (msg::ARCHERY, self.archery),
            Ability::Arete => (msg::ARETE, self.arete),
        }
    }
}

/// Returns the terms of an attack pool, wounds included, even for an attacker who cannot act.
///
/// A spell delivered by a blow rolls the blow.
#[must_use]
pub fn terms(attack: &Attack, by: &Settings) -> Vec<Term> {
    let (label, dots) = attack.dots.of(attack.ability);
    let arete = attack.ability == Ability::Arete;
    let dexterity = Term::of_rule(msg::DEXTERITY, attack.dexterity, "ASC-ATK-01");
    let dexterity = (!arete).then_some(dexterity);
    let ability = Term::of_rule(label, dots, "ASC-ATK-01");
    let wounds = wounds(attack.wounds, arete, by);
    dexterity
        .into_iter()
        .chain([ability])
        .chain(wounds)
        .collect()
}

/// Returns the ability for shooting a bow: Archery, or Athletics without it.
#[must_use]
pub const fn bow(dots: &Dots) -> Ability {
    if dots.archery > 0 {
        Ability::Archery
    } else {
        Ability::Athletics
    }
}

/// Openness with which magick is worked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Openness {
    /// Magick that could have been chance.
    Coincidental,
    /// Magick that is obviously impossible.
    Vulgar,
    /// Vulgar magick in front of witnesses.
    Witnessed,
}

/// Returns the usual difficulty of magick: the highest Sphere plus an amount for openness. The
/// rules of magick or the storyteller may override it (ASC-ATK-02).
#[must_use]
pub fn magick(highest_sphere: i32, openness: Openness) -> Vec<Term> {
    let (label, adds) = match openness {
        Openness::Coincidental => (msg::COINCIDENTAL, 3),
        Openness::Vulgar => (msg::VULGAR, 4),
        Openness::Witnessed => (msg::VULGAR_WITH_WITNESSES, 5),
    };
    vec![
        Term::of_rule(msg::HIGHEST_SPHERE, highest_sphere, "ASC-ATK-02"),
        Term::of_rule(label, adds, "ASC-ATK-02"),
    ]
}

/// Returns the wound penalty to an action pool; `arete` is set for rolls of Arete.
pub(super) fn wounds(wounds: Wounds, arete: bool, by: &Settings) -> Option<Term> {
    let penalty = wounds.penalty.filter(|penalty| *penalty != 0)?;
    let felt = !arete || by.wounds_lower_arete;
    felt.then(|| Term::of_rule(msg::WOUNDS, penalty, "ASC-REC-01"))
}

/// Checks that a pool has at least one die.
///
/// # Errors
/// [`Refusal::NoDice`] if the terms add up to less than one.
pub fn check(terms: &[Term]) -> Result<(), Refusal> {
    match term::sum(terms) < 1 {
        true => Err(Refusal::NoDice),
        false => Ok(()),
    }
}
