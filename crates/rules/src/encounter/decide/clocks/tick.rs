//! Clocks that fill by what a command does, and what happens when one is full.
//!
//! What fills a clock is part of the record of the roll that does, so that undo takes it along.

use super::cause::Occasion;
use crate::base::id::ClockId;
use crate::character::condition::Condition;
use crate::clock::Clock;
use crate::encounter::aggregate::dry_run::DryRun;
use crate::encounter::decide::Decision;
use crate::encounter::event::Event;
use crate::encounter::feature::{Conditioned, LocationChanged};
use crate::encounter::log::ClockCause;
use crate::encounter::state::State;

impl Decision<'_> {
    /// Returns the events by which clocks fill after the events of a command.
    pub(in crate::encounter::decide) fn tick_clocks(&self, events: &[Event]) -> Vec<Event> {
        let back_or_forth =
            |event: &Event| matches!(event, Event::Undone { .. } | Event::Redone { .. });
        if self.state.clocks.is_empty() || events.iter().any(back_or_forth) {
            return Vec::new();
        }
        let mut applied = DryRun::with_applied(self.state, events);
        let now = applied.encounter();
        let occasions: Vec<Occasion> = events
            .iter()
            .flat_map(|event| now.occasions_of(event))
            .collect();
        if occasions.is_empty() {
            return Vec::new();
        }
        let decision = self.with_state(now);
        let clocks = now.sorted_clocks().into_iter();
        clocks
            .flat_map(|(id, clock)| decision.tick_events(id, clock, &occasions))
            .collect()
    }

    /// Returns the events by which one clock fills.
    fn tick_events(&self, id: ClockId, clock: &Clock, occasions: &[Occasion]) -> Vec<Event> {
        let mut after = clock.clone();
        let (mut first, mut over) = (None, 0_u16);
        for occasion in occasions {
            if let Occasion::TakenBack(exchange, slot) = occasion {
                let is_it = |(of, at): &(_, _)| of == exchange && at == slot;
                if let Some(at) = after.by_exchanges.iter().position(is_it) {
                    after.by_exchanges.remove(at);
                    after.fill(-1);
                    first = first.or(Some(ClockCause::TakenBack));
                }
                continue;
            }
            let cause = occasion.cause_for(clock);
            // A clock that was full before rests at its end.
            let Some(cause) = cause.filter(|_| !clock.is_full() && clock.action.is_none()) else {
                continue;
            };
            over = over.saturating_add(after.fill(1));
            first = first.or(Some(cause));
            if let Occasion::Roll(roll) = occasion {
                after.by_exchanges.extend(roll.of.clone());
            }
        }
        if first.is_none() {
            return Vec::new();
        }
        // Nobody takes back the roll of an exchange that is over by itself.
        after.by_exchanges.retain(|(of, _)| {
            let open = self.state.exchange(*of);
            open.is_some_and(|open| !open.is_over())
        });
        self.filled_events(id, after, first, over)
    }

    /// Returns the events by which a clock is filled or emptied, and what happens if it is full now.
    pub(super) fn filled_events(
        &self,
        id: ClockId,
        after: Clock,
        cause: Option<ClockCause>,
        over: u16,
    ) -> Vec<Event> {
        let before = self.state.clocks.get(&id);
        let fills = after.is_full() && before.is_some_and(|before| !before.is_full());
        let outcome = if fills {
            self.state.full_events(&after)
        } else {
            Vec::new()
        };
        let event = self.state.clock_event(id, Some(after), cause, over);
        event.into_iter().chain(outcome).collect()
    }
}

impl State {
    /// Returns the events of what happens when a clock is full, as far as it can still happen.
    fn full_events(&self, clock: &Clock) -> Vec<Event> {
        let condition = clock.when_full.condition.as_ref().and_then(|(id, key)| {
            let who = self.combatant(*id)?;
            let before = who.conditions.get(key.as_str()).copied();
            before.is_none().then(|| {
                Event::Conditioned(Conditioned {
                    id: *id,
                    key: key.clone(),
                    before,
                    after: Some(Condition::default()),
                })
            })
        });
        let darkened = clock.when_full.darkens.and_then(|(id, dark)| {
            let before = self.plan.locations.get(&id)?;
            let mut after = before.clone();
            after.marks.dark = dark;
            (*before != after).then(|| {
                Event::LocationChanged(LocationChanged {
                    id,
                    before: Some(Box::new(before.clone())),
                    after: Some(Box::new(after)),
                })
            })
        });
        condition.into_iter().chain(darkened).collect()
    }
}
