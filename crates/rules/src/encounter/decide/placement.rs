//! Placement commands: move tokens by hand, and sort the order by score.

use super::Decision;
use crate::base::id::CombatantId;
use crate::character::initiative::Initiative;
use crate::encounter::class::PerClass;
use crate::encounter::combatant::Turn;
use crate::encounter::combatant::place::TokenPlace;
use crate::encounter::command::TokenDestination;
use crate::encounter::event::Event;
use crate::encounter::feature::{Moved, Sorted};
use crate::encounter::refusal::Refusal;

impl Decision<'_> {
    /// Moves a token within the order or to the bench.
    pub(super) fn move_token(
        &self,
        id: CombatantId,
        to: TokenDestination,
    ) -> Result<Vec<Event>, Refusal> {
        let who = self.find_known_combatant(id)?;
        let from = self.state.token_place(id).ok_or(Refusal::NoSuchCombatant)?;
        if to == TokenDestination::BenchGroup {
            return self.bench_group(who);
        }
        if let TokenDestination::Before(before) = to
            && let Some(events) = self.move_group(who, before)?
        {
            return Ok(events);
        }
        let others = |list: &[CombatantId]| -> Vec<CombatantId> {
            list.iter().copied().filter(|other| *other != id).collect()
        };
        let mut order = others(&self.state.order);
        let target = match to {
            TokenDestination::Bench | TokenDestination::BenchGroup => {
                if matches!(from, TokenPlace::Bench(_)) {
                    return Err(Refusal::NothingToDo);
                }
                TokenPlace::Bench(
                    self.state
                        .position_at(&self.state.bench, self.state.bench.len()),
                )
            }
            TokenDestination::Before(before) => {
                let at = match before {
                    None => order.len(),
                    Some(other) if other == id => return Err(Refusal::NothingToDo),
                    Some(other) => order
                        .iter()
                        .position(|candidate| *candidate == other)
                        .ok_or(Refusal::NoSuchCombatant)?,
                };
                let to = TokenPlace::Order(self.state.position_at(&order, at));
                order.insert(at, id);
                to
            }
        };
        if target == from {
            return Err(Refusal::NothingToDo);
        }
        let changed_list =
            matches!(from, TokenPlace::Bench(_)) != matches!(target, TokenPlace::Bench(_));
        let told = self.state.is_visible(id)
            && (changed_list
                || !self
                    .state
                    .visible_among(&order)
                    .eq(self.state.visible_among(&self.state.order)));
        let leaves = match target {
            TokenPlace::Bench(_) => self.state.turns_after_removal(id),
            TokenPlace::Order(_) => None,
        };
        let moved = Event::Moved(Moved {
            id,
            from,
            to: target,
            told: Some(told),
        });
        Ok(self.leave_order(id, leaves, moved))
    }

    /// Removes a combatant from the order by the event `gone`; if it was their turn, the turn
    /// becomes `turns`, in which the next combatant acts. What a new round changes for the others
    /// happens after that.
    pub(super) fn leave_order(
        &self,
        id: CombatantId,
        turns: Option<PerClass<Turn>>,
        gone: Event,
    ) -> Vec<Event> {
        let Some(turns) = turns else {
            return vec![gone];
        };
        let mut events = vec![self.turn_event(turns), gone];
        events.extend(self.refresh_combatants(turns, Some(id), None));
        events
    }

    /// Sorts the order by initiative score.
    pub(super) fn sort_order(&self) -> Result<Vec<Event>, Refusal> {
        let before = &self.state.order;
        let score = |id: &CombatantId| -> Option<&Initiative> {
            self.state.combatants.get(id)?.initiative.as_ref()
        };
        let mut after = before.clone();
        // The sort is stable: equals keep their places, and combatants without a score come last.
        after.sort_by(|a, b| match (score(a), score(b)) {
            (Some(a), Some(b)) => b.rank.cmp(&a.rank),
            (a, b) => b.is_some().cmp(&a.is_some()),
        });
        if after == *before {
            return Err(Refusal::NothingToDo);
        }
        let told = !self
            .state
            .visible_among(&after)
            .eq(self.state.visible_among(before));
        Ok(vec![Event::Sorted(Sorted {
            before: before.clone(),
            after,
            told,
        })])
    }
}
