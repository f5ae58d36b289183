//! Attack pools (ASC-ATK-01, ASC-ATK-02).

use serde::{Deserialize, Serialize};

use super::{Denied, Refusal, Settings};
use crate::systems::d10::dice::{self, DIFFICULTY, Pool};
use crate::systems::d10::levels::Level;
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

/// An attack before the dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attack {
    /// What it is rolled with.
    pub ability: Ability,
    /// Dexterity.
    #[serde(default)]
    pub dexterity: i32,
    /// The dots of each.
    #[serde(flatten)]
    pub dots: Dots,
    /// How hurt the attacker is.
    #[serde(default)]
    pub wound_level: Level,
    /// The summed difficulty: from the chart, the storyteller, or for magick from its own
    /// rules (ASC-ATK-02).
    #[serde(default = "six")]
    pub difficulty: i32,
}

const fn six() -> i32 {
    DIFFICULTY
}

/// Abilities and Arete.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Dots {
    /// Brawl.
    pub brawl: i32,
    /// Martial Arts.
    pub martial_arts: i32,
    /// Do.
    #[serde(rename = "do")]
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
    const fn of(&self, ability: Ability) -> (&'static str, i32) {
        match ability {
            Ability::Brawl => ("Brawl", self.brawl),
            Ability::MartialArts => ("Martial Arts", self.martial_arts),
            Ability::Do => ("Do", self.do_),
            Ability::Melee => ("Melee", self.melee),
            Ability::Firearms => ("Firearms", self.firearms),
            Ability::EnergyWeapons => ("Energy Weapons", self.energy_weapons),
            Ability::Athletics => ("Athletics", self.athletics),
            Ability::Archery => ("Archery", self.archery),
            Ability::Arete => ("Arete", self.arete),
        }
    }
}

/// A pool that can be rolled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sum {
    /// Dice.
    pub pool: i32,
    /// The face to reach, from 2 to 10.
    pub difficulty: u16,
    /// What the dice are made of.
    pub terms: Vec<Term>,
}

/// Sums an attack. A spell that is delivered by a blow rolls the blow.
///
/// # Errors
/// [`Refusal::Incapacitated`], then [`Refusal::NoDice`].
pub fn attack_pool(attack: &Attack, by: &Settings) -> Result<Sum, Denied> {
    let wounds = wounds(attack.wound_level, attack.ability == Ability::Arete, by)?;
    let (label, dots) = attack.dots.of(attack.ability);
    let mut terms = Vec::new();
    if attack.ability != Ability::Arete {
        terms.push(Term::of_rule("Dexterity", attack.dexterity, "ASC-ATK-01"));
    }
    terms.push(Term::of_rule(label, dots, "ASC-ATK-01"));
    terms.extend(wounds);
    sum(terms, attack.difficulty)
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Openness {
    /// It could have been chance.
    Coincidental,
    /// It could not.
    Vulgar,
    /// And somebody saw it.
    Witnessed,
}

/// The usual difficulty of magick: the highest Sphere in it and what openness adds. The rules
/// of magick, or the storyteller, have the last word (ASC-ATK-02).
#[must_use]
pub const fn magick(highest_sphere: i32, openness: Openness) -> i32 {
    highest_sphere.saturating_add(match openness {
        Openness::Coincidental => 3,
        Openness::Vulgar => 4,
        Openness::Witnessed => 5,
    })
}

/// What wounds take from an action pool; nothing at all is possible without a level.
pub(super) fn wounds(level: Level, arete: bool, by: &Settings) -> Result<Option<Term>, Denied> {
    let penalty = level
        .penalty()
        .ok_or(Denied::refused(Refusal::Incapacitated))?;
    let felt = penalty != 0 && (!arete || by.wounds_lower_arete);
    Ok(felt.then(|| Term::of_rule("Wounds", penalty, "ASC-REC-01")))
}

/// Adds up and refuses an empty pool.
pub(super) fn sum(terms: Vec<Term>, difficulty: i32) -> Result<Sum, Denied> {
    let pool = term::sum(&terms);
    if pool < 1 {
        return Err(Denied::refused(Refusal::NoDice));
    }
    Pool::of(pool).check()?;
    Ok(Sum {
        pool,
        difficulty: dice::target(difficulty),
        terms,
    })
}
