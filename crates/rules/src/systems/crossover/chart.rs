//! Charts of weapons, armor and pack tactics, read from files that are compiled in (XOV-POL-05,
//! XOV-EQP-01 to 04).

#[cfg(test)]
mod tests;

use serde::Deserialize;

use crate::systems::d10::chart::{self, ChartError, MAX_RATING, MAX_YARDS};
use crate::systems::d10::damage::DamageType;
use crate::systems::d10::dice::{DEFAULT_DIFFICULTY, MAX_DIFFICULTY, MIN_DIFFICULTY};

/// A class of weapons.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum WeaponClass {
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
    /// Whether the weapon can empty its clip in one action (XOV-RNG-02).
    pub(super) const fn is_automatic(self) -> bool {
        matches!(self, Self::Smg | Self::AssaultRifle)
    }

    /// Whether it can be aimed (XOV-RNG-01).
    pub(super) const fn can_be_aimed(self) -> bool {
        !matches!(self, Self::Smg | Self::Shotgun)
    }

    /// Whether it is shot.
    pub(super) const fn is_shot(self) -> bool {
        !matches!(self, Self::Blade | Self::Blunt | Self::Stake | Self::Other)
    }

    /// Whether it is a gun, and no bow.
    pub(super) const fn is_gun(self) -> bool {
        self.is_shot() && !matches!(self, Self::Bow | Self::Crossbow)
    }
}

/// A length of weapons, from bare hands on (XOV-CLOSE-14).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Length {
    /// Fists, feet, teeth.
    Unarmed,
    /// Knives, pistols.
    Short,
    /// Swords, clubs.
    Medium,
    /// Two-handed blades.
    Long,
    /// Spears, staves.
    Pole,
}

/// The medium of an attack; armor helps against some (XOV-SOAK-07).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Medium {
    /// Blows, blades, bullets.
    Kinetic,
    /// Flame.
    Fire,
    /// Electricity.
    Electricity,
    /// Cold.
    Cold,
    /// Acid and poison.
    Chemical,
    /// Against the mind.
    Mental,
}

/// A part of the body that armor covers (XOV-TGT-01).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Place {
    /// Trunk, and the heart in it.
    Torso,
    /// Arms.
    Arm,
    /// Legs.
    Leg,
    /// Hands.
    Hand,
    /// Head.
    Head,
    /// Eyes.
    Eye,
}

/// Line of the chart of pack tactics (XOV-POL-04).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Tactic {
    /// Its name.
    pub(super) name: String,
    /// The number of werewolves it takes.
    pub(super) members: i32,
    /// Whether the table plays it.
    #[serde(default = "yes")]
    pub(super) enabled: bool,
    /// Its effect.
    pub(super) effect: TacticEffect,
}

const fn yes() -> bool {
    true
}

/// The effect of a tactic.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct TacticEffect {
    /// A hit strips the prey's armor for the next of the pack.
    pub(super) strips_armor: bool,
    /// Added to everything the prey does in the exchange.
    pub(super) prey_difficulty: i32,
    /// To stand up, downed prey rolls Strength + Athletics at this plus the number of the
    /// pack, at most 10.
    pub(super) rise_difficulty_base: Option<i32>,
}

impl Tactic {
    /// Whether the tactic is possible with a number of members.
    pub(super) const fn possible(&self, members: i32) -> bool {
        self.enabled && members >= self.members
    }

    /// Returns the summed difficulty of standing up again; `None` where it makes no difference.
    pub(super) fn rise_difficulty(&self, members: i32) -> Option<i32> {
        let base = self.effect.rise_difficulty_base?;
        Some(base.saturating_add(members).min(MAX_DIFFICULTY))
    }
}

/// Line of the weapon chart (XOV-EQP-01, XOV-EQP-03, XOV-EQP-04).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WeaponLine {
    /// Its name.
    pub(super) name: String,
    /// Dice; weapons in hand add Strength.
    pub(super) damage: i32,
    /// The type of its damage.
    #[serde(rename = "type")]
    pub(super) kind: DamageType,
    /// Its class.
    pub(super) class: WeaponClass,
    /// How long it is (XOV-CLOSE-14).
    pub(super) length: Length,
    /// Hands it takes.
    pub(super) hands: i32,
    /// Normal range in yards; 0 for what is not shot.
    #[serde(default)]
    pub(super) range: i32,
    /// Shots in a turn.
    #[serde(default = "one")]
    pub(super) rate: i32,
    /// Rounds when full.
    #[serde(default)]
    pub(super) clip: i32,
    /// Built for throwing (XOV-ATK-05).
    #[serde(default)]
    pub(super) thrown_design: bool,
    /// Built for melee (XOV-ATK-12).
    #[serde(default)]
    pub(super) melee_design: bool,
    /// Is a stake (XOV-TGT-05).
    #[serde(default)]
    pub(super) stake: bool,
    /// Difficulty to use it.
    #[serde(default = "six")]
    pub(super) difficulty: i32,
}

