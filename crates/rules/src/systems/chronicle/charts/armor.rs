//! The armor chart.

use serde::Deserialize;

use super::{ChartError, number, read};
use crate::systems::chronicle::gear::armor::{Armor, Place};

/// The armor the program comes with.
pub(crate) const ARMOR: &str = include_str!("../../../../../../assets/chronicle/armor.json");

/// Line of Chronicle's armor chart for one kind of armor, with its ratings.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ArmorProfile {
    /// What it is called.
    pub(crate) name: String,
    /// Ballistic rating.
    pub(crate) ballistic: i32,
    /// General rating.
    pub(crate) general: i32,
    /// Where it protects against called shots.
    pub(crate) covers: Vec<Place>,
}

impl ArmorProfile {
    /// Returns the armor of the chart line as an attack meets it.
    #[must_use]
    pub(crate) fn armor(&self) -> Armor {
        Armor {
            ballistic: self.ballistic,
            general: self.general,
            covers: self.covers.clone(),
            supernatural: false,
        }
    }
}

/// Parses and checks the chart of armor from its text.
///
/// # Errors
/// [`ChartError`] with the first thing that is wrong.
pub(crate) fn armor(text: &str) -> Result<Vec<ArmorProfile>, ChartError> {
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
