//! Traits, kinds of creature and pools of Masquerade.

use super::track::CreatureKind;
use crate::character::sheet::{KindSpec, Sheet, TraitSpec};
use crate::messages::masquerade as msg;
use crate::systems::d10::shared_rules::sheet as numbers;
use crate::systems::d10::shared_rules::sheet::{
    ATHLETICS, BLOOD, BRAWL, CELERITY, DEXTERITY, FIREARMS, FORTITUDE, MELEE, POTENCE, STAMINA,
    STRENGTH, WILLPOWER, WITS,
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

/// Key of the kind of creature that has blood and fangs.
const VAMPIRE: &str = "vampire";
/// Key of the kind of creature that is fed by a vampire.
const GHOUL: &str = "ghoul";

/// Kinds of creature, the ordinary one first.
pub const KINDS: [KindSpec; 3] = [
    KindSpec::new("mortal", msg::MORTAL),
    KindSpec::new(VAMPIRE, msg::VAMPIRE),
    KindSpec::new(GHOUL, msg::GHOUL),
];

/// Returns the kind of creature of a sheet, by default a mortal.
#[must_use]
pub fn creature_kind(sheet: &Sheet) -> CreatureKind {
    match sheet.kind.as_deref() {
        Some(VAMPIRE) => CreatureKind::Vampire,
        Some(GHOUL) => CreatureKind::Ghoul,
        _ => CreatureKind::Mortal,
    }
}

/// Dots of Celerity on a sheet (MSQ-MULT-02).
#[must_use]
pub fn celerity_dots(sheet: &Sheet) -> i32 {
    sheet.get(&CELERITY)
}
