//! The traits of a sheet and the kinds of creature (CHR-INIT-01, CHR-DEF-01, CHR-ATK-02 to 05).

use super::health::wounds::Kind;
use super::numbers::HUMAN_SIZE;
use crate::character::sheet::{KindSpec, Sheet, TraitSpec};
use crate::messages::Text;
use crate::messages::chronicle as msg;

/// An attribute: 2 when nothing else is written.
const ATTRIBUTE: TraitSpec = TraitSpec {
    key: "",
    title: Text::NONE,
    aliases: &[],
    min: 0,
    max: 30,
    default: 2,
};
/// A skill: 0 when nothing else is written.
const SKILL: TraitSpec = TraitSpec {
    default: 0,
    ..ATTRIBUTE
};
/// A merit: 1 or 0.
const MERIT: TraitSpec = TraitSpec { max: 1, ..SKILL };

pub(crate) const STRENGTH: TraitSpec = TraitSpec {
    key: "strength",
    title: msg::STRENGTH,
    aliases: &["str"],
    ..ATTRIBUTE
};
pub(crate) const DEXTERITY: TraitSpec = TraitSpec {
    key: "dexterity",
    title: msg::DEXTERITY,
    aliases: &["dex"],
    ..ATTRIBUTE
};
pub(crate) const STAMINA: TraitSpec = TraitSpec {
    key: "stamina",
    title: msg::STAMINA,
    aliases: &["stam", "sta"],
    ..ATTRIBUTE
};
pub(crate) const WITS: TraitSpec = TraitSpec {
    key: "wits",
    title: msg::WITS,
    aliases: &["wit"],
    ..ATTRIBUTE
};
pub(crate) const COMPOSURE: TraitSpec = TraitSpec {
    key: "composure",
    title: msg::COMPOSURE,
    aliases: &["comp", "com"],
    ..ATTRIBUTE
};
pub(crate) const SIZE: TraitSpec = TraitSpec {
    key: "size",
    title: msg::SIZE,
    aliases: &["sz"],
    min: 0,
    max: 30,
    default: HUMAN_SIZE,
};
/// 0 means: Stamina + Size.
pub(crate) const HEALTH: TraitSpec = TraitSpec {
    key: "health",
    title: msg::HEALTH,
    aliases: &["hp", "boxes"],
    min: 0,
    max: 60,
    default: 0,
};
pub(crate) const INITIATIVE: TraitSpec = TraitSpec {
    key: "initiative",
    title: msg::INITIATIVE_MODIFIER,
    aliases: &["init"],
    min: -30,
    max: 30,
    default: 0,
};
pub(crate) const WILLPOWER: TraitSpec = TraitSpec {
    key: "willpower",
    title: msg::WILLPOWER,
    aliases: &["wp"],
    ..SKILL
};
pub(crate) const BLOOD: TraitSpec = TraitSpec {
    key: "blood",
    title: msg::BLOOD,
    aliases: &["vitae"],
    ..SKILL
};
pub(crate) const ATHLETICS: TraitSpec = TraitSpec {
    key: "athletics",
    title: msg::ATHLETICS,
    aliases: &["ath"],
    ..SKILL
};
pub(crate) const BRAWL: TraitSpec = TraitSpec {
    key: "brawl",
    title: msg::BRAWL,
    ..SKILL
};
pub(crate) const FIREARMS: TraitSpec = TraitSpec {
    key: "firearms",
    title: msg::FIREARMS,
    aliases: &["guns"],
    ..SKILL
};
pub(crate) const STEALTH: TraitSpec = TraitSpec {
    key: "stealth",
    title: msg::STEALTH,
    ..SKILL
};
pub(crate) const WEAPONRY: TraitSpec = TraitSpec {
    key: "weaponry",
    title: msg::WEAPONRY,
    aliases: &["melee"],
    ..SKILL
};
/// 0 means: Strength + Dexterity + 5.
pub(crate) const SPEED: TraitSpec = TraitSpec {
    key: "speed",
    title: msg::SPEED,
    aliases: &[],
    min: 0,
    max: 100,
    default: 0,
};
/// Uses either hand alike (CHR-CMP-03).
pub(crate) const AMBIDEXTROUS: TraitSpec = TraitSpec {
    key: "ambidextrous",
    title: msg::AMBIDEXTROUS,
    ..MERIT
};
/// Draws without spending an action (CHR-CMP-01).
pub(crate) const QUICK_DRAW: TraitSpec = TraitSpec {
    key: "quick_draw",
    title: msg::QUICK_DRAW,
    ..MERIT
};
pub(crate) const TRAITS: [TraitSpec; 18] = [
    STRENGTH,
    DEXTERITY,
    STAMINA,
    WITS,
    COMPOSURE,
    SIZE,
    HEALTH,
    INITIATIVE,
    ATHLETICS,
    BRAWL,
    FIREARMS,
    STEALTH,
    WEAPONRY,
    WILLPOWER,
    BLOOD,
    SPEED,
    AMBIDEXTROUS,
    QUICK_DRAW,
];

/// Kinds of creature that a sheet of Chronicle can name, the ordinary one first.
const KIND_ROWS: [(KindSpec, Kind); 3] = [
    (KindSpec::new("mortal", msg::MORTAL), Kind::Mortal),
    (KindSpec::new("vampire", msg::VAMPIRE), Kind::Vampire),
    (
        KindSpec::new("supernatural", msg::SUPERNATURAL),
        Kind::Supernatural,
    ),
];

/// Kinds of creature as a sheet shows them.
pub(crate) const KINDS: [KindSpec; 3] = {
    let [(mortal, _), (vampire, _), (supernatural, _)] = KIND_ROWS;
    [mortal, vampire, supernatural]
};

/// Returns the kind of creature that a sheet of Chronicle names; mortal by default.
pub(crate) fn kind(sheet: &Sheet) -> Kind {
    let mut rows = KIND_ROWS.into_iter();
    let named = rows.find(|(spec, _)| Some(spec.key) == sheet.kind.as_deref());
    named.map_or(Kind::Mortal, |(_, kind)| kind)
}
