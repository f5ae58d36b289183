//! Common parts of rolls in an exchange: default difficulty, soak rolls, extras to buy
//! (ASC-DICE-01, ASC-DICE-05, ASC-DICE-07, ASC-SOAK-01, ASC-SOAK-06).

use super::super::Refusal;
use super::super::soak::SoakPool;
use crate::dial::Reading;
use crate::exchange::Buy;
use crate::fighter::Fighter;
use crate::messages::ascension as msg;
use crate::systems::d10::dice::DIFFICULTY;
use crate::systems::d10::resolve::{Ids, Throw, specialty, willpower};
use crate::systems::d10::table::{dials, rolls};
use crate::term::Term;

/// Rules that Ascension cites in an exchange: a dodge needs only as many successes as the attack
/// (ASC-DODGE-03), and remaining successes add damage dice (ASC-DMG-03).
pub(super) const IDS: Ids = Ids {
    defense: "ASC-DEF-01",
    extra: "ASC-DMG-02",
    damage: "ASC-DMG-01",
    soak: "ASC-SOAK-05",
};

/// Returns the default difficulty as a term.
pub(super) fn usual() -> Vec<Term> {
    vec![Term::of_rule(msg::USUAL, DIFFICULTY, "ASC-DICE-01")]
}

/// Builds a single soak roll from the groups of a soak pool.
pub(super) fn soak(pool: SoakPool) -> Throw {
    let mut groups = pool.groups.into_iter();
    let first = groups.next().map_or(DIFFICULTY, |first| first.difficulty);
    let mut throw = Throw::soak(pool.terms);
    throw.difficulty = vec![Term::of_rule(msg::SOAK, first, "ASC-SOAK-01")];
    throw.others = groups.collect();
    throw
}

/// Lists the extras that can be bought for an attack or a defense roll.
pub(super) fn buys(who: &Fighter<'_>) -> Vec<Buy> {
    let paid = Reading::default().with(dials::WILLPOWER, 1);
    let barred = rolls::no_willpower(who, &paid, "ASC-DICE-07", None);
    let points = who.pools.get(dials::WILLPOWER).copied().unwrap_or(0);
    let none = (points < 1).then(|| Refusal::NoWillpower.barred().0);
    let barred = barred.map(|why| why.text).or(none);
    vec![specialty("ASC-DICE-05"), willpower("ASC-DICE-07", barred)]
}
