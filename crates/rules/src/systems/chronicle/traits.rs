//! The traits of a sheet and the kinds of creature (CHR-INIT-01, CHR-DEF-01, CHR-ATK-02 to 05).

use super::wounds::Kind;
use crate::sheet::{KindSpec, Sheet, TraitSpec};

/// A trait that ordinary people have at 2 when nobody says otherwise.
const fn attribute(
    key: &'static str,
    title: &'static str,
    aliases: &'static [&'static str],
) -> TraitSpec {
    TraitSpec {
        key,
        title,
        aliases,
        min: 0,
        max: 30,
        default: 2,
    }
}

const fn skill(
    key: &'static str,
    title: &'static str,
    aliases: &'static [&'static str],
) -> TraitSpec {
    TraitSpec {
        key,
        title,
        aliases,
        min: 0,
        max: 30,
        default: 0,
    }
}

/// Something one has or has not: 1 or 0.
const fn merit(key: &'static str, title: &'static str) -> TraitSpec {
    TraitSpec {
        key,
        title,
        aliases: &[],
        min: 0,
        max: 1,
        default: 0,
    }
}

pub(super) const STRENGTH: TraitSpec = attribute("strength", "Strength", &["str"]);
pub(super) const DEXTERITY: TraitSpec = attribute("dexterity", "Dexterity", &["dex"]);
pub(super) const STAMINA: TraitSpec = attribute("stamina", "Stamina", &["stam", "sta"]);
pub(super) const WITS: TraitSpec = attribute("wits", "Wits", &["wit"]);
pub(super) const COMPOSURE: TraitSpec = attribute("composure", "Composure", &["comp", "com"]);
pub(super) const SIZE: TraitSpec = TraitSpec {
    key: "size",
    title: "Size",
    aliases: &["sz"],
    min: 0,
    max: 30,
    default: 5,
};
/// 0 means: Stamina + Size.
pub(super) const HEALTH: TraitSpec = TraitSpec {
    key: "health",
    title: "Health",
    aliases: &["hp", "boxes"],
    min: 0,
    max: 60,
    default: 0,
};
pub(super) const INITIATIVE: TraitSpec = TraitSpec {
    key: "initiative",
    title: "Initiative modifier",
    aliases: &["init"],
    min: -30,
    max: 30,
    default: 0,
};
pub(super) const WILLPOWER: TraitSpec = skill("willpower", "Willpower", &["wp"]);
pub(super) const BLOOD: TraitSpec = skill("blood", "Blood", &["vitae"]);
pub(super) const ATHLETICS: TraitSpec = skill("athletics", "Athletics", &["ath"]);
pub(super) const BRAWL: TraitSpec = skill("brawl", "Brawl", &[]);
pub(super) const FIREARMS: TraitSpec = skill("firearms", "Firearms", &["guns"]);
pub(super) const STEALTH: TraitSpec = skill("stealth", "Stealth", &[]);
pub(super) const WEAPONRY: TraitSpec = skill("weaponry", "Weaponry", &["melee"]);
/// 0 means: Strength + Dexterity + 5.
pub(super) const SPEED: TraitSpec = TraitSpec {
    key: "speed",
    title: "Speed",
    aliases: &[],
    min: 0,
    max: 100,
    default: 0,
};
/// Uses either hand alike (CHR-CMP-03).
pub(super) const AMBIDEXTROUS: TraitSpec = merit("ambidextrous", "Ambidextrous");
/// Draws without spending an action (CHR-CMP-01).
pub(super) const QUICK_DRAW: TraitSpec = merit("quick_draw", "Quick Draw");
pub(super) const TRAITS: [TraitSpec; 18] = [
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

pub(super) const KINDS: [KindSpec; 3] = [
    KindSpec {
        key: "mortal",
        title: "Mortal",
    },
    KindSpec {
        key: "vampire",
        title: "Vampire",
    },
    KindSpec {
        key: "supernatural",
        title: "Supernatural",
    },
];

pub(super) fn kind(sheet: &Sheet) -> Kind {
    match sheet.kind.as_deref() {
        Some("vampire") => Kind::Vampire,
        Some("supernatural") => Kind::Supernatural,
        _ => Kind::Mortal,
    }
}
