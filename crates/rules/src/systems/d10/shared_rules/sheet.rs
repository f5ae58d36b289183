//! Traits common to the three d10 systems, and constructors for others.

use crate::character::sheet::{MAX_DOTS, PoolSpec, Sheet, TraitSpec};
use crate::messages::Text;
use crate::messages::d10 as msg;

/// Maximum points of a pool that is not counted in dots: blood, ammunition, Corpus.
const MAX_POOL_POINTS: i32 = 100;

/// Specifies an attribute, with two dots by default.
#[must_use]
pub const fn attribute_spec(
    key: &'static str,
    title: Text,
    aliases: &'static [&'static str],
) -> TraitSpec {
    rated_spec(key, title, aliases, 2)
}

/// Specifies an ability, with no dots by default.
#[must_use]
pub const fn ability_spec(
    key: &'static str,
    title: Text,
    aliases: &'static [&'static str],
) -> TraitSpec {
    rated_spec(key, title, aliases, 0)
}

/// Specifies a pool of points that is never rolled, empty by default.
#[must_use]
pub const fn points_spec(
    key: &'static str,
    title: Text,
    aliases: &'static [&'static str],
) -> TraitSpec {
    TraitSpec {
        max: MAX_POOL_POINTS,
        ..rated_spec(key, title, aliases, 0)
    }
}

/// Specifies a trait counted in dots.
const fn rated_spec(
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

/// Strength trait of a sheet.
pub const STRENGTH: TraitSpec = attribute_spec("strength", msg::STRENGTH, &["str"]);
/// Dexterity trait of a sheet.
pub const DEXTERITY: TraitSpec = attribute_spec("dexterity", msg::DEXTERITY, &["dex"]);
/// Stamina trait of a sheet.
pub const STAMINA: TraitSpec = attribute_spec("stamina", msg::STAMINA, &["sta", "stam"]);
/// Perception trait of a sheet.
pub const PERCEPTION: TraitSpec = attribute_spec("perception", msg::PERCEPTION, &["per", "perc"]);
/// Wits trait of a sheet.
pub const WITS: TraitSpec = attribute_spec("wits", msg::WITS, &["wit"]);
/// Athletics trait of a sheet.
pub const ATHLETICS: TraitSpec = ability_spec("athletics", msg::ATHLETICS, &["ath"]);
/// Brawl trait of a sheet.
pub const BRAWL: TraitSpec = ability_spec("brawl", msg::BRAWL, &[]);
/// Firearms trait of a sheet.
pub const FIREARMS: TraitSpec = ability_spec("firearms", msg::FIREARMS, &["guns"]);
/// Melee trait of a sheet.
pub const MELEE: TraitSpec = ability_spec("melee", msg::MELEE, &[]);
/// Archery trait of a sheet.
pub const ARCHERY: TraitSpec = ability_spec("archery", msg::ARCHERY, &["bow"]);
/// Alertness trait of a sheet.
pub const ALERTNESS: TraitSpec = ability_spec("alertness", msg::ALERTNESS, &["alert"]);
/// Stealth trait of a sheet.
pub const STEALTH: TraitSpec = ability_spec("stealth", msg::STEALTH, &[]);
/// Fortitude trait of a sheet.
pub const FORTITUDE: TraitSpec = ability_spec("fortitude", msg::FORTITUDE, &["fort"]);
/// Potence trait of a sheet.
pub const POTENCE: TraitSpec = ability_spec("potence", msg::POTENCE, &["pot"]);
/// Celerity trait of a sheet.
pub const CELERITY: TraitSpec = ability_spec("celerity", msg::CELERITY, &["cel"]);
/// Willpower trait: rolled as a rating, spent as a pool.
pub const WILLPOWER: TraitSpec = rated_spec("willpower", msg::WILLPOWER, &["wp"], 5);
/// Blood points of a vampire or ghoul.
pub const BLOOD: TraitSpec = points_spec("blood", msg::BLOOD, &["bp", "vitae"]);
/// Rounds of ammunition in the gun.
pub const AMMO: TraitSpec = points_spec("ammo", msg::AMMUNITION, &["ammunition", "rounds"]);

/// Lists the spendable pools among these traits that have at least one point.
#[must_use]
pub fn spendable_pools(sheet: &Sheet, specs: &[&TraitSpec]) -> Vec<PoolSpec> {
    let pool = |spec: &&TraitSpec| PoolSpec {
        key: spec.key,
        title: spec.title,
        most: sheet.get(spec),
    };
    let pools = specs.iter().map(pool);
    pools.filter(|pool| pool.most > 0).collect()
}
