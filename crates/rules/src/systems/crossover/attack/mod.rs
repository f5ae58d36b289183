//! Attacks before the dice: who, how, with what, under which circumstances.
//!
//! [`pool`] turns them into a sum of terms, [`check`] says what may not be done.

pub mod check;
pub mod cover;
pub mod damage;
pub mod pool;
mod terms;

use serde::{Deserialize, Serialize};

use super::blind::Relief;
use super::creature::{Form, Kind};
use super::maneuver::{Ability, Maneuver};
use super::movement::{self, Flank};
use crate::systems::family::damage::DamageType;
use crate::systems::family::levels::Level;
use cover::Cover;

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
    pub wound_level: Level,
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

/// What a weapon is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WeaponClass {
    /// Pistol or revolver.
    Pistol,
    /// Rifle.
    Rifle,
    /// Submachine gun.
    Smg,
    /// Assault rifle.
    AssaultRifle,
    /// Shotgun.
    Shotgun,
    /// Bow.
    Bow,
    /// Crossbow.
    Crossbow,
    /// Blade.
    Blade,
    /// Club, sap.
    Blunt,
    /// Stake.
    Stake,
    /// Anything else.
    #[default]
    #[serde(other)]
    Other,
}

impl WeaponClass {
    /// Whether it empties its clip in one go (XOV-RNG-02).
    #[must_use]
    pub const fn is_automatic(self) -> bool {
        matches!(self, Self::Smg | Self::AssaultRifle)
    }

    /// Whether it can be aimed (XOV-RNG-01).
    #[must_use]
    pub const fn can_be_aimed(self) -> bool {
        !matches!(self, Self::Smg | Self::Shotgun)
    }

    /// Whether it is shot.
    #[must_use]
    pub const fn is_shot(self) -> bool {
        !matches!(self, Self::Blade | Self::Blunt | Self::Stake | Self::Other)
    }
}

/// The weapon of an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Weapon {
    /// Dice.
    pub damage: i32,
    /// Type of its damage, if it has one of its own.
    #[serde(rename = "type")]
    pub kind: Option<DamageType>,
    /// What it is.
    pub class: WeaponClass,
    /// Normal range in yards; 0 is none.
    pub range: i32,
    /// Shots in a turn.
    pub rate: i32,
    /// Rounds when full.
    pub clip: i32,
    /// Rounds in it, if anybody counts.
    pub loaded: Option<i32>,
    /// Loaded with rubber (XOV-CLOSE-07).
    pub rubber: bool,
    /// Built for throwing (XOV-ATK-05).
    pub thrown_design: bool,
    /// Built for melee (XOV-ATK-12).
    pub melee_design: bool,
}

impl Default for Weapon {
    fn default() -> Self {
        Self {
            damage: 0,
            kind: None,
            class: WeaponClass::Other,
            range: 0,
            rate: 1,
            clip: 0,
            loaded: None,
            rubber: false,
            thrown_design: false,
            melee_design: false,
        }
    }
}

/// How small the named part of the target is (XOV-TGT-02 to 04).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TargetSize {
    /// Arm, leg, briefcase.
    Medium,
    /// Hand, head, laptop.
    Small,
    /// Eye, heart, lock.
    Precise,
}

/// How far the target is tied down (XOV-CMP-08).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Immobilized {
    /// Two dice against it.
    Partly,
    /// Hit without a roll.
    Fully,
}

