//! Attacks before the dice: who, how, with what, under which circumstances.
//!
//! [`pool`] turns them into a sum of terms, [`check`] says what may not be done.

pub mod check;
pub mod cover;
pub mod damage;
pub mod pool;
mod situation;
mod terms;
mod weapon;

pub use situation::{Immobilized, Situation, TargetSize};
pub use weapon::{Weapon, WeaponClass};

use serde::{Deserialize, Serialize};

use super::creature::{Form, Kind};
use super::maneuver::{Ability, Maneuver};
use super::movement;
use crate::systems::d10::levels::Wounds;

/// What claws are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Claws {
    /// Grown by a discipline of the beast: aggravated.
    Feral,
    /// Shaped of bone: lethal.
    Bone,
}

/// Who attacks. An ability that is 0 is not possessed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Attacker {
    /// Dexterity.
    pub dexterity: i32,
    /// Strength.
    pub strength: i32,
    /// Perception.
    pub perception: i32,
    /// Brawl.
    pub brawl: i32,
    /// Melee.
    pub melee: i32,
    /// Firearms.
    pub firearms: i32,
    /// Athletics.
    pub athletics: i32,
    /// Throwing.
    pub throwing: i32,
    /// Archery.
    pub archery: i32,
    /// How hurt they are.
    pub wounds: Wounds,
    /// What they are.
    pub kind: Kind,
    /// A werewolf's shape.
    pub form: Form,
    /// A vampire's claws.
    pub claws: Option<Claws>,
    /// Uses either hand alike (XOV-RNG-10).
    pub ambidextrous: bool,
}

impl Attacker {
    /// The dots of an ability.
    #[must_use]
    pub const fn ability(&self, ability: Ability) -> i32 {
        match ability {
            Ability::Brawl => self.brawl,
            Ability::Melee => self.melee,
            Ability::Firearms => self.firearms,
            Ability::Athletics => self.athletics,
            Ability::Throwing => self.throwing,
            Ability::Archery => self.archery,
        }
    }
}

/// One attack before the dice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attack {
    /// How.
    pub maneuver: Maneuver,
    /// Who.
    #[serde(default)]
    pub attacker: Attacker,
    /// With what.
    #[serde(default)]
    pub weapon: Option<Weapon>,
    /// Under which circumstances.
    #[serde(default)]
    pub situation: Situation,
    /// What the storyteller adds to the dice, with a word why.
    #[serde(default)]
    pub dice: Vec<crate::term::Term>,
    /// What the storyteller adds to the difficulty, with a word why.
    #[serde(default)]
    pub difficulty: Vec<crate::term::Term>,
}

impl Attack {
    /// Whether the attacker is faster than a walk (XOV-CMP-11).
    #[must_use]
    pub fn is_fast(&self) -> bool {
        let told = movement::is_fast(self.situation.yards_moved);
        self.situation.self_fast.unwrap_or(told)
    }

    /// The attacker's running distance in yards.
    #[must_use]
    pub fn running(&self) -> i32 {
        let usual = movement::run(self.attacker.dexterity);
        self.situation.running_yards.unwrap_or(usual)
    }
}
