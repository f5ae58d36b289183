//! Common parts of rolls in an exchange: default difficulty, soak rolls, extras to buy
//! (MSQ-DICE-01, MSQ-DICE-04, MSQ-DICE-06, MSQ-SOAK-01).

use super::super::Refusal;
use crate::dial::Reading;
use crate::exchange::Buy;
use crate::fighter::Fighter;
use crate::messages::masquerade as msg;
use crate::systems::d10::dice::DIFFICULTY;
use crate::systems::d10::resolve::{Throw, specialty, willpower};
use crate::systems::d10::table::{dials, rolls};
use crate::term::Term;

/// Returns the default difficulty as a term.
pub(super) fn usual() -> Vec<Term> {
    vec![Term::of_rule(msg::USUAL, DIFFICULTY, "MSQ-DICE-01")]
}

/// Builds a soak roll of these dice.
pub(super) fn soak(terms: Vec<Term>) -> Throw {
    Throw::soak(terms).against(vec![Term::of_rule(msg::USUAL, DIFFICULTY, "MSQ-SOAK-01")])
}

/// Lists the extras that can be bought for an attack or a defense roll.
pub(super) fn buys(who: &Fighter<'_>) -> Vec<Buy> {
    let paid = Reading::default().with(dials::WILLPOWER, 1);
    let undeclared = crate::systems::masquerade::refusal::undeclared();
    let barred = rolls::no_willpower(who, &paid, "MSQ-DICE-06", Some(undeclared));
    let points = who.pools.get(dials::WILLPOWER).copied().unwrap_or(0);
    let none = (points < 1).then(|| Refusal::NoWillpower.barred().0);
    let barred = barred.map(|why| why.text).or(none);
    vec![specialty("MSQ-DICE-04"), willpower("MSQ-DICE-06", barred)]
}
