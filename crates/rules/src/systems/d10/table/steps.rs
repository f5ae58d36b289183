//! Steps of the phases of a turn.
//!
//! Each step depends on its owner alone, and removing a combatant does not reorder the others.

use super::tally::DESPERATE;
use crate::fighter::Fighter;
use crate::phase::Step;
use crate::plan::Plan;
use crate::sorted;

/// Returns a combatant's plan, by default one action; a turn converted to desperate defense counts
/// as declared.
#[must_use]
pub fn plan(who: &Fighter<'_>) -> Plan {
    let plan = who.plan.cloned().unwrap_or_default();
    match who.counted(DESPERATE) {
        0 => plan,
        _ => Plan {
            stance: Some(DESPERATE.to_owned()),
            ..Plan::default()
        },
    }
}

/// Lists a step for every combatant, last to act first.
#[must_use]
pub fn backwards(order: &[Fighter<'_>]) -> Vec<Step> {
    (0..order.len()).rev().map(Step::of).collect()
}

/// Lists a step for each combatant for whom `acts` holds, in order.
#[must_use]
pub fn forwards(order: &[Fighter<'_>], acts: impl Fn(&Fighter<'_>) -> bool) -> Vec<Step> {
    let there = order.iter().enumerate();
    there
        .filter(|(_, who)| acts(who))
        .map(|(at, _)| Step::of(at))
        .collect()
}

/// Remaining actions of a combatant in the extra phase.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rest {
    /// Number of actions at the combatant's own initiative.
    pub actions: u8,
    /// Number of further actions, each one point of initiative later than the one before.
    pub later: u8,
}

impl Rest {
    /// Creates a count of actions at the combatant's own initiative.
    #[must_use]
    pub const fn of(actions: u8) -> Self {
        Self { actions, later: 0 }
    }
}

/// Step with its sort key: the pass, then the lowered rank, highest first.
struct Slot<'a> {
    pass: u8,
    lower: u8,
    rank: Option<&'a [i32]>,
    step: Step,
}

/// Lists the extra-phase steps of combatants with actions `left`, by initiative regardless of
/// delays. One step for all actions of a combatant, or one each if `turns`.
#[must_use]
pub fn rest(order: &[Fighter<'_>], left: impl Fn(&Fighter<'_>) -> u8, turns: bool) -> Vec<Step> {
    rest_of(order, |who| Rest::of(left(who)), turns)
}

/// Lists the extra-phase steps like [`rest`], with a separate step for each later action; a
/// combatant's steps differ by pass.
#[must_use]
pub fn rest_of(
    order: &[Fighter<'_>],
    left: impl Fn(&Fighter<'_>) -> Rest,
    turns: bool,
) -> Vec<Step> {
    let mut slots: Vec<Slot<'_>> = Vec::new();
    for (at, who) in order.iter().enumerate() {
        let rank = who.initiative.map(|rolled| &rolled.rank[..]);
        let rest = left(who);
        let own = if turns {
            rest.actions
        } else {
            rest.actions.min(1)
        };
        let lowered = (0..own).map(|_| 0).chain(1..=rest.later);
        for (pass, lower) in (0..=u8::MAX).zip(lowered) {
            slots.push(Slot {
                pass: if turns { pass } else { 0 },
                lower,
                rank,
                step: Step { at, pass },
            });
        }
    }
    sorted::sort(&mut slots, |one, other| {
        let passes = one.pass.cmp(&other.pass);
        passes.then_with(|| lowered(other).cmp(&lowered(one)))
    });
    slots.into_iter().map(|slot| slot.step).collect()
}

/// Returns the rank lowered by the slot's delay; `None`, for no initiative, sorts last.
fn lowered<'a>(slot: &Slot<'a>) -> Option<(i32, &'a [i32])> {
    let (first, others) = slot.rank?.split_first()?;
    Some((first.saturating_sub(slot.lower.into()), others))
}
