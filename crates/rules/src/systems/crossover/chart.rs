//! The charts: weapons, armor, pack tactics, and in a file of its own the maneuvers, read
//! from files that are compiled in (XOV-POL-05, XOV-EQP-01 to 04).

use serde::{Deserialize, Serialize};

use super::attack::WeaponClass;
pub use super::maneuver_chart::{MANEUVERS, ManeuverChart, maneuvers};
use super::movement::Length;
use super::soak::{Medium, Place};
use super::tactics::Tactic;
use crate::systems::d10::chart::{self, ChartError, RATING_MOST, YARDS_MOST};
use crate::systems::d10::damage::DamageType;
use crate::systems::d10::dice::{DIFFICULTY, EASIEST, HARDEST};

/// One line of the weapon chart (XOV-EQP-01, XOV-EQP-03, XOV-EQP-04).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WeaponLine {
    /// What it is called.
    pub name: String,
    /// Dice; weapons in hand add Strength.
    pub damage: i32,
    /// Type of its damage.
    #[serde(rename = "type")]
    pub kind: DamageType,
    /// What it is.
    pub class: WeaponClass,
    /// How long it is (XOV-CLOSE-14).
    pub length: Length,
    /// Hands it takes.
    pub hands: i32,
    /// Normal range in yards; 0 for what is not shot.
    #[serde(default)]
    pub range: i32,
    /// Shots in a turn.
    #[serde(default = "one")]
    pub rate: i32,
    /// Rounds when full.
    #[serde(default)]
    pub clip: i32,
    /// Built for throwing (XOV-ATK-05).
    #[serde(default)]
    pub thrown_design: bool,
    /// Built for melee (XOV-ATK-12).
    #[serde(default)]
    pub melee_design: bool,
    /// Is a stake (XOV-TGT-05).
    #[serde(default)]
    pub stake: bool,
    /// Difficulty to use it.
    #[serde(default = "six")]
    pub difficulty: i32,
}

const fn one() -> i32 {
    1
}

const fn six() -> i32 {
    DIFFICULTY
}

/// One line of the armor chart (XOV-EQP-01, XOV-EQP-02).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArmorLine {
    /// What it is called.
    pub name: String,
    /// Dice.
    pub rating: i32,
    /// Added to the difficulty of the wearer's attacks (XOV-ATK-04, XOV-ATK-13).
    pub difficulty: i32,
    /// What it helps against (XOV-SOAK-07).
    pub protects: Vec<Medium>,
    /// What it covers (XOV-TGT-01).
    pub covers: Vec<Place>,
}

/// The weapons the program comes with.
pub const WEAPONS: &str = include_str!("../../../../../assets/crossover/weapons.json");
/// The armor the program comes with.
pub const ARMOR: &str = include_str!("../../../../../assets/crossover/armor.json");
/// The pack tactics the program comes with.
pub const TACTICS: &str = include_str!("../../../../../assets/crossover/tactics.json");

/// Reads a weapon chart.
///
/// # Errors
/// [`ChartError`] with the first thing that is wrong.
pub fn weapons(text: &str) -> Result<Vec<WeaponLine>, ChartError> {
    let chart: Vec<WeaponLine> = chart::read(text, |one: &WeaponLine| one.name.clone())?;
    for one in &chart {
        chart::numbers(
            &one.name,
            [
                ("damage", one.damage, 0, RATING_MOST),
                ("hands", one.hands, 1, 2),
                ("range", one.range, 0, YARDS_MOST),
                ("rate", one.rate, 1, RATING_MOST),
                ("clip", one.clip, 0, RATING_MOST),
                ("difficulty", one.difficulty, EASIEST, HARDEST),
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

/// Reads an armor chart.
///
/// # Errors
/// [`ChartError`] with the first thing that is wrong.
pub fn armor(text: &str) -> Result<Vec<ArmorLine>, ChartError> {
    let chart: Vec<ArmorLine> = chart::read(text, |one: &ArmorLine| one.name.clone())?;
    for one in &chart {
        chart::numbers(
            &one.name,
            [
                ("rating", one.rating, 0, RATING_MOST),
                ("difficulty", one.difficulty, 0, HARDEST),
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
pub fn tactics(text: &str) -> Result<Vec<Tactic>, ChartError> {
    let chart: Vec<Tactic> = chart::read(text, |one: &Tactic| one.name.clone())?;
    for one in &chart {
        chart::numbers(
            &one.name,
            [
                ("members", one.members, 2, RATING_MOST),
                (
                    "prey_difficulty",
                    one.effect.prey_difficulty,
                    -HARDEST,
                    HARDEST,
                ),
                (
                    "rise_difficulty_base",
                    one.effect.rise_difficulty_base.unwrap_or(0),
                    0,
                    HARDEST,
                ),
            ],
        )?;
    }
    Ok(chart)
}
