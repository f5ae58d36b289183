//! What comes of a hit: levels, armor that breaks, daze, a stake in the heart.

use super::attack::Attack;
use super::soak::{self, Wound};
use super::{dials, items};
use crate::base::term::Term;
use crate::character::condition::Until;
use crate::exchange::{Party, Play};
use crate::messages::crossover as msg;
use crate::ruleset::combatant_info::CombatantInfo;
use crate::systems::crossover::creature::Kind;
use crate::systems::crossover::state;
use crate::systems::crossover::{Settings, sheet};
use crate::systems::d10::damage::DamageType;
use crate::systems::d10::resolve::{self as d10, HitResult};
use crate::systems::d10::shared_rules::sheet as numbers;

/// Damage after soak that it takes to stake a vampire (XOV-TGT-05).
const STAKING: i32 = 3;

/// Returns the terms of the health levels of damage that get through soak (XOV-SOAK-01,
/// XOV-SOAK-02).
pub(super) fn levels(
    who: &CombatantInfo<'_>,
    struck: &HitResult,
    kind: DamageType,
    by: &Settings,
) -> Vec<Term> {
    let mut terms = vec![Term::from_rule(msg::DAMAGE, struck.damage, "XOV-DMG-01")];
    if struck.soak != 0 {
        terms.push(Term::from_rule(msg::SOAK, -struck.soak, "XOV-SOAK-01"));
    }
    let left = struck.damage.saturating_sub(struck.soak).max(0);
    let halved = by.halve_bashing_for_undead && kind == DamageType::Bashing && is_undead(who);
    if halved && left > 0 {
        terms.push(Term::from_rule(msg::HALVED, left / 2 - left, "XOV-SOAK-02"));
    }
    terms
}

/// Whether the combatant is undead, a vampire or one of the Risen.
fn is_undead(who: &CombatantInfo<'_>) -> bool {
    matches!(sheet::kind(who.sheet), Kind::Vampire | Kind::Risen)
}

/// Whether it takes two levels of damage more than for a mortal to daze a combatant: by the sheet,
/// else by their kind. Ghouls, and those hardly more than mortals, are dazed like mortals
/// (XOV-CMP-06).
fn is_tough(who: &CombatantInfo<'_>) -> bool {
    match who.sheet.get(&sheet::TOUGHNESS) {
        1 => false,
        2 => true,
        _ => match sheet::kind(who.sheet) {
            Kind::Mortal | Kind::Ghoul | Kind::Other => false,
            Kind::Vampire | Kind::Werewolf | Kind::Mage | Kind::Wraith | Kind::Risen => true,
        },
    }
}

/// Adds the effects of a hit on a target, besides those of its maneuver. More levels than Stamina
/// daze: the dazed have no action in the following turn, but they still soak (XOV-CMP-06). Damage
/// before soak of twice the rating breaks armor (XOV-SOAK-08).
pub(super) fn mark_hit(
    who: &CombatantInfo<'_>,
    target: u8,
    wound: &Wound,
    struck: &HitResult,
    by: &Settings,
    play: &mut Play<'_>,
) {
    let party = Party::Target(target);
    let soak = soak::soak(who, wound, by);
    play.add_effect(d10::damage_effect(party, soak.kind, struck.inflicted));
    let breaks = |armor: &items::WornArmor| !armor.damaged && armor.breaks(struck.damage);
    if let Some((id, _)) = soak.armor.filter(|(_, armor)| breaks(armor)) {
        play.add_effect(items::wear(party, id, items::DAMAGED, 1));
    }
    let more = if is_tough(who) { 2 } else { 0 };
    let stamina = who.sheet.get(&numbers::STAMINA).saturating_add(more);
    if struck.inflicted > 0 && struck.inflicted > stamina {
        play.add_effect(state::gain(party, state::DAZED, 0, state::NEXT_TURN));
    }
}

/// Stakes a vampire with a stake in the heart (XOV-TGT-05).
pub(super) fn stake(attack: &Attack<'_>, target: u8, struck: &HitResult, play: &mut Play<'_>) {
    let vampire = |who: &CombatantInfo<'_>| sheet::kind(who.sheet) == Kind::Vampire;
    let staked = attack.at(target).is_some_and(vampire)
        && attack.set().get_or(dials::PART, 0) == dials::HEART
        && struck.inflicted >= STAKING
        && attack.has_tag("stake");
    if staked {
        let party = Party::Target(target);
        play.add_effect(state::gain(party, state::STAKED, 0, Until::Lifted));
    }
}