const fn one() -> i32 {
    1
}

const fn six() -> i32 {
    DEFAULT_DIFFICULTY
}

/// Line of the armor chart (XOV-EQP-01, XOV-EQP-02).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ArmorLine {
    /// Its name.
    pub(super) name: String,
    /// Dice.
    pub(super) rating: i32,
    /// Added to the difficulty of the wearer's attacks (XOV-ATK-04, XOV-ATK-13).
    pub(super) difficulty: i32,
    /// The media it helps against (XOV-SOAK-07).
    pub(super) protects: Vec<Medium>,
    /// The parts it covers (XOV-TGT-01).
    pub(super) covers: Vec<Place>,
}

/// The weapons the program comes with.
pub(super) const WEAPONS: &str = include_str!("../../../../../assets/crossover/weapons.json");
/// The armor the program comes with.
pub(super) const ARMOR: &str = include_str!("../../../../../assets/crossover/armor.json");
/// The pack tactics the program comes with.
pub(super) const TACTICS: &str = include_str!("../../../../../assets/crossover/tactics.json");

/// Reads Crossover's chart of weapons from its text.
///
/// # Errors
/// [`ChartError`] with the first thing that is wrong.
pub(super) fn weapons(text: &str) -> Result<Vec<WeaponLine>, ChartError> {
    let chart: Vec<WeaponLine> = chart::read_chart(text, |one: &WeaponLine| one.name.clone())?;
    for one in &chart {
        chart::check_numbers(
            &one.name,
            [
                ("damage", one.damage, 0, MAX_RATING),
                ("hands", one.hands, 1, 2),
                ("range", one.range, 0, MAX_YARDS),
                ("rate", one.rate, 1, MAX_RATING),
                ("clip", one.clip, 0, MAX_RATING),
                ("difficulty", one.difficulty, MIN_DIFFICULTY, MAX_DIFFICULTY),
            ],
        )?;
        let shoots = one.class.is_shot();
        if shoots && (one.range == 0 || one.clip == 0) {
            return Err(ChartError::Missing {
                entry: one.name.clone(),
                needs: "a range and a clip",
            });
        }
    }
    Ok(chart)
}

/// Reads Crossover's chart of armor from its text.
///
/// # Errors
/// [`ChartError`] with the first thing that is wrong.
pub(super) fn armor(text: &str) -> Result<Vec<ArmorLine>, ChartError> {
    let chart: Vec<ArmorLine> = chart::read_chart(text, |one: &ArmorLine| one.name.clone())?;
    for one in &chart {
        chart::check_numbers(
            &one.name,
            [
                ("rating", one.rating, 0, MAX_RATING),
                ("difficulty", one.difficulty, 0, MAX_DIFFICULTY),
            ],
        )?;
        if one.protects.is_empty() || one.covers.is_empty() {
            return Err(ChartError::Missing {
                entry: one.name.clone(),
                needs: "something it protects from and a part it covers",
            });
        }
    }
    Ok(chart)
}

/// Reads a chart of pack tactics.
///
/// # Errors
/// [`ChartError`] with the first thing that is wrong.
pub(super) fn tactics(text: &str) -> Result<Vec<Tactic>, ChartError> {
    let chart: Vec<Tactic> = chart::read_chart(text, |one: &Tactic| one.name.clone())?;
    for one in &chart {
        chart::check_numbers(
            &one.name,
            [
                ("members", one.members, 2, MAX_RATING),
                (
                    "prey_difficulty",
                    one.effect.prey_difficulty,
                    -MAX_DIFFICULTY,
                    MAX_DIFFICULTY,
                ),
                (
                    "rise_difficulty_base",
                    one.effect.rise_difficulty_base.unwrap_or(0),
                    0,
                    MAX_DIFFICULTY,
                ),
            ],
        )?;
    }
    Ok(chart)
}
