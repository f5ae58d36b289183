//! The object chart.

use serde::Deserialize;

use super::{ChartError, number, read};
use crate::systems::chronicle::attack::cover::Cover;
use crate::systems::chronicle::input;

/// The objects the program comes with.
pub(crate) const OBJECTS: &str = include_str!("../../../../../../assets/chronicle/objects.json");

/// Line of Chronicle's object chart for something to take cover behind, throw or hit with.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ObjectProfile {
    /// What it is called.
    pub(crate) name: String,
    /// How hard it is.
    pub(crate) durability: i32,
    /// How much it takes.
    pub(crate) structure: i32,
    /// How big it is.
    pub(crate) size: i32,
    /// Whether one sees through it.
    #[serde(default)]
    pub(crate) see_through: bool,
    /// Made to fly.
    #[serde(default)]
    pub(crate) aerodynamic: bool,
}

impl ObjectProfile {
    /// Returns the ratings that the object has when somebody takes cover behind it.
    #[must_use]
    pub(crate) const fn cover(&self) -> Cover {
        Cover {
            durability: self.durability,
            structure: self.structure,
            see_through: self.see_through,
        }
    }
}

/// Parses and checks the chart of objects from its text.
///
/// # Errors
/// [`ChartError`] with the first thing that is wrong.
pub(crate) fn objects(text: &str) -> Result<Vec<ObjectProfile>, ChartError> {
    let chart: Vec<ObjectProfile> = read(text, |one: &ObjectProfile| &one.name)?;
    for one in &chart {
        let fits = one.cover().check();
        number(
            &one.name,
            fits.and_then(|()| input::traits([("size", one.size)])),
        )?;
    }
    Ok(chart)
}
