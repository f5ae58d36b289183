//! Maneuvers without a roll: dodging, aiming, handling weapons, moving, getting up,
//! tending to others (CHR-DODGE-01, CHR-AIM-01, CHR-CMP-01, CHR-CMP-02, CHR-CMP-05,
//! CHR-PRONE-04, CHR-PRONE-05, CHR-MOVE-01, CHR-MOVE-02).

use super::budget;
use super::effects::{gain, lose, lose_aim, tell};
use super::keys::{AIM, AWAY, DEFENSE, DISTANCE, JAMMED, MAGAZINE, ROUNDS, RUN, YARDS};
use super::maneuver::{Bar, bar_unless};
use super::stage::Stage;
use crate::character::condition::Until;
use crate::character::gear::{Carried, Item, ItemId};
use crate::exchange::{ChoiceOption, Effect, Party, Play, Shift, Slot, Stop};
use crate::messages::chronicle as msg;
use crate::systems::chronicle::attack::ranged::aim_bonus;
use crate::systems::chronicle::conditions::known_conditions::{
    AIMED_WITH, AIMING, BOTH_PRONE, DODGING, GRAPPLED, IMMOBILISED, MOVED, MOVED_ON, PRONE,
    STABILIZED, STAKED, UNDER_FIRE,
};

const ACTOR: Party = Party::Actor;
const OTHER: Party = Party::Target(0);

/// Plays a dodge, which doubles Defense until the turn ends; how often Defense was applied before
/// is kept beside it (CHR-DODGE-01, CHR-DODGE-03).
pub(crate) fn dodge(stage: &Stage<'_>, play: &mut Play<'_>) -> Result<(), Stop> {
    let applied = i32::from(stage.actor.who.tally_count(DEFENSE));
    gain(play, ACTOR, DODGING, applied, Until::Rounds(1));
    Ok(())
}

/// Plays a turn spent aiming: one die more, three at most; turning to another, or with another weapon, begins anew
/// (CHR-AIM-01, CHR-AIM-05).
pub(crate) fn aim(stage: &Stage<'_>, play: &mut Play<'_>) -> Result<(), Stop> {
    let so_far = stage.aim(0);
    if so_far == 0 {
        play.add_effect(Effect::LetGo {
            by: ACTOR,
            key: AIM.into(),
        });
    }
    let amount = aim_bonus(so_far.saturating_add(1));
    gain(play, ACTOR, AIMING, amount, Until::Lifted);
    if let Some((weapon, _)) = stage.item() {
        gain(play, ACTOR, AIMED_WITH, i32::from(weapon), Until::Lifted);
    }
    play.add_effect(Effect::Hold {
        by: ACTOR,
        on: OTHER,
        key: AIM.into(),
        amount,
    });
    Ok(())
}

/// Returns the item that the maneuver uses, or a refusal if none is named.
fn used_item<'a>(stage: &Stage<'a>) -> Result<(ItemId, &'a Item), Stop> {
    let item = stage.item();
    item.ok_or_else(|| Stop::refused("no_item", msg::NAME_THE_WEAPON))
}

/// Plays drawing, putting away or dropping the item of the maneuver (CHR-CMP-01); with the weapon
/// that is aimed goes the aim.
pub(crate) fn carry(stage: &Stage<'_>, play: &mut Play<'_>, to: Carried) -> Result<(), Stop> {
    play.add_effect(Effect::Carry {
        who: ACTOR,
        item: used_item(stage)?.0,
        to,
    });
    if stage.actor.is(AIMED_WITH) && stage.is_aimed() {
        lose_aim(play, ACTOR);
    }
    Ok(())
}

/// Adds an effect that changes a number of the actor's item, such as its ammunition, by `by`.
fn wear(play: &mut Play<'_>, item: ItemId, key: &'static str, by: i32) {
    if by != 0 {
        play.add_effect(Effect::Wear {
            who: ACTOR,
            item,
            key: key.into(),
            by,
        });
    }
}

/// Plays the reloading of a gun (CHR-CMP-02).
pub(crate) fn reload(stage: &Stage<'_>, play: &mut Play<'_>) -> Result<(), Stop> {
    let (id, gun) = used_item(stage)?;
    let missing = gun
        .number_or_zero(MAGAZINE)
        .saturating_sub(gun.number_or_zero(ROUNDS));
    wear(play, id, ROUNDS, missing.max(0));
    Ok(())
}

/// Plays an action that clears a jammed gun (CHR-CMP-05).
pub(crate) fn clear_jam(stage: &Stage<'_>, play: &mut Play<'_>) -> Result<(), Stop> {
    let (id, gun) = used_item(stage)?;
    wear(play, id, JAMMED, -gun.number_or_zero(JAMMED).clamp(0, 1));
    Ok(())
}

