//! Dice pools of attacks, and the difficulty of magick (ASC-ATK-01, ASC-ATK-02).

use crate::messages::Text;
use crate::messages::ascension as msg;
use serde::{Deserialize, Serialize};

use super::Settings;
use crate::base::term::Term;
use crate::systems::d10::levels::Wounds;

/// Ability or Arete that an attack is rolled with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AttackAbility {
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

impl AttackAbility {
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
    pub fn from_key(key: &str) -> Option<Self> {
        let mut abilities = Self::BY_KEY.into_iter();
        let found = abilities.find(|(known, _)| *known == key)?;
        Some(found.1)
    }
}

/// Attacker's numbers for one attack in Ascension, such as Dexterity and the ability rolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AttackStats {
    /// Ability that the attack is rolled with.
    pub ability: AttackAbility,
    /// Dexterity rating of the attacker.
    pub dexterity: i32,
    /// Abilities and Arete of the attacker.
    pub dots: AbilityDots,
    /// Wound state of the attacker.
    pub wounds: Wounds,
}

/// Ratings of the combat abilities and of Arete.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AbilityDots {
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

impl AbilityDots {
    /// Returns the label and rating of an ability.
    const fn title_and_dots(&self, ability: AttackAbility) -> (Text, i32) {
        match ability {
            AttackAbility::Brawl => (msg::BRAWL, self.brawl),
            AttackAbility::MartialArts => (msg::MARTIAL_ARTS, self.martial_arts),
            AttackAbility::Do => (msg::DO, self.do_),
            AttackAbility::Melee => (msg::MELEE, self.melee),
            AttackAbility::Firearms => (msg::FIREARMS, self.firearms),
            AttackAbility::EnergyWeapons => (msg::ENERGY_WEAPONS, self.energy_weapons),
            AttackAbility::Athletics => (msg::ATHLETICS, self.athletics),
            AttackAbility::Archery => (msg::ARCHERY, self.archery),
            AttackAbility::Arete => (msg::ARETE, self.arete),
        }
    }
}

/// Returns the terms of an attack pool in Ascension, wounds included, even for an attacker who cannot act.
///
/// A spell delivered by a blow rolls the blow.
#[must_use]
pub fn attack_terms(attack: &AttackStats, settings: &Settings) -> Vec<Term> {
    let (label, dots) = attack.dots.title_and_dots(attack.ability);
    let arete = attack.ability == AttackAbility::Arete;
    let dexterity = Term::from_rule(msg::DEXTERITY, attack.dexterity, "ASC-ATK-01");
    let dexterity = (!arete).then_some(dexterity);
    let ability = Term::from_rule(label, dots, "ASC-ATK-01");
    let wounds = wound_term(attack.wounds, arete, settings);
    dexterity
        .into_iter()
        .chain([ability])
        .chain(wounds)
        .collect()
}

/// Returns the ability for shooting a bow: Archery, or Athletics without it.
#[must_use]
pub const fn bow_ability(dots: &AbilityDots) -> AttackAbility {
    if dots.archery > 0 {
        AttackAbility::Archery
    } else {
        AttackAbility::Athletics
    }
}

/// Openness with which magick is worked in Ascension: coincidental, or obviously impossible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MagickOpenness {
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
pub fn magick_difficulty(highest_sphere: i32, openness: MagickOpenness) -> Vec<Term> {
    let (label, adds) = match openness {
        MagickOpenness::Coincidental => (msg::COINCIDENTAL, 3),
        MagickOpenness::Vulgar => (msg::VULGAR, 4),
        MagickOpenness::Witnessed => (msg::VULGAR_WITH_WITNESSES, 5),
    };
    vec![
        Term::from_rule(msg::HIGHEST_SPHERE, highest_sphere, "ASC-ATK-02"),
        Term::from_rule(label, adds, "ASC-ATK-02"),
    ]
}

/// Returns the wound penalty to an action pool; `arete` is set for rolls of Arete.
pub(super) fn wound_term(wounds: Wounds, arete: bool, settings: &Settings) -> Option<Term> {
    let penalty = wounds.penalty.filter(|penalty| *penalty != 0)?;
    let felt = !arete || settings.wounds_lower_arete;
    felt.then(|| Term::from_rule(msg::WOUNDS, penalty, "ASC-REC-01"))
}
