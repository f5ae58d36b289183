//! The weapon of an attack (XOV-EQP-01).

use serde::{Deserialize, Serialize};

use crate::systems::d10::damage::DamageType;

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
    /// Rounds in it, if they are counted.
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
