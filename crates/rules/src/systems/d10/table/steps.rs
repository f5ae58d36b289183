//! Who has a step in which part of a turn. Each is there because of its owner alone, and they
//! stand in an order that taking a combatant out does not change.

use super::abort::DESPERATE;
use crate::fighter::Fighter;
use crate::phase::Step;
use crate::plan::Plan;
use crate::sorted;

/// A combatant's plan; without one, one action. A turn that was given to a desperate defense as a
/// blow fell is as if that had been declared.
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

/// Every combatant, the last to act first.
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

/// What a combatant still has to do in the extra phase.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rest {
    /// Actions in their own place.
    pub actions: u8,
    /// Actions each of which comes one point of initiative later than the one before.
    pub later: u8,
}

impl Rest {
    /// So many actions, all in their own place.
    #[must_use]
    pub const fn of(actions: u8) -> Self {
        Self { actions, later: 0 }
    }
}

/// A step, and what decides its place: the pass, then the lowered rank, the highest first.
struct Slot<'a> {
    pass: u8,
    lower: u8,
    rank: Option<&'a [i32]>,
    step: Step,
}

/// Those who have so much `left`, the highest initiative first whatever has become of the order:
/// a delay moves the main action alone. One step for all of it, or where they take `turns`, one
/// for each.
#[must_use]
pub fn rest(order: &[Fighter<'_>], left: impl Fn(&Fighter<'_>) -> u8, turns: bool) -> Vec<Step> {
    rest_of(order, |who| Rest::of(left(who)), turns)
}

/// The same where some actions come later: each of those has a step of its own. The steps of a
/// combatant are told apart by their pass.
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

/// A rank that is so much lower; who has rolled nothing comes last.
fn lowered<'a>(slot: &Slot<'a>) -> Option<(i32, &'a [i32])> {
    let (first, others) = slot.rank?.split_first()?;
    Some((first.saturating_sub(slot.lower.into()), others))
}
