//! Steps of the phases of a turn.
//!
//! Each step depends on its owner alone, and removing a combatant does not reorder the others.

use super::tally::DESPERATE;
use crate::base::sorted_map;
use crate::character::phase::TurnStep;
use crate::character::plan::Plan;
use crate::ruleset::combatant_info::CombatantInfo;

/// Returns a combatant's plan, by default one action; a turn converted to desperate defense counts
/// as declared.
#[must_use]
pub fn effective_plan(who: &CombatantInfo<'_>) -> Plan {
    let plan = who.plan.cloned().unwrap_or_default();
    match who.tally_count(DESPERATE) {
        0 => plan,
        _ => Plan {
            stance: Some(DESPERATE.to_owned()),
            ..Plan::default()
        },
    }
}

/// Lists a step for every combatant, last to act first.
#[must_use]
pub fn reverse_order_steps(order: &[CombatantInfo<'_>]) -> Vec<TurnStep> {
    (0..order.len())
        .rev()
        .map(TurnStep::in_first_pass)
        .collect()
}

/// Lists a step for each combatant for whom `acts` holds, in order.
#[must_use]
pub fn order_steps(
    order: &[CombatantInfo<'_>],
    acts: impl Fn(&CombatantInfo<'_>) -> bool,
) -> Vec<TurnStep> {
    let there = order.iter().enumerate();
    there
        .filter(|(_, who)| acts(who))
        .map(|(at, _)| TurnStep::in_first_pass(at))
        .collect()
}

/// Remaining actions of a combatant in the extra phase.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RemainingActions {
    /// Number of actions at the combatant's own initiative.
    pub actions: u8,
    /// Number of further actions, each one point of initiative later than the one before.
    pub later: u8,
}

impl RemainingActions {
    /// Creates a count of actions at the combatant's own initiative.
    #[must_use]
    pub const fn of(actions: u8) -> Self {
        Self { actions, later: 0 }
    }
}

/// Slot of a turn step with its sort key: the pass, then the lowered rank, highest first.
struct StepSlot<'a> {
    pass: u8,
    lower: u8,
    rank: Option<&'a [i32]>,
    step: TurnStep,
}

/// Lists the extra-phase steps of combatants with actions `left`, by initiative regardless of
/// delays. One step for all actions of a combatant, or one each if `turns`. A step is a place in
/// the turn order.
#[must_use]
pub fn extra_phase_steps(
    order: &[CombatantInfo<'_>],
    left: impl Fn(&CombatantInfo<'_>) -> u8,
    turns: bool,
) -> Vec<TurnStep> {
    extra_phase_steps_with_later(order, |who| RemainingActions::of(left(who)), turns)
}

/// Lists the extra-phase steps like [`extra_phase_steps`], with a separate step for each later action; a
/// combatant's steps differ by pass.
#[must_use]
pub fn extra_phase_steps_with_later(
    order: &[CombatantInfo<'_>],
    left: impl Fn(&CombatantInfo<'_>) -> RemainingActions,
    turns: bool,
) -> Vec<TurnStep> {
    let mut slots: Vec<StepSlot<'_>> = Vec::new();
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
            slots.push(StepSlot {
                pass: if turns { pass } else { 0 },
                lower,
                rank,
                step: TurnStep { index: at, pass },
            });
        }
    }
    sorted_map::insertion_sort(&mut slots, |one, other| {
        let passes = one.pass.cmp(&other.pass);
        passes.then_with(|| lowered_rank(other).cmp(&lowered_rank(one)))
    });
    slots.into_iter().map(|slot| slot.step).collect()
}

/// Returns the rank lowered by the slot's delay; `None`, for no initiative, sorts last.
fn lowered_rank<'a>(slot: &StepSlot<'a>) -> Option<(i32, &'a [i32])> {
    let (first, others) = slot.rank?.split_first()?;
    Some((first.saturating_sub(slot.lower.into()), others))
}
