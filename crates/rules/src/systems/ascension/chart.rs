//! The chart of attacks: ability, difficulty, damage (ASC-ATK-02).

use serde::{Deserialize, Serialize};

use super::attack::Ability;
use super::defense::Source;
use crate::systems::d10::chart::{self, ChartError, RATING_MOST, YARDS_MOST};
use crate::systems::d10::damage::DamageType;
use crate::systems::d10::dice::{DIFFICULTY, EASIEST, HARDEST};

/// One line of the chart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AttackLine {
    /// What it is called.
    pub name: String,
    /// What it is rolled with.
    pub ability: Ability,
    /// Difficulty.
    #[serde(default = "six")]
    pub difficulty: i32,
    /// Damage dice.
    pub damage: i32,
    /// Strength is added to them.
    #[serde(default)]
    pub strength: bool,
    /// Type of the damage.
    #[serde(rename = "type")]
    pub kind: DamageType,
    /// What has to be stopped by a block or a parry.
    #[serde(default)]
    pub source: Source,
    /// Cannot be blocked at all (ASC-BLOCK-06).
    #[serde(default)]
    pub unblockable: bool,
    /// Range in yards; 0 for what is not shot or thrown.
    #[serde(default)]
    pub range: i32,
}

const fn six() -> i32 {
    DIFFICULTY
}

/// The attacks the program comes with.
pub const ATTACKS: &str = include_str!("../../../../../assets/ascension/attacks.json");

/// Reads a chart of attacks.
///
/// # Errors
/// [`ChartError`] with the first thing that is wrong.
pub fn attacks(text: &str) -> Result<Vec<AttackLine>, ChartError> {
    let chart: Vec<AttackLine> = chart::read(text, |one: &AttackLine| one.name.clone())?;
    for one in &chart {
        chart::numbers(
            &one.name,
            [
                ("difficulty", one.difficulty, EASIEST, HARDEST),
                ("damage", one.damage, 0, RATING_MOST),
                ("range", one.range, 0, YARDS_MOST),
            ],
        )?;
        if matches!(one.ability, Ability::Firearms | Ability::Archery) && one.range == 0 {
            return Err(ChartError::Missing {
                entry: one.name.clone(),
                needs: "a range",
            });
        }
    }
    Ok(chart)
}
