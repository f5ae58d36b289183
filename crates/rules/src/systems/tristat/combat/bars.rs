//! What bars a maneuver: the facts it was declared with, and what is left of the round.

use super::gear;
use super::list::{self, Kind};
use crate::exchange::{Party, Scene};
use crate::fighter::Fighter;
use crate::messages::tristat as msg;
use crate::system::Look;
use crate::systems::tristat::Tristat;
use crate::systems::tristat::asked::{self, Bar, GRAPPLED, HOLD, PRONE, Use};
use crate::systems::tristat::house;

const TARGET: Party = Party::Target(0);

/// Why this cannot be started now: what holds whatever happens next, and what is used up
/// (TRI-ATK-03).
pub(super) fn now(scene: &Scene<'_>, kind: &Kind) -> Option<Bar> {
    of_the_facts(scene, kind.key).or_else(|| {
        let (who, on, settings) = (scene.actor?, kind.on?, house::settings(scene.house));
        let second = || {
            let both = kind.key == list::TWO_WEAPONS && !settings.dual_every_attack;
            both.then(|| asked::attacks_bar(who, Use::Second, &settings))?
        };
        asked::attacks_bar(who, on, &settings).or_else(second)
    })
}

/// Why this cannot be at all, by what was so when it was declared.
pub(super) fn of_the_facts(scene: &Scene<'_>, key: &str) -> Option<Bar> {
    let kind = list::kind(key)?;
    if key == list::COLLISION {
        return None;
    }
    let Some(who) = scene.actor else {
        let rule = "TRI-TURN-03";
        return Some(Bar::new("nobody_acts", msg::SOMEBODY_HAS_TO_DO_IT, rule));
    };
    let settings = house::settings(scene.house);
    let stance = kind
        .on
        .and_then(|on| asked::stance_bars(who, on, &settings));
    down(who)
        .or(stance)
        .or_else(|| of_the_hands(scene, who, key))
        .or_else(|| of_the_hold(scene, who, key))
}

/// A combatant who is down does nothing (TRI-HLTH-01).
pub(super) fn down(who: &Fighter<'_>) -> Option<Bar> {
    let health = Tristat.health(who.sheet, who.track, who.conditions, who.house);
    let out = health.states.iter().any(|state| state.out);
    out.then(|| Bar::new("out_of_the_fight", msg::THEY_ARE_DOWN, "TRI-HLTH-01"))
}

/// Weapons that would have to be there (TRI-DUAL-01, TRI-DISARM-01, TRI-DISARM-06).
fn of_the_hands(scene: &Scene<'_>, who: &Fighter<'_>, key: &str) -> Option<Bar> {
    if scene.item().is_some_and(|item| !gear::is_at_hand(item)) {
        let why = msg::THE_WEAPON_IS_OUT_OF;
        return Some(Bar::new("no_weapon", why, "TRI-DRAW-01"));
    }
    match key {
        list::TWO_WEAPONS => {
            let mut hands = who.gear.values().filter(|item| gear::is_for_one_hand(item));
            let two = hands.next().is_some() && hands.next().is_some();
            let other =
                scene.intent.item.is_none() || scene.item().is_some_and(gear::is_for_one_hand);
            let why = msg::A_WEAPON_IN_EACH_HAND;
            (!two || !other).then(|| Bar::new("no_second_weapon", why, "TRI-DUAL-01"))
        }
        list::DISARM => {
            let target = scene.target()?;
            let armed = target.gear.values().any(gear::is_in_hand);
            let why = msg::THEY_HOLD_NO_WEAPON;
            (!armed).then(|| Bar::new("no_weapon_to_strike", why, "TRI-DISARM-01"))
        }
        _ => None,
    }
}

/// Who has to hold whom (TRI-GRAP-01, TRI-ESC-01, TRI-CHOKE-01, TRI-THROW-01).
fn of_the_hold(scene: &Scene<'_>, who: &Fighter<'_>, key: &str) -> Option<Bar> {
    let target = scene.target();
    let held = |by, on| scene.held(by, on, HOLD).is_some();
    let not_held = |rule| {
        let missing = target.is_some() && !held(Party::Actor, TARGET);
        missing.then(|| Bar::new("not_held", msg::THEY_ARE_NOT_HELD_BY, rule))
    };
    match key {
        list::GRAPPLE => {
            let why = msg::THEY_ARE_HELD_ALREADY;
            let again = held(Party::Actor, TARGET);
            again.then(|| Bar::new("held_already", why, "TRI-GRAP-01"))
        }
        list::THROW => not_held("TRI-THROW-01"),
        list::STRANGLE => not_held("TRI-CHOKE-01"),
        list::LET_GO => not_held("TRI-GRAP-01"),
        list::ESCAPE => {
            let known = scene.holds.iter().any(|hold| hold.on == Party::Actor);
            let free = match target {
                Some(_) if known => !held(TARGET, Party::Actor),
                _ => !known && !who.conditions.contains_key(GRAPPLED),
            };
            free.then(|| Bar::new("not_held", msg::THEY_ARE_NOT_HELD_SO, "TRI-ESC-01"))
        }
        list::STAND_UP => {
            let up = !who.conditions.contains_key(PRONE);
            up.then(|| Bar::new("not_prone", msg::THEY_ARE_ON_THEIR_FEET, "TRI-PRONE-01"))
        }
        _ => None,
    }
}
