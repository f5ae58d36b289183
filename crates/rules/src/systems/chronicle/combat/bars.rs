//! Reasons that bar maneuvers of every kind, each with its rule (CHR-TURN-02, CHR-DEF-04).

use super::budget;
use super::gear;
use super::keys::{AUTOMATIC, DISTANCE, GRABBED, JAMMED, ROUNDS, UNMET};
use super::maneuver::{Bar, Maneuver, Needs, bar_unless, why};
use super::stage::Stage;
use crate::character::gear::{Carried, Item};
use crate::messages::chronicle as msg;
use crate::ruleset::ClientRules;
use crate::systems::chronicle::Chronicle;
use crate::systems::chronicle::conditions::known_conditions::{
    DODGING, GRAPPLED, IMMOBILISED, REELING, STUNNED, SURPRISED,
};
use crate::systems::chronicle::gear::range::{self, Mode};
use crate::systems::chronicle::gear::weapon::AttackKind;
use crate::systems::chronicle::round::turn::{Act, Step};

/// Returns why a maneuver cannot be started now, with the rule; `None` if it can.
pub(crate) fn barred(stage: &Stage<'_>, maneuver: &Maneuver) -> Bar {
    let step = (maneuver.step)(stage);
    out_of_the_fight(stage)
        .or_else(|| beside_a_dodge(stage, maneuver))
        .or_else(|| lost_action(stage, step.as_ref()))
        .or_else(|| held_fast(stage, step.as_ref()))
        .or_else(|| budget::bar(&stage.actor, step.as_ref()?))
        .or_else(|| (maneuver.barred)(stage))
        .or_else(|| out_of_reach(stage, maneuver))
        .or_else(|| match stage.item() {
            Some((_, item)) => with_item(stage, &maneuver.needs, item),
            None => without_item(stage, maneuver),
        })
}

/// Bars everything for a combatant who is out of the fight.
fn out_of_the_fight(stage: &Stage<'_>) -> Bar {
    let who = stage.actor.who;
    let health = Chronicle.health_state(who.sheet, who.track, who.conditions, who.house);
    let state = health.states.into_iter().find(|state| state.out)?;
    // Why a combatant is unconscious, the state says; what bars acting is that (CHR-COND-08).
    let rule = ["CHR-WND-05", "CHR-VMP-02", "CHR-VMP-15"];
    let rule = rule.into_iter().find(|rule| *rule == state.rule.as_str());
    why(state.word, rule.unwrap_or("CHR-COND-08"))
}

/// Bars a maneuver for which a turn spent dodging leaves no room (CHR-DODGE-01).
fn beside_a_dodge(stage: &Stage<'_>, maneuver: &Maneuver) -> Bar {
    let may = !stage.actor.is(DODGING) || maneuver.goes_with_dodge;
    bar_unless(may, msg::DODGING_AND_NOTHING_ELSE_BUT, "CHR-DODGE-01")
}

/// Bars an action of a combatant who has lost this turn's action, as by surprise.
fn lost_action(stage: &Stage<'_>, step: Option<&Step>) -> Bar {
    let (who, Some(Step::Act(_))) = (&stage.actor, step) else {
        return None;
    };
    let lost = [
        (SURPRISED, msg::SURPRISED, "CHR-CMP-07"),
        (STUNNED, msg::STUNNED, "CHR-COND-03"),
        (REELING, msg::THE_NEXT_ACTION_IS_LOST, "CHR-CMP-08"),
    ];
    if let Some((_, words, rule)) = lost.into_iter().find(|(key, ..)| who.is(key)) {
        return why(words, rule);
    }
    if budget::lost_action(who.who) {
        return why(msg::THIS_TURNS_ACTION_IS_LOST, "CHR-COND-04");
    }
    let unmet = who.who.tally_count(UNMET) > 0;
    bar_unless(!unmet, msg::WHAT_IT_WAITED_FOR_NEVER, "CHR-INIT-04")
}

/// Bars moving and acting for a combatant who is bound (CHR-COND-06) or in a grapple (CHR-GRAP-15).
fn held_fast(stage: &Stage<'_>, step: Option<&Step>) -> Bar {
    let (who, Some(step)) = (&stage.actor, step) else {
        return None;
    };
    let act = match step {
        Step::Act(declared) => Some(declared.act),
        Step::Move(_) | Step::Run(_) => None,
    };
    if who.is(IMMOBILISED) && act != Some(Act::Grapple) {
        return why(msg::IMMOBILIZED, "CHR-COND-06");
    }
    // The turn of the first grab has no contest, and leaves the one grabbed their action.
    let is_free = who.who.tally_count(GRABBED) > 0;
    let may = match act {
        Some(Act::Grapple) => true,
        Some(Act::Charge) | None => false,
        Some(_) => is_free,
    };
    bar_unless(may || !who.is(GRAPPLED), msg::IN_A_GRAPPLE, "CHR-GRAP-15")
}