/// Plays the rise of a combatant from the ground (CHR-PRONE-05).
pub(crate) fn rise(stage: &Stage<'_>, play: &mut Play<'_>) -> Result<(), Stop> {
    for key in [PRONE, BOTH_PRONE] {
        if stage.actor.is(key) {
            lose(play, ACTOR, key);
        }
    }
    Ok(())
}

/// Plays dropping to the ground, which is what covering fire asks for (CHR-PRONE-04, CHR-CFIRE-04).
pub(crate) fn drop_prone(stage: &Stage<'_>, play: &mut Play<'_>) -> Result<(), Stop> {
    gain(play, ACTOR, PRONE, 0, Until::Lifted);
    if stage.actor.is(UNDER_FIRE) {
        lose(play, ACTOR, UNDER_FIRE);
    }
    Ok(())
}

/// Plays going to cover, or staying there (CHR-CFIRE-04).
pub(crate) fn seek_cover(stage: &Stage<'_>, play: &mut Play<'_>) -> Result<(), Stop> {
    tell(play, ACTOR, msg::IS_IN_COVER, "CHR-CFIRE-04");
    if stage.actor.is(UNDER_FIRE) {
        lose(play, ACTOR, UNDER_FIRE);
    }
    Ok(())
}

/// Plays walking, before or after the action (CHR-MOVE-01); who aims loses the aim (CHR-AIM-02).
pub(crate) fn walk(stage: &Stage<'_>, play: &mut Play<'_>) -> Result<(), Stop> {
    let yards = stage.scene.parameter_or(YARDS, 0);
    let key = if budget::has_acted(stage.actor.who) {
        MOVED_ON
    } else {
        MOVED
    };
    let all = stage.actor.amount(key).saturating_add(yards);
    gain(play, ACTOR, key, all, Until::Rounds(1));
    end_aim(stage, play);
    Ok(())
}

/// Ends the aim of the acting combatant, because they move.
fn end_aim(stage: &Stage<'_>, play: &mut Play<'_>) {
    if stage.actor.is(AIMING) {
        lose_aim(play, ACTOR);
    }
}

/// Plays walking towards the target, or away from it (CHR-MOVE-01).
pub(crate) fn approach(stage: &Stage<'_>, play: &mut Play<'_>) -> Result<(), Stop> {
    walk(stage, play)?;
    let yards = stage.scene.parameter_or(YARDS, 0);
    let Some(far) = stage.distance(0) else {
        return Ok(());
    };
    let away = stage.scene.parameter_or(AWAY, 0) == 1;
    if let Some(moved) = movement_effect(stage, (far, yards), away) {
        play.add_effect(moved);
        return Ok(());
    }
    let by = if away { yards } else { -yards };
    play.add_effect(Effect::Place {
        target: OTHER,
        key: DISTANCE.into(),
        value: far.saturating_add(by).max(0),
    });
    Ok(())
}

/// Returns the effect on the scene of walking `yards` towards a target `far` yards off, or `away`
/// from it; `None` where the walk changes nothing that the scene records.
fn movement_effect(stage: &Stage<'_>, (far, yards): (i32, i32), away: bool) -> Option<Effect> {
    stage.scene.scene_value(0, DISTANCE)?;
    let between = stage.scene.separation(0)?;
    if away {
        let apart = Effect::Shift {
            who: ACTOR,
            to: Shift::Aside,
        };
        return (between.close && yards > 0).then_some(apart);
    }
    let arrives = yards.saturating_add(1) >= far;
    stage.scene.closing_in(0).filter(|_| arrives)
}

/// Plays running, which takes the whole turn (CHR-MOVE-02).
pub(crate) fn run(stage: &Stage<'_>, play: &mut Play<'_>) -> Result<(), Stop> {
    play.add_effect(Effect::Count {
        who: ACTOR,
        key: RUN.into(),
    });
    end_aim(stage, play);
    Ok(())
}

/// Plays the dressing of wounds, if the storyteller calls it enough (CHR-BLEED-04).
pub(crate) fn dress_wounds(_: &Stage<'_>, play: &mut Play<'_>) -> Result<(), Stop> {
    let options = vec![
        ChoiceOption::new("enough", msg::IT_IS_ENOUGH),
        ChoiceOption::new("not_enough", msg::IT_IS_NOT),
    ];
    let title = msg::IS_THIS_MEDICAL_ATTENTION;
    let slot = Slot::new("attention");
    if play.ask_choice(slot, Party::Storyteller, title, "CHR-BLEED-04", options)? == "enough" {
        gain(play, OTHER, STABILIZED, 0, Until::Lifted);
    }
    Ok(())
}

