//! The armor chart.

use serde::{Deserialize, Serialize};

use super::{ChartError, number, read};
use crate::systems::chronicle::armor::{Armor, Place};

/// The armor the program comes with.
pub const ARMOR: &str = include_str!("../../../../../../assets/chronicle/armor.json");

/// One line of the armor chart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArmorProfile {
    /// What it is called.
    pub name: String,
    /// Ballistic rating.
    pub ballistic: i32,
    /// General rating.
    pub general: i32,
    /// Where it protects against called shots.
    pub covers: Vec<Place>,
}

impl ArmorProfile {
    /// The armor as an attack meets it.
    #[must_use]
    pub fn armor(&self) -> Armor {
        Armor {
            ballistic: self.ballistic,
            general: self.general,
            covers: self.covers.clone(),
            supernatural: false,
        }
    }
}

/// Reads an armor chart.
///
/// # Errors
/// [`ChartError`] with the first thing that is wrong.
pub fn armor(text: &str) -> Result<Vec<ArmorProfile>, ChartError> {
    let chart: Vec<ArmorProfile> = read(text, |one: &ArmorProfile| &one.name)?;
    for one in &chart {
        number(&one.name, one.armor().check())?;
        if one.covers.is_empty() {
            return Err(ChartError::Missing {
                entry: one.name.clone(),
                needs: "a place it covers",
            });
        }
    }
    Ok(chart)
}
