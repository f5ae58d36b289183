//! A sheet as this system reads it: three Stats, a bonus for each value, and what counts in
//! a fight (TRI-STAT-01 to 05, TRI-EXTRA-01, TRI-GRAP-04, TRI-TURN-01).

use super::ability::{self, Effects, Style};
use super::chart;
use super::initiative;
use super::stats::{Derived, STAT_LEAST, STAT_MOST, Stats};
use super::technique::Reduce;
use crate::character::initiative::Initiative;
use crate::character::sheet::{Sheet, TraitSpec};
use crate::character::track::{Points, TrackError};
use crate::messages::Text;
use crate::messages::tristat as msg;

/// Specifies one of the Stats (Body, Mind, Soul) as a trait of the sheet.
const fn stat(key: &'static str, title: Text) -> TraitSpec {
    TraitSpec {
        key,
        title,
        aliases: &[],
        min: STAT_LEAST,
        max: STAT_MOST,
        default: 4,
    }
}

/// Specifies a trait of the sheet that is a bonus, from −`most` to `most`, by default 0.
const fn bonus(
    key: &'static str,
    title: Text,
    aliases: &'static [&'static str],
    most: i32,
) -> TraitSpec {
    TraitSpec {
        key,
        title,
        aliases,
        min: -most,
        max: most,
        default: 0,
    }
}

