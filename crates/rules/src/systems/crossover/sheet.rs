//! What a sheet says here (XOV-POL-02).

use super::creature::Kind;
use crate::sheet::{KindSpec, PoolSpec, Sheet, TraitSpec};
use crate::systems::d10::table::sheet as numbers;
use crate::systems::d10::table::sheet::{
    ALERTNESS, AMMO, ARCHERY, ATHLETICS, BLOOD, BRAWL, CELERITY, DEXTERITY, FIREARMS, FORTITUDE,
    MELEE, PERCEPTION, POTENCE, STAMINA, STEALTH, STRENGTH, WILLPOWER, WITS, ability, kind as spec,
    points,
};

const RAGE: TraitSpec = ability("rage", "Rage", &[]);
const FAITH: TraitSpec = ability("faith", "Faith", &[]);
/// A wraith's substance (XOV-HLTH-05).
pub const CORPUS: TraitSpec = TraitSpec {
    min: 1,
    default: 10,
    ..points("corpus", "Corpus", &[])
};

/// The traits, in the order they are shown.
pub const TRAITS: [TraitSpec; 23] = [
    STRENGTH,
    DEXTERITY,
    STAMINA,
    PERCEPTION,
    WITS,
    ALERTNESS,
    ATHLETICS,
    BRAWL,
    ability("dodge", "Dodge", &[]),
    ARCHERY,
    FIREARMS,
    MELEE,
    STEALTH,
    ability("throwing", "Throwing", &["throw"]),
    FORTITUDE,
    POTENCE,
    CELERITY,
    WILLPOWER,
    BLOOD,
    RAGE,
    FAITH,
    CORPUS,
    AMMO,
];

/// Those that nobody rolls.
pub const UNROLLED: [&str; 4] = ["celerity", "blood", "corpus", "ammo"];

/// The kinds of creature.
pub const KINDS: [KindSpec; 8] = [
    spec("mortal", "Mortal"),
    spec("vampire", "Vampire"),
    spec("ghoul", "Ghoul"),
    spec("werewolf", "Werewolf"),
    spec("mage", "Mage"),
    spec("wraith", "Wraith"),
    spec("risen", "Risen"),
    spec("other", "Other"),
];

/// What somebody is.
#[must_use]
pub fn kind(sheet: &Sheet) -> Kind {
    match sheet.kind.as_deref() {
        Some("vampire") => Kind::Vampire,
        Some("ghoul") => Kind::Ghoul,
        Some("werewolf") => Kind::Werewolf,
        Some("mage") => Kind::Mage,
        Some("wraith") => Kind::Wraith,
        Some("risen") => Kind::Risen,
        Some("mortal") | None => Kind::Mortal,
        Some(_) => Kind::Other,
    }
}

/// What can be spent (XOV-ACT-02), and the rounds in the gun (XOV-RNG-07).
#[must_use]
pub fn pools(sheet: &Sheet) -> Vec<PoolSpec> {
    numbers::pools(sheet, &[&WILLPOWER, &BLOOD, &RAGE, &FAITH, &AMMO])
}
