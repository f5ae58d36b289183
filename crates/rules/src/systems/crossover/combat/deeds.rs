//! What takes an action and is no attack: aiming, loading, mending, standing up, moving, and
//! reflexes that help in a fight.

use super::{change, dials, items, read};
use crate::condition::Until;
use crate::exchange::{Effect, Party, Play, Scene, Stop};
use crate::fighter::Fighter;
use crate::gear::{Carried, Item, ItemId};
use crate::messages::{Wording, crossover as msg};
use crate::systems::crossover::conditions as state;
use crate::systems::crossover::{Settings, movement, ready, sheet};
use crate::systems::d10::resolve::{Throw, throw};
use crate::systems::d10::table::dials::Purpose;
use crate::systems::d10::table::sheet as numbers;
use crate::systems::d10::table::tally::ACTIONS;
use crate::term::{RuleId, Term};

/// Something is done by a combatant who may act, and is counted as an action.
fn act(scene: &Scene<'_>, play: &mut Play<'_>) -> Result<(), Stop> {
    let who = read::actor(scene)?;
    read::may_act(who, &scene.intent.set)?;
    let number = dials::number(who, &scene.intent.set);
    play.effect(read::counted(Party::Actor, number));
    Ok(())
}

fn end_others(who: &Fighter<'_>, play: &mut Play<'_>) {
    for effect in read::over(who, Party::Actor) {
        play.effect(effect);
    }
}

pub(super) fn tell(play: &mut Play<'_>, words: Wording, rule: &'static str) {
    play.effect(Effect::Tell {
        who: Party::Actor,
        words,
        rule: RuleId::new(rule),
    });
}

/// A deed without a roll: it succeeds, and takes its action (XOV-DICE-10).
pub(super) fn deed(scene: &Scene<'_>, play: &mut Play<'_>) -> Result<(), Stop> {
    act(scene, play)?;
    end_others(read::actor(scene)?, play);
    tell(play, msg::IT_SUCCEEDS_WITHOUT_A_ROLL.into(), "XOV-DICE-10");
    Ok(())
}

/// A whole turn of aiming at a target (XOV-RNG-01).
pub(super) fn aim(scene: &Scene<'_>, play: &mut Play<'_>) -> Result<(), Stop> {
    let who = read::actor(scene)?;
    let target = read::target(scene)?;
    let Some((weapon, item)) = read::in_hand(scene) else {
        return Err(Stop::of_rule(
            "no_weapon",
            msg::AIMING_TAKES_A_WEAPON_IN,
            "XOV-RNG-01",
        ));
    };
    aimable(who, target, item)?;
    act(scene, play)?;
    let before = read::aimed(scene, who, Some(weapon));
    let turns = before.saturating_add(1).min(30);
    end_others(who, play);
    play.effect(state::gain(
        Party::Actor,
        state::AIMING,
        turns,
        Until::Lifted,
    ));
    play.effect(state::gain(
        Party::Actor,
        state::AIMED_WITH,
        i32::from(weapon),
        Until::Lifted,
    ));
    play.effect(Effect::Hold {
        by: Party::Actor,
        on: Party::Target(0),
        key: super::blow::holds::AIM.into(),
        amount: turns,
    });
    Ok(())
}

/// Whether a weapon can be aimed at a target.
fn aimable(who: &Fighter<'_>, target: &Fighter<'_>, item: &Item) -> Result<(), Stop> {
    use crate::systems::crossover::Refusal;
    if who.sheet.get(&numbers::FIREARMS) < 1 {
        return Err(read::refusal(Refusal::AimRequiresFirearms));
    }
    if !items::class(item).can_be_aimed() {
        return Err(read::refusal(Refusal::AimWeaponClass));
    }
    if read::is_fast(target) {
        return Err(read::refusal(Refusal::AimTargetFast));
    }
    if who.counted(ACTIONS) > 0 {
        let words = msg::AIMING_TAKES_THE_WHOLE_TURN;
        return Err(Stop::of_rule("not_the_whole_turn", words, "XOV-RNG-01"));
    }
    Ok(())
}

/// Loading a gun anew, nocking an arrow, spanning a crossbow (XOV-RNG-07, XOV-EQP-05).
pub(super) fn load(scene: &Scene<'_>, play: &mut Play<'_>) -> Result<(), Stop> {
    let Some((id, item)) = read::in_hand(scene) else {
        return Err(Stop::of_rule(
            "no_weapon",
            msg::THERE_IS_NOTHING_TO_LOAD,
            "XOV-RNG-07",
        ));
    };
    let class = items::class(item);
    if !class.is_shot() {
        return Err(Stop::of_rule(
            "wrong_weapon",
            msg::THAT_IS_NOT_LOADED_XOV,
            "XOV-RNG-07",
        ));
    }
    act(scene, play)?;
    end_others(read::actor(scene)?, play);
    let (clip, loaded) = (item.or_zero(items::CLIP), item.or_zero(items::LOADED));
    let readied = item.or_zero(items::READIED);
    let needed = ready::actions_needed(class);
    if needed > 0 && readied < needed {
        play.effect(items::wear(Party::Actor, id, items::READIED, 1));
    }
    let full = readied.saturating_add(1) >= needed;
    if full && loaded < clip {
        play.effect(items::wear(Party::Actor, id, items::LOADED, clip - loaded));
    }
    Ok(())
}

