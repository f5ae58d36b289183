//! Taking back and bringing back: the commands of all for those who run the table, their own for
//! players.

use super::Decision;
use crate::encounter::countdown::Wait;
use crate::encounter::encounter::Encounter;
use crate::encounter::event::Event;
use crate::encounter::exchange::Exchange;
use crate::encounter::feature::{
    Added, Counted, ExchangeDeclared, ExchangeReread, ExchangeWithdrawn, HoldChanged, Moved,
    Refreshed, Removed, SpareChanged, TimeUp, Veiled,
};
use crate::encounter::history::Deed;
use crate::encounter::place::{Place, Spot};
use crate::encounter::refusal::Refusal;
use crate::encounter::trial::Trial;
use crate::id::{CombatantId, ExchangeId};

impl Decision<'_> {
    /// Takes back what is offered; with `line`, only if that is what is offered.
    pub(super) fn undo(&self, line: Option<u32>) -> Result<Vec<Event>, Refusal> {
        let (deed, offer) = self.state.to_undo(self.given.by)?;
        match line {
            Some(line) if line != offer.line => Err(Refusal::Overtaken),
            None if self.state.acted_since(self.given.by, deed) => Err(Refusal::NewestStays),
            _ => Ok(vec![self.undone(deed)]),
        }
    }

    /// Brings an exchange back: one that is over to before what ended it, one that is not to the step
    /// that is named.
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

    /// An exchange that is not over, with its newest answers and rulings taken back one after the
    /// other until only so many are left.
    fn back_to(&self, exchange: &Exchange, left: usize) -> Result<Vec<Event>, Refusal> {
        let more = exchange.steps().checked_sub(left).filter(|more| *more > 0);
        let mut trial = Trial::on(self.state);
        for _ in 0..more.ok_or(Refusal::NothingToDo)? {
            let back = self.on(trial.now()).take_back(exchange.id)?;
            trial.extend(back);
        }
        Ok(trial.into_events())
    }

    /// A deed taken back.
    fn undone(&self, deed: &Deed) -> Event {
        let back = deed.events.iter().rev().filter_map(Event::inverse);
        Event::Undone {
            command: deed.command(),
            events: self.as_now(back.collect()),
            gesture: deed.is_gesture(),
        }
    }

    /// Brings back what is offered; with `line`, only if that is what is offered.
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

    /// A combatant leaves, or loses what they did in a round, as they are by now, goes from where they stand by now, and
    /// is veiled or shown under the label they have by now; no more is counted off than is counted by now; an exchange
    /// ends with the dice that fell in it by now. A hold that has changed since stays as it is: to those who cannot see
    /// it, it is no reason to refuse. So does a question that waits anew. An exchange comes back only to all its parties.
    fn as_now(&self, mut events: Vec<Event>) -> Vec<Event> {
        let coming: Vec<CombatantId> = events.iter().filter_map(comes).collect();
        events.retain(|event| match event {
            Event::Held(HoldChanged {
                by,
                on,
                key,
                before,
                ..
            }) => {
                let there = |id| self.state.combatants.contains_key(id);
                there(by) && there(on) && self.state.ties.held(*by, *on, key) == *before
            }
            Event::TimeUp(TimeUp {
                exchange,
                slot,
                back,
                ..
            }) => (self.state.wait_of(*exchange, slot) == Some(Wait::Up)) == *back,
            Event::ExchangeDeclared(ExchangeDeclared { exchange }) => exchange
                .parties()
                .all(|id| coming.contains(&id) || self.state.combatants.contains_key(&id)),
            _ => true,
        });
        let mut trial = Trial::on(self.state);
        for event in events {
            let now = self.as_by_now(event, trial.now());
            trial.extend(now);
        }
        trial.into_events()
    }

    /// An event of a deed that is turned round, as it is by now, after those before it; `None` when it no longer
    /// happens.
    fn as_by_now(&self, mut event: Event, so_far: &Encounter) -> Option<Event> {
        match &mut event {
            // What was asked then is read again, and a moment that is over does not come back.
            Event::ExchangeReread(ExchangeReread { id, before, .. }) => {
                let now = so_far.exchange(*id);
                if !now.is_some_and(|now| now.ends_with(before)) {
                    return None;
                }
            }
            Event::Spared(SpareChanged { id, before, .. })
                if so_far.spared.get(id) != before.as_deref() =>
            {
                return None;
            }
            Event::Refreshed(Refreshed { id, before, .. }) => {
                if let Some(now) = self.state.combatants.get(id) {
                    *before = (now.initiative.clone(), now.now.clone());
                }
            }
            Event::ExchangeWithdrawn(ExchangeWithdrawn { exchange }) => {
                if let Some(now) = self.state.exchange(exchange.id) {
                    (**exchange).clone_from(now);
                }
            }
            Event::Removed(Removed {
                combatant,
                place,
                ties,
            }) => {
                let id = combatant.id;
                *ties = self.state.ties.of(id);
                if let Some(now) = self.state.combatants.get(&id)
                    && let Some(spot) = so_far.place_of(id)
                {
                    (**combatant, *place) = (now.clone(), spot);
                }
            }
            Event::Veiled(Veiled { id, before, .. }) => {
                if let Some(now) = self.state.combatants.get(id) {
                    *before = now.label;
                }
            }
            // A new round counts from nothing.
            Event::Counted(Counted { id, key, by }) if *by < 0 => {
                let now = so_far.combatants.get(id);
                let counted = now.and_then(|now| now.now.tally.get(key.as_str()));
                *by = (*by).max(-i32::from(counted.copied().unwrap_or(0)));
            }
            Event::Moved(Moved { id, from, to, .. }) => {
                if let Some(now) = so_far.place_of(*id) {
                    *from = left(*from, *to, now, so_far.is_seen(*id));
                }
            }
            _ => {}
        }
        Some(event)
    }
}

/// Who comes with an event.
fn comes(event: &Event) -> Option<CombatantId> {
    match event {
        Event::Added(Added { combatant, .. }) => Some(combatant.id),
        _ => None,
    }
}

/// The place that a move leaves by now. Of one whom players see, and who passed only hidden ones, players see the same
/// wherever they stand by now; behind how many hidden ones they stand is as it is now.
fn left(from: Place, to: Place, now: Place, seen: bool) -> Place {
    match (from, now) {
        (Place::Order(from), Place::Order(now)) if seen && Place::Order(from).looks_like(to) => {
            let hidden = now.at.saturating_sub(now.seen);
            Place::Order(Spot {
                at: from.seen.saturating_add(hidden),
                ..from
            })
        }
        _ => now,
    }
}
