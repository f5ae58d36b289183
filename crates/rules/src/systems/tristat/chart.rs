//! The charts: weapons, armor and attributes, read from files that are compiled in (TRI-DMG-01,
//! TRI-CHINK-02, TRI-STAT-06).

#[cfg(test)]
mod tests;

use std::sync::LazyLock;

use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::ability::{AbilityProfile, Style};
use super::input::{self, OutOfRange};

/// Error in a chart of profiles: weapons, armor or abilities.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum ProfileError {
    /// The file is not what it should be.
    #[error("the chart cannot be read: {0}")]
    Unreadable(String),
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
        /// The mistake.
        cause: OutOfRange,
    },
}

/// The worth of armor where it is weak (TRI-CHINK-02).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum WeakPoint {
    /// Nothing.
    None,
    /// Half.
    Half,
}

/// Line of the weapon chart.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WeaponProfile {
    /// Its name.
    pub(super) name: String,
    /// Whether it strikes up close or from afar.
    pub(super) style: Style,
    /// Base damage, in points; 0 for bare hands (TRI-DMG-01).
    pub(super) damage: i32,
    /// Hands it takes, 1 or 2 (TRI-DISARM-03).
    pub(super) hands: i32,
    /// Whether it is thrown, and not shot.
    #[serde(default)]
    pub(super) thrown: bool,
    /// Whether it needs so much room that a hold hinders it twice (TRI-GRAP-03).
    #[serde(default)]
    pub(super) extreme_mobility: bool,
    /// Squares it threatens up close (TRI-FLANK-01); 0 for what only shoots.
    #[serde(default = "one")]
    pub(super) reach: i32,
}

const fn one() -> i32 {
    1
}

/// Line of the armor chart.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ArmorProfile {
    /// Its name.
    pub(super) name: String,
    /// Points it takes from damage (TRI-DMG-02).
    pub(super) armor: i32,
    /// Its weak point; `None` when there is nothing to aim at (TRI-CHINK-02).
    #[serde(default)]
    pub(super) weak_point: Option<WeakPoint>,
}

/// The weapons the program comes with.
pub(super) const WEAPONS: &str = include_str!("../../../../../assets/tristat/weapons.json");
/// The armor the program comes with.
pub(super) const ARMOR: &str = include_str!("../../../../../assets/tristat/armor.json");
/// The attributes and defects the program comes with.
pub(super) const ATTRIBUTES: &str = include_str!("../../../../../assets/tristat/attributes.json");

/// Returns the chart of abilities: the attributes and defects that the program comes with.
pub(super) fn abilities() -> &'static [AbilityProfile] {
    static READ: LazyLock<Vec<AbilityProfile>> =
        LazyLock::new(|| attributes(ATTRIBUTES).unwrap_or_default());
    &READ
}

/// Reads Tri-Stat's chart of weapons from its text.
///
/// # Errors
/// [`ProfileError`] with the first thing that is wrong.
pub(super) fn weapons(text: &str) -> Result<Vec<WeaponProfile>, ProfileError> {
    let chart: Vec<WeaponProfile> = read(text, |one: &WeaponProfile| &one.name)?;
    for one in &chart {
        let fits = input::counts([("damage", one.damage), ("reach", one.reach)])
            .and_then(|()| input::within("hands", one.hands, 1, 2));
        number(&one.name, fits)?;
    }
    Ok(chart)
}

/// Reads Tri-Stat's chart of armor from its text.
///
/// # Errors
/// [`ProfileError`] with the first thing that is wrong.
pub(super) fn armor(text: &str) -> Result<Vec<ArmorProfile>, ProfileError> {
    let chart: Vec<ArmorProfile> = read(text, |one: &ArmorProfile| &one.name)?;
    for one in &chart {
        number(&one.name, input::counts([("armor", one.armor)]))?;
    }
    Ok(chart)
}

/// Reads an attribute chart.
///
/// # Errors
/// [`ProfileError`] with the first thing that is wrong.
pub(super) fn attributes(text: &str) -> Result<Vec<AbilityProfile>, ProfileError> {
    let chart: Vec<AbilityProfile> = read(text, |one: &AbilityProfile| &one.name)?;
    for one in &chart {
        number(&one.name, one.per_level.check())?;
    }
    Ok(chart)
}

/// Reads a chart of Tri-Stat as a list of entries with distinct names.
fn read<T: DeserializeOwned>(text: &str, name: fn(&T) -> &String) -> Result<Vec<T>, ProfileError> {
    let chart: Vec<T> =
        serde_json::from_str(text).map_err(|cause| ProfileError::Unreadable(cause.to_string()))?;
    if chart.is_empty() {
        return Err(ProfileError::Empty);
    }
    let mut names = std::collections::BTreeSet::new();
    match chart.iter().map(name).find(|name| !names.insert(*name)) {
        Some(twice) => Err(ProfileError::Doubled(twice.clone())),
        None => Ok(chart),
    }
}

/// Adds to an error about a wrong number the name of the entry in a Tri-Stat chart.
fn number(entry: &str, fits: Result<(), OutOfRange>) -> Result<(), ProfileError> {
    fits.map_err(|cause| ProfileError::Number {
        entry: entry.to_owned(),
        cause,
    })
}
