//! Aborting a declared action for a defense during an attack (ASC-DEF-03).

use super::super::abort::{Abort, check};
use super::super::{Refusal, Settings};
use super::rolls::usual;
use crate::exchange::{Effect, Party, Play, Stop};
use crate::fighter::Fighter;
use crate::plan::Price;
use crate::systems::d10::resolve::{Change, changes};
use crate::systems::d10::table::abort::means;
use crate::systems::d10::table::sheet::WILLPOWER;

/// Checks that a combatant with an action left can pay for an abort by this method.
fn payable(who: &Fighter<'_>, price: Price, by: &Settings) -> Result<(), Refusal> {
    let means = means(who, price);
    let abort = Abort {
        method: means.method,
        willpower: means.willpower,
        actions_left: 1,
    };
    check(&abort, by)
}

/// Checks that a combatant with an action left can abort it for a defense.
pub(super) fn possible(who: &Fighter<'_>, by: &Settings) -> Result<(), Refusal> {
    payable(who, Price::Roll, by).or_else(|_| payable(who, Price::Spend, by))
}

/// Asks how the target pays for an abort and carries it out; returns whether it succeeded.
///
/// `counts` is the tally key to increase on success. Without a price in the house rules the abort
/// always succeeds.
pub(super) fn gives_up(
    play: &mut Play<'_>,
    target: u8,
    who: &Fighter<'_>,
    (counts, by): (Option<&'static str>, &Settings),
) -> Result<bool, Stop> {
    if !by.abort_cost {
        let count = |key: &'static str| Effect::Count {
            who: Party::Target(target),
            key: key.into(),
        };
        counts.into_iter().for_each(|key| play.effect(count(key)));
        return Ok(true);
    }
    let barred = |price| payable(who, price, by).err().map(Refusal::barred);
    let change = Change {
        target,
        willpower: who.sheet.get(&WILLPOWER),
        difficulty: usual(),
        no_roll: barred(Price::Roll),
        no_point: barred(Price::Spend),
        counts,
        rule: "ASC-DEF-03",
    };
    changes(play, &change)
}
