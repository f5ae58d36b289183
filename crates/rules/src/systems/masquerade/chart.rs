//! The chart of attacks: how, with how many dice, of which type (MSQ-DMG-01, MSQ-DMG-06).

use serde::{Deserialize, Serialize};

use super::attack::Mode;
use super::damage::Damage;
use super::soak::Source;
use crate::systems::d10::chart::{self, ChartError, RATING_MOST, YARDS_MOST};
use crate::systems::d10::damage::DamageType;

/// One line of the chart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AttackLine {
    /// What it is called.
    pub name: String,
    /// How it is rolled.
    pub mode: Mode,
    /// Dice; all but guns add Strength and Potence.
    pub item: i32,
    /// Type of its damage.
    #[serde(rename = "type")]
    pub kind: DamageType,
    /// Where the damage comes from; armor does not help against fire and sunlight.
    #[serde(default)]
    pub source: Source,
    /// Range in yards; 0 for what is not shot or thrown.
    #[serde(default)]
    pub range: i32,
}

impl AttackLine {
    /// What goes into the damage pool of an attacker this strong.
    #[must_use]
    pub fn damage(&self, strength: i32, potence: i32) -> Damage {
        Damage {
            strength,
            potence,
            item: self.item,
            gun: self.mode == Mode::Gun,
        }
    }
}

/// The attacks the program comes with.
pub const ATTACKS: &str = include_str!("../../../../../assets/masquerade/attacks.json");

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
                ("item", one.item, 0, RATING_MOST),
                ("range", one.range, 0, YARDS_MOST),
            ],
        )?;
        if one.mode == Mode::Gun && one.range == 0 {
            return Err(ChartError::Missing {
                entry: one.name.clone(),
                needs: "a range",
            });
        }
    }
    Ok(chart)
}
