//! What a sheet says here (ASC-ATK-01).

use crate::sheet::{KindSpec, PoolSpec, Sheet, TraitSpec};
use crate::systems::d10::table::sheet as numbers;
use crate::systems::d10::table::sheet::{
    ARCHERY, ATHLETICS, BRAWL, DEXTERITY, FIREARMS, MELEE, STAMINA, STRENGTH, WILLPOWER, WITS,
    ability, kind as spec,
};

/// The traits, in the order they are shown.
pub const TRAITS: [TraitSpec; 18] = [
    STRENGTH,
    DEXTERITY,
    STAMINA,
    numbers::PERCEPTION,
    WITS,
    ability("acrobatics", "Acrobatics", &["acro"]),
    numbers::ALERTNESS,
    ATHLETICS,
    BRAWL,
    ability("do", "Do", &[]),
    ability(
        "martial_arts",
        "Martial Arts",
        &["ma", "martial-arts", "martialarts"],
    ),
    ARCHERY,
    ability(
        "energy_weapons",
        "Energy Weapons",
        &["ew", "energy-weapons", "energy"],
    ),
    FIREARMS,
    MELEE,
    numbers::STEALTH,
    ability("arete", "Arete", &[]),
    WILLPOWER,
];

/// The kinds of creature: humans with and without magick, and those who soak by rules of their
/// own (ASC-CINE-01).
pub const KINDS: [KindSpec; 3] = [
    spec("mortal", "Mortal"),
    spec("mage", "Mage"),
    spec("other", "Other"),
];

/// What can be spent.
#[must_use]
pub fn pools(sheet: &Sheet) -> Vec<PoolSpec> {
    numbers::pools(sheet, &[&WILLPOWER])
}
