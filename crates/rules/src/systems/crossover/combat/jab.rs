//! A pressed pistol: a target that acts earlier answers before it goes off (XOV-CLOSE-07).

use super::attack::{self, Attack};
use super::{defense, holds, items};
use crate::base::term::RuleId;
use crate::character::gear::Item;
use crate::exchange::{ChoiceOption, Effect, Intent, Party, Play, Slot, Stop};
use crate::messages::crossover as msg;
use crate::ruleset::combatant_info::CombatantInfo;
use crate::systems::crossover::state;
use crate::systems::d10::resolve::HitResult;

/// The answers of the target, and of the storyteller.
const NOTHING: &str = "none";
const DISARM: &str = "disarm";
const FIRES: &str = "fires";

/// The mark of a disarm that answers a pressed pistol.
const ANSWERS: &str = "answers";
const RULE: &str = "XOV-CLOSE-07";
const SHOOTER: Party = Party::Actor;
const TARGET: Party = Party::Target(0);

/// Returns the successes with which a pistol pressed on the target goes off: none where the
/// target's answer (a disarm) prevents the shot.
///
/// # Errors
/// [`Stop`] while the answer is not over.
pub(super) fn share(
    attack: &Attack<'_>,
    play: &mut Play<'_>,
    successes: i32,
) -> Result<Vec<i32>, Stop> {
    let fires = !is_answered(attack, play)? || still_fires(attack, play)?;
    if !fires {
        play.add_effect(Effect::Tell {
            who: SHOOTER,
            words: msg::DOES_NOT_GET_TO_FIRE.into(),
            rule: RuleId::new(RULE),
        });
    }
    Ok(vec![if fires { successes } else { 0 }])
}

/// Asks whether the target, who acts before the attacker, answers a pressed pistol with a disarm,
/// which begins at once.
fn is_answered(attack: &Attack<'_>, play: &mut Play<'_>) -> Result<bool, Stop> {
    let Some(who) = attack.at(0) else {
        return Ok(false);
    };
    let rank = |who: &CombatantInfo<'_>| who.initiative.map(|it| it.rank.clone());
    let earlier = rank(who)
        .zip(rank(attack.actor))
        .is_some_and(|(a, b)| a > b);
    let tied = state::grip_bar(who).is_some();
    if !earlier || defense::helpless(who).is_some() || tied {
        return Ok(false);
    }
    let options = vec![
        ChoiceOption::new(NOTHING, msg::NOTHING),
        ChoiceOption::new(DISARM, msg::A_DISARM),
    ];
    let slot = Slot::new("answer");
    let title = msg::ANSWERING_THE_PISTOL;
    if play.ask_choice(slot, TARGET, title, RULE, options)? != DISARM {
        return Ok(false);
    }
    let intent = match items::close_weapon(who) {
        Some((id, _)) => Intent::of(attack::DISARM_ARMED).with_item(id),
        None => Intent::of(attack::DISARM_UNARMED),
    };
    // Of an earlier answer this turn nothing counts.
    play.add_effect(Effect::Release {
        by: TARGET,
        on: SHOOTER,
        key: holds::ANSWERED.into(),
    });
    play.add_effect(Effect::Follow {
        by: TARGET,
        at: vec![SHOOTER],
        intent: intent.with_parameter(ANSWERS, 1),
    });
    play.end_blow();
    Ok(true)
}

/// Whether a pressed pistol is still in the hand when the disarm that answers it is over. While it
/// is not, the storyteller can say how it ends.
fn still_fires(attack: &Attack<'_>, play: &mut Play<'_>) -> Result<bool, Stop> {
    if play
        .scene()
        .hold_amount(TARGET, SHOOTER, holds::ANSWERED)
        .is_none()
    {
        let options = vec![
            ChoiceOption::new(FIRES, msg::IT_GOES_OFF_ALL_THE),
            ChoiceOption::new("spared", msg::IT_DOES_NOT_GO_OFF),
        ];
        let slot = Slot::new("fires");
        let title = msg::THE_PISTOL_WAITS_FOR_THE;
        return Ok(play.ask_choice(slot, Party::Storyteller, title, RULE, options)? == FIRES);
    }
    let shooter = play.scene().actor.unwrap_or(attack.actor);
    let pistol = attack.item.and_then(|(id, _)| shooter.gear.get(&id));
    Ok(pistol.is_some_and(Item::is_ready))
}

/// Adds the effect that marks a disarm as the answer to a pressed pistol.
pub(super) fn mark_disarm(attack: &Attack<'_>, play: &mut Play<'_>) {
    if attack.set().is_on(ANSWERS) {
        play.add_effect(holds::hold(Party::Actor, Party::Target(0), holds::ANSWERED));
    }
}

/// Fires the round of a pistol that was pressed on and hit.
pub(super) fn fire(
    attack: &Attack<'_>,
    play: &mut Play<'_>,
    _: u8,
    _: &HitResult,
) -> Result<(), Stop> {
    if let Some((id, _)) = attack.item {
        play.add_effect(items::wear(Party::Actor, id, items::LOADED, -1));
    }
    Ok(())
}
