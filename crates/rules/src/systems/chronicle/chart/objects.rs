//! The object chart.

use serde::{Deserialize, Serialize};

use super::{ChartError, number, read};
use crate::systems::chronicle::cover::Cover;
use crate::systems::chronicle::input;

/// The objects the program comes with.
pub const OBJECTS: &str = include_str!("../../../../../../assets/chronicle/objects.json");

/// One line of the object chart: cover, things to throw, things to hit with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ObjectProfile {
    /// What it is called.
    pub name: String,
    /// How hard it is.
    pub durability: i32,
    /// How much it takes.
    pub structure: i32,
    /// How big it is.
    pub size: i32,
    /// Whether one sees through it.
    #[serde(default)]
    pub see_through: bool,
    /// Made to fly.
    #[serde(default)]
    pub aerodynamic: bool,
}

impl ObjectProfile {
    /// The object as cover.
    #[must_use]
    pub const fn cover(&self) -> Cover {
        Cover {
            durability: self.durability,
            structure: self.structure,
            see_through: self.see_through,
        }
    }
}

/// Reads an object chart.
///
/// # Errors
/// [`ChartError`] with the first thing that is wrong.
pub fn objects(text: &str) -> Result<Vec<ObjectProfile>, ChartError> {
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