/// Specifies a trait of the sheet that is a level, by default 0.
const fn level(key: &'static str, title: Text, aliases: &'static [&'static str]) -> TraitSpec {
    TraitSpec {
        key,
        title,
        aliases,
        min: 0,
        max: 30,
        default: 0,
    }
}

const BODY: TraitSpec = stat("body", msg::BODY);
const MIND: TraitSpec = stat("mind", msg::MIND);
const SOUL: TraitSpec = stat("soul", msg::SOUL);
const COMBAT_VALUE: TraitSpec = bonus("combat_value", msg::COMBAT_VALUE_BONUS, &["cv_bonus"], 30);
const DEFENSE_VALUE: TraitSpec =
    bonus("defense_value", msg::DEFENSE_VALUE_BONUS, &["dv_bonus"], 30);
const HEALTH: TraitSpec = bonus("health", msg::HEALTH_BONUS, &["hp_bonus"], 1_000);
const ENERGY: TraitSpec = bonus("energy", msg::ENERGY_BONUS, &["ep_bonus"], 1_000);
const EXTRA_ATTACKS: TraitSpec = level("extra_attacks", msg::EXTRA_ATTACKS, &["extra"]);
const FOCUS: TraitSpec = level("focus", msg::FOCUS, &[]);
const STRENGTH_ADJUST: TraitSpec = bonus("strength_adjust", msg::STRENGTH, &["strength"], 30);
const ARMOR: TraitSpec = bonus("armor", msg::ARMOR, &[], 1_000);
const DAMAGE: TraitSpec = bonus("damage_bonus", msg::DAMAGE_BONUS, &["damage"], 1_000);
const KENSEI: TraitSpec = level("kensei", msg::KENSEI, &[]);
const GUN_BUNNY: TraitSpec = level("gun_bunny", msg::GUN_BUNNY, &["gunbunny"]);
const EASIER_VITAL: TraitSpec = bonus("easier_vital", msg::TECHNIQUE_VITAL_TARGET, &[], 30);
const EASIER_CHINK: TraitSpec = bonus("easier_chink", msg::TECHNIQUE_CHINK_IN_ARMOR, &[], 30);
const EASIER_DUAL: TraitSpec = bonus("easier_dual", msg::TECHNIQUE_TWO_WEAPONS, &[], 30);
const EASIER_DRAW: TraitSpec = bonus("easier_draw", msg::TECHNIQUE_DRAWING, &[], 30);
const EASIER_DISARM: TraitSpec = bonus("easier_disarm", msg::TECHNIQUE_DISARMING, &[], 30);

/// All traits, in the order in which they are shown: the Stats, skills that fights often need, and
/// what is not rolled.
pub(super) const TRAITS: [TraitSpec; 29] = [
    BODY,
    MIND,
    SOUL,
    level("brawl", msg::BRAWL, &["unarmed"]),
    level("melee", msg::MELEE, &[]),
    level("ranged", msg::RANGED, &["guns", "firearms"]),
    level("thrown", msg::THROWN, &[]),
    level("brawl_defense", msg::BRAWL_DEFENSE, &["unarmed_defense"]),
    level("melee_defense", msg::MELEE_DEFENSE, &[]),
    level("ranged_defense", msg::RANGED_DEFENSE, &[]),
    level("acrobatics", msg::ACROBATICS, &["acro"]),
    level("athletics", msg::ATHLETICS, &["ath"]),
    level("stealth", msg::STEALTH, &[]),
    COMBAT_VALUE,
    DEFENSE_VALUE,
    HEALTH,
    ENERGY,
    EXTRA_ATTACKS,
    FOCUS,
    STRENGTH_ADJUST,
    ARMOR,
    DAMAGE,
    KENSEI,
    GUN_BUNNY,
    EASIER_VITAL,
    EASIER_CHINK,
    EASIER_DUAL,
    EASIER_DRAW,
    EASIER_DISARM,
];

/// The keys of those that are not rolled.
pub(super) const UNROLLED: [&str; 16] = [
    COMBAT_VALUE.key,
    DEFENSE_VALUE.key,
    HEALTH.key,
    ENERGY.key,
    EXTRA_ATTACKS.key,
    FOCUS.key,
    STRENGTH_ADJUST.key,
    ARMOR.key,
    DAMAGE.key,
    KENSEI.key,
    GUN_BUNNY.key,
    EASIER_VITAL.key,
    EASIER_CHINK.key,
    EASIER_DUAL.key,
    EASIER_DRAW.key,
    EASIER_DISARM.key,
];

/// Returns the Stats of a sheet, Body, Mind and Soul (TRI-STAT-01).
pub(super) fn stats(sheet: &Sheet) -> Stats {
    Stats {
        body: sheet.get(&BODY),
        mind: sheet.get(&MIND),
        soul: sheet.get(&SOUL),
    }
}

/// Returns the four derived values of a sheet, bonuses included (TRI-STAT-05). A bonus to the
/// Combat Value leaves the Defense Value where it is.
pub(super) fn derived(sheet: &Sheet) -> Derived {
    let plain = stats(sheet).derive();
    let add = |value: i32, bonus| value.saturating_add(sheet.get(bonus));
    Derived {
        combat_value: add(plain.combat_value, &COMBAT_VALUE),
        defense_value: add(plain.defense_value, &DEFENSE_VALUE),
        health: add(plain.health, &HEALTH),
        energy: add(plain.energy, &ENERGY),
    }
}

/// Returns the Health track of an unhurt combatant (TRI-STAT-03).
///
/// # Errors
/// [`TrackError`] when a bonus leaves not even one point, or there are absurdly many.
pub(super) fn points(sheet: &Sheet) -> Result<Points, TrackError> {
    let health = derived(sheet).health;
    Points::new(health, health)
}

/// Returns the points that the armor of a sheet takes off damage (TRI-DMG-02).
pub(super) fn armor(sheet: &Sheet) -> i32 {
    sheet.get(&ARMOR)
}

/// Returns Body, adjusted for Super Strength, Diminutive and Not So Strong (TRI-GRAP-04).
pub(super) fn effective_body(sheet: &Sheet) -> i32 {
    sheet.get(&BODY).saturating_add(sheet.get(&STRENGTH_ADJUST))
}

/// Returns the level of Extra Attacks (TRI-EXTRA-01).
pub(super) fn extra_attacks(sheet: &Sheet) -> i32 {
    sheet.get(&EXTRA_ATTACKS)
}

/// Returns the level of Focus (TRI-EN-02).
pub(super) fn focus(sheet: &Sheet) -> i32 {
    sheet.get(&FOCUS)
}

/// Returns the points that attributes and defects add to all damage (TRI-DMG-01).
pub(super) fn damage_bonus(sheet: &Sheet) -> i32 {
    sheet.get(&DAMAGE)
}

/// Returns the level of a skill, by its key; 0 for one that was not learned (TRI-STAT-05).
pub(super) fn skill(sheet: &Sheet, key: &str) -> i32 {
    sheet.traits.get(key).copied().unwrap_or(0)
}

/// Returns by how much techniques reduce penalties in an attack of this style: Kensei, Gun Bunny,
/// and whatever else the sheet says of a penalty (TRI-STAT-06, TRI-VITAL-01).
pub(super) fn techniques(sheet: &Sheet, style: Style) -> Reduce {
    let own = Effects {
        reduce: Reduce {
            vital: sheet.get(&EASIER_VITAL),
            chink: sheet.get(&EASIER_CHINK),
            dual: sheet.get(&EASIER_DUAL),
            draw: sheet.get(&EASIER_DRAW),
            disarm: sheet.get(&EASIER_DISARM),
        },
        ..Effects::default()
    };
    let chart = chart::abilities().iter();
    let learned = chart.filter_map(|ability| {
        let known = [&KENSEI, &GUN_BUNNY];
        let spec = known.into_iter().find(|spec| ability.is_called(spec.key))?;
        Some((ability, sheet.get(spec)))
    });
    own.add_levels(&ability::sum_effects(learned, style), 1)
        .reduce
}

/// Returns the initiative of a combatant whose die shows `face` (TRI-TURN-01).
pub(super) fn initiative(sheet: &Sheet, face: u16) -> Initiative {
    initiative::score(face, derived(sheet).combat_value)
}
