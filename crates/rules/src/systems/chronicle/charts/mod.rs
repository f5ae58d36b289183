//! The charts: weapons, armor, objects and conditions, read from files that are compiled in
//! (CHR-ATK-11, CHR-RNG-04, CHR-COV-07, CHR-COND-01 to 08).

mod armor;
mod conditions;
mod objects;
#[cfg(test)]
mod tests;
mod weapons;

use serde::de::DeserializeOwned;

use super::input::Nonsense;
use crate::base::json_reader::{self, Unreadable};
pub(crate) use armor::{ARMOR, ArmorProfile, armor};
pub(crate) use conditions::{
    CONDITIONS, Condition, ConditionChart, ConditionData, Effect, conditions,
};
pub(crate) use objects::{OBJECTS, ObjectProfile, objects};
pub(crate) use weapons::{Loading, WEAPONS, WeaponProfile, weapons};

/// Reason why a chart of Chronicle cannot be used, with the entry at fault.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ChartError {
    /// The file is not what it should be.
    #[error("the chart cannot be read")]
    Unreadable(Unreadable),
    /// The chart has nothing in it.
    #[error("the chart is empty")]
    Empty,
    /// Two entries have the same name.
    #[error("there are two entries called {0}")]
    Doubled(String),
    /// A number cannot be.
    #[error("in the entry {entry}: {cause}")]
    Number {
        /// Name of the entry.
        entry: String,
        /// What is wrong.
        cause: Nonsense,
    },
    /// An entry misses something it needs.
    #[error("the entry {entry} needs {needs}")]
    Missing {
        /// Name of the entry.
        entry: String,
        /// What is missing.
        needs: &'static str,
    },
}

/// The entries of a chart; a field that no chart has is an error.
#[cfg(not(target_arch = "wasm32"))]
fn entries<T: DeserializeOwned>(text: &str) -> Result<Vec<T>, json_reader::Unreadable> {
    serde_json::from_str(text).map_err(|_| json_reader::Unreadable)
}

/// The same in the browser, which reads the conditions, too: with what it has anyway.
#[cfg(target_arch = "wasm32")]
fn entries<T: DeserializeOwned>(text: &str) -> Result<Vec<T>, json_reader::Unreadable> {
    json_reader::read_json(text)
}

/// Reads a chart of Chronicle as a list of entries with distinct names.
fn read<T: DeserializeOwned>(text: &str, name: fn(&T) -> &String) -> Result<Vec<T>, ChartError> {
    let chart: Vec<T> = entries(text).map_err(ChartError::Unreadable)?;
    if chart.is_empty() {
        return Err(ChartError::Empty);
    }
    let mut names = std::collections::BTreeSet::new();
    match chart.iter().map(name).find(|name| !names.insert(*name)) {
        Some(twice) => Err(ChartError::Doubled(twice.clone())),
        None => Ok(chart),
    }
}

/// Adds to an error about a wrong number the name of the entry in a Chronicle chart.
fn number(entry: &str, fits: Result<(), Nonsense>) -> Result<(), ChartError> {
    fits.map_err(|cause| ChartError::Number {
        entry: entry.to_owned(),
        cause,
    })
}
