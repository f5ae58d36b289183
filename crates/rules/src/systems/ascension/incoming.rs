//! Inputs of the defense rules: defender, incoming attack and circumstances.

use serde::{Deserialize, Serialize};

use crate::systems::d10::damage::DamageType;
use crate::systems::d10::levels::Wounds;

/// Defender's ratings and wounds that a defense roll of Ascension depends on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Defender {
    /// Rating of the Dexterity trait.
    pub dexterity: i32,
    /// Rating of the Athletics trait.
    pub athletics: i32,
    /// Rating of the Acrobatics trait.
    pub acrobatics: i32,
    /// Rating of the Brawl trait.
    pub brawl: i32,
    /// Rating of the Martial Arts trait.
    pub martial_arts: i32,
    /// Rating of the Do trait.
    pub do_: i32,
    /// Rating of the Melee trait.
    pub melee: i32,
    /// Rating of the Arete trait.
    pub arete: i32,
    /// Wound state of the defender.
    pub wounds: Wounds,
}

/// Kind of an incoming attack in Ascension, which decides the defenses that are open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum IncomingKind {
    /// Close attack, armed or unarmed.
    #[default]
    HandToHand,
    /// Gun at a distance.
    Firearm,
    /// Gun at close range.
    FirearmClose,
    /// Gun at two yards or less.
    FirearmPointBlank,
    /// Thrown weapon in flight.
    Thrown,
    /// Arrow shot from a bow.
    Arrow,
    /// Magick of any kind.
    Mystic,
}

/// Source of an attack in Ascension, which is the object that a block or parry has to stop.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AttackSource {
    /// Bare fist or foot.
    #[default]
    Fist,
    /// Weapon held in hand.
    Weapon,
    /// Heavy object such as a table.
    Heavy,
}

/// Incoming attack as the defender has to meet it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct IncomingAttack {
    /// Kind of the attack.
    pub kind: IncomingKind,
    /// Type of the damage.
    pub damage: DamageType,
    /// Object that has to be stopped.
    pub source: AttackSource,
    /// Whether the attack cannot be blocked at all, like a chainsaw (ASC-BLOCK-06).
    pub unblockable: bool,
}

/// Room that the defender has to dodge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DodgeRoom {
    /// Enough room to dodge.
    #[default]
    Open,
    /// Tight space such as a doorway.
    Tight,
    /// No room to dodge.
    None,
}

/// Circumstances and choices of a defense in Ascension, such as the room to dodge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DefenseSituation {
    /// Room to dodge (ASC-DODGE-04).
    pub room: DodgeRoom,
    /// Whether the defender dodges with Acrobatics (ASC-DODGE-05).
    pub use_acrobatics: bool,
    /// Whether the defender blocks with Martial Arts or Do (ASC-BLOCK-01, ASC-BLOCK-04,
    /// ASC-BLOCK-05).
    pub use_martial_arts: bool,
    /// Whether the defender sees the attack coming (ASC-DODGE-06).
    pub sees_it: bool,
    /// Whether the defender wears armor (ASC-BLOCK-05).
    pub armored: bool,
    /// Whether the defender's skin is hardened by Life (ASC-BLOCK-05).
    pub life_hardened: bool,
    /// Whether the defender has a weapon in hand (ASC-PARRY-01).
    pub has_weapon: bool,
}

impl Default for DefenseSituation {
    fn default() -> Self {
        Self {
            room: DodgeRoom::Open,
            use_acrobatics: false,
            use_martial_arts: false,
            sees_it: true,
            armored: false,
            life_hardened: false,
            has_weapon: false,
        }
    }
}
