//! What an attack needs, and its sum: the scene as the rules of attacks ask for it.

use super::blow::{armed, holds};
use super::{dials, items, read};
use crate::dial::Reading;
use crate::exchange::{Party, Scene, Stop};
use crate::fighter::Fighter;
use crate::gear::{Item, ItemId};
use crate::messages::{Text, crossover as msg};
use crate::systems::crossover::attack::{Attack, Situation, WeaponClass, cover, pool};
use crate::systems::crossover::conditions as state;
use crate::systems::crossover::dice::{Substitute, substitution};
use crate::systems::crossover::maneuver::Maneuver;
use crate::systems::crossover::maneuver_chart::ManeuverLine;
use crate::systems::crossover::{Settings, movement, ready, spray};
use crate::term::Term;

/// What a maneuver needs besides what the sum of the attack checks.
pub(super) fn ready_for(
    actor: &Fighter<'_>,
    target: Option<&Fighter<'_>>,
    line: &ManeuverLine,
    item: Option<(ItemId, &Item)>,
    scene: &Scene<'_>,
    by: &Settings,
) -> Result<(), Stop> {
    let maneuver = line.maneuver;
    let refuse = |code, why: Text, rule| Err(Stop::of_rule(code, why, rule));
    if maneuver != Maneuver::Bite {
        read::free_limbs(actor)?;
    }
    let disarms = matches!(maneuver, Maneuver::DisarmArmed | Maneuver::DisarmUnarmed);
    let empty = |it| items::held(it, items::WEAPON).next().is_none();
    if disarms && target.is_some_and(empty) {
        return refuse(
            "nothing_to_disarm",
            msg::THERE_IS_NO_WEAPON_TO,
            "XOV-CLOSE-05",
        );
    }
    if !spray::near_enough(&[scene.set(dials::APART, 0)]) && line.empties && scene.targets.len() > 1
    {
        let words = msg::THE_TARGETS_STAND_WITHIN_THREE;
        return refuse("too_far_apart", words, "XOV-RNG-08");
    }
    let Some((id, weapon)) = item else {
        return match armed(maneuver) {
            true => {
                let words = msg::wordings::takes_a_weapon_in_hand(line.title(), &line.rule);
                Err(Stop::refused("no_weapon", words))
            }
            false => Ok(()),
        };
    };
    let class = items::class(weapon);
    if !suits(maneuver, class) {
        let words = msg::wordings::that_weapon_is_not_made(&line.rule);
        return Err(Stop::refused("wrong_weapon", words));
    }
    if weapon.or_zero(items::BROKEN) > 0 {
        return refuse(
            "string_snapped",
            msg::THE_STRING_HAS_SNAPPED_XOV,
            "XOV-ATK-08",
        );
    }
    let set = &scene.intent.set;
    let solid = scene.between(0, dials::SOLID, 0) > 0 && !set.is_on(dials::EXPOSED);
    if weapon.is("relic") && dials::size(set).is_some() && !cover::relic_passes(solid) {
        return refuse("relic_vanishes", msg::RELIC_ROUNDS_DO_NOT_GET, "XOV-RNG-05");
    }
    let readied = weapon.or_zero(items::READIED);
    let bow = matches!(maneuver, Maneuver::Bow | Maneuver::Crossbow);
    if bow && !ready::is_ready(class, readied) {
        return refuse("not_ready", msg::IT_HAS_TO_BE_MADE, "XOV-EQP-05");
    }
    let fired = |key: &str| i32::from(actor.counted(&format!("{key}_{id}")));
    let shoots = matches!(
        maneuver,
        Maneuver::Shoot | Maneuver::Bow | Maneuver::Crossbow
    );
    let rate = items::weapon(weapon).rate;
    if shoots && !spray::may_shoot(fired(SHOTS), fired(POWER_SHOTS), rate, by) {
        return refuse("rate_of_fire", msg::IT_DOES_NOT_FIRE_MORE, "XOV-RNG-11");
    }
    Ok(())
}

/// Shots with a weapon in a turn, by its id (XOV-RNG-11).
pub(super) const SHOTS: &str = "shots";
/// Shots with actions of powers.
pub(super) const POWER_SHOTS: &str = "power_shots";

/// The attack as this folder sums it.
pub(super) fn attack(
    scene: &Scene<'_>,
    actor: &Fighter<'_>,
    target: &Fighter<'_>,
    line: &ManeuverLine,
    item: Option<(ItemId, &Item)>,
    by: &Settings,
) -> Attack {
    let set = &scene.intent.set;
    let weapon = item.map(|(_, item)| items::weapon(item));
    let mut difficulty = read::burdens(actor);
    let uses = item
        .and_then(|(_, item)| item.number(items::DIFFICULTY))
        .unwrap_or(6);
    if uses != 6 {
        difficulty.push(Term::of_rule(msg::WEAPON, uses - 6, "XOV-EQP-01"));
    }
    let (label, how) = match set.or(dials::SUBSTITUTE, 0) {
        -1 => (
            msg::SECONDARY_ABILITY,
            Some((Substitute::SecondaryForPrimary, "XOV-DICE-07")),
        ),
        1 => (
            msg::PRIMARY_ABILITY,
            Some((Substitute::PrimaryForSecondary, "XOV-DICE-08")),
        ),
        _ => (Text::NONE, None),
    };
    let attacker = read::attacker(actor);
    if let Some((how, rule)) = how {
        // A substitute that the line names has its number there (XOV-DICE-09), and where the
        // attribute is rolled alone nothing takes the place of anything.
        let way = pool::way(line, &attacker, dials::ability(line, set));
        let named = !way.is_ok_and(|way| way.is_some_and(|way| way.difficulty == 0));
        let value = substitution(how, named);
        difficulty.extend((value != 0).then(|| Term::of_rule(label, value, rule)));
    }
    Attack {
        maneuver: line.maneuver,
        attacker,
        weapon,
        situation: situation(scene, (actor, target), line, item, by),
        dice: Vec::new(),
        difficulty,
    }
}

