//! The numbers on a sheet that all three read, and how the rest of them are made.

use crate::messages::Text;
use crate::messages::d10 as msg;
use crate::sheet::{KindSpec, MAX_DOTS, PoolSpec, Sheet, TraitSpec};

/// The most points of a pool that is not counted in dots: blood, rounds, Corpus.
const POINTS_MOST: i32 = 100;

/// What a combatant has two dots of when the sheet does not say otherwise.
#[must_use]
pub const fn attribute(
    key: &'static str,
    title: Text,
    aliases: &'static [&'static str],
) -> TraitSpec {
    rated(key, title, aliases, 2)
}

/// What a combatant has no dot of unless it is written down.
#[must_use]
pub const fn ability(
    key: &'static str,
    title: Text,
    aliases: &'static [&'static str],
) -> TraitSpec {
    rated(key, title, aliases, 0)
}

/// Points that are counted and not rolled; none unless they are written down.
#[must_use]
pub const fn points(key: &'static str, title: Text, aliases: &'static [&'static str]) -> TraitSpec {
    TraitSpec {
        max: POINTS_MOST,
        ..rated(key, title, aliases, 0)
    }
}

const fn rated(
    key: &'static str,
    title: Text,
    aliases: &'static [&'static str],
    default: i32,
) -> TraitSpec {
    TraitSpec {
        key,
        title,
        aliases,
        min: 0,
        max: MAX_DOTS,
        default,
    }
}

/// Strength.
pub const STRENGTH: TraitSpec = attribute("strength", msg::STRENGTH, &["str"]);
/// Dexterity.
pub const DEXTERITY: TraitSpec = attribute("dexterity", msg::DEXTERITY, &["dex"]);
/// Stamina.
pub const STAMINA: TraitSpec = attribute("stamina", msg::STAMINA, &["sta", "stam"]);
/// Perception.
pub const PERCEPTION: TraitSpec = attribute("perception", msg::PERCEPTION, &["per", "perc"]);
/// Wits.
pub const WITS: TraitSpec = attribute("wits", msg::WITS, &["wit"]);
/// Athletics.
pub const ATHLETICS: TraitSpec = ability("athletics", msg::ATHLETICS, &["ath"]);
/// Brawl.
pub const BRAWL: TraitSpec = ability("brawl", msg::BRAWL, &[]);
/// Firearms.
pub const FIREARMS: TraitSpec = ability("firearms", msg::FIREARMS, &["guns"]);
/// Melee.
pub const MELEE: TraitSpec = ability("melee", msg::MELEE, &[]);
/// Archery.
pub const ARCHERY: TraitSpec = ability("archery", msg::ARCHERY, &["bow"]);
/// Alertness.
pub const ALERTNESS: TraitSpec = ability("alertness", msg::ALERTNESS, &["alert"]);
/// Stealth.
pub const STEALTH: TraitSpec = ability("stealth", msg::STEALTH, &[]);
/// Fortitude.
pub const FORTITUDE: TraitSpec = ability("fortitude", msg::FORTITUDE, &["fort"]);
/// Potence.
pub const POTENCE: TraitSpec = ability("potence", msg::POTENCE, &["pot"]);
/// Celerity.
pub const CELERITY: TraitSpec = ability("celerity", msg::CELERITY, &["cel"]);
/// Willpower: rolled as a rating, spent as a pool.
pub const WILLPOWER: TraitSpec = rated("willpower", msg::WILLPOWER, &["wp"], 5);
/// Blood points.
pub const BLOOD: TraitSpec = points("blood", msg::BLOOD, &["bp", "vitae"]);
/// Rounds in the gun.
pub const AMMO: TraitSpec = points("ammo", msg::AMMUNITION, &["ammunition", "rounds"]);

/// One kind of creature.
#[must_use]
pub const fn kind(key: &'static str, title: Text) -> KindSpec {
    KindSpec { key, title }
}

/// Those of these traits that can be spent from and of which there is a point.
#[must_use]
pub fn pools(sheet: &Sheet, specs: &[&TraitSpec]) -> Vec<PoolSpec> {
    let pool = |spec: &&TraitSpec| PoolSpec {
        key: spec.key,
        title: spec.title,
        most: sheet.get(spec),
    };
    let pools = specs.iter().map(pool);
    pools.filter(|pool| pool.most > 0).collect()
}
