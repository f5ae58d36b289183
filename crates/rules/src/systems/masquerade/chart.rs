//! Chart of attacks: mode, dice and type of damage (MSQ-DMG-01, MSQ-DMG-06).

use serde::{Deserialize, Serialize};

use super::attack::AttackMode;
use super::damage::DamageStats;
use super::soak::DamageSource;
use crate::systems::d10::chart::{self, ChartError, MAX_RATING, MAX_YARDS};
use crate::systems::d10::damage::DamageType;

/// Line of Masquerade's attack chart for one weapon or attack, with its numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AttackLine {
    /// Name of the attack.
    pub name: String,
    /// Mode in which the attack is rolled.
    pub mode: AttackMode,
    /// Number of damage dice, to which all but guns add Strength and Potence.
    pub item: i32,
    /// Type of the damage.
    #[serde(rename = "type")]
    pub kind: DamageType,
    /// Source of the damage; armor does not help against fire and sunlight.
    #[serde(default)]
    pub source: DamageSource,
    /// Range in yards; 0 for attacks that are not shot or thrown.
    #[serde(default)]
    pub range: i32,
}

impl AttackLine {
    /// Returns the damage input of an attacker with these ratings.
    #[must_use]
    pub fn damage_stats(&self, strength: i32, potence: i32) -> DamageStats {
        DamageStats {
            strength,
            potence,
            item: self.item,
            gun: self.mode == AttackMode::Gun,
        }
    }
}

/// Built-in chart of attacks, as JSON.
pub const ATTACKS: &str = include_str!("../../../../../assets/masquerade/attacks.json");

/// Reads Masquerade's chart of attacks from JSON.
///
/// # Errors
/// [`ChartError`] for the first mistake in the chart.
pub fn read_attacks(text: &str) -> Result<Vec<AttackLine>, ChartError> {
    let chart: Vec<AttackLine> = chart::read_chart(text, |one: &AttackLine| one.name.clone())?;
    for one in &chart {
        chart::check_numbers(
            &one.name,
            [
                ("item", one.item, 0, MAX_RATING),
                ("range", one.range, 0, MAX_YARDS),
            ],
        )?;
        if one.mode == AttackMode::Gun && one.range == 0 {
            return Err(ChartError::Missing {
                entry: one.name.clone(),
                needs: "a range",
            });
        }
    }
    Ok(chart)
}
