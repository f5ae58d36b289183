//! Traits, kinds of creature and pools of Ascension (ASC-ATK-01).

use crate::character::sheet::{KindSpec, TraitSpec};
use crate::messages::ascension as msg;
use crate::systems::d10::shared_rules::sheet as numbers;
use crate::systems::d10::shared_rules::sheet::{
    ARCHERY, ATHLETICS, BRAWL, DEXTERITY, FIREARMS, MELEE, STAMINA, STRENGTH, WILLPOWER, WITS,
    ability_spec,
};

/// Acrobatics trait of a sheet (ASC-DODGE-05).
pub const ACROBATICS: TraitSpec = ability_spec("acrobatics", msg::ACROBATICS, &["acro"]);
/// Do, the martial art, as a trait of a sheet.
pub const DO: TraitSpec = ability_spec("do", msg::DO, &[]);
/// Martial Arts trait of a sheet.
pub const MARTIAL_ARTS: TraitSpec = ability_spec(
    "martial_arts",
    msg::MARTIAL_ARTS,
    &["ma", "martial-arts", "martialarts"],
);
/// Energy Weapons trait of a sheet.
pub const ENERGY_WEAPONS: TraitSpec = ability_spec(
    "energy_weapons",
    msg::ENERGY_WEAPONS,
    &["ew", "energy-weapons", "energy"],
);
/// Arete trait of a sheet.
pub const ARETE: TraitSpec = ability_spec("arete", msg::ARETE, &[]);

/// Traits of Ascension, in display order.
pub const TRAITS: [TraitSpec; 18] = [
    STRENGTH,
    DEXTERITY,
    STAMINA,
    numbers::PERCEPTION,
    WITS,
    ACROBATICS,
    numbers::ALERTNESS,
    ATHLETICS,
    BRAWL,
    DO,
    MARTIAL_ARTS,
    ARCHERY,
    ENERGY_WEAPONS,
    FIREARMS,
    MELEE,
    numbers::STEALTH,
    ARETE,
    WILLPOWER,
];

/// Kinds of creature: humans with and without magick, and others who soak by rules of their own
/// (ASC-CINE-01).
pub const KINDS: [KindSpec; 3] = [
    KindSpec::new("mortal", msg::MORTAL),
    KindSpec::new("mage", msg::MAGE),
    KindSpec::new("other", msg::OTHER),
];
