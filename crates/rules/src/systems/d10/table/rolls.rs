//! Effects of a combatant's state on rolls, and the counting of actions.

use super::dials::{self, ACTION, Purpose, Several};
use super::health;
use super::steps;
use super::tally::{ACTIONS, DEFENSES, DESPERATE, POWER_ACTIONS};
use crate::dial::Reading;
use crate::fighter::Fighter;
use crate::messages::d10 as msg;
use crate::messages::{Text, Wording};
use crate::systems::d10::actions::split_penalty;
use crate::term::Term;
use crate::typed::ChatError;

/// Determines which declared action comes next, or a granted one when all are done; `None` if there
/// is no choice.
#[must_use]
pub fn several(who: &Fighter<'_>) -> Option<Several> {
    let plan = steps::plan(who);
    if plan.is(DESPERATE) || (plan.actions < 2 && plan.extra == 0) {
        return None;
    }
    let declared = i32::from(plan.actions);
    let extra = plan.extra > 0;
    let next = i32::from(who.counted(ACTIONS)).saturating_add(1);
    let next = match next {
        next if next <= declared => next,
        _ if extra => 0,
        _ => declared,
    };
    Some(Several {
        declared,
        extra,
        next,
    })
}

/// Fills in the number of the action if several are declared and none is named.
#[must_use]
pub fn settled(who: &Fighter<'_>, reading: &Reading) -> Reading {
    let several = several(who).filter(|_| Purpose::of(reading) == Purpose::Action);
    match several {
        Some(several) if reading.get(ACTION).is_none() => {
            reading.clone().with(ACTION, several.next)
        }
        _ => reading.clone(),
    }
}

/// Wound penalty to a roll: for actions, and for reflexes if `reflexes` is set.
#[must_use]
pub fn wounds(
    who: &Fighter<'_>,
    reading: &Reading,
    rules: &health::Rules,
    reflexes: bool,
) -> Option<Term> {
    let feels = match Purpose::of(reading) {
        Purpose::Action => true,
        Purpose::Reflex => reflexes,
        Purpose::Damage | Purpose::Soak => false,
    };
    health::wounded(who.track, rules).filter(|_| feels)
}

/// Penalty to this action for declaring several.
#[must_use]
pub fn split(who: &Fighter<'_>, reading: &Reading, rule: &'static str) -> Option<Term> {
    if Purpose::of(reading) != Purpose::Action {
        return None;
    }
    let Several { declared, next, .. } = several(who)?;
    let number = reading.or(ACTION, next);
    if number < 1 || declared < 2 {
        return None;
    }
    let label = msg::wordings::action_of(number, declared);
    Some(Term::of_rule(label, split_penalty(declared, number), rule))
}

/// Penalty for earlier defenses in a desperate turn: one die each, or one in total unless `grows`.
#[must_use]
pub fn further_defense(
    who: &Fighter<'_>,
    reading: &Reading,
    label: Text,
    rule: &'static str,
    grows: bool,
) -> Option<Term> {
    let desperate = steps::plan(who).is(DESPERATE) && Purpose::of(reading) == Purpose::Action;
    let before = match who.counted(DEFENSES) {
        before if grows => before,
        before => before.min(1),
    };
    (desperate && before > 0).then(|| Term::of_rule(label, -i32::from(before), rule))
}

/// Tally keys that a roll increases: an action, a granted action or a desperate defense, and
/// Willpower if a point was paid.
#[must_use]
pub fn counts(who: &Fighter<'_>, reading: &Reading) -> Vec<&'static str> {
    let number = several(who).map(|several| reading.or(dials::ACTION, several.next));
    let action = match Purpose::of(reading) {
        Purpose::Action if steps::plan(who).is(DESPERATE) => Some(DEFENSES),
        Purpose::Action if number == Some(0) => Some(POWER_ACTIONS),
        Purpose::Action => Some(ACTIONS),
        Purpose::Reflex | Purpose::Damage | Purpose::Soak => None,
    };
    let paid = dials::cost(reading).map(|(pool, _)| pool);
    action.into_iter().chain(paid).collect()
}

/// Whether a roll would exceed the declared actions of the turn, counting granted actions apart;
/// never outside of a fight or in a desperate defense.
#[must_use]
pub fn is_undeclared(who: &Fighter<'_>, reading: &Reading) -> bool {
    let plan = steps::plan(who);
    let action = Purpose::of(reading) == Purpose::Action && !plan.is(DESPERATE);
    if !action || !who.fights() {
        return false;
    }
    let number = several(who).map(|several| reading.or(ACTION, several.next));
    match number {
        Some(0) => who.counted(POWER_ACTIONS) >= u16::from(plan.extra),
        Some(_) | None => who.counted(ACTIONS) >= u16::from(plan.actions.max(1)),
    }
}

/// Reason why Willpower may not be paid for this roll: once a turn by `rule`; `undeclared` is the
/// error if it had to be declared. Outside of a fight nothing need be declared.
#[must_use]
pub fn no_willpower(
    who: &Fighter<'_>,
    reading: &Reading,
    rule: &'static str,
    undeclared: Option<ChatError>,
) -> Option<ChatError> {
    dials::cost(reading)?;
    if who.counted(dials::WILLPOWER) > 0 {
        let text = msg::wordings::one_point_of_willpower_is(Wording::verbatim(rule));
        return Some(ChatError::new("willpower_spent", text));
    }
    let said = steps::plan(who).willpower > 0;
    undeclared.filter(|_| who.fights() && !said)
}

/// Whether a combatant who cannot act attempts an action.
#[must_use]
pub fn cannot(who: &Fighter<'_>, reading: &Reading) -> bool {
    Purpose::of(reading) == Purpose::Action && !health::can_act(who.track)
}
