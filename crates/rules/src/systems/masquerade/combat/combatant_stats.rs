//! Conversion of a combatant to the inputs of attack, defense and soak rules.

use super::super::attack::{AttackMode, AttackStats};
use super::super::chart::AttackLine;
use super::super::damage::DamageStats;
use super::super::defense::Defender;
use super::super::soak::{self, Soaker};
use super::super::{Settings, sheet};
use super::gear::{SHIELD, WEAPON};
use crate::base::term::{self, Term};
use crate::ruleset::combatant_info::CombatantInfo;
use crate::systems::d10::damage::DamageType;
use crate::systems::d10::items::{RATING, holds_any_kind, worn_armor};
use crate::systems::d10::shared_rules::health;
use crate::systems::d10::shared_rules::sheet::{
    ATHLETICS, BRAWL, DEXTERITY, FIREARMS, FORTITUDE, MELEE, POTENCE, STAMINA, STRENGTH,
};

/// Returns the attacker's numbers that the combatant has for an attack in this mode.
pub(super) fn attack_stats(who: &CombatantInfo<'_>, mode: AttackMode) -> AttackStats {
    AttackStats {
        mode,
        dexterity: who.sheet.get(&DEXTERITY),
        brawl: who.sheet.get(&BRAWL),
        melee: who.sheet.get(&MELEE),
        firearms: who.sheet.get(&FIREARMS),
        athletics: who.sheet.get(&ATHLETICS),
        wounds: health::wound_state(who.track),
    }
}

/// Returns the damage input of an attack by the combatant with this chart line.
pub(super) fn damage_stats(who: &CombatantInfo<'_>, line: &AttackLine) -> DamageStats {
    line.damage_stats(who.sheet.get(&STRENGTH), who.sheet.get(&POTENCE))
}

/// Returns the terms of the combatant's soak pool against this damage (MSQ-SOAK-03 to 05,
/// MSQ-SOAK-07).
pub(super) fn soak_terms(
    who: &CombatantInfo<'_>,
    kind: DamageType,
    source: soak::DamageSource,
    settings: &Settings,
) -> Vec<Term> {
    let rating = worn_armor(who).map_or(0, |armor| armor.number_or_zero(RATING));
    soak::soak_terms(&Soaker {
        kind: sheet::creature_kind(who.sheet),
        damage: kind,
        stamina: who.sheet.get(&STAMINA),
        fortitude: who.sheet.get(&FORTITUDE),
        armor: soak::armor_dice(rating, source, settings),
    })
}

/// Returns the numbers with which the combatant defends against this attack (MSQ-DEF-04).
pub(super) fn defender_stats(
    who: &CombatantInfo<'_>,
    line: &AttackLine,
    settings: &Settings,
) -> Defender {
    Defender {
        dexterity: who.sheet.get(&DEXTERITY),
        athletics: who.sheet.get(&ATHLETICS),
        brawl: who.sheet.get(&BRAWL),
        melee: who.sheet.get(&MELEE),
        wounds: health::wound_state(who.track),
        ranged: line.mode.is_ranged(),
        incoming_type: line.kind,
        soak_pool: term::sum_terms(&soak_terms(who, line.kind, line.source, settings)),
        has_weapon_or_shield: holds_any_kind(who, &[WEAPON, SHIELD]),
    }
}
