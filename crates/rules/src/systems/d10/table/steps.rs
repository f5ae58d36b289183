//! Who has a step in which part of a turn. Each is there because of its owner alone, and they
//! stand in an order that taking somebody out does not change.

use std::cmp::Reverse;

use crate::fighter::Fighter;
use crate::phase::Step;
use crate::plan::Plan;

/// Somebody's plan; without one, one action.
#[must_use]
pub fn plan(who: &Fighter<'_>) -> Plan {
    who.plan.cloned().unwrap_or_default()
}

/// Everybody, the last to act first.
#[must_use]
pub fn backwards(order: &[Fighter<'_>]) -> Vec<Step> {
    (0..order.len()).rev().map(Step::of).collect()
}

/// Those who have something to do, in their order.
#[must_use]
pub fn forwards(order: &[Fighter<'_>], acts: impl Fn(&Fighter<'_>) -> bool) -> Vec<Step> {
    let there = order.iter().enumerate();
    there
        .filter(|(_, who)| acts(who))
        .map(|(at, _)| Step::of(at))
        .collect()
}

/// Those who have so much `left`, the highest initiative first whatever has become of the
/// order: whoever waits pulls nothing but their main action along. One step for all of it, or
/// where they take `turns`, one for each.
#[must_use]
pub fn rest(order: &[Fighter<'_>], left: impl Fn(&Fighter<'_>) -> u8, turns: bool) -> Vec<Step> {
    let mut there: Vec<(usize, &Fighter<'_>, u8)> = order
        .iter()
        .enumerate()
        .map(|(at, who)| (at, who, left(who)))
        .filter(|(.., left)| *left > 0)
        .collect();
    there.sort_by_key(|(_, who, _)| Reverse(who.initiative.map(|rolled| &rolled.rank)));
    let most = there.iter().map(|(.., left)| *left).max().unwrap_or(0);
    let passes = if turns { most } else { most.min(1) };
    (0..passes)
        .flat_map(|pass| {
            let taking = there.iter().filter(move |(.., left)| *left > pass);
            taking.map(move |(at, ..)| Step { at: *at, pass })
        })
        .collect()
}
