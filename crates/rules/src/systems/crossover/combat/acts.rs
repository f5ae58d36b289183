//! Acts that are no attack: aiming, standing up, lying down, moving, drawing and dropping.

use super::{check, dials, holds, items, read};
use crate::base::term::{RuleId, Term};
use crate::character::condition::Until;
use crate::character::gear::Carried;
use crate::exchange::{Effect, Party, Play, Scene, Stop};
use crate::messages::{Wording, crossover as msg};
use crate::ruleset::combatant_info::CombatantInfo;
use crate::systems::crossover::state;
use crate::systems::crossover::{Settings, movement};
use crate::systems::d10::resolve::{RollSpec, ask_roll};
use crate::systems::d10::shared_rules::roll_parameters::RollPurpose;
use crate::systems::d10::shared_rules::sheet as numbers;
use crate::systems::d10::shared_rules::tally::ACTIONS;

/// Counts an action of a combatant who may act.
///
/// # Errors
/// [`Stop`] with the reason why they may not.
pub(super) fn act(scene: &Scene<'_>, play: &mut Play<'_>) -> Result<(), Stop> {
    let who = read::actor(scene)?;
    read::may_act(who, &scene.intent.set)?;
    let number = dials::number(who, &scene.intent.set);
    play.add_effect(read::counted(Party::Actor, number));
    Ok(())
}

/// Ends the states of a combatant that any action ends, such as aiming.
pub(super) fn end_others(who: &CombatantInfo<'_>, play: &mut Play<'_>) {
    for effect in read::effects_of_acting(who, Party::Actor) {
        play.add_effect(effect);
    }
}

/// Adds the effect that the log tells a sentence about the acting combatant.
fn tell(play: &mut Play<'_>, words: Wording, rule: &'static str) {
    play.add_effect(Effect::Tell {
        who: Party::Actor,
        words,
        rule: RuleId::new(rule),
    });
}

/// Plays an action that succeeds without a roll, and takes its action (XOV-DICE-10).
pub(super) fn do_without_roll(
    scene: &Scene<'_>,
    _: &Settings,
    play: &mut Play<'_>,
) -> Result<(), Stop> {
    act(scene, play)?;
    end_others(read::actor(scene)?, play);
    tell(play, msg::IT_SUCCEEDS_WITHOUT_A_ROLL.into(), "XOV-DICE-10");
    Ok(())
}

/// Plays a whole turn of aiming at a target (XOV-RNG-01).
pub(super) fn aim(scene: &Scene<'_>, _: &Settings, play: &mut Play<'_>) -> Result<(), Stop> {
    let who = read::actor(scene)?;
    let target = read::target(scene)?;
    let Some((weapon, item)) = read::in_hand(scene) else {
        return Err(Stop::of_rule(
            "no_weapon",
            msg::AIMING_TAKES_A_WEAPON_IN,
            "XOV-RNG-01",
        ));
    };
    check::check_aimable(who, target, items::class(item)).map_err(read::refusal)?;
    if who.tally_count(ACTIONS) > 0 {
        let words = msg::AIMING_TAKES_THE_WHOLE_TURN;
        return Err(Stop::of_rule("not_the_whole_turn", words, "XOV-RNG-01"));
    }
    act(scene, play)?;
    let before = read::turns_aimed(scene, who, Some(weapon));
    let turns = before.saturating_add(1).min(30);
    end_others(who, play);
    play.add_effect(state::gain(
        Party::Actor,
        state::AIMING,
        turns,
        Until::Lifted,
    ));
    play.add_effect(state::gain(
        Party::Actor,
        state::AIMED_WITH,
        i32::from(weapon),
        Until::Lifted,
    ));
    play.add_effect(Effect::Hold {
        by: Party::Actor,
        on: Party::Target(0),
        key: holds::AIM.into(),
        amount: turns,
    });
    Ok(())
}

