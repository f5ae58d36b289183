//! Aborting a declared action for a defense during an attack (ASC-DEF-03).

use super::super::abort::{AbortAttempt, check_abort};
use super::super::{Refusal, Settings};
use super::rolls::default_difficulty;
use crate::character::plan::AbortPrice;
use crate::exchange::{Effect, Party, Play, Stop};
use crate::ruleset::combatant_info::CombatantInfo;
use crate::systems::d10::resolve::{AbortRequest, resolve_abort};
use crate::systems::d10::shared_rules::abort::abort_means;
use crate::systems::d10::shared_rules::sheet::WILLPOWER;

/// Checks that a combatant of Ascension with an action left can pay for an abort by this method.
fn check_payment(
    who: &CombatantInfo<'_>,
    price: AbortPrice,
    settings: &Settings,
) -> Result<(), Refusal> {
    let means = abort_means(who, price);
    let abort = AbortAttempt {
        method: means.method,
        willpower: means.willpower,
        actions_left: 1,
    };
    check_abort(&abort, settings)
}

/// Checks that a combatant of Ascension with an action left can abort it for a defense.
pub(super) fn check_can_abort(who: &CombatantInfo<'_>, settings: &Settings) -> Result<(), Refusal> {
    check_payment(who, AbortPrice::Roll, settings)
        .or_else(|_| check_payment(who, AbortPrice::Spend, settings))
}

/// Asks how the target of an attack in Ascension pays for an abort and carries it out; returns whether it succeeded.
///
/// `counts` is the tally key to increase on success. Without a price in the house rules the abort
/// always succeeds.
pub(super) fn give_up_action(
    play: &mut Play<'_>,
    target: u8,
    who: &CombatantInfo<'_>,
    (counts, by): (Option<&'static str>, &Settings),
) -> Result<bool, Stop> {
    if !by.abort_cost {
        let count = |key: &'static str| Effect::Count {
            who: Party::Target(target),
            key: key.into(),
        };
        counts
            .into_iter()
            .for_each(|key| play.add_effect(count(key)));
        return Ok(true);
    }
    let barred = |price| {
        check_payment(who, price, by)
            .err()
            .map(Refusal::reason_and_rule)
    };
    let change = AbortRequest {
        target,
        willpower: who.sheet.get(&WILLPOWER),
        difficulty: default_difficulty(),
        no_roll: barred(AbortPrice::Roll),
        no_point: barred(AbortPrice::Spend),
        counts,
        rule: "ASC-DEF-03",
    };
    resolve_abort(play, &change)
}
