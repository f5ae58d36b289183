//! Common parts of rolls in an exchange: default difficulty, soak rolls, extras to buy
//! (MSQ-DICE-01, MSQ-DICE-04, MSQ-DICE-06, MSQ-SOAK-01).

use super::super::Refusal;
use crate::base::term::Term;
use crate::character::parameters::Parameters;
use crate::exchange::RollBenefit;
use crate::messages::masquerade as msg;
use crate::ruleset::combatant_info::CombatantInfo;
use crate::systems::d10::dice::DEFAULT_DIFFICULTY;
use crate::systems::d10::resolve::{RollSpec, specialty_purchase, willpower_purchase};
use crate::systems::d10::shared_rules::{roll_parameters, rolls};

/// Returns Masquerade's default difficulty of a roll as a term.
pub(super) fn default_difficulty() -> Vec<Term> {
    vec![Term::from_rule(
        msg::USUAL,
        DEFAULT_DIFFICULTY,
        "MSQ-DICE-01",
    )]
}

/// Builds a soak roll of these dice.
pub(super) fn soak_roll(terms: Vec<Term>) -> RollSpec {
    RollSpec::soak_roll(terms).with_difficulty(vec![Term::from_rule(
        msg::USUAL,
        DEFAULT_DIFFICULTY,
        "MSQ-SOAK-01",
    )])
}

/// Lists the extras that Masquerade sells for an attack or a defense roll, such as Willpower.
pub(super) fn roll_purchases(who: &CombatantInfo<'_>) -> Vec<RollBenefit> {
    let paid = Parameters::default().with(roll_parameters::WILLPOWER, 1);
    let undeclared = crate::systems::masquerade::refusal::not_declared_error();
    let barred = rolls::forbids_willpower(who, &paid, "MSQ-DICE-06", Some(undeclared));
    let points = who
        .pools
        .get(roll_parameters::WILLPOWER)
        .copied()
        .unwrap_or(0);
    let none = (points < 1).then(|| Refusal::NoWillpower.reason_and_rule().0);
    let barred = barred.map(|why| why.text).or(none);
    vec![
        specialty_purchase("MSQ-DICE-04"),
        willpower_purchase("MSQ-DICE-06", barred),
    ]
}
