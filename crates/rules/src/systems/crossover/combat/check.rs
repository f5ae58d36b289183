//! Checks of what an attack needs, in the order in which they are made.

use super::attack::{Attack, AttackManeuver};
use super::{dials, items, range, read, strafe};
use crate::base::term::RuleId;
use crate::character::gear::{Item, ItemId};
use crate::exchange::{Scene, Stop};
use crate::messages::crossover as msg;
use crate::ruleset::combatant_info::CombatantInfo;
use crate::systems::crossover::creature::Kind;
use crate::systems::crossover::{Refusal, Settings, movement};
use crate::systems::d10::shared_rules::sheet as numbers;

/// The tally of shots with a weapon in a turn, before its id (XOV-RNG-11).
pub(super) const SHOTS: &str = "shots";
/// The tally of shots with actions of powers.
pub(super) const POWER_SHOTS: &str = "power_shots";

/// Checks what can be told before a target is named, such as limbs, the weapon, its rounds and its rate of fire.
///
/// # Errors
/// [`Stop`] with the reason.
pub(super) fn check_readiness(
    actor: &CombatantInfo<'_>,
    maneuver: &AttackManeuver,
    item: Option<(ItemId, &Item)>,
    scene: &Scene<'_>,
    by: &Settings,
) -> Result<(), Stop> {
    if maneuver.needs_limbs {
        read::free_limbs(actor)?;
    }
    let empty = |it| items::held(it, items::WEAPON).next().is_none();
    if maneuver.at_weapon && scene.first_target().is_some_and(empty) {
        let (code, words) = ("nothing_to_disarm", msg::THERE_IS_NO_WEAPON_TO);
        return Err(Stop::of_rule(code, words, "XOV-CLOSE-05"));
    }
    if maneuver.empties && !strafe::is_narrow(scene) {
        let words = msg::THE_TARGETS_STAND_WITHIN_THREE;
        return Err(Stop::of_rule("too_far_apart", words, "XOV-RNG-08"));
    }
    let Some(is_made_for) = maneuver.weapon else {
        return Ok(());
    };
    let rule = RuleId::new(maneuver.rule);
    let Some((id, weapon)) = item else {
        let words = msg::wordings::takes_a_weapon_in_hand(maneuver.title, &rule);
        return Err(Stop::refused("no_weapon", words));
    };
    let class = items::class(weapon);
    if class != items::WeaponClass::Other && !is_made_for(class) {
        let words = msg::wordings::that_weapon_is_not_made(&rule);
        return Err(Stop::refused("wrong_weapon", words));
    }
    if weapon.number_or_zero(items::BROKEN) > 0 {
        let words = msg::THE_STRING_HAS_SNAPPED_XOV;
        return Err(Stop::of_rule("string_snapped", words, "XOV-ATK-08"));
    }
    if weapon.has_tag("relic") && !range::relic_rounds_pass(scene) {
        let words = msg::RELIC_ROUNDS_DO_NOT_GET;
        return Err(Stop::of_rule("relic_vanishes", words, "XOV-RNG-05"));
    }
    (maneuver.ready)(weapon)?;
    if maneuver.single && !fits_into_rate(actor, id, weapon, by) {
        let words = msg::IT_DOES_NOT_FIRE_MORE;
        return Err(Stop::of_rule("rate_of_fire", words, "XOV-RNG-11"));
    }
    Ok(())
}

/// Whether one more shot with a weapon fits into the turn (XOV-RNG-11).
fn fits_into_rate(actor: &CombatantInfo<'_>, id: ItemId, weapon: &Item, by: &Settings) -> bool {
    let fired = |key: &str| i32::from(actor.tally_count(&format!("{key}_{id}")));
    let by_powers = match by.power_shots_count {
        true => fired(POWER_SHOTS),
        false => 0,
    };
    fired(SHOTS).saturating_add(by_powers) < items::rate(weapon)
}

/// Checks whether an attack may be made at all. Distance, helpless targets and an empty pool are
/// looked at after this.
///
/// # Errors
/// The first [`Refusal`] that applies.
pub(super) fn check(attack: &Attack<'_>) -> Result<(), Refusal> {
    // Form and creature, and what a bite needs (XOV-CLOSE-02, XOV-CLOSE-03, XOV-CLOSE-12).
    let forms = attack.maneuver.forms;
    let form = crate::systems::crossover::state::form(attack.actor);
    if attack.kind() == Kind::Werewolf && !forms.is_empty() && !forms.contains(&form) {
        return Err(Refusal::FormNotAllowed);
    }
    (attack.maneuver.allowed)(attack)?;
    check_rounds(attack)?;
    if attack.is_ranged() {
        check_aim(attack)?;
    }
    let running = match attack.set().get_or(dials::RUNNING, -1) {
        ..0 => movement::running_yards(attack.actor),
        told => told,
    };
    if attack.yards() > movement::beside_an_action(running) {
        return Err(Refusal::MovedTooFar);
    }
    Ok(())
}

/// Checks class, rounds, parts and rate of fire of the attack's weapon (XOV-RNG-02, XOV-RNG-07 to
/// 09).
fn check_rounds(attack: &Attack<'_>) -> Result<(), Refusal> {
    let (maneuver, loaded) = (attack.maneuver, attack.loaded());
    if maneuver.empties {
        if !attack.class().is_automatic() {
            return Err(Refusal::WeaponNotAutomatic);
        }
        if loaded.unwrap_or(0).saturating_mul(2) < attack.number(items::CLIP) {
            return Err(Refusal::ClipBelowHalf);
        }
    }
    if loaded.is_some_and(|loaded| loaded < maneuver.needs) {
        return Err(Refusal::NotEnoughRounds);
    }
    if maneuver.empties && dials::size(attack.set()).is_some() {
        return Err(Refusal::CannotTargetPart);
    }
    let rate = attack.item.map_or(1, |(_, item)| items::rate(item));
    if rate < maneuver.rate {
        return Err(Refusal::RateOfFireTooLow);
    }
    Ok(())
}

/// Checks that the weapon of an attack with aiming can be aimed at the target (XOV-RNG-01).
fn check_aim(attack: &Attack<'_>) -> Result<(), Refusal> {
    match attack.aim_turns() {
        ..1 => Ok(()),
        _ => check_aimable(attack.actor, attack.target, attack.class()),
    }
}

/// Checks whether a weapon can be aimed at a target (XOV-RNG-01).
///
/// # Errors
/// The first [`Refusal`] that applies.
pub(super) fn check_aimable(
    who: &CombatantInfo<'_>,
    target: &CombatantInfo<'_>,
    class: items::WeaponClass,
) -> Result<(), Refusal> {
    if who.sheet.get(&numbers::FIREARMS) < 1 {
        Err(Refusal::AimRequiresFirearms)
    } else if !class.can_be_aimed() {
        Err(Refusal::AimWeaponClass)
    } else if read::is_fast(target) {
        Err(Refusal::AimTargetFast)
    } else {
        Ok(())
    }
}
