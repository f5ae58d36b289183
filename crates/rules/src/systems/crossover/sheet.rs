//! Sheets of this system (XOV-POL-02).

use super::creature::{Breed, Kind};
use crate::character::sheet::{KindSpec, PoolSpec, Sheet, TraitSpec};
use crate::messages::crossover as msg;
use crate::systems::d10::shared_rules::sheet as numbers;
use crate::systems::d10::shared_rules::sheet::{
    ALERTNESS, AMMO, ARCHERY, ATHLETICS, BLOOD, BRAWL, CELERITY, DEXTERITY, FIREARMS, FORTITUDE,
    MELEE, PERCEPTION, POTENCE, STAMINA, STEALTH, STRENGTH, WILLPOWER, WITS, ability_spec,
    points_spec,
};

/// Rage: its rating, and points of it (XOV-POW-02).
pub(super) const RAGE: TraitSpec = ability_spec("rage", msg::RAGE, &[]);
/// Faith: its rating, and points of it (XOV-POW-05).
pub(super) const FAITH: TraitSpec = ability_spec("faith", msg::FAITH, &[]);
/// Fighting without seeing (XOV-CMP-05).
pub(super) const BLIND_FIGHTING: TraitSpec =
    ability_spec("blind_fighting", msg::BLIND_FIGHTING, &["blindfight"]);
/// Trait of the skill at mending things (XOV-ATK-14).
pub(super) const CRAFTS: TraitSpec = ability_spec("crafts", msg::CRAFTS, &["craft"]);
/// Getting out of the way (XOV-DEF-03).
pub(super) const DODGE: TraitSpec = ability_spec("dodge", msg::DODGE, &[]);
/// Throwing and nothing else (XOV-ATK-07).
pub(super) const THROWING: TraitSpec = ability_spec("throwing", msg::THROWING, &["throw"]);
/// Uses either hand alike, 1 or 0 (XOV-RNG-10).
pub(super) const AMBIDEXTROUS: TraitSpec = TraitSpec {
    max: 1,
    ..points_spec("ambidextrous", msg::AMBIDEXTROUS, &[])
};
/// The trait of how hard they are to daze: 0 by their kind, 1 as a mortal, 2 as something more (XOV-CMP-06).
pub(super) const TOUGHNESS: TraitSpec = TraitSpec {
    max: 2,
    ..points_spec("toughness", msg::TOUGHNESS, &["tough"])
};
/// A wraith's substance (XOV-HLTH-05).
pub(super) const CORPUS: TraitSpec = TraitSpec {
    min: 1,
    default: 10,
    ..points_spec("corpus", msg::CORPUS, &[])
};

/// The traits, in the order they are shown.
pub(super) const TRAITS: [TraitSpec; 27] = [
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

/// The breeds that are kinds of a sheet.
const METIS: &str = "metis";
const LUPUS: &str = "lupus";

/// The kinds of creature. A werewolf is a homid unless the sheet says otherwise (XOV-SOAK-05).
pub(super) const KINDS: [KindSpec; 10] = [
    KindSpec::new("mortal", msg::MORTAL),
    KindSpec::new("vampire", msg::VAMPIRE),
    KindSpec::new("ghoul", msg::GHOUL),
    KindSpec::new("werewolf", msg::WEREWOLF),
    KindSpec::new(METIS, msg::METIS),
    KindSpec::new(LUPUS, msg::LUPUS),
    KindSpec::new("mage", msg::MAGE),
    KindSpec::new("wraith", msg::WRAITH),
    KindSpec::new("risen", msg::RISEN),
    KindSpec::new("other", msg::OTHER),
];

/// The creatures, by the kinds of a sheet.
const CREATURES: [(&str, Kind); 9] = [
    ("mortal", Kind::Mortal),
    ("vampire", Kind::Vampire),
    ("ghoul", Kind::Ghoul),
    ("werewolf", Kind::Werewolf),
    (METIS, Kind::Werewolf),
    (LUPUS, Kind::Werewolf),
    ("mage", Kind::Mage),
    ("wraith", Kind::Wraith),
    ("risen", Kind::Risen),
];

/// Returns the kind of creature that a sheet names.
pub(super) fn kind(sheet: &Sheet) -> Kind {
    let Some(key) = sheet.kind.as_deref() else {
        return Kind::Mortal;
    };
    let known = CREATURES.iter().find(|(known, _)| *known == key);
    known.map_or(Kind::Other, |(_, kind)| *kind)
}

/// Returns the breed of a werewolf (XOV-SOAK-05).
pub(super) fn breed(sheet: &Sheet) -> Breed {
    let breeds = [(METIS, Breed::Metis), (LUPUS, Breed::Lupus)];
    let key = sheet.kind.as_deref();
    let born = breeds.into_iter().find(|(breed, _)| key == Some(*breed));
    born.map_or(Breed::Homid, |(_, breed)| breed)
}

/// Returns the pools of a sheet that can be spent (XOV-ACT-02), and the rounds in the gun
/// (XOV-RNG-07).
pub(super) fn pools(sheet: &Sheet) -> Vec<PoolSpec> {
    numbers::spendable_pools(sheet, &[&WILLPOWER, &BLOOD, &RAGE, &FAITH, &AMMO])
}
