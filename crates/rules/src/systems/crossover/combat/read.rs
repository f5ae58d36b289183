//! Facts of a scene about its combatants, as several rules need them.

use super::{dials, holds};
use crate::base::term::Term;
use crate::character::condition::Until;
use crate::character::gear::{Item, ItemId};
use crate::character::parameters::Parameters;
use crate::chat_command::ChatError;
use crate::exchange::{Effect, Party, RollBenefit, Scene, Stop};
use crate::messages::Text;
use crate::messages::crossover as msg;
use crate::ruleset::combatant_info::CombatantInfo;
use crate::systems::crossover::actions;
use crate::systems::crossover::refusal::D10;
use crate::systems::crossover::state::{self, gain, has, lose};
use crate::systems::crossover::turn::{can_act, incapacitated, over_limit};
use crate::systems::crossover::{Refusal, Settings, movement, sheet};
use crate::systems::d10::resolve::{specialty_purchase, willpower_purchase};
use crate::systems::d10::shared_rules::roll_parameters::{ACTION, RollPurpose, WILLPOWER};
use crate::systems::d10::shared_rules::tally::{ACTIONS, DESPERATE, POWER_ACTIONS};
use crate::systems::d10::shared_rules::{chat_errors, health, rolls, steps};

/// The tally of close attackers on a target in a turn (XOV-CLOSE-09).
pub(super) const ATTACKERS: &str = "attackers";

/// Whether a combatant uses either hand alike (XOV-RNG-10).
pub(super) fn is_ambidextrous(who: &CombatantInfo<'_>) -> bool {
    who.sheet.get(&sheet::AMBIDEXTROUS) > 0
}

/// Returns the difficulty against several close attackers: one for each beyond the first, at most 4
/// (XOV-CLOSE-09). It counts for attacks and defenses alike.
pub(super) fn opponents(attackers: i32) -> i32 {
    attackers.saturating_sub(1).clamp(0, 4)
}

/// Returns the combatant who acts in the scene of an exchange, or a refusal if there is none.
///
/// # Errors
/// [`Stop`] when no combatant does.
pub(super) fn actor<'a>(scene: &Scene<'a>) -> Result<&'a CombatantInfo<'a>, Stop> {
    let nobody = || Stop::refused("nobody_acts", msg::SOMEBODY_HAS_TO_DO_THIS);
    scene.actor.ok_or_else(nobody)
}

/// Returns the combatant who is the first target of the exchange, or a refusal if there is none.
///
/// # Errors
/// [`Stop`] when there is no target.
pub(super) fn target<'a>(scene: &Scene<'a>) -> Result<&'a CombatantInfo<'a>, Stop> {
    let nobody = || Stop::refused("no_target", msg::IT_HAS_TO_BE_DONE);
    scene.first_target().ok_or_else(nobody)
}

/// Converts a refusal of Crossover's rules to one that stops the exchange.
pub(super) fn refusal(refusal: Refusal) -> Stop {
    Stop::from(chat_errors::refusal_error(&refusal))
}

/// Checks that a combatant can do anything by themself.
///
/// # Errors
/// [`Stop`] where they are out of the fight.
pub(super) fn is_able(who: &CombatantInfo<'_>) -> Result<(), Stop> {
    match can_act(who) {
        true => Ok(()),
        false => Err(incapacitated(who).into()),
    }
}

/// Checks that a combatant may take an action now, being able to and having declared it
/// (XOV-DECL-02).
///
/// # Errors
/// [`Stop`] with the reason.
pub(super) fn may_act(who: &CombatantInfo<'_>, set: &Parameters) -> Result<(), Stop> {
    is_able(who)?;
    if let Some((why, rule)) = state::numbness_bar(who) {
        return Err(ChatError::from_rule("numb", why, rule).into());
    }
    if steps::effective_plan(who).has_stance(DESPERATE) {
        let words = msg::THE_WHOLE_TURN_WAS_DECLARED;
        return Err(Stop::of_rule("desperate_defense", words, "XOV-DEF-06"));
    }
    let reading = Parameters::default().with(ACTION, dials::number(who, set));
    if rolls::is_undeclared_action(who, &reading) {
        return Err(refusal(Refusal::NotDeclared));
    }
    Ok(())
}

/// Checks that a combatant has limbs free (XOV-CLOSE-04, XOV-CLOSE-06).
///
/// # Errors
/// [`Stop`] in a grip.
pub(super) fn free_limbs(who: &CombatantInfo<'_>) -> Result<(), Stop> {
    match state::grip_bar(who) {
        Some((why, rule)) => Err(ChatError::from_rule("in_a_grip", why, rule).into()),
        None => Ok(()),
    }
}

/// Returns the dice that an action loses because several were declared, by its `number` from 1
/// (XOV-MULT-01 to 03).
pub(super) fn split(who: &CombatantInfo<'_>, number: i32, by: &Settings) -> i32 {
    actions::split(steps::effective_plan(who).actions.max(1), number, by)
}

/// Returns the burdens of a combatant, terms that make everything harder: too many actions, a
/// tackle, a pack.
pub(super) fn burdens(who: &CombatantInfo<'_>) -> Vec<Term> {
    let harried = state::amount(who, state::HARRIED);
    let terms = [
        Term::from_rule(msg::TOO_MUCH_AT_ONCE, over_limit(who), "XOV-MULT-05"),
        Term::from_rule(msg::HARRIED, harried, "XOV-POL-04"),
    ];
    terms.into_iter().filter(|term| term.value != 0).collect()
}