/// Bars a maneuver that takes arm's reach where the target stands farther away than a combatant
/// walks in a turn and acts: only a charge reaches farther (CHR-MOVE-01, CHR-ATK-02).
fn out_of_reach(stage: &Stage<'_>, maneuver: &Maneuver) -> Bar {
    if !maneuver.is_close || stage.targets() == 0 || stage.is_tied(0) {
        return None;
    }
    let far = stage.distance(0)?;
    // What was walked in the scene is not walked again.
    let speed = match stage.scene.scene_value(0, DISTANCE) {
        Some(_) => budget::walk_left(&stage.actor),
        None => stage.actor.speed(),
    };
    (far > speed.max(stage.settings.close_range_yards)).then(|| {
        let words = msg::wordings::yards_away_which_is_farther(far, speed);
        (words, "CHR-MOVE-01")
    })
}

/// Bars an attack with a weapon where none is named and no weapon at hand fits.
fn without_item(stage: &Stage<'_>, maneuver: &Maneuver) -> Bar {
    match maneuver.needs {
        Needs::Nothing | Needs::IfAny => return None,
        Needs::Weapon | Needs::Missile | Needs::Gun { .. } => {}
    }
    let gear = stage.actor.who.gear.values();
    let mut fitting = gear.filter(|item| maneuver.items.contains(&item.kind.as_str()));
    let held = |item: &Item| item.carried == Carried::Held;
    if fitting.clone().any(held) {
        return None;
    }
    match fitting.next() {
        Some(_) => why(msg::FIRST_DRAW_IT, "CHR-CMP-01"),
        None => why(msg::NO_WEAPON_FOR_IT, maneuver.rule),
    }
}

/// Bars an attack with a named weapon that does not fit, such as one that is wrecked or not in the
/// hand.
fn with_item(stage: &Stage<'_>, needs: &Needs, item: &Item) -> Bar {
    let is_gun = matches!(needs, Needs::Gun { .. });
    if matches!(needs, Needs::Nothing) {
        return None;
    }
    if !is_gun && gear::is_wrecked(item) {
        return why(msg::IS_WRECKED_2, "CHR-IMPR-05");
    }
    if item.carried != Carried::Held {
        return why(msg::FIRST_DRAW_IT, "CHR-CMP-01");
    }
    match needs {
        Needs::Nothing | Needs::IfAny | Needs::Weapon => None,
        Needs::Missile => out_of_range(stage, AttackKind::Thrown),
        Needs::Gun {
            bullets,
            automatic,
            aimed,
        } => gun(item, bullets(stage), *automatic).or_else(|| {
            let shot = aimed.then_some(AttackKind::Firearm)?;
            out_of_range(stage, shot)
        }),
    }
}

/// Bars a gun that is jammed, fires no bursts where it must, or has too few bullets in it.
fn gun(item: &Item, bullets: i32, automatic: Option<&'static str>) -> Bar {
    if item.number_or_zero(JAMMED) > 0 {
        return why(msg::THE_GUN_IS_JAMMED, "CHR-CMP-05");
    }
    if let Some(rule) = automatic.filter(|_| !item.has_tag(AUTOMATIC)) {
        return why(msg::IT_FIRES_SINGLE_SHOTS, rule);
    }
    if item.number(ROUNDS).is_some_and(|left| left < bullets) {
        return why(msg::wordings::it_takes_bullets(bullets), "CHR-AUTO-10");
    }
    None
}

/// Bars a target out of range of a weapon, or of how far this combatant can throw it (CHR-RNG-03).
fn out_of_range(stage: &Stage<'_>, kind: AttackKind) -> Bar {
    if stage.targets() == 0 {
        return None;
    }
    let ranges = stage.weapon(kind).ok()??.ranges?;
    let mode = range::reach(ranges, stage.distance(0)?).mode;
    let may = mode != Mode::Impossible;
    bar_unless(may, msg::THAT_IS_MORE_THAN_TWICE, "CHR-RNG-03")
}
