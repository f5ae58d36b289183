//! What the rolls of an exchange have in common: the usual difficulty, what can be bought
//! (ASC-DICE-01, ASC-DICE-05, ASC-DICE-07, ASC-SOAK-01, ASC-SOAK-06).

use super::super::Refusal;
use super::super::soak::SoakPool;
use crate::dial::Reading;
use crate::exchange::Buy;
use crate::fighter::Fighter;
use crate::messages::ascension as msg;
use crate::systems::d10::dice::DIFFICULTY;
use crate::systems::d10::resolve::{Throw, specialty, willpower};
use crate::systems::d10::table::{dials, rolls};
use crate::term::Term;

/// The difficulty of a roll for which the rules have no other.
pub(super) fn usual() -> Vec<Term> {
    vec![Term::of_rule(msg::USUAL, DIFFICULTY, "ASC-DICE-01")]
}

/// A soak roll, its groups as one.
pub(super) fn soak(pool: SoakPool) -> Throw {
    let mut groups = pool.groups.into_iter();
    let first = groups.next().map_or(DIFFICULTY, |first| first.difficulty);
    let mut throw = Throw::soak(pool.terms);
    throw.difficulty = vec![Term::of_rule(msg::SOAK, first, "ASC-SOAK-01")];
    throw.others = groups.collect();
    throw
}

/// What can be bought for an attack or a defense.
pub(super) fn buys(who: &Fighter<'_>) -> Vec<Buy> {
    let paid = Reading::default().with(dials::WILLPOWER, 1);
    let barred = rolls::no_willpower(who, &paid, "ASC-DICE-07", None);
    let points = who.pools.get(dials::WILLPOWER).copied().unwrap_or(0);
    let none = (points < 1).then(|| Refusal::NoWillpower.barred().0);
    let barred = barred.map(|why| why.text).or(none);
    vec![specialty("ASC-DICE-05"), willpower("ASC-DICE-07", barred)]
}
