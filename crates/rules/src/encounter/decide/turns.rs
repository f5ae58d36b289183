//! Whose turn it is, and tokens dragged in the order. Neither touches the other.

use super::Desk;
use crate::encounter::command::Destination;
use crate::encounter::event::{Event, Place};
use crate::encounter::refusal::Refusal;
use crate::encounter::state::Turn;
use crate::id::CombatantId;
use crate::initiative::Initiative;

impl Desk<'_> {
    pub(super) fn next_turn(&self, seen: Turn) -> Result<Vec<Event>, Refusal> {
        let (turn, known) = (self.state.turn, self.state.public_turn);
        if self.runs() {
            if seen != turn {
                return Err(Refusal::TurnHasPassed);
            }
            let after = self.state.turn_after(turn).ok_or(Refusal::NobodyInOrder)?;
            return Ok(vec![self.turn_changed(after, None)]);
        }
        // A player ends the turn of their own. What they see next follows from what they
        // saw, whoever acts unseen in between.
        let acting = known.acting.ok_or(Refusal::NotAllowed)?;
        self.find_own(acting)?;
        if seen != known {
            return Err(Refusal::TurnHasPassed);
        }
        let known_after = self
            .state
            .public_turn_after(known)
            .ok_or(Refusal::NobodyInOrder)?;
        let after = match turn.acting == Some(acting) {
            true => self.state.turn_after(turn).ok_or(Refusal::NobodyInOrder)?,
            false => turn,
        };
        Ok(vec![self.turn_changed(after, Some(known_after))])
    }

    pub(super) fn previous_turn(&self, seen: Turn) -> Result<Vec<Event>, Refusal> {
        self.run_only()?;
        if seen != self.state.turn {
            return Err(Refusal::TurnHasPassed);
        }
        let after = self
            .state
            .turn_before(self.state.turn)
            .ok_or(Refusal::NothingToDo)?;
        Ok(vec![self.turn_changed(after, None)])
    }

    fn turn_changed(&self, after: Turn, public_after: Option<Turn>) -> Event {
        Event::TurnChanged {
            before: self.state.turn,
            public_before: self.state.public_turn,
            after,
            public_after,
        }
    }

    /// Passes the turn on when the one who acts leaves the order.
    pub(super) fn turn_leaves(&self, id: CombatantId) -> Option<Event> {
        let (turn, known) = (self.state.turn, self.state.public_turn);
        if turn.acting != Some(id) && known.acting != Some(id) {
            return None;
        }
        let gone = |turn: Turn| Turn {
            acting: None,
            ..turn
        };
        let other = |after: Option<Turn>, now: Turn| {
            after
                .filter(|after| after.acting != Some(id))
                .unwrap_or_else(|| gone(now))
        };
        let after = match turn.acting == Some(id) {
            true => other(self.state.turn_after(turn), turn),
            false => turn,
        };
        let known_after = match known.acting == Some(id) {
            true => other(self.state.public_turn_after(known), known),
            false => known,
        };
        Some(self.turn_changed(after, Some(known_after)))
    }

    pub(super) fn move_token(
        &self,
        id: CombatantId,
        to: Destination,
    ) -> Result<Vec<Event>, Refusal> {
        self.run_only()?;
        self.find(id)?;
        let from = self.state.place_of(id).ok_or(Refusal::NoSuchCombatant)?;
        let others = |list: &[CombatantId]| -> Vec<CombatantId> {
            list.iter().copied().filter(|other| *other != id).collect()
        };
        let mut order = others(&self.state.order);
        let place = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        let target = match to {
            Destination::Bench => {
                if matches!(from, Place::Bench(_)) {
                    return Err(Refusal::NothingToDo);
                }
                Place::Bench(place(self.state.bench.len()))
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
                order.insert(at, id);
                Place::Order(place(at))
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
        let mut events = Vec::new();
        if matches!(target, Place::Bench(_)) {
            events.extend(self.turn_leaves(id));
        }
        events.push(Event::Moved {
            id,
            from,
            to: target,
            told: Some(told),
        });
        Ok(events)
    }

    pub(super) fn sort(&self) -> Result<Vec<Event>, Refusal> {
        self.run_only()?;
        let before = &self.state.order;
        let score = |id: &CombatantId| -> Option<&Initiative> {
            self.state.combatants.get(id)?.initiative.as_ref()
        };
        let mut after = before.clone();
        // Stable: equals stay as they stand, and those without a score come last.
        after.sort_by(|a, b| match (score(a), score(b)) {
            (Some(a), Some(b)) => b.rank.cmp(&a.rank),
            (a, b) => b.is_some().cmp(&a.is_some()),
        });
        if after == *before {
            return Err(Refusal::NothingToDo);
        }
        let told = !self.state.seen(&after).eq(self.state.seen(before));
        Ok(vec![Event::Sorted {
            before: before.clone(),
            after,
            told,
        }])
    }
}