fn situation(
    scene: &Scene<'_>,
    (actor, target): (&Fighter<'_>, &Fighter<'_>),
    line: &ManeuverLine,
    item: Option<(ItemId, &Item)>,
    by: &Settings,
) -> Situation {
    let set: &Reading = &scene.intent.set;
    let held = |key: &str| scene.held(Party::Actor, Party::Target(0), key);
    let gripping = |key: &str| {
        held(key).is_some() || scene.held(Party::Target(0), Party::Actor, key).is_some()
    };
    let own = item
        .map(|(_, item)| items::length(item))
        .unwrap_or_default();
    let theirs = items::weapon_in_hand(target).map(|(_, item)| items::length(item));
    let opponents = match set.or(dials::OPPONENTS, 0) {
        0 => i32::from(actor.counted(read::ATTACKERS)),
        told => told,
    };
    let parried = held(holds::RIPOSTE).is_some()
        && item.is_some_and(|(id, _)| state::amount(actor, state::RIPOSTE) == i32::from(id) + 1);
    let lies_in_wait = held(holds::AMBUSH).filter(|_| state::has(actor, state::AMBUSH));
    let yards = scene.between(0, dials::DISTANCE, -1);
    Situation {
        ability: dials::ability(line, set),
        flank: dials::flank(scene, 0, by),
        yards_moved: set.or(dials::YARDS, 0),
        running_yards: Some(match set.or(dials::RUNNING, -1) {
            ..0 => running(actor),
            told => told,
        }),
        split: read::split(actor, dials::number(actor, set), by),
        over_limit: false,
        armor_difficulty: items::hindrance(actor),
        changed_action: set.is_on(dials::CHANGED),
        tackled: state::in_force(actor, state::TACKLED),
        target_size: dials::size(set),
        opponents,
        target_weapon_longer: theirs.is_some_and(|theirs| movement::is_outreached(own, theirs)),
        riposte: parried,
        aim_turns: read::aimed(scene, actor, item.map(|(id, _)| id)),
        scope: item.is_some_and(|(_, item)| item.is("scope")),
        distance: (yards >= 0).then_some(yards),
        target_cover: read::cover_of(scene, 0, target, by),
        part_exposed: set.is_on(dials::EXPOSED),
        self_cover: dials::cover(scene.between(0, dials::OWN_COVER, 0)),
        off_hand: set.is_on(dials::OFF_HAND),
        target_blinded: state::has(target, state::BLINDED),
        target_blind_fighting: state::amount(target, state::GUARDED),
        self_blinded: state::has(actor, state::BLINDED),
        relief: state::relief(actor),
        target_dazed: state::in_force(target, state::DAZED),
        target_immobilized: state::immobilized(target, by),
        target_down: state::has(target, state::DOWN),
        self_down: state::has(actor, state::DOWN),
        self_fast: Some(read::is_fast(actor) || movement::is_fast(set.or(dials::YARDS, 0))),
        target_fast: read::is_fast(target),
        ambush_bonus: lies_in_wait.unwrap_or(0),
        in_clinch: gripping(holds::CLINCH),
        in_hold: gripping(holds::HOLD),
        tackled_target_last_turn: held(holds::TACKLE).is_some()
            && state::in_force(target, state::TACKLED),
        target_as_big: scene.between(0, dials::SMALLER, 1) <= 0,
    }
}

/// How far a combatant can run, hurt as they are (XOV-MAN-08, XOV-HLTH-01).
pub(super) fn running(who: &Fighter<'_>) -> i32 {
    let dexterity = who.sheet.get(&crate::systems::d10::table::sheet::DEXTERITY);
    let level = crate::systems::d10::table::health::wounds(who.track).level;
    movement::hurt(level, movement::run(dexterity))
}

/// Whether a weapon of this class is made for a maneuver.
const fn suits(maneuver: Maneuver, class: WeaponClass) -> bool {
    if matches!(class, WeaponClass::Other) {
        return true;
    }
    match maneuver {
        Maneuver::Bow => matches!(class, WeaponClass::Bow),
        Maneuver::Crossbow => matches!(class, WeaponClass::Crossbow),
        Maneuver::JabPistol => matches!(class, WeaponClass::Pistol),
        Maneuver::Shoot | Maneuver::Burst => {
            class.is_shot() && !matches!(class, WeaponClass::Bow | WeaponClass::Crossbow)
        }
        // What a gun does its rounds do: struck with, it is no row of the chart (XOV-EQP-04).
        Maneuver::WeaponStrike
        | Maneuver::SweepWeapon
        | Maneuver::DisarmArmed
        | Maneuver::Throw => !class.is_shot(),
        _ => true,
    }
}
