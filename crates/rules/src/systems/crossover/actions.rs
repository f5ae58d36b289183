//! The cost of several actions in a turn (XOV-MULT-01 to 06, XOV-DEF-06).

use super::creature::Kind;
use super::{Settings, sheet, state};
use crate::base::term::Term;
use crate::character::parameters::Parameters;
use crate::messages::crossover as msg;
use crate::ruleset::combatant_info::CombatantInfo;
use crate::systems::d10::actions::split_penalty;
use crate::systems::d10::shared_rules::roll_parameters::{self, RollPurpose};
use crate::systems::d10::shared_rules::tally::DESPERATE;
use crate::systems::d10::shared_rules::{rolls, sheet as numbers, steps};

/// Returns the dice that declared action `number` (from 1) loses when `declared` actions share a
/// turn. Actions of powers lose none (XOV-MULT-01 to 03).
pub(super) fn split(declared: u8, number: i32, by: &Settings) -> i32 {
    let declared = i32::from(declared);
    match (1..=declared).contains(&number) {
        false => 0,
        true if declared == 1 && by.single_action_costs => -1,
        true => split_penalty(declared, number),
    }
}

/// Returns by how much every action of a combatant is more difficult who does more than Dexterity
/// or Wits allow (XOV-MULT-05). A vampire or werewolf in frenzy does not care for Wits
/// (XOV-MULT-06).
pub(super) fn over_limit(who: &CombatantInfo<'_>) -> i32 {
    let (plan, by) = (steps::effective_plan(who), Settings::of(who.house));
    if plan.has_stance(DESPERATE) && !by.over_limit_on_desperate {
        return 0;
    }
    let frenzy = state::has(who, state::FRENZY);
    let wild = frenzy && matches!(sheet::kind(who.sheet), Kind::Vampire | Kind::Werewolf);
    let total = i32::from(plan.actions).saturating_add(plan.extra.into());
    let over = |spec| total > who.sheet.get(spec);
    match [over(&numbers::DEXTERITY), !wild && over(&numbers::WITS)] {
        [false, false] => 0,
        [true, true] if by.over_limit_adds_up => by.over_limit.saturating_mul(2),
        _ => by.over_limit,
    }
}

/// Returns the term that a single declared action loses where a house rule has it so; `None`
/// elsewhere (XOV-MULT-01).
pub(super) fn single_action_term(who: &CombatantInfo<'_>, reading: &Parameters) -> Option<Term> {
    let plan = who
        .plan
        .filter(|plan| plan.actions <= 1 && !plan.has_stance(DESPERATE))?;
    let power = plan.extra > 0
        && rolls::with_defaults(who, reading).get(roll_parameters::ACTION) == Some(0);
    let action = RollPurpose::from_parameters(reading) == RollPurpose::Action && !power;
    action.then(|| Term::from_rule(msg::SINGLE_ACTION, -1, "XOV-MULT-01"))
}
