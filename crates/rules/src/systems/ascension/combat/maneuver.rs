//! Maneuvers of Ascension and what bars them (ASC-ATK-01, ASC-ATK-02, ASC-SPLIT-01).

use std::sync::LazyLock;

use super::super::attack::{self, Ability};
use super::super::{Refusal, Settings};
use super::blow::{Blow, blow};
use super::forms::{BLOWS, DELIVERED, FORMS, MAGICK, OPEN, OPENNESS, THROUGH};
use super::gear::WEAPON;
use super::rebound::REBOUND;
use super::turn::{Act, Turn};
use crate::dial::Dial;
use crate::exchange::{Maneuver, Play, Scene, Stop, Targets};
use crate::fighter::Fighter;
use crate::messages::ascension as msg;
use crate::roll::MAX_DICE;
use crate::systems::d10::table::health;
use crate::term::{Bar, RuleId, sum};

/// Parameter key of the dice of a divided pool that an attack takes; 0 does not divide.
const SHARE: &str = "share";

/// Builds the attack with the action it uses, asking for the share of a divided pool.
pub(super) fn begun<'a>(
    scene: &'a Scene<'a>,
    actor: &'a Fighter<'a>,
    play: &mut Play<'_>,
) -> Result<Option<Blow<'a>>, Stop> {
    let Some(mut blow) = blow(scene, actor, scene.intent.maneuver.as_ref()) else {
        return Ok(None);
    };
    let named = share(scene);
    let act = Turn::of(actor).next(sum(&blow.whole()), named.is_some());
    let act = act.unwrap_or(Act::Whole);
    let by = (0, crate::exchange::Party::Actor);
    blow.taken = Some(act.taken(play, by, named)?);
    Ok(Some(blow))
}

/// Returns the share of a divided pool that the intent requests, if any.
fn share(scene: &Scene<'_>) -> Option<i32> {
    Some(scene.set(SHARE, 0)).filter(|dice| *dice > 0)
}

/// All maneuvers of Ascension.
pub(super) static ALL: LazyLock<Vec<Maneuver>> = LazyLock::new(|| {
    let forms = FORMS.iter().map(|form| Maneuver {
        key: form.key,
        title: form.title,
        rule: RuleId::new("ASC-ATK-01"),
        targets: Targets::One,
        items: form.items,
    });
    let rebound = Maneuver {
        key: REBOUND,
        title: msg::REBOUND,
        rule: RuleId::new("ASC-REB-02"),
        targets: Targets::One,
        items: &[WEAPON],
    };
    forms.chain([rebound]).collect()
});

/// Converts a refusal to the reason that bars a maneuver.
fn told(refusal: Refusal) -> Bar {
    let (why, rule) = refusal.barred();
    (why, RuleId::new(rule))
}

/// Lists the parameters of a maneuver.
pub(super) fn dials(key: &str) -> Vec<Dial> {
    let most = i32::try_from(MAX_DICE).unwrap_or(i32::MAX);
    let share = Dial::number(SHARE, msg::DICE_OF_A_DIVIDED_POOL, (0, most), 0);
    let more = match key {
        MAGICK => {
            let options = OPEN.map(|(value, title, _)| (value, title));
            Some(Dial::choice(OPENNESS, msg::HOW_OPENLY, &options))
        }
        DELIVERED => {
            let options = BLOWS.map(|(value, title, _)| (value, title));
            Some(Dial::choice(THROUGH, msg::DELIVERED_WITH, &options))
        }
        REBOUND => return Vec::new(),
        _ => None,
    };
    more.into_iter().chain([share]).collect()
}

/// Returns the reason that bars the intent of the scene, if any.
pub(super) fn barred(scene: &Scene<'_>) -> Option<Bar> {
    let refusal = match (scene.intent.maneuver.as_ref(), scene.actor) {
        (REBOUND, _) => Some(Refusal::FollowsParry),
        (_, None) => Some(Refusal::Nobody),
        (key, Some(actor)) => refused(scene, actor, key),
    };
    refusal.map(told)
}

/// Returns the refusal of an attack by this actor, if any.
fn refused(scene: &Scene<'_>, actor: &Fighter<'_>, key: &str) -> Option<Refusal> {
    if !health::can_act(actor.track) {
        return Some(Refusal::Incapacitated);
    }
    let at_hand = scene.item().is_none_or(crate::gear::Item::is_ready);
    let Some(blow) = blow(scene, actor, key).filter(|_| at_hand) else {
        return Some(Refusal::NotAtHand);
    };
    let named = share(scene);
    match next(actor, blow.line.ability, named.is_some(), &blow.by) {
        Err(refusal) => Some(refusal),
        Ok(Act::Share(room)) if named.is_some_and(|dice| dice > room.most) => {
            Some(Refusal::AllocationExceedsPool)
        }
        Ok(_) => None,
    }
}

/// Returns the next action of an actor who attacks with this ability.
fn next(
    actor: &Fighter<'_>,
    ability: Ability,
    divides: bool,
    by: &Settings,
) -> Result<Act, Refusal> {
    let whole = attack::terms(&super::person::attack(actor, ability), by);
    attack::check(&whole)?;
    Turn::of(actor).next(sum(&whole), divides)
}
