//! A pressed pistol: a target that acts earlier answers before it goes off (XOV-CLOSE-07).

use super::blow::{Blow, holds};
use super::{after, items, meet};
use crate::exchange::{Choice, Effect, Intent, Party, Play, Slot, Stop};
use crate::fighter::Fighter;
use crate::gear::Item;
use crate::messages::crossover as msg;
use crate::systems::crossover::conditions as state;
use crate::systems::crossover::grip;
use crate::term::RuleId;

/// The mark of a disarm that answers a pressed pistol.
const ANSWERS: &str = "answers";
const RULE: &str = "XOV-CLOSE-07";
const SHOOTER: Party = Party::Actor;
const TARGET: Party = Party::Target(0);

/// The successes with which the pistol goes off: none where the answer came to that.
///
/// # Errors
/// [`Stop`] while the answer is not over.
pub(super) fn goes_off(
    blow: &Blow<'_>,
    successes: i32,
    play: &mut Play<'_>,
) -> Result<Vec<i32>, Stop> {
    let fires = !answered(blow, play)? || still_fires(blow, play)?;
    if !fires {
        play.effect(Effect::Tell {
            who: SHOOTER,
            words: msg::DOES_NOT_GET_TO_FIRE.into(),
            rule: RuleId::new(RULE),
        });
    }
    Ok(vec![if fires { successes } else { 0 }])
}

/// Whether the target, who acts before the attacker, answers with a disarm, which begins at once.
fn answered(blow: &Blow<'_>, play: &mut Play<'_>) -> Result<bool, Stop> {
    let Some(who) = blow.at(0) else {
        return Ok(false);
    };
    let rank = |who: &Fighter<'_>| who.initiative.map(|it| it.rank.clone());
    let earlier = rank(who).zip(rank(blow.actor)).is_some_and(|(a, b)| a > b);
    let tied = state::gripped(who).is_some();
    if !grip::may_answer_jab(earlier) || meet::helpless(who).is_some() || tied {
        return Ok(false);
    }
    let options = vec![
        Choice::new("none", msg::NOTHING),
        Choice::new("disarm", msg::A_DISARM),
    ];
    let slot = Slot::of("answer");
    let title = msg::ANSWERING_THE_PISTOL;
    if play.choose(slot, TARGET, title, RULE, options)? != "disarm" {
        return Ok(false);
    }
    let intent = match items::close_weapon(who) {
        Some((id, _)) => Intent::of("disarm_armed").with(id),
        None => Intent::of("disarm_unarmed"),
    };
    // Of an earlier answer this turn nothing counts.
    play.effect(Effect::Release {
        by: TARGET,
        on: SHOOTER,
        key: holds::ANSWERED.into(),
    });
    play.effect(Effect::Follow {
        by: TARGET,
        at: vec![SHOOTER],
        intent: intent.set(ANSWERS, 1),
    });
    play.end_blow();
    Ok(true)
}

/// Whether the pistol is still in the hand when the disarm is over. While it is not, the
/// storyteller can say how it ends.
fn still_fires(blow: &Blow<'_>, play: &mut Play<'_>) -> Result<bool, Stop> {
    if play
        .scene()
        .held(TARGET, SHOOTER, holds::ANSWERED)
        .is_none()
    {
        let options = vec![
            Choice::new("fires", msg::IT_GOES_OFF_ALL_THE),
            Choice::new("spared", msg::IT_DOES_NOT_GO_OFF),
        ];
        let slot = Slot::of("fires");
        let title = msg::THE_PISTOL_WAITS_FOR_THE;
        return Ok(play.choose(slot, Party::Storyteller, title, RULE, options)? == "fires");
    }
    let shooter = play.scene().actor.unwrap_or(blow.actor);
    let pistol = blow.item.and_then(|(id, _)| shooter.gear.get(&id));
    Ok(pistol.is_some_and(Item::is_ready))
}

/// The mark that remembers a disarm that answers a pressed pistol.
pub(super) fn remember(blow: &Blow<'_>, play: &mut Play<'_>) {
    if blow.scene.intent.set.is_on(ANSWERS) {
        play.effect(after::hold(Party::Actor, Party::Target(0), holds::ANSWERED));
    }
}
