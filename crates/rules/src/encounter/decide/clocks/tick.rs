//! Clocks that fill by what a command does, and what happens when one is full.
//!
//! What fills a clock is part of the record of the roll that does, so that undo takes it along.

use super::cause::Occasion;
use crate::base::dice::Dice;
use crate::base::id::{ClockId, CombatantId};
use crate::base::sorted_map::Set;
use crate::clock::{Clock, ClockDue};
use crate::encounter::aggregate::dry_run::DryRun;
use crate::encounter::decide::Decision;
use crate::encounter::event::Event;
use crate::encounter::feature::{ClockChanged, LocationChanged};
use crate::encounter::log::ClockCause;
use crate::encounter::state::State;

impl Decision<'_> {
    /// Returns the events by which clocks fill after the events of a command.
    pub(in crate::encounter::decide) fn tick_clocks(
        &self,
        events: &[Event],
        dice: &mut dyn Dice,
    ) -> Vec<Event> {
        let back_or_forth =
            |event: &Event| matches!(event, Event::Undone { .. } | Event::Redone { .. });
        if self.state.clocks.is_empty() || events.iter().any(back_or_forth) {
            return Vec::new();
        }
        let mut trial = DryRun::with_applied(self.state, events);
        let now = trial.encounter();
        let occasions: Vec<Occasion> = events
            .iter()
            .flat_map(|event| now.occasions_of(event))
            .collect();
        if occasions.is_empty() {
            return Vec::new();
        }
        let filled = |event: &Event| match event {
            Event::ClockChanged(ClockChanged { id, cause, .. }) => cause.as_ref().map(|_| *id),
            _ => None,
        };
        // A roll that was to fill a clock does not fill it twice.
        let filled: Set<ClockId> = events.iter().filter_map(filled).collect();
        let clocks = now.sorted_clocks().into_iter().map(|(id, _)| id);
        let clocks: Vec<ClockId> = clocks.filter(|id| !filled.contains(id)).collect();
        for id in clocks {
            let here = self.with_state(trial.encounter());
            let more = here.tick_events(id, &occasions, dice);
            trial.extend(more);
        }
        trial.into_events()
    }

    /// Returns the events by which one clock fills.
    fn tick_events(&self, id: ClockId, occasions: &[Occasion], dice: &mut dyn Dice) -> Vec<Event> {
        let Some(clock) = self.state.clocks.get(&id) else {
            return Vec::new();
        };
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
        if over > 0 {
            after.over = over;
        }
        self.filled_events(id, after, (first, over), dice)
    }

    /// Returns the events by which one roll that was to fill a clock fills it; none if it is full or gone.
    pub(in crate::encounter::decide) fn fill_by_roll(
        &self,
        id: ClockId,
        cause: ClockCause,
        dice: &mut dyn Dice,
    ) -> Vec<Event> {
        let clock = self.state.clocks.get(&id);
        let clock = clock.filter(|clock| !clock.is_full() && clock.action.is_none());
        let Some(mut after) = clock.cloned() else {
            return Vec::new();
        };
        let over = after.fill(1);
        self.filled_events(id, after, (Some(cause), over), dice)
    }

    /// Returns the events by which a clock becomes `after`, filled by `cause` with `over` segments
    /// too many, and those of what happens if it is full now.
    pub(super) fn filled_events(
        &self,
        id: ClockId,
        mut after: Clock,
        (cause, over): (Option<ClockCause>, u16),
        dice: &mut dyn Dice,
    ) -> Vec<Event> {
        let before = self.state.clocks.get(&id);
        let fills = after.is_full() && before.is_some_and(|before| !before.is_full());
        if fills && after.when_full.slip.is_some() {
            after.due = Some(ClockDue::Full);
        }
        let outcome = match fills {
            true => self.full_events(&after, dice),
            false => Vec::new(),
        };
        let event = self.state.clock_event(id, Some(after), cause, over);
        event.into_iter().chain(outcome).collect()
    }

    /// Returns the events of what happens when a clock is full, as far as it can still happen.
    fn full_events(&self, clock: &Clock, dice: &mut dyn Dice) -> Vec<Event> {
        let outcome = &clock.when_full;
        let condition = outcome.condition.as_ref();
        let condition = condition.and_then(|(id, key)| self.state.condition_event(*id, key));
        let darkened = outcome.darkens.and_then(|(id, dark)| {
            let before = self.state.plan.locations.get(&id)?;
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
        let given = outcome.handout.map(|(handout, who)| {
            let whom = who.map_or_else(
                || self.state.player_characters(),
                |who| [who].into_iter().collect(),
            );
            self.hand_over(handout, &whom, false, dice)
        });
        let mut events: Vec<Event> = condition.into_iter().chain(darkened).collect();
        events.extend(given.into_iter().flatten().flatten());
        events
    }
}

impl State {
    /// Returns the combatants that players play.
    fn player_characters(&self) -> Set<CombatantId> {
        let all = self.combatants.values();
        let played = all.filter(|who| who.owner.is_some());
        played.map(|who| who.id).collect()
    }
}
