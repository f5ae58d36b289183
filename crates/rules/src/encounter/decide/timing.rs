//! Commands about when a combatant acts: in their place, or later (wait and cut in).

use std::cmp::Ordering;

use super::Decision;
use crate::base::id::CombatantId;
use crate::base::text::Name;
use crate::character::phase::Phase;
use crate::encounter::aggregate::dry_run::DryRun;
use crate::encounter::class::PerClass;
use crate::encounter::combatant::place::TokenPlace;
use crate::encounter::combatant::{Combatant, RoundState, Timing, Turn};
use crate::encounter::event::Event;
use crate::encounter::feature::{Intended, Moved, Refreshed};
use crate::encounter::refusal::Refusal;
use crate::encounter::viewer::Viewer;

impl Decision<'_> {
    /// Makes a combatant wait for a later moment of the round, with a trigger in words where the rules need one.
    pub(super) fn delay_action(&self, id: CombatantId, until: &str) -> Result<Vec<Event>, Refusal> {
        let who = self.find_own_combatant(id)?;
        let until = match until.trim() {
            "" if self.state.rules().delay_needs_trigger() => return Err(Refusal::NoTrigger),
            "" => None,
            words => Some(Name::new(words)?),
        };
        match who.now.timing {
            Timing::Waiting(_) => return Err(Refusal::NothingToDo),
            Timing::CutIn => return Err(Refusal::TurnHasPassed),
            Timing::InPlace => {}
        }
        let turn = self.turn_for(who);
        let round = if who.hidden {
            self.state.full_round_steps()
        } else {
            self.state.players_round_steps()
        };
        let own = round.step_index_of(id).ok_or(Refusal::TurnHasPassed)?;
        if turn.round == 0 || round.step_index(turn).is_some_and(|now| now > own) {
            return Err(Refusal::TurnHasPassed);
        }
        let waiting = RoundState {
            timing: Timing::Waiting(until),
            ..who.now.clone()
        };
        let mut events = vec![self.intent_event(who, waiting)];
        if turn == Turn::acting_in(turn.round, id) {
            let left = match self.state.rules().can_delay_into_extra() {
                true => self.leave_step_for_extra(who, &events)?,
                false => self.leave_step_for_later(who, turn)?,
            };
            events.extend(left);
        }
        Ok(events)
    }

    /// Leaves the acting combatant's step after the events `waits` by which they wait, where the
    /// rules let combatants wait into the extra phase.
    fn leave_step_for_extra(
        &self,
        who: &Combatant,
        waits: &[Event],
    ) -> Result<Vec<Event>, Refusal> {
        let mut trial = DryRun::new(self.state);
        trial.extend(waits.iter().cloned());
        let waiting = self.with_state(trial.encounter());
        let over = match who.hidden {
            true => waiting.state.next_turns().ok_or(Refusal::NobodyInOrder)?,
            false => waiting.turns_after_known_step()?,
        };
        let next = *over.for_class(Viewer::for_combatant(who).class);
        let alone = self.first_waiting(who).is_none();
        if next.acting == Some(who.id) && alone {
            return Err(Refusal::NothingLater);
        }
        Ok(waiting.change_turn_by_wait(over, Some(who.id)))
    }

    /// Leaves the acting combatant's step when they wait, so that the next combatant acts. When
    /// only waiting combatants are left, the first of them acts; that may be the same combatant
    /// again, whose last chance in this round it is.
    fn leave_step_for_later(&self, who: &Combatant, turn: Turn) -> Result<Vec<Event>, Refusal> {
        let state = self.state;
        let over = match who.hidden {
            true => state.next_turns().ok_or(Refusal::NobodyInOrder)?,
            false => self.turns_after_known_step()?,
        };
        let next = *over.for_class(Viewer::for_combatant(who).class);
        let acts_in_place = |id: &CombatantId| {
            let other = state.combatants.get(id);
            other.is_some_and(|other| !other.now.timing.is_waiting())
        };
        let same_phase = next.round == turn.round && next.phase == Phase::Act;
        if same_phase && next.acting.as_ref().is_some_and(acts_in_place) {
            return Ok(self.change_turn_by_wait(over, Some(who.id)));
        }
        let first = self.first_waiting(who);
        if next.round > turn.round && first.is_none() {
            return Err(Refusal::NothingLater);
        }
        Ok(match first {
            Some(other) if other != who.id => self.change_turn_by_wait(over, Some(who.id)),
            _ => Vec::new(),
        })
    }

    /// Returns who acts first at the end of the round among the waiting combatants and `who`, who is about to wait;
    /// `None` when nobody but `who` waits in this round.
    fn first_waiting(&self, who: &Combatant) -> Option<CombatantId> {
        let state = self.state;
        // The players' round can run ahead while a hidden combatant acts.
        let together = state.turn.all.round == state.turn.players.round;
        let known = |id: &CombatantId| match state.is_visible(*id) {
            true => together || !who.hidden,
            false => who.hidden,
        };
        let order: Vec<CombatantId> = state.order.iter().copied().filter(known).collect();
        let waiting = state.waiting_combatants(&order);
        if waiting.is_empty() {
            return None;
        }
        // Combatants of whom none goes first act as they stand, which is how their steps are counted.
        let there = order
            .iter()
            .filter(|id| waiting.contains(id) || **id == who.id);
        let mut there: Vec<&Combatant> = there.filter_map(|id| state.combatants.get(id)).collect();
        there.sort_by(|one, other| state.compare_delayed(one, other));
        there.first().map(|first| first.id)
    }

    /// Makes a waiting combatant act now, before the acting combatant, or `after` them.
    pub(super) fn cut_in(&self, id: CombatantId, after: bool) -> Result<Vec<Event>, Refusal> {
        let who = self.find_own_combatant(id)?;
        if !who.now.timing.is_waiting() {
            return Err(Refusal::NotWaiting);
        }
        let turn = self.turn_for(who);
        let acting = turn.acting.ok_or(Refusal::NotWaiting)?;
        let from = self.state.token_place(id).ok_or(Refusal::NoSuchCombatant)?;
        if !matches!(from, TokenPlace::Order(_)) || turn.phase < Phase::Act {
            return Err(Refusal::NotWaiting);
        }
        let cut_in = RoundState {
            timing: Timing::CutIn,
            stood: self.state.place_before_waiting(who),
            ..who.now.clone()
        };
        // In the extra phase no step is interrupted, except where the rules let combatants wait into it.
        if turn.phase != Phase::Act {
            if self.state.rules().can_delay_into_extra() && acting != id {
                return Ok(self.cut_into_extra(who, cut_in, (turn, acting, after)));
            }
            return Ok(vec![self.intent_event(who, cut_in)]);
        }
        if acting == id {
            let mut events = vec![self.intent_event(who, cut_in)];
            events.extend(self.move_to_end(id, &mut self.state.order.clone()));
            return Ok(events);
        }
        let order = &self.state.order;
        let mut others: Vec<CombatantId> = order.clone();
        others.retain(|other| *other != id);
        let moment = others.iter().position(|other| *other == acting);
        let moment = moment.ok_or(Refusal::NoSuchCombatant)?;
        let after = after || self.state.rules().acts_after_trigger();
        let first = !after && self.acts_before(who, acting);
        let cut_in = RoundState {
            behind: (!first).then_some(acting),
            ..cut_in
        };
        let mut events = vec![self.intent_event(who, cut_in.clone())];
        let at = if first {
            moment
        } else {
            self.index_behind(who, &others, moment)
        };
        let to = TokenPlace::Order(self.state.position_at(&others, at));
        if from != to {
            events.push(Event::Moved(Moved {
                id,
                from,
                to,
                told: None,
            }));
        }
        if first {
            let now = Turn::acting_in(turn.round, id);
            let turns = self.turns_when_acting(who, now);
            events.push(self.turn_event(turns));
            events.extend(self.refresh_combatants(turns, Some(id), None));
            // The turn of the combatant begins, and with it the wait ends.
            let before = (who.initiative.clone(), cut_in);
            let after = self.refresh_round(&before, false, true);
            if before != after {
                events.push(Event::Refreshed(Refreshed { id, before, after }));
            }
        }
        Ok(events)
    }

    /// Returns the turns once a combatant who cuts in acts; the players' turn follows only a visible combatant.
    fn turns_when_acting(&self, who: &Combatant, now: Turn) -> PerClass<Turn> {
        let (turn, known) = (self.state.turn.all, self.state.turn.players);
        match who.hidden {
            true => PerClass {
                all: now,
                players: known,
            },
            false if turn == known => PerClass::same_for_all(now),
            false => PerClass {
                all: turn,
                players: now,
            },
        }
    }

    /// Makes a combatant who waited into the extra phase (where extra actions of a round are taken)
    /// act before the step under way, or `after` it.
    fn cut_into_extra(
        &self,
        who: &Combatant,
        cut_in: RoundState,
        (turn, acting, after): (Turn, CombatantId, bool),
    ) -> Vec<Event> {
        let cut_in = RoundState {
            beside: Some((acting, turn.pass, after)),
            ..cut_in
        };
        let mut events = vec![self.intent_event(who, cut_in)];
        if after {
            return events;
        }
        let now = Turn {
            acting: Some(who.id),
            pass: Turn::DELAYED_PASS,
            ..turn
        };
        let turns = self.turns_when_acting(who, now);
        events.push(self.turn_event(turns));
        events.extend(self.refresh_combatants(turns, Some(who.id), None));
        events
    }

    /// Returns the index in `others` right behind the acting combatant at the index `moment` and
    /// behind those who waited for the same moment and go first.
    fn index_behind(&self, who: &Combatant, others: &[CombatantId], moment: usize) -> usize {
        let acting = others.get(moment);
        let goes_first = |id: &CombatantId| {
            let other = self.state.combatants.get(id);
            other.is_some_and(|other| {
                other.now.timing == Timing::CutIn
                    && (other.now.behind.is_none() || other.now.behind.as_ref() == acting)
                    && (who.hidden || !other.hidden)
                    && self.state.compare_delayed(other, who) == Ordering::Less
            })
        };
        let behind = others.iter().skip(moment + 1);
        moment + 1 + behind.take_while(|id| goes_first(id)).count()
    }

    /// Moves the token of a combatant to the end of `order`, where they act after all others.
    pub(super) fn move_to_end(
        &self,
        id: CombatantId,
        order: &mut Vec<CombatantId>,
    ) -> Option<Event> {
        let at = order.iter().position(|other| *other == id)?;
        let from = TokenPlace::Order(self.state.position_at(order, at));
        order.remove(at);
        let to = TokenPlace::Order(self.state.position_at(order, order.len()));
        order.push(id);
        (from != to).then_some(Event::Moved(Moved {
            id,
            from,
            to,
            told: None,
        }))
    }

    /// Whether a combatant who cuts in goes before the acting combatant. Only between two who waited for the same
    /// moment do the rules decide.
    fn acts_before(&self, who: &Combatant, acting: CombatantId) -> bool {
        let other = self.state.combatants.get(&acting);
        let other = other.filter(|other| other.now.timing == Timing::CutIn);
        let scores = who
            .initiative
            .as_ref()
            .zip(other.and_then(|other| other.initiative.as_ref()));
        scores.is_none_or(|(later, earlier)| {
            self.state.rules().compare_delayed(later, earlier) == Ordering::Less
        })
    }

    /// Builds the event of a new plan or timing of a combatant.
    pub(super) fn intent_event(&self, who: &Combatant, after: RoundState) -> Event {
        let planned = after.plan != who.now.plan;
        Event::Intended(Intended {
            id: who.id,
            before: who.now.clone(),
            sealed: planned.then(|| after.plan.is_some() && self.state.is_plan_sealed(who)),
            out_of_turn: None,
            after,
        })
    }

    /// Returns the turn as players know it for a visible combatant, or the real one for a hidden
    /// combatant.
    pub(super) fn turn_for(&self, who: &Combatant) -> Turn {
        self.state.turn_for_combatant(who)
    }
}
