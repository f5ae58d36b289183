//! The numbers on a sheet that all three read, and how the rest of them are made.

use crate::sheet::{KindSpec, PoolSpec, Sheet, TraitSpec};

/// The most dots of anything.
const DOTS_MOST: i32 = 30;
/// The most points of a pool that is not counted in dots: blood, rounds, Corpus.
const POINTS_MOST: i32 = 100;

/// What a combatant has two dots of when the sheet does not say otherwise.
#[must_use]
pub const fn attribute(
    key: &'static str,
    title: &'static str,
    aliases: &'static [&'static str],
) -> TraitSpec {
    rated(key, title, aliases, 2)
}

/// What a combatant has no dot of unless it is written down.
#[must_use]
pub const fn ability(
    key: &'static str,
    title: &'static str,
    aliases: &'static [&'static str],
) -> TraitSpec {
    rated(key, title, aliases, 0)
}

/// Points that are counted and not rolled; none unless they are written down.
#[must_use]
pub const fn points(
    key: &'static str,
    title: &'static str,
    aliases: &'static [&'static str],
) -> TraitSpec {
    TraitSpec {
        max: POINTS_MOST,
        ..rated(key, title, aliases, 0)
    }
}

const fn rated(
    key: &'static str,
    title: &'static str,
    aliases: &'static [&'static str],
    default: i32,
) -> TraitSpec {
    TraitSpec {
        key,
        title,
        aliases,
        min: 0,
        max: DOTS_MOST,
        default,
    }
}

/// Strength.
pub const STRENGTH: TraitSpec = attribute("strength", "Strength", &["str"]);
/// Dexterity.
pub const DEXTERITY: TraitSpec = attribute("dexterity", "Dexterity", &["dex"]);
/// Stamina.
pub const STAMINA: TraitSpec = attribute("stamina", "Stamina", &["sta", "stam"]);
/// Perception.
pub const PERCEPTION: TraitSpec = attribute("perception", "Perception", &["per", "perc"]);
/// Wits.
pub const WITS: TraitSpec = attribute("wits", "Wits", &["wit"]);
/// Athletics.
pub const ATHLETICS: TraitSpec = ability("athletics", "Athletics", &["ath"]);
/// Brawl.
pub const BRAWL: TraitSpec = ability("brawl", "Brawl", &[]);
/// Firearms.
pub const FIREARMS: TraitSpec = ability("firearms", "Firearms", &["guns"]);
/// Melee.
pub const MELEE: TraitSpec = ability("melee", "Melee", &[]);
/// Archery.
pub const ARCHERY: TraitSpec = ability("archery", "Archery", &["bow"]);
/// Alertness.
pub const ALERTNESS: TraitSpec = ability("alertness", "Alertness", &["alert"]);
/// Stealth.
pub const STEALTH: TraitSpec = ability("stealth", "Stealth", &[]);
/// Fortitude.
pub const FORTITUDE: TraitSpec = ability("fortitude", "Fortitude", &["fort"]);
/// Potence.
pub const POTENCE: TraitSpec = ability("potence", "Potence", &["pot"]);
/// Celerity.
pub const CELERITY: TraitSpec = ability("celerity", "Celerity", &["cel"]);
/// Willpower: rolled as a rating, spent as a pool.
pub const WILLPOWER: TraitSpec = rated("willpower", "Willpower", &["wp"], 5);
/// Blood points.
pub const BLOOD: TraitSpec = points("blood", "Blood", &["bp", "vitae"]);
/// Rounds in the gun.
pub const AMMO: TraitSpec = points("ammo", "Ammunition", &["ammunition", "rounds"]);

/// One kind of creature.
#[must_use]
pub const fn kind(key: &'static str, title: &'static str) -> KindSpec {
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
