//! Chart of attacks: ability, difficulty, damage (ASC-ATK-02).

use serde::{Deserialize, Serialize};

use super::attack::AttackAbility;
use super::defense::AttackSource;
use crate::systems::d10::chart::{self, ChartError, MAX_RATING, MAX_YARDS};
use crate::systems::d10::damage::DamageType;
use crate::systems::d10::dice::{DEFAULT_DIFFICULTY, MAX_DIFFICULTY, MIN_DIFFICULTY};

/// Line of Ascension's attack chart for one weapon or attack, with its numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AttackLine {
    /// Name of the attack.
    pub name: String,
    /// Ability that the attack is rolled with.
    pub ability: AttackAbility,
    /// Difficulty of the attack roll.
    #[serde(default = "six")]
    pub difficulty: i32,
    /// Number of damage dice.
    pub damage: i32,
    /// Whether Strength is added to the damage dice.
    #[serde(default)]
    pub strength: bool,
    /// Type of the damage.
    #[serde(rename = "type")]
    pub kind: DamageType,
    /// Object that a block or parry has to stop.
    #[serde(default)]
    pub source: AttackSource,
    /// Whether the attack cannot be blocked at all (ASC-BLOCK-06).
    #[serde(default)]
    pub unblockable: bool,
    /// Range in yards; 0 for attacks that are not shot or thrown.
    #[serde(default)]
    pub range: i32,
}

/// Default difficulty of an attack, for serde.
const fn six() -> i32 {
    DEFAULT_DIFFICULTY
}

/// Built-in chart of attacks, as JSON.
pub const ATTACKS: &str = include_str!("../../../../../assets/ascension/attacks.json");

/// Reads Ascension's chart of attacks from JSON.
///
/// # Errors
/// [`ChartError`] for the first mistake in the chart.
pub fn read_attacks(text: &str) -> Result<Vec<AttackLine>, ChartError> {
    let chart: Vec<AttackLine> = chart::read_chart(text, |one: &AttackLine| one.name.clone())?;
    for one in &chart {
        chart::check_numbers(
            &one.name,
            [
                ("difficulty", one.difficulty, MIN_DIFFICULTY, MAX_DIFFICULTY),
                ("damage", one.damage, 0, MAX_RATING),
                ("range", one.range, 0, MAX_YARDS),
            ],
        )?;
        if matches!(
            one.ability,
            AttackAbility::Firearms | AttackAbility::Archery
        ) && one.range == 0
        {
            return Err(ChartError::Missing {
                entry: one.name.clone(),
                needs: "a range",
            });
        }
    }
    Ok(chart)
}