/// Circumstances and choices. What does not concern the manoeuvre is ignored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Situation {
    /// The ability to roll with, where there is a choice.
    pub ability: Option<Ability>,
    /// Not from the front (XOV-MAN-05).
    pub flank: Option<Flank>,
    /// Yards moved besides (XOV-MAN-06).
    pub yards_moved: i32,
    /// The running distance, if it is not the usual one (XOV-MAN-08).
    pub running_yards: Option<i32>,
    /// Dice lost to several actions: 0 or less (XOV-MULT-01).
    pub split: i32,
    /// More actions than Dexterity or Wits (XOV-MULT-05).
    pub over_limit: bool,
    /// What armour and shield add (XOV-ATK-04, XOV-ATK-13).
    pub armor_difficulty: i32,
    /// The action was changed and is no defence (XOV-MAN-02).
    pub changed_action: bool,
    /// Was tackled the turn before (XOV-CLOSE-13).
    pub tackled: bool,
    /// A part of the target is named.
    pub target_size: Option<TargetSize>,
    /// Close attackers on oneself this turn (XOV-CLOSE-09).
    pub opponents: i32,
    /// The target's weapon is longer (XOV-CLOSE-14).
    pub target_weapon_longer: bool,
    /// Right after one's own successful parry (XOV-CLOSE-10).
    pub riposte: bool,
    /// Whole turns of aiming (XOV-RNG-01).
    pub aim_turns: i32,
    /// Scope or laser sight.
    pub scope: bool,
    /// Yards to the target, if anybody measured (XOV-RNG-06).
    pub distance: Option<i32>,
    /// The target's cover (XOV-RNG-03).
    pub target_cover: Option<Cover>,
    /// The named part is not behind it (XOV-TGT-01).
    pub part_exposed: bool,
    /// The shooter's own cover (XOV-RNG-04).
    pub self_cover: Option<Cover>,
    /// With the wrong hand (XOV-RNG-10).
    pub off_hand: bool,
    /// The target cannot see (XOV-CMP-01).
    pub target_blinded: bool,
    /// Successes of the target's Blind Fighting against this bonus (XOV-CMP-05).
    pub target_blind_fighting: i32,
    /// Cannot see (XOV-CMP-02, XOV-CMP-03).
    pub self_blinded: bool,
    /// What helps then.
    #[serde(flatten)]
    pub relief: Relief,
    /// The target is dazed (XOV-CMP-07).
    pub target_dazed: bool,
    /// The target is tied down (XOV-CMP-08).
    pub target_immobilized: Option<Immobilized>,
    /// The target lies knocked down (XOV-CMP-10).
    pub target_down: bool,
    /// Lies knocked down (XOV-CMP-10).
    pub self_down: bool,
    /// Moves faster than a walk; `None` is told by the yards moved (XOV-CMP-11).
    pub self_fast: Option<bool>,
    /// The target moves faster than a walk (XOV-CMP-12).
    pub target_fast: bool,
    /// Dice from an ambush (XOV-MAN-03).
    pub ambush_bonus: i32,
    /// In a clinch with the target (XOV-CLOSE-02).
    pub in_clinch: bool,
    /// In a hold with the target (XOV-CLOSE-02).
    pub in_hold: bool,
    /// Tackled the target the turn before (XOV-CLOSE-02).
    pub tackled_target_last_turn: bool,
    /// The target is smaller (XOV-CLOSE-12).
    pub target_smaller: bool,
}

impl Default for Situation {
    fn default() -> Self {
        Self {
            ability: None,
            flank: None,
            yards_moved: 0,
            running_yards: None,
            split: 0,
            over_limit: false,
            armor_difficulty: 0,
            changed_action: false,
            tackled: false,
            target_size: None,
            opponents: 1,
            target_weapon_longer: false,
            riposte: false,
            aim_turns: 0,
            scope: false,
            distance: None,
            target_cover: None,
            part_exposed: false,
            self_cover: None,
            off_hand: false,
            target_blinded: false,
            target_blind_fighting: 0,
            self_blinded: false,
            relief: Relief::default(),
            target_dazed: false,
            target_immobilized: None,
            target_down: false,
            self_down: false,
            self_fast: None,
            target_fast: false,
            ambush_bonus: 0,
            in_clinch: false,
            in_hold: false,
            tackled_target_last_turn: false,
            target_smaller: true,
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
