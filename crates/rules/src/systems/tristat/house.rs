//! What a Tri-Stat table plays by.

use super::settings::Settings;
use crate::house::House;

/// The settings of a table.
pub(super) fn settings(house: &House) -> Settings {
    Settings::of(house)
}