/// Plays cutting a combatant loose who is bound (CHR-COND-06).
pub(crate) fn cut_loose(_: &Stage<'_>, play: &mut Play<'_>) -> Result<(), Stop> {
    lose(play, OTHER, IMMOBILISED);
    Ok(())
}

/// Plays pulling out the stake that holds a vampire (CHR-VMP-15).
pub(crate) fn pull_stake(_: &Stage<'_>, play: &mut Play<'_>) -> Result<(), Stop> {
    lose(play, OTHER, STAKED);
    Ok(())
}

/// Iterates over the combatant's items of these kinds.
fn owned_items<'a>(
    stage: &Stage<'a>,
    kinds: &'static [&'static str],
) -> impl Iterator<Item = &'a Item> + use<'a> {
    let gear = stage.actor.who.gear.values();
    gear.filter(|item| kinds.contains(&item.kind.as_str()))
}

/// Whether the item is held in a hand, ready for use.
fn is_held(item: &Item) -> bool {
    item.carried == Carried::Held
}

/// Bars drawing an item that is in the hand already, and drawing where there is nothing to draw
/// (CHR-CMP-01).
pub(crate) fn bars_drawing(stage: &Stage<'_>, kinds: &'static [&'static str]) -> Bar {
    let rule = "CHR-CMP-01";
    match stage.item() {
        Some((_, item)) => bar_unless(!is_held(item), msg::IS_IN_THE_HAND, rule),
        None => {
            let any = owned_items(stage, kinds).any(|item| !is_held(item));
            bar_unless(any, msg::NOTHING_TO_DRAW, rule)
        }
    }
}

/// Bars putting away or dropping what is not in the hand; `rule` is cited where no item of these
/// kinds is in it (CHR-CMP-01).
pub(crate) fn bars_an_empty_hand(
    stage: &Stage<'_>,
    kinds: &'static [&'static str],
    rule: &'static str,
) -> Bar {
    match stage.item() {
        Some((_, item)) => bar_unless(is_held(item), msg::IS_NOT_IN_THE_HAND, "CHR-CMP-01"),
        None => {
            let any = owned_items(stage, kinds).any(is_held);
            bar_unless(any, msg::NOTHING_IS_IN_THE_HAND, rule)
        }
    }
}

/// Bars reloading without a gun (CHR-CMP-02).
pub(crate) fn bars_reloading(stage: &Stage<'_>, kinds: &'static [&'static str]) -> Bar {
    let any = stage.item().is_some() || owned_items(stage, kinds).next().is_some();
    bar_unless(any, msg::NO_GUN, "CHR-CMP-02")
}

/// Bars clearing a gun that is not jammed (CHR-CMP-05).
pub(crate) fn bars_clearing(stage: &Stage<'_>, kinds: &'static [&'static str]) -> Bar {
    let is_jammed = |item: &Item| item.number_or_zero(JAMMED) > 0;
    let rule = "CHR-CMP-05";
    match stage.item() {
        Some((_, item)) => bar_unless(is_jammed(item), msg::IS_NOT_JAMMED, rule),
        None => {
            let any = owned_items(stage, kinds).any(is_jammed);
            bar_unless(any, msg::NOTHING_IS_JAMMED, rule)
        }
    }
}

/// Bars dressing wounds that are dressed (CHR-BLEED-04).
pub(crate) fn bars_dressing(stage: &Stage<'_>) -> Bar {
    let done = stage.target().is_some_and(|target| target.is(STABILIZED));
    bar_unless(!done, msg::IS_STABILIZED_ALREADY, "CHR-BLEED-04")
}

/// Bars pulling a stake out of a combatant who has none (CHR-VMP-15).
pub(crate) fn bars_pulling(stage: &Stage<'_>) -> Bar {
    let free = stage.target().is_some_and(|target| !target.is(STAKED));
    bar_unless(!free, msg::IS_NOT_STAKED, "CHR-VMP-15")
}

/// Bars cutting loose a combatant who is not bound (CHR-COND-06), or held by a joint lock, which ends in the
/// grapple (CHR-GRAP-12).
pub(crate) fn bars_cutting(stage: &Stage<'_>) -> Bar {
    let target = stage.target()?;
    bar_unless(target.is(IMMOBILISED), msg::IS_NOT_BOUND, "CHR-COND-06").or_else(|| {
        bar_unless(
            !target.is(GRAPPLED),
            msg::A_JOINT_LOCK_ENDS_IN,
            "CHR-GRAP-12",
        )
    })
}
