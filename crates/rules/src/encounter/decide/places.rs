//! Placement commands: move tokens by hand, and sort the order by score.

use super::Decision;
use crate::encounter::class::Both;
use crate::encounter::combatant::Turn;
use crate::encounter::command::Destination;
use crate::encounter::event::Event;
use crate::encounter::feature::{Moved, Sorted};
use crate::encounter::place::Place;
use crate::encounter::refusal::Refusal;
use crate::id::CombatantId;
use crate::initiative::Initiative;

impl Decision<'_> {
    /// Moves a token within the order or to the bench.
    pub(super) fn move_token(
        &self,
        id: CombatantId,
        to: Destination,
    ) -> Result<Vec<Event>, Refusal> {
        let who = self.find(id)?;
        let from = self.state.place_of(id).ok_or(Refusal::NoSuchCombatant)?;
        if to == Destination::BenchGroup {
            return self.bench_group(who);
        }
        if let Destination::Before(before) = to
            && let Some(events) = self.move_group(who, before)?
        {
            return Ok(events);
        }
        let others = |list: &[CombatantId]| -> Vec<CombatantId> {
            list.iter().copied().filter(|other| *other != id).collect()
        };
        let mut order = others(&self.state.order);
        let target = match to {
            Destination::Bench | Destination::BenchGroup => {
                if matches!(from, Place::Bench(_)) {
                    return Err(Refusal::NothingToDo);
                }
                Place::Bench(self.state.spot(&self.state.bench, self.state.bench.len()))
            }
            Destination::Before(before) => {
                let at = match before {
                    None => order.len(),
                    Some(other) if other == id => return Err(Refusal::NothingToDo),
                    Some(other) => order
                        .iter()
                        .position(|candidate| *candidate == other)
                        .ok_or(Refusal::NoSuchCombatant)?,
                };
                let to = Place::Order(self.state.spot(&order, at));
                order.insert(at, id);
                to
            }
        };
        if target == from {
            return Err(Refusal::NothingToDo);
        }
        let changed_list = matches!(from, Place::Bench(_)) != matches!(target, Place::Bench(_));
        let told = self.state.is_seen(id)
            && (changed_list
                || !self
                    .state
                    .seen(&order)
                    .eq(self.state.seen(&self.state.order)));
        let leaves = match target {
            Place::Bench(_) => self.state.turns_without(id),
            Place::Order(_) => None,
        };
        let moved = Event::Moved(Moved {
            id,
            from,
            to: target,
            told: Some(told),
        });
        Ok(self.leaving(id, leaves, moved))
    }

    /// Removes a combatant from the order by the event `gone`; if it was their turn, the next combatant acts. What a
    /// new round changes for the others happens after that.
    pub(super) fn leaving(
        &self,
        id: CombatantId,
        turns: Option<Both<Turn>>,
        gone: Event,
    ) -> Vec<Event> {
        let Some(turns) = turns else {
            return vec![gone];
        };
        let mut events = vec![self.turn_only(turns), gone];
        events.extend(self.refreshes(turns, Some(id), None));
        events
    }

    /// Sorts the order by initiative score.
    pub(super) fn sort(&self) -> Result<Vec<Event>, Refusal> {
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
        let told = !self.state.seen(&after).eq(self.state.seen(before));
        Ok(vec![Event::Sorted(Sorted {
            before: before.clone(),
            after,
            told,
        })])
    }
}