/// Mending a snapped string (XOV-ATK-14).
pub(super) fn mend(scene: &Scene<'_>, by: &Settings, play: &mut Play<'_>) -> Result<(), Stop> {
    let who = read::actor(scene)?;
    let (id, item) = snapped(scene)?;
    read::may_act(who, &scene.intent.set)?;
    let get = |spec| who.sheet.get(spec);
    let (archery, crafts) = (get(&numbers::ARCHERY), get(&sheet::CRAFTS));
    let (label, dots) = if archery > 0 {
        (msg::ARCHERY, archery)
    } else {
        (msg::CRAFTS, crafts)
    };
    let pool = ready::repair(get(&numbers::WITS), archery, crafts);
    let Some((_, difficulty)) = pool else {
        let words = msg::MENDING_A_STRING_TAKES_ARCHERY;
        return Err(Stop::of_rule("no_ability", words, "XOV-ATK-14"));
    };
    let parts = [(msg::WITS, get(&numbers::WITS)), (label, dots)];
    let mut terms = read::traits(who, &parts, Purpose::Action, "XOV-ATK-14", by);
    let number = dials::number(who, &scene.intent.set);
    let split = read::split(who, number, by);
    if split != 0 {
        terms.push(Term::of_rule(msg::SEVERAL_ACTIONS, split, "XOV-MULT-01"));
    }
    let mut hard = vec![Term::of_rule(msg::DIFFICULTY, difficulty, "XOV-ATK-14")];
    hard.extend(read::all_burdens(who));
    hard.extend(change::harder(scene));
    let mending = Throw::new(msg::MENDING_A_STRING, Purpose::Action, terms).against(hard);
    let rolled = throw(play, "mend", 0, Party::Actor, &mending, &read::buys(who))?;
    play.effect(read::counted(Party::Actor, number));
    end_others(who, play);
    let bow = ready::Bow {
        broken: true,
        spares: u16::try_from(item.or_zero(items::STRINGS)).unwrap_or(0),
    };
    let after = bow.after_repair(rolled.outcome);
    if !after.broken {
        play.effect(items::wear(Party::Actor, id, items::BROKEN, -1));
        play.effect(items::wear(Party::Actor, id, items::STRINGS, -1));
    }
    Ok(())
}

/// The bow of an intent, with its string snapped and a spare one at hand.
fn snapped<'a>(scene: &Scene<'a>) -> Result<(ItemId, &'a Item), Stop> {
    let bow = read::in_hand(scene).filter(|(_, item)| item.or_zero(items::BROKEN) > 0);
    let Some((id, item)) = bow else {
        return Err(Stop::of_rule(
            "nothing_to_mend",
            msg::NO_STRING_HAS_SNAPPED_XOV,
            "XOV-ATK-14",
        ));
    };
    if item.or_zero(items::STRINGS) < 1 {
        return Err(Stop::of_rule(
            "no_string",
            msg::THAT_TAKES_A_SPARE_STRING,
            "XOV-ATK-14",
        ));
    }
    Ok((id, item))
}

/// Standing up: an action, and against a pack a roll (XOV-CMP-09, XOV-POL-04).
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
        let terms = read::traits(who, &parts, Purpose::Action, "XOV-POL-04", by);
        let rise = Throw::new(msg::STANDING_UP_AMONG_THE_PACK, Purpose::Action, terms);
        let mut hard = vec![Term::of_rule(msg::BESET, against, "XOV-POL-04")];
        hard.extend(read::all_burdens(who));
        let rise = rise.against(hard);
        if throw(play, "rise", 0, Party::Actor, &rise, &read::buys(who))?.successes < 1 {
            return Ok(());
        }
    }
    for key in lies {
        play.effect(state::lose(Party::Actor, key));
    }
    Ok(())
}

/// Lying down by one's own will (XOV-RNG-03).
pub(super) fn lie_down(scene: &Scene<'_>, play: &mut Play<'_>) -> Result<(), Stop> {
    let who = read::actor(scene)?;
    read::may_act(who, &scene.intent.set)?;
    play.effect(state::gain(Party::Actor, state::LYING, 0, Until::Lifted));
    Ok(())
}

/// Moving and nothing else (XOV-MAN-08, XOV-HLTH-01).
pub(super) fn go(scene: &Scene<'_>, play: &mut Play<'_>) -> Result<(), Stop> {
    let who = read::actor(scene)?;
    let yards = scene.set(dials::YARDS, movement::WALK);
    let most = super::sums::running(who);
    if state::amount(who, state::MOVED).saturating_add(yards) > most {
        let words = msg::wordings::they_make_yards_in_a(most);
        return Err(Stop::of_rule("too_far", words, "XOV-MAN-08"));
    }
    act(scene, play)?;
    end_others(who, play);
    if let Some(effect) = read::moved(who, Party::Actor, yards) {
        play.effect(effect);
    }
    Ok(())
}

/// Drawing a weapon or picking one up: an action without a roll (XOV-DICE-10).
pub(super) fn draw(scene: &Scene<'_>, play: &mut Play<'_>) -> Result<(), Stop> {
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
    play.effect(Effect::Carry {
        who: Party::Actor,
        item,
        to: Carried::Held,
    });
    Ok(())
}

/// Dropping what is in hand, which takes no action (XOV-DICE-10).
pub(super) fn drop_it(scene: &Scene<'_>, play: &mut Play<'_>) -> Result<(), Stop> {
    let Some((item, _)) = read::in_hand(scene) else {
        return Err(Stop::of_rule(
            "no_item",
            msg::THERE_IS_NOTHING_IN_HAND,
            "XOV-DICE-10",
        ));
    };
    play.effect(Effect::Carry {
        who: Party::Actor,
        item,
        to: Carried::Dropped,
    });
    Ok(())
}
