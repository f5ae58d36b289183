//! Undo and redo: of every command for a storyteller, of their own for players.

use super::Decision;
use crate::base::id::{CombatantId, ExchangeId};
use crate::encounter::aggregate::dry_run::DryRun;
use crate::encounter::aggregate::history::UndoEntry;
use crate::encounter::event::Event;
use crate::encounter::exchange::Exchange;
use crate::encounter::feature::Added;
use crate::encounter::feature::event_payload::RebaseContext;
use crate::encounter::refusal::Refusal;

impl Decision<'_> {
    /// Undoes the offered entry; with `line`, only if the offer is still that line.
    pub(super) fn undo(&self, line: Option<u32>) -> Result<Vec<Event>, Refusal> {
        let (deed, offer) = self.state.undo_candidate(self.given.by)?;
        match line {
            Some(line) if line != offer.line => Err(Refusal::Overtaken),
            None if self.state.has_acted_since(self.given.by, deed) => Err(Refusal::NewestStays),
            _ => Ok(vec![self.undo_event(deed)]),
        }
    }

    /// Rewinds a finished exchange to before its last input, or an open one to the given step.
    pub(super) fn rewind_exchange(
        &self,
        id: ExchangeId,
        step: Option<u16>,
    ) -> Result<Vec<Event>, Refusal> {
        let exchange = self.find_exchange(id)?;
        match (exchange.is_over(), step) {
            (true, None) => {
                let deed = self.state.rerun_candidate(self.given.by, id)?;
                Ok(vec![self.undo_event(deed)])
            }
            (false, Some(step)) => self.rewind_to(exchange, usize::from(step)),
            (true, Some(_)) => Err(Refusal::ExchangeOver),
            (false, None) => Err(Refusal::NothingToDo),
        }
    }

    /// Takes back the newest answers and rulings of an open exchange one by one, until `left` of them remain.
    fn rewind_to(&self, exchange: &Exchange, left: usize) -> Result<Vec<Event>, Refusal> {
        let more = exchange
            .step_count()
            .checked_sub(left)
            .filter(|more| *more > 0);
        let mut trial = DryRun::new(self.state);
        for _ in 0..more.ok_or(Refusal::NothingToDo)? {
            let back = self
                .with_state(trial.encounter())
                .take_back_input(exchange.id)?;
            trial.extend(back);
        }
        Ok(trial.into_events())
    }

    /// Builds the event that undoes a history entry.
    fn undo_event(&self, deed: &UndoEntry) -> Event {
        let back = deed.events.iter().rev().filter_map(Event::inverse);
        Event::Undone {
            command: deed.command(),
            events: self.bring_up_to_date(back.collect()),
            gesture: deed.is_gesture(),
        }
    }

    /// Redoes the offered entry; with `line`, only if the offer is still that line.
    pub(super) fn redo(&self, line: Option<u32>) -> Result<Vec<Event>, Refusal> {
        let (taken, offer) = self.state.redo_candidate(self.given.by)?;
        if line.is_some_and(|line| line != offer.line) {
            return Err(Refusal::Overtaken);
        }
        Ok(vec![Event::Redone {
            command: taken.deed.command(),
            events: self.bring_up_to_date(taken.redo_events()),
        }])
    }

    /// Brings the events of a command up to date, each with the ones before it applied.
    fn bring_up_to_date(&self, events: Vec<Event>) -> Vec<Event> {
        let coming: Vec<CombatantId> = events.iter().filter_map(added_combatant).collect();
        let mut trial = DryRun::new(self.state);
        for event in events {
            let table = RebaseContext {
                state: self.state,
                current: trial.encounter(),
                arriving: &coming,
            };
            let now = event.rebase_onto(&table);
            trial.extend(now);
        }
        trial.into_events()
    }
}

/// Returns the combatant that an event adds.
fn added_combatant(event: &Event) -> Option<CombatantId> {
    match event {
        Event::Added(Added { combatant, .. }) => Some(combatant.id),
        _ => None,
    }
}
