//! Who defends against what, and under which circumstances.

use serde::{Deserialize, Serialize};

use crate::systems::d10::damage::DamageType;
use crate::systems::d10::levels::Wounds;

/// Who defends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Defender {
    /// Dexterity.
    pub dexterity: i32,
    /// Athletics.
    pub athletics: i32,
    /// Acrobatics.
    pub acrobatics: i32,
    /// Brawl.
    pub brawl: i32,
    /// Martial Arts.
    pub martial_arts: i32,
    /// Do.
    pub do_: i32,
    /// Melee.
    pub melee: i32,
    /// Arete.
    pub arete: i32,
    /// How hurt they are.
    pub wounds: Wounds,
}

/// What kind of attack comes in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A blow, armed or not.
    #[default]
    HandToHand,
    /// A gun.
    Firearm,
    /// A gun nearby.
    FirearmClose,
    /// A gun at two yards or less.
    FirearmPointBlank,
    /// A throw.
    Thrown,
    /// An arrow.
    Arrow,
    /// Magick.
    Mystic,
}

/// What has to be stopped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// Fist or foot.
    #[default]
    Fist,
    /// A weapon.
    Weapon,
    /// A table.
    Heavy,
}

/// The attack that comes in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Incoming {
    /// What kind it is.
    pub kind: Kind,
    /// The type of its damage.
    pub damage: DamageType,
    /// What has to be stopped.
    pub source: Source,
    /// Cannot be blocked at all, like a chainsaw (ASC-BLOCK-06).
    pub unblockable: bool,
}

/// Room to dodge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Room {
    /// Enough.
    #[default]
    Open,
    /// A doorway.
    Tight,
    /// None.
    None,
}

/// Circumstances and choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Situation {
    /// Room to dodge (ASC-DODGE-04).
    pub room: Room,
    /// Dodge with Acrobatics (ASC-DODGE-05).
    pub use_acrobatics: bool,
    /// Block with Martial Arts or Do (ASC-BLOCK-01, ASC-BLOCK-04, ASC-BLOCK-05).
    pub use_martial_arts: bool,
    /// Sees it coming (ASC-DODGE-06).
    pub sees_it: bool,
    /// Wears armor (ASC-BLOCK-05).
    pub armored: bool,
    /// Has skin hardened by Life (ASC-BLOCK-05).
    pub life_hardened: bool,
    /// Has a weapon in hand (ASC-PARRY-01).
    pub has_weapon: bool,
}

impl Default for Situation {
    fn default() -> Self {
        Self {
            room: Room::Open,
            use_acrobatics: false,
            use_martial_arts: false,
            sees_it: true,
            armored: false,
            life_hardened: false,
            has_weapon: false,
        }
    }
}