/// Plays standing up, which takes an action, and against a pack a roll (XOV-CMP-09, XOV-POL-04).
pub(super) fn stand(scene: &Scene<'_>, by: &Settings, play: &mut Play<'_>) -> Result<(), Stop> {
    let who = read::actor(scene)?;
    let lies = [state::DOWN, state::LYING]
        .into_iter()
        .filter(|key| state::has(who, key));
    let lies: Vec<&'static str> = lies.collect();
    if lies.is_empty() {
        return Err(Stop::of_rule(
            "not_down",
            msg::THEY_ARE_ON_THEIR_FEET,
            "XOV-CMP-09",
        ));
    }
    act(scene, play)?;
    end_others(who, play);
    let against = state::amount(who, state::BESET);
    if against > 0 {
        let parts = [
            (msg::STRENGTH, who.sheet.get(&numbers::STRENGTH)),
            (msg::ATHLETICS, who.sheet.get(&numbers::ATHLETICS)),
        ];
        let terms = read::traits(who, &parts, RollPurpose::Action, "XOV-POL-04", by);
        let rise = RollSpec::new(msg::STANDING_UP_AMONG_THE_PACK, RollPurpose::Action, terms);
        let mut hard = vec![Term::from_rule(msg::BESET, against, "XOV-POL-04")];
        hard.extend(read::all_burdens(who));
        let rise = rise.with_difficulty(hard);
        if ask_roll(play, "rise", 0, Party::Actor, &rise, &read::buys(who))?.successes < 1 {
            return Ok(());
        }
    }
    for key in lies {
        play.add_effect(state::lose(Party::Actor, key));
    }
    Ok(())
}

/// Plays lying down by one's own will (XOV-RNG-03).
pub(super) fn lie_down(scene: &Scene<'_>, _: &Settings, play: &mut Play<'_>) -> Result<(), Stop> {
    let who = read::actor(scene)?;
    read::may_act(who, &scene.intent.set)?;
    play.add_effect(state::gain(Party::Actor, state::LYING, 0, Until::Lifted));
    Ok(())
}

/// Plays an action of movement alone (XOV-MAN-08, XOV-HLTH-01).
pub(super) fn move_only(scene: &Scene<'_>, _: &Settings, play: &mut Play<'_>) -> Result<(), Stop> {
    let who = read::actor(scene)?;
    let yards = scene.parameter_or(dials::YARDS, movement::WALK);
    let most = movement::running_yards(who);
    if state::amount(who, state::MOVED).saturating_add(yards) > most {
        let words = msg::wordings::they_make_yards_in_a(most);
        return Err(Stop::of_rule("too_far", words, "XOV-MAN-08"));
    }
    act(scene, play)?;
    end_others(who, play);
    if let Some(effect) = read::moved_yards_effect(who, Party::Actor, yards) {
        play.add_effect(effect);
    }
    Ok(())
}

/// Plays drawing a weapon or picking one up, an action without a roll (XOV-DICE-10).
pub(super) fn draw(scene: &Scene<'_>, _: &Settings, play: &mut Play<'_>) -> Result<(), Stop> {
    let who = read::actor(scene)?;
    let item = scene.intent.item.filter(|id| who.gear.contains_key(id));
    let Some(item) = item else {
        return Err(Stop::of_rule(
            "no_item",
            msg::THERE_IS_NOTHING_TO_TAKE,
            "XOV-DICE-10",
        ));
    };
    act(scene, play)?;
    end_others(who, play);
    play.add_effect(Effect::Carry {
        who: Party::Actor,
        item,
        to: Carried::Held,
    });
    Ok(())
}

/// Plays dropping what is in hand, which takes no action (XOV-DICE-10).
pub(super) fn drop_item(scene: &Scene<'_>, _: &Settings, play: &mut Play<'_>) -> Result<(), Stop> {
    let Some((item, _)) = read::in_hand(scene) else {
        return Err(Stop::of_rule(
            "no_item",
            msg::THERE_IS_NOTHING_IN_HAND,
            "XOV-DICE-10",
        ));
    };
    play.add_effect(Effect::Carry {
        who: Party::Actor,
        item,
        to: Carried::Dropped,
    });
    Ok(())
}
