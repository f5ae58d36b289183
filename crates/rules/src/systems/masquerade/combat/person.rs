//! Conversion of a combatant to the inputs of attack, defense and soak rules.

use super::super::attack::{Attack, Mode};
use super::super::chart::AttackLine;
use super::super::damage::Damage;
use super::super::defense::Defender;
use super::super::soak::{self, Soaker};
use super::super::{Settings, sheet};
use super::gear::{SHIELD, WEAPON};
use crate::fighter::Fighter;
use crate::systems::d10::damage::DamageType;
use crate::systems::d10::items::{RATING, armor, holds};
use crate::systems::d10::table::health;
use crate::systems::d10::table::sheet::{
    ATHLETICS, BRAWL, DEXTERITY, FIREARMS, FORTITUDE, MELEE, POTENCE, STAMINA, STRENGTH,
};
use crate::term::{self, Term};

/// Returns the combatant's attack in this mode.
pub(super) fn attack(who: &Fighter<'_>, mode: Mode) -> Attack {
    Attack {
        mode,
        dexterity: who.sheet.get(&DEXTERITY),
        brawl: who.sheet.get(&BRAWL),
        melee: who.sheet.get(&MELEE),
        firearms: who.sheet.get(&FIREARMS),
        athletics: who.sheet.get(&ATHLETICS),
        wounds: health::wounds(who.track),
    }
}

/// Returns the combatant's damage with this attack.
pub(super) fn damage(who: &Fighter<'_>, line: &AttackLine) -> Damage {
    line.damage(who.sheet.get(&STRENGTH), who.sheet.get(&POTENCE))
}

/// Returns the terms of the combatant's soak pool against this damage (MSQ-SOAK-03 to 05,
/// MSQ-SOAK-07).
pub(super) fn soak(
    who: &Fighter<'_>,
    kind: DamageType,
    source: soak::Source,
    by: &Settings,
) -> Vec<Term> {
    let rating = armor(who).map_or(0, |armor| armor.or_zero(RATING));
    soak::terms(&Soaker {
        kind: sheet::kind(who.sheet),
        damage: kind,
        stamina: who.sheet.get(&STAMINA),
        fortitude: who.sheet.get(&FORTITUDE),
        armor: soak::armor(rating, source, by),
    })
}

/// Returns the combatant's numbers for defense against this attack (MSQ-DEF-04).
pub(super) fn defender(who: &Fighter<'_>, line: &AttackLine, by: &Settings) -> Defender {
    Defender {
        dexterity: who.sheet.get(&DEXTERITY),
        athletics: who.sheet.get(&ATHLETICS),
        brawl: who.sheet.get(&BRAWL),
        melee: who.sheet.get(&MELEE),
        wounds: health::wounds(who.track),
        ranged: line.mode.is_ranged(),
        incoming_type: line.kind,
        soak_pool: term::sum(&soak(who, line.kind, line.source, by)),
        has_weapon_or_shield: holds(who, &[WEAPON, SHIELD]),
    }
}
