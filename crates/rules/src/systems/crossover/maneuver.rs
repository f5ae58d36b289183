//! The maneuvers by name, and what a line of their chart says (XOV-CLOSE-01 to 15,
//! XOV-RNG-02, XOV-RNG-08, XOV-RNG-09, and the pools of XOV-ATK-01, XOV-ATK-02, XOV-ATK-06,
//! XOV-ATK-07, XOV-ATK-08, XOV-ATK-09).

use crate::messages::Text;
use crate::messages::{crossover as msg, crossover_maneuvers as chart};
use serde::{Deserialize, Serialize};

use crate::systems::d10::damage::DamageType;

/// A way to attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Maneuver {
    /// Fist.
    Strike,
    /// Weapon in hand.
    WeaponStrike,
    /// Foot.
    Kick,
    /// Teeth.
    Bite,
    /// Claws.
    Claw,
    /// Grapple.
    Clinch,
    /// Hold fast without harm.
    Hold,
    /// At the weapon, with a weapon.
    DisarmArmed,
    /// At the weapon, with bare hands.
    DisarmUnarmed,
    /// Press a pistol on and fire.
    JabPistol,
    /// Legs away, with a leg.
    SweepLeg,
    /// Legs away, with the arm of a war form.
    SweepArm,
    /// Legs away, with a weapon.
    SweepWeapon,
    /// The whole body.
    Tackle,
    /// One shot.
    Shoot,
    /// A throw.
    Throw,
    /// An arrow.
    Bow,
    /// A bolt.
    Crossbow,
    /// The whole clip at one target.
    AutoFire,
    /// The whole clip at several.
    Strafe,
    /// Three rounds.
    Burst,
}

impl Maneuver {
    /// What it is called.
    #[must_use]
    pub const fn title(self) -> Text {
        match self {
            Self::Strike => chart::STRIKE,
            Self::WeaponStrike => chart::WEAPON_STRIKE,
            Self::Kick => chart::KICK,
            Self::Bite => chart::BITE,
            Self::Claw => chart::CLAW,
            Self::Clinch => chart::CLINCH,
            Self::Hold => chart::HOLD,
            Self::DisarmArmed => chart::DISARM_ARMED,
            Self::DisarmUnarmed => chart::DISARM_UNARMED,
            Self::JabPistol => chart::JAB_PISTOL,
            Self::SweepLeg => chart::SWEEP_LEG,
            Self::SweepArm => chart::SWEEP_ARM,
            Self::SweepWeapon => chart::SWEEP_WEAPON,
            Self::Tackle => chart::TACKLE,
            Self::Shoot => chart::SHOOT,
            Self::Throw => chart::THROW,
            Self::Bow => chart::BOW,
            Self::Crossbow => chart::CROSSBOW,
            Self::AutoFire => chart::AUTO_FIRE,
            Self::Strafe => chart::STRAFE,
            Self::Burst => chart::BURST,
        }
    }

    /// Every maneuver.
    pub const ALL: [Self; 21] = [
        Self::Strike,
        Self::WeaponStrike,
        Self::Kick,
        Self::Bite,
        Self::Claw,
        Self::Clinch,
        Self::Hold,
        Self::DisarmArmed,
        Self::DisarmUnarmed,
        Self::JabPistol,
        Self::SweepLeg,
        Self::SweepArm,
        Self::SweepWeapon,
        Self::Tackle,
        Self::Shoot,
        Self::Throw,
        Self::Bow,
        Self::Crossbow,
        Self::AutoFire,
        Self::Strafe,
        Self::Burst,
    ];
}

/// From how far an attack is made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reach {
    /// Within arm's length.
    #[default]
    Close,
    /// From afar.
    Ranged,
}

/// What the ability is added to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Attribute {
    /// Dexterity.
    Dexterity,
    /// Strength.
    Strength,
}

/// An ability attacks are rolled with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ability {
    /// Fists.
    Brawl,
    /// Weapons in hand.
    Melee,
    /// Guns.
    Firearms,
    /// Throws.
    Athletics,
    /// Throws and nothing else.
    Throwing,
    /// Bows.
    Archery,
}

impl Ability {
    /// The word on the screen.
    #[must_use]
    pub const fn word(self) -> Text {
        match self {
            Self::Brawl => msg::BRAWL,
            Self::Melee => msg::MELEE,
            Self::Firearms => msg::FIREARMS,
            Self::Athletics => msg::ATHLETICS,
            Self::Throwing => msg::THROWING,
            Self::Archery => msg::ARCHERY,
        }
    }
}

/// An ability a maneuver may be rolled with, and what it does to the difficulty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Way {
    /// The ability.
    pub ability: Ability,
    /// Added to the difficulty: a substitute's number (XOV-DICE-09).
    #[serde(default)]
    pub difficulty: i32,
}

/// What the damage pool is counted from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Basis {
    /// Strength.
    Strength,
    /// The weapon's dice.
    Weapon,
    /// Both.
    StrengthAndWeapon,
    /// There is no damage.
    Nothing,
}

/// Where the type of the damage comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Nature {
    /// Always bashing.
    Bashing,
    /// Always lethal.
    Lethal,
    /// Always aggravated.
    Aggravated,
    /// The weapon's.
    Weapon,
    /// The claws'.
    Claws,
    /// A test, which does no harm.
    Test,
}

impl Nature {
    /// The type, where it does not depend on anything.
    #[must_use]
    pub const fn fixed(self) -> Option<DamageType> {
        match self {
            Self::Bashing => Some(DamageType::Bashing),
            Self::Lethal => Some(DamageType::Lethal),
            Self::Aggravated => Some(DamageType::Aggravated),
            Self::Weapon | Self::Claws | Self::Test => None,
        }
    }
}
