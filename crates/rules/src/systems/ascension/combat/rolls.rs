//! Common parts of rolls in an exchange: default difficulty, soak rolls, extras to buy
//! (ASC-DICE-01, ASC-DICE-05, ASC-DICE-07, ASC-SOAK-01, ASC-SOAK-06).

use super::super::Refusal;
use super::super::soak::SoakPool;
use crate::base::term::Term;
use crate::character::parameters::Parameters;
use crate::exchange::RollBenefit;
use crate::messages::ascension as msg;
use crate::ruleset::combatant_info::CombatantInfo;
use crate::systems::d10::dice::DEFAULT_DIFFICULTY;
use crate::systems::d10::resolve::{
    ExchangeRuleIds, RollSpec, specialty_purchase, willpower_purchase,
};
use crate::systems::d10::shared_rules::{roll_parameters, rolls};

/// Rules that Ascension cites in an exchange: a dodge needs only as many successes as the attack
/// (ASC-DODGE-03), and remaining successes add damage dice (ASC-DMG-03).
pub(super) const EXCHANGE_RULES: ExchangeRuleIds = ExchangeRuleIds {
    defense: "ASC-DEF-01",
    extra: "ASC-DMG-02",
    damage: "ASC-DMG-01",
    soak: "ASC-SOAK-05",
};

/// Returns Ascension's default difficulty of a roll as a term.
pub(super) fn default_difficulty() -> Vec<Term> {
    vec![Term::from_rule(
        msg::USUAL,
        DEFAULT_DIFFICULTY,
        "ASC-DICE-01",
    )]
}

/// Builds a single soak roll from the groups of a soak pool.
pub(super) fn soak_roll(pool: SoakPool) -> RollSpec {
    let mut groups = pool.groups.into_iter();
    let first = groups
        .next()
        .map_or(DEFAULT_DIFFICULTY, |first| first.difficulty);
    let mut throw = RollSpec::soak_roll(pool.terms);
    throw.difficulty = vec![Term::from_rule(msg::SOAK, first, "ASC-SOAK-01")];
    throw.others = groups.collect();
    throw
}

/// Lists the extras that Ascension sells for an attack or a defense roll, such as Willpower.
pub(super) fn roll_purchases(who: &CombatantInfo<'_>) -> Vec<RollBenefit> {
    let paid = Parameters::default().with(roll_parameters::WILLPOWER, 1);
    let barred = rolls::forbids_willpower(who, &paid, "ASC-DICE-07", None);
    let points = who
        .pools
        .get(roll_parameters::WILLPOWER)
        .copied()
        .unwrap_or(0);
    let none = (points < 1).then(|| Refusal::NoWillpower.reason_and_rule().0);
    let barred = barred.map(|why| why.text).or(none);
    vec![
        specialty_purchase("ASC-DICE-05"),
        willpower_purchase("ASC-DICE-07", barred),
    ]
}
