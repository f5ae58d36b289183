//! Taking back: the newest for those who run the table, one's own newest for players.

use super::Desk;
use crate::encounter::event::{Event, Place, Undoable};
use crate::encounter::refusal::Refusal;
use crate::id::CombatantId;

impl Desk<'_> {
    pub(super) fn undo(&self) -> Result<Vec<Event>, Refusal> {
        self.may_play()?;
        let mine = |done: &&Undoable| {
            if self.runs() {
                !done.beyond
            } else {
                done.by == self.given.by && !done.rolled && done.events.iter().all(is_a_players)
            }
        };
        let mut changed_since = false;
        for done in self.state.undo.iter().rev().filter(mine) {
            if done.events.iter().all(|event| self.still_so(event)) {
                let events = done
                    .events
                    .iter()
                    .rev()
                    .filter_map(Event::inverse)
                    .collect();
                return Ok(vec![Event::Undone {
                    command: done.command,
                    events,
                }]);
            }
            changed_since = true;
            // A player's newest is theirs to take back or to leave; further back would
            // surprise them.
            if !self.runs() {
                break;
            }
        }
        Err(if changed_since {
            Refusal::ChangedSince
        } else {
            Refusal::NothingToUndo
        })
    }

    /// Whether what an event made so has not been changed again. Events of one command that
    /// touch the same thing are checked by their last. What players lost sight of is not so.
    fn still_so(&self, event: &Event) -> bool {
        let state = self.state;
        let find = |id: &CombatantId| self.find(*id).ok();
        match event {
            Event::Added { combatant, .. } => find(&combatant.id).is_some_and(|now| {
                now.initiative.is_none()
                    && now.track == combatant.track
                    && now.owner == combatant.owner
                    && matches!(state.place_of(now.id), Some(Place::Bench(_)))
            }),
            Event::Removed { combatant, .. } => !state.combatants.contains_key(&combatant.id),
            Event::Titled { after, .. } => state.title == *after,
            Event::Renamed { id, after, .. } => {
                find(id).is_some_and(|now| now.name == after.0 && now.label == after.1)
            }
            Event::Veiled { id, hidden, .. } => find(id).is_some_and(|now| now.hidden == *hidden),
            Event::Assigned { id, after, .. } => find(id).is_some_and(|now| now.owner == *after),
            Event::Noted { id, after, .. } => find(id).is_some_and(|now| now.note == *after),
            Event::InitiativeRolled { id, after, .. } => find(id).is_some_and(|now| {
                now.initiative.as_ref().map(|i| i.score) == after.as_ref().map(|i| i.score)
            }),
            Event::Reranked { id, .. } => find(id).is_some_and(|now| now.initiative.is_some()),
            Event::Moved { id, .. } => find(id).is_some(),
            Event::Sorted { after, .. } => {
                let mut now = state.order.clone();
                let mut then = after.clone();
                now.sort_unstable();
                then.sort_unstable();
                now == then
            }
            Event::TurnChanged { after, .. } => state.turn == *after,
            Event::Harmed { id, after, .. } | Event::Marked { id, after, .. } => {
                find(id).is_some_and(|now| now.track == *after)
            }
            Event::FoeHealthSet { after, .. } => state.foe_health == *after,
            // What they rolled since is counted and stays so.
            Event::Refreshed { id, after, .. } => find(id).is_some_and(|now| {
                now.initiative == after.0
                    && now.now.plan == after.1.plan
                    && now.now.timing == after.1.timing
            }),
            Event::Intended { id, after, .. } => find(id)
                .is_some_and(|now| now.now.plan == after.plan && now.now.timing == after.timing),
            Event::Spent {
                id, pool, after, ..
            } => find(id).is_some_and(|now| now.spent.get(pool).copied().unwrap_or(0) == *after),
            Event::Conditioned { id, key, after, .. } => {
                find(id).is_some_and(|now| now.conditions.get(key).copied() == *after)
            }
            Event::DueChanged { id, after, .. } => find(id).is_some_and(|now| now.due == *after),
            Event::HouseRuleSet { key, after, .. } => state.house.is_on(key) == *after,
            Event::InitiativeOffered { .. }
            | Event::Aborted { .. }
            | Event::Said { .. }
            | Event::Seated { .. }
            | Event::Unseated { .. }
            | Event::Rolled(_)
            | Event::Undone { .. } => true,
        }
    }
}

/// Whether a player may take such an event back. Not a turn, which may have moved on where
/// they cannot see, and not a die; nor what they did when they ran the table.
const fn is_a_players(event: &Event) -> bool {
    matches!(
        event,
        Event::Added { .. }
            | Event::Removed { .. }
            | Event::Renamed { .. }
            | Event::Assigned { .. }
            | Event::Noted { .. }
            | Event::Harmed { .. }
            | Event::Marked { .. }
            | Event::Spent { .. }
            | Event::Intended { .. }
            | Event::Conditioned { .. }
    )
}
