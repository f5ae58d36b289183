//! Traits, kinds of creature and pools of Masquerade.

use super::track::Kind;
use crate::messages::masquerade as msg;
use crate::sheet::{KindSpec, PoolSpec, Sheet, TraitSpec};
use crate::systems::d10::table::sheet as numbers;
use crate::systems::d10::table::sheet::{
    ATHLETICS, BLOOD, BRAWL, CELERITY, DEXTERITY, FIREARMS, FORTITUDE, MELEE, POTENCE, STAMINA,
    STRENGTH, WILLPOWER, WITS, kind as spec,
};

/// Traits of Masquerade, in display order.
pub const TRAITS: [TraitSpec; 16] = [
    STRENGTH,
    DEXTERITY,
    STAMINA,
    numbers::PERCEPTION,
    WITS,
    numbers::ALERTNESS,
    ATHLETICS,
    BRAWL,
    FIREARMS,
    MELEE,
    numbers::STEALTH,
    FORTITUDE,
    POTENCE,
    CELERITY,
    WILLPOWER,
    BLOOD,
];

/// Keys of traits that are never rolled.
pub const UNROLLED: [&str; 2] = ["celerity", "blood"];

/// Key of the kind of creature that has blood and fangs.
const VAMPIRE: &str = "vampire";
/// Key of the kind of creature that is fed by a vampire.
const GHOUL: &str = "ghoul";

/// Kinds of creature, the ordinary one first.
pub const KINDS: [KindSpec; 3] = [
    spec("mortal", msg::MORTAL),
    spec(VAMPIRE, msg::VAMPIRE),
    spec(GHOUL, msg::GHOUL),
];

/// Returns the kind of creature of a sheet, by default a mortal.
#[must_use]
pub fn kind(sheet: &Sheet) -> Kind {
    match sheet.kind.as_deref() {
        Some(VAMPIRE) => Kind::Vampire,
        Some(GHOUL) => Kind::Ghoul,
        _ => Kind::Mortal,
    }
}

/// Dots of Celerity on a sheet (MSQ-MULT-02).
#[must_use]
pub fn celerity(sheet: &Sheet) -> i32 {
    sheet.get(&CELERITY)
}

/// Lists the spendable pools of a sheet.
#[must_use]
pub fn pools(sheet: &Sheet) -> Vec<PoolSpec> {
    numbers::pools(sheet, &[&WILLPOWER, &BLOOD])
}
