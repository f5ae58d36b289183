//! Common parts of rolls in an exchange: default difficulty, soak rolls, extras to buy
//! (ASC-DICE-01, ASC-DICE-05, ASC-DICE-07, ASC-SOAK-01, ASC-SOAK-06).

use super::super::soak::SoakPool;
use crate::base::term::Term;
use crate::messages::ascension as msg;
use crate::systems::d10::dice::DEFAULT_DIFFICULTY;
use crate::systems::d10::resolve::{ExchangeRuleIds, RollSpec};

/// Rules that Ascension cites in an exchange: a dodge needs only as many successes as the attack
/// (ASC-DODGE-03), and remaining successes add damage dice (ASC-DMG-03).
pub(super) const EXCHANGE_RULES: ExchangeRuleIds = ExchangeRuleIds {
    defense: "ASC-DEF-01",
    extra: "ASC-DMG-02",
    damage: "ASC-DMG-01",
    soak: "ASC-SOAK-05",
};

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
