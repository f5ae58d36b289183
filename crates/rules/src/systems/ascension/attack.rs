//! Attack pools (ASC-ATK-01, ASC-ATK-02).

use crate::messages::Text;
use crate::messages::ascension as msg;
use serde::{Deserialize, Serialize};

use super::{Refusal, Settings};
use crate::systems::d10::levels::Wounds;
use crate::term::{self, Term};

/// What an attack is rolled with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ability {
    /// Bare hands.
    Brawl,
    /// Bare hands, trained.
    MartialArts,
    /// Bare hands, in another way.
    Do,
    /// Weapons in hand.
    Melee,
    /// Guns.
    Firearms,
    /// Force weapons.
    EnergyWeapons,
    /// Throws, bows without Archery, some blows.
    Athletics,
    /// Bows.
    Archery,
    /// Magick, without Dexterity.
    Arete,
}

impl Ability {
    /// The one whose trait has this key.
    #[must_use]
    pub fn named(key: &str) -> Option<Self> {
        Some(match key {
            "brawl" => Self::Brawl,
            "martial_arts" => Self::MartialArts,
            "do" => Self::Do,
            "melee" => Self::Melee,
            "firearms" => Self::Firearms,
            "energy_weapons" => Self::EnergyWeapons,
            "athletics" => Self::Athletics,
            "archery" => Self::Archery,
            "arete" => Self::Arete,
            _ => return None,
        })
    }
}

/// An attack before the dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attack {
    /// What it is rolled with.
    pub ability: Ability,
    /// Dexterity.
    pub dexterity: i32,
    /// The dots of each.
    pub dots: Dots,
    /// How hurt the attacker is.
    pub wounds: Wounds,
}

/// Abilities and Arete.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Dots {
    /// Brawl.
    pub brawl: i32,
    /// Martial Arts.
    pub martial_arts: i32,
    /// Do.
    pub do_: i32,
    /// Melee.
    pub melee: i32,
    /// Firearms.
    pub firearms: i32,
    /// Energy Weapons.
    pub energy_weapons: i32,
    /// Athletics.
    pub athletics: i32,
    /// Archery.
    pub archery: i32,
    /// Arete.
    pub arete: i32,
}

impl Dots {
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

/// What an attack is made of, wounds included; also of an attacker who cannot act any more. A
/// spell that is delivered by a blow rolls the blow.
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

/// The ability to shoot a bow with: Archery, or Athletics without it.
#[must_use]
pub const fn bow(dots: &Dots) -> Ability {
    if dots.archery > 0 {
        Ability::Archery
    } else {
        Ability::Athletics
    }
}

/// How openly magick is worked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Openness {
    /// It could have been chance.
    Coincidental,
    /// It could not.
    Vulgar,
    /// And there were witnesses.
    Witnessed,
}

/// The usual difficulty of magick: the highest Sphere in it and what openness adds. The rules
/// of magick, or the storyteller, have the last word (ASC-ATK-02).
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

/// What wounds take from an action pool.
pub(super) fn wounds(wounds: Wounds, arete: bool, by: &Settings) -> Option<Term> {
    let penalty = wounds.penalty.filter(|penalty| *penalty != 0)?;
    let felt = !arete || by.wounds_lower_arete;
    felt.then(|| Term::of_rule(msg::WOUNDS, penalty, "ASC-REC-01"))
}

/// Whether something can be rolled with a sum.
///
/// # Errors
/// [`Refusal::NoDice`].
pub fn check(terms: &[Term]) -> Result<(), Refusal> {
    match term::sum(terms) < 1 {
        true => Err(Refusal::NoDice),
        false => Ok(()),
    }
}
