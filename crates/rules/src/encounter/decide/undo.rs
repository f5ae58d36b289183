//! Undo and redo: of every command for a storyteller, of their own for players.

use super::Decision;
use crate::encounter::event::Event;
use crate::encounter::exchange::Exchange;
use crate::encounter::fact::ByNow;
use crate::encounter::feature::Added;
use crate::encounter::history::Deed;
use crate::encounter::refusal::Refusal;
use crate::encounter::trial::Trial;
use crate::id::{CombatantId, ExchangeId};

impl Decision<'_> {
    /// Undoes the offered entry; with `line`, only if the offer is still that line.
    pub(super) fn undo(&self, line: Option<u32>) -> Result<Vec<Event>, Refusal> {
        let (deed, offer) = self.state.to_undo(self.given.by)?;
        match line {
            Some(line) if line != offer.line => Err(Refusal::Overtaken),
            None if self.state.acted_since(self.given.by, deed) => Err(Refusal::NewestStays),
            _ => Ok(vec![self.undone(deed)]),
        }
    }

    /// Rewinds an exchange: a finished one to before its last input, an open one to the given step.
    pub(super) fn run_again(
        &self,
        id: ExchangeId,
        step: Option<u16>,
    ) -> Result<Vec<Event>, Refusal> {
        let exchange = self.exchange(id)?;
        match (exchange.is_over(), step) {
            (true, None) => {
                let deed = self.state.to_run_again(self.given.by, id)?;
                Ok(vec![self.undone(deed)])
            }
            (false, Some(step)) => self.back_to(exchange, usize::from(step)),
            (true, Some(_)) => Err(Refusal::ExchangeOver),
            (false, None) => Err(Refusal::NothingToDo),
        }
    }

    /// Takes back the newest answers and rulings of an open exchange one by one, until `left` of them remain.
    fn back_to(&self, exchange: &Exchange, left: usize) -> Result<Vec<Event>, Refusal> {
        let more = exchange.steps().checked_sub(left).filter(|more| *more > 0);
        let mut trial = Trial::on(self.state);
        for _ in 0..more.ok_or(Refusal::NothingToDo)? {
            let back = self.on(trial.now()).take_back(exchange.id)?;
            trial.extend(back);
        }
        Ok(trial.into_events())
    }

    /// Builds the event that undoes a history entry.
    fn undone(&self, deed: &Deed) -> Event {
        let back = deed.events.iter().rev().filter_map(Event::inverse);
        Event::Undone {
            command: deed.command(),
            events: self.as_now(back.collect()),
            gesture: deed.is_gesture(),
        }
    }

    /// Redoes the offered entry; with `line`, only if the offer is still that line.
    pub(super) fn redo(&self, line: Option<u32>) -> Result<Vec<Event>, Refusal> {
        let (taken, offer) = self.state.to_redo(self.given.by)?;
        if line.is_some_and(|line| line != offer.line) {
            return Err(Refusal::Overtaken);
        }
        Ok(vec![Event::Redone {
            command: taken.deed.command(),
            events: self.as_now(taken.again()),
        }])
    }

    /// Brings the events of a command up to date, each with the ones before it applied.
    fn as_now(&self, events: Vec<Event>) -> Vec<Event> {
        let coming: Vec<CombatantId> = events.iter().filter_map(comes).collect();
        let mut trial = Trial::on(self.state);
        for event in events {
            let table = ByNow {
                state: self.state,
                so_far: trial.now(),
                coming: &coming,
            };
            let now = event.by_now(&table);
            trial.extend(now);
        }
        trial.into_events()
    }
}

/// Returns the combatant that an event adds.
fn comes(event: &Event) -> Option<CombatantId> {
    match event {
        Event::Added(Added { combatant, .. }) => Some(combatant.id),
        _ => None,
    }
}
