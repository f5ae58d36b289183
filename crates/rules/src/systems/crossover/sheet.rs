//! What a sheet says here (XOV-POL-02).

use super::creature::{Breed, Kind};
use crate::messages::crossover as msg;
use crate::sheet::{KindSpec, PoolSpec, Sheet, TraitSpec};
use crate::systems::d10::table::sheet as numbers;
use crate::systems::d10::table::sheet::{
    ALERTNESS, AMMO, ARCHERY, ATHLETICS, BLOOD, BRAWL, CELERITY, DEXTERITY, FIREARMS, FORTITUDE,
    MELEE, PERCEPTION, POTENCE, STAMINA, STEALTH, STRENGTH, WILLPOWER, WITS, ability, kind as spec,
    points,
};

/// Rage: its rating, and points of it (XOV-POW-02).
pub const RAGE: TraitSpec = ability("rage", msg::RAGE, &[]);
/// Faith: its rating, and points of it (XOV-POW-05).
pub const FAITH: TraitSpec = ability("faith", msg::FAITH, &[]);
/// Fighting without seeing (XOV-CMP-05).
pub const BLIND_FIGHTING: TraitSpec =
    ability("blind_fighting", msg::BLIND_FIGHTING, &["blindfight"]);
/// Mending things (XOV-ATK-14).
pub const CRAFTS: TraitSpec = ability("crafts", msg::CRAFTS, &["craft"]);
/// Getting out of the way (XOV-DEF-03).
pub const DODGE: TraitSpec = ability("dodge", msg::DODGE, &[]);
/// Throwing and nothing else (XOV-ATK-07).
pub const THROWING: TraitSpec = ability("throwing", msg::THROWING, &["throw"]);
/// Uses either hand alike, 1 or 0 (XOV-RNG-10).
pub const AMBIDEXTROUS: TraitSpec = TraitSpec {
    max: 1,
    ..points("ambidextrous", msg::AMBIDEXTROUS, &[])
};
/// What it takes to daze them: 0 by their kind, 1 as a mortal, 2 as something more (XOV-CMP-06).
pub const TOUGHNESS: TraitSpec = TraitSpec {
    max: 2,
    ..points("toughness", msg::TOUGHNESS, &["tough"])
};
/// A wraith's substance (XOV-HLTH-05).
pub const CORPUS: TraitSpec = TraitSpec {
    min: 1,
    default: 10,
    ..points("corpus", msg::CORPUS, &[])
};

/// The traits, in the order they are shown.
pub const TRAITS: [TraitSpec; 27] = [
    STRENGTH,
    DEXTERITY,
    STAMINA,
    PERCEPTION,
    WITS,
    ALERTNESS,
    ATHLETICS,
    BRAWL,
    DODGE,
    ARCHERY,
    FIREARMS,
    MELEE,
    STEALTH,
    THROWING,
    BLIND_FIGHTING,
    CRAFTS,
    FORTITUDE,
    POTENCE,
    CELERITY,
    WILLPOWER,
    BLOOD,
    RAGE,
    FAITH,
    CORPUS,
    AMMO,
    AMBIDEXTROUS,
    TOUGHNESS,
];

/// Those that are never rolled.
pub const UNROLLED: [&str; 6] = [
    "celerity",
    "blood",
    "corpus",
    "ammo",
    "ambidextrous",
    "toughness",
];

/// The kinds of creature. A werewolf is a homid unless the sheet says otherwise (XOV-SOAK-05).
pub const KINDS: [KindSpec; 10] = [
    spec("mortal", msg::MORTAL),
    spec("vampire", msg::VAMPIRE),
    spec("ghoul", msg::GHOUL),
    spec("werewolf", msg::WEREWOLF),
    spec("metis", msg::METIS),
    spec("lupus", msg::LUPUS),
    spec("mage", msg::MAGE),
    spec("wraith", msg::WRAITH),
    spec("risen", msg::RISEN),
    spec("other", msg::OTHER),
];

/// What the owner of a sheet is.
#[must_use]
pub fn kind(sheet: &Sheet) -> Kind {
    match sheet.kind.as_deref() {
        Some("vampire") => Kind::Vampire,
        Some("ghoul") => Kind::Ghoul,
        Some("werewolf" | "metis" | "lupus") => Kind::Werewolf,
        Some("mage") => Kind::Mage,
        Some("wraith") => Kind::Wraith,
        Some("risen") => Kind::Risen,
        Some("mortal") | None => Kind::Mortal,
        Some(_) => Kind::Other,
    }
}

/// What a werewolf was born as (XOV-SOAK-05).
#[must_use]
pub fn breed(sheet: &Sheet) -> Breed {
    match sheet.kind.as_deref() {
        Some("metis") => Breed::Metis,
        Some("lupus") => Breed::Lupus,
        _ => Breed::Homid,
    }
}

/// What can be spent (XOV-ACT-02), and the rounds in the gun (XOV-RNG-07).
#[must_use]
pub fn pools(sheet: &Sheet) -> Vec<PoolSpec> {
    numbers::pools(sheet, &[&WILLPOWER, &BLOOD, &RAGE, &FAITH, &AMMO])
}