/// Returns the burdens (see [`burdens`]) of an action that is no attack and no defense, in which a
/// tackle of the turn before is told apart (XOV-CLOSE-13).
pub(super) fn all_burdens(who: &CombatantInfo<'_>) -> Vec<Term> {
    let tackled = state::in_force(who, state::TACKLED);
    let tackled = tackled.then(|| Term::from_rule(msg::TACKLED, 1, "XOV-CLOSE-13"));
    burdens(who).into_iter().chain(tackled).collect()
}

/// Returns the effect that counts an action in the round's tally; `number` 0 is an action of a
/// power.
pub(super) fn counted(who: Party, number: i32) -> Effect {
    let key = if number == 0 { POWER_ACTIONS } else { ACTIONS };
    Effect::Count {
        who,
        key: key.into(),
    }
}

/// Returns the effects that end what any action ends, such as aiming, the chance of a riposte and
/// an ambush (XOV-RNG-01, XOV-CLOSE-10, XOV-MAN-03).
pub(super) fn effects_of_acting(who: &CombatantInfo<'_>, party: Party) -> Vec<Effect> {
    let ending = [
        (state::AIMING, holds::AIM),
        (state::AIMED_WITH, holds::AIM),
        (state::RIPOSTE, holds::RIPOSTE),
        (state::AMBUSH, holds::AMBUSH),
    ];
    let ending = ending.into_iter().filter(|(key, _)| has(who, key));
    let ends = |(key, hold): (&'static str, &'static str)| {
        let let_go = Effect::LetGo {
            by: party,
            key: hold.into(),
        };
        [lose(party, key), let_go]
    };
    ending.flat_map(ends).collect()
}

/// Returns how many turns the combatant has aimed at the target with this weapon, and done nothing else
/// since (XOV-RNG-01). Of an aim by hand it is not known with which.
pub(super) fn turns_aimed(scene: &Scene<'_>, who: &CombatantInfo<'_>, with: Option<ItemId>) -> i32 {
    let held = scene.hold_amount(Party::Actor, Party::Target(0), holds::AIM);
    let weapon = state::amount(who, state::AIMED_WITH);
    let same = weapon == 0 || with.map(i32::from) == Some(weapon);
    let turns = held.filter(|turns| same && *turns == state::amount(who, state::AIMING));
    turns.unwrap_or(0)
}

/// Returns the benefits that can be bought for an action roll: a specialty that fits, a point of
/// Willpower.
pub(super) fn buys(who: &CombatantInfo<'_>) -> Vec<RollBenefit> {
    let paid = Parameters::default().with(WILLPOWER, 1);
    let left = who.pools.get(WILLPOWER).copied().unwrap_or(0);
    let barred = match left < 1 {
        true => Some(msg::NO_WILLPOWER_IS_LEFT.into()),
        false => rolls::forbids_willpower(who, &paid, &D10).map(|why| why.text),
    };
    vec![
        specialty_purchase(D10.specialty),
        willpower_purchase(D10.willpower, barred),
    ]
}

/// Returns the terms of a roll of traits, which wounds lower if it is an action (XOV-HLTH-03), or by
/// house rule a reflex (XOV-ACT-01).
pub(super) fn traits(
    who: &CombatantInfo<'_>,
    parts: &[(Text, i32)],
    purpose: RollPurpose,
    rule: &'static str,
    by: &Settings,
) -> Vec<Term> {
    let mut terms: Vec<Term> = parts
        .iter()
        .filter(|(_, dots)| *dots != 0)
        .map(|(label, dots)| Term::from_rule(*label, *dots, rule))
        .collect();
    if purpose == RollPurpose::Action || by.wounds_on_reflexes {
        let wounds = health::wound_state(who.track).penalty.unwrap_or(0);
        if wounds != 0 {
            terms.push(Term::from_rule(msg::WOUNDS, wounds, "XOV-HLTH-03"));
        }
    }
    terms
}

/// Whether a combatant moved faster than a walk this turn (XOV-CMP-11, XOV-CMP-12).
pub(super) fn is_fast(who: &CombatantInfo<'_>) -> bool {
    movement::is_fast(state::amount(who, state::MOVED).max(yards_in_scene(who)))
}

/// Returns the yards moved in the scene this turn.
fn yards_in_scene(who: &CombatantInfo<'_>) -> i32 {
    i32::try_from(who.moved).unwrap_or(i32::MAX)
}

/// Returns the yards moved in the scene that are not counted yet with an action of this turn (XOV-MAN-06).
pub(super) fn unpaid_yards(who: &CombatantInfo<'_>) -> i32 {
    let counted = state::amount(who, state::MOVED);
    yards_in_scene(who).saturating_sub(counted).max(0)
}

/// Returns the effect that records so many more yards moved this turn; `None` for none.
pub(super) fn moved_yards_effect(
    who: &CombatantInfo<'_>,
    party: Party,
    yards: i32,
) -> Option<Effect> {
    let before = state::amount(who, state::MOVED);
    let all = before.saturating_add(yards).min(500);
    (yards > 0).then(|| gain(party, state::MOVED, all, Until::Rounds(1)))
}

/// Returns the item of an intent, if it is in a hand.
pub(super) fn in_hand<'a>(scene: &Scene<'a>) -> Option<(ItemId, &'a Item)> {
    let id = scene.intent.item?;
    let item = scene.actor?.gear.get(&id)?;
    item.is_ready().then_some((id, item))
}
