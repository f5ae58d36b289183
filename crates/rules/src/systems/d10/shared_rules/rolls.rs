//! Effects of a combatant's state on rolls, and the counting of actions.

use super::health;
use super::roll_parameters::{self, ACTION, DeclaredActions, RollPurpose};
use super::steps;
use super::tally::{ACTIONS, DEFENSES, DESPERATE, POWER_ACTIONS};
use crate::base::term::Term;
use crate::character::parameters::Parameters;
use crate::chat_command::ChatError;
use crate::messages::d10 as msg;
use crate::messages::{Text, Wording};
use crate::ruleset::combatant_info::CombatantInfo;
use crate::systems::d10::actions::split_penalty;
use crate::systems::d10::facts::D10Facts;

/// Determines which declared action comes next, or a granted one when all are done; `None` if there
/// is no choice.
#[must_use]
pub fn declared_actions(who: &CombatantInfo<'_>) -> Option<DeclaredActions> {
    let plan = steps::effective_plan(who);
    if plan.has_stance(DESPERATE) || (plan.actions < 2 && plan.extra == 0) {
        return None;
    }
    let declared = i32::from(plan.actions);
    let extra = plan.extra > 0;
    let next = i32::from(who.tally_count(ACTIONS)).saturating_add(1);
    let next = match next {
        next if next <= declared => next,
        _ if extra => 0,
        _ => declared,
    };
    Some(DeclaredActions {
        declared,
        extra,
        next,
    })
}

/// Fills in the number of the action if several are declared and none is named.
#[must_use]
pub fn with_defaults(who: &CombatantInfo<'_>, reading: &Parameters) -> Parameters {
    let several = declared_actions(who)
        .filter(|_| RollPurpose::from_parameters(reading) == RollPurpose::Action);
    match several {
        Some(several) if reading.get(ACTION).is_none() => {
            reading.clone().with(ACTION, several.next)
        }
        _ => reading.clone(),
    }
}

/// Returns the wound penalty to a roll as a term: for actions, and for reflexes if `reflexes` is set.
#[must_use]
pub fn roll_wound_term(
    who: &CombatantInfo<'_>,
    reading: &Parameters,
    rules: &health::HealthRuleIds,
    reflexes: bool,
) -> Option<Term> {
    let feels = match RollPurpose::from_parameters(reading) {
        RollPurpose::Action => true,
        RollPurpose::Reflex => reflexes,
        RollPurpose::Damage | RollPurpose::Soak => false,
    };
    health::wound_term(who.track, rules).filter(|_| feels)
}

/// Returns the penalty that an action has because several were declared; `None` without one.
#[must_use]
pub fn split_penalty_term(
    who: &CombatantInfo<'_>,
    reading: &Parameters,
    rule: &'static str,
) -> Option<Term> {
    if RollPurpose::from_parameters(reading) != RollPurpose::Action {
        return None;
    }
    let DeclaredActions { declared, next, .. } = declared_actions(who)?;
    let number = reading.get_or(ACTION, next);
    if number < 1 || declared < 2 {
        return None;
    }
    let label = msg::wordings::action_of(number, declared);
    Some(Term::from_rule(
        label,
        split_penalty(declared, number),
        rule,
    ))
}

/// Returns the penalty for earlier defenses in a desperate turn, `None` without one: one die each,
/// or one in total unless `grows`.
#[must_use]
pub fn further_defense_term(
    who: &CombatantInfo<'_>,
    reading: &Parameters,
    label: Text,
    rule: &'static str,
    grows: bool,
) -> Option<Term> {
    let desperate = steps::effective_plan(who).has_stance(DESPERATE)
        && RollPurpose::from_parameters(reading) == RollPurpose::Action;
    let before = match who.tally_count(DEFENSES) {
        before if grows => before,
        before => before.min(1),
    };
    (desperate && before > 0).then(|| Term::from_rule(label, -i32::from(before), rule))
}

/// Tally keys that a roll increases: an action, a granted action or a desperate defense, and
/// Willpower if a point was paid.
#[must_use]
pub fn tally_keys(who: &CombatantInfo<'_>, reading: &Parameters) -> Vec<&'static str> {
    let number =
        declared_actions(who).map(|several| reading.get_or(roll_parameters::ACTION, several.next));
    let action = match RollPurpose::from_parameters(reading) {
        RollPurpose::Action if steps::effective_plan(who).has_stance(DESPERATE) => Some(DEFENSES),
        RollPurpose::Action if number == Some(0) => Some(POWER_ACTIONS),
        RollPurpose::Action => Some(ACTIONS),
        RollPurpose::Reflex | RollPurpose::Damage | RollPurpose::Soak => None,
    };
    let paid = roll_parameters::roll_cost(reading).map(|(pool, _)| pool);
    action.into_iter().chain(paid).collect()
}

/// Whether a roll would exceed the declared actions of the turn, counting granted actions apart;
/// never outside of a fight or in a desperate defense.
#[must_use]
pub fn is_undeclared_action(who: &CombatantInfo<'_>, reading: &Parameters) -> bool {
    let plan = steps::effective_plan(who);
    let action =
        RollPurpose::from_parameters(reading) == RollPurpose::Action && !plan.has_stance(DESPERATE);
    if !action || !who.is_in_fight() {
        return false;
    }
    let number = declared_actions(who).map(|several| reading.get_or(ACTION, several.next));
    match number {
        Some(0) => who.tally_count(POWER_ACTIONS) >= u16::from(plan.extra),
        Some(_) | None => who.tally_count(ACTIONS) >= u16::from(plan.actions.max(1)),
    }
}

/// Returns the error if Willpower may not be paid for this roll: only once a turn, and perhaps only
/// if it was declared. Outside of a fight nothing need be declared.
#[must_use]
pub fn forbids_willpower<R: Copy>(
    who: &CombatantInfo<'_>,
    reading: &Parameters,
    facts: &D10Facts<R>,
) -> Option<ChatError> {
    roll_parameters::roll_cost(reading)?;
    if who.tally_count(roll_parameters::WILLPOWER) > 0 {
        let rule = Wording::verbatim(facts.willpower);
        let text = msg::wordings::one_point_of_willpower_is(rule);
        return Some(ChatError::new("willpower_spent", text));
    }
    let said = steps::effective_plan(who).willpower > 0;
    facts
        .undeclared_error()
        .filter(|_| who.is_in_fight() && !said)
}

/// Returns the error if a combatant may not make a roll with these parameters now: wounds, an
/// action that was not declared, or Willpower.
#[must_use]
pub fn forbids_roll<R: Copy>(
    who: &CombatantInfo<'_>,
    reading: &Parameters,
    facts: &D10Facts<R>,
) -> Option<ChatError> {
    if RollPurpose::from_parameters(reading) == RollPurpose::Action && !health::can_act(who.track) {
        return Some(facts.incapacitated_error());
    }
    let undeclared = facts.undeclared_error();
    undeclared
        .filter(|_| is_undeclared_action(who, reading))
        .or_else(|| forbids_willpower(who, reading, facts))
}
