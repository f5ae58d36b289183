//! Turn commands: whose turn it is, and what changes when the turn or the round moves on.

use super::Decision;
use crate::base::id::CombatantId;
use crate::base::rule_switch::is_rule_off;
use crate::character::condition::OrderAdvance;
use crate::character::due::DueMoment;
use crate::character::initiative::Initiative;
use crate::character::phase::{InitiativeCadence, Phase};
use crate::character::plan::{PlanDuration, STANCE_USED};
use crate::character::vocabulary;
use crate::encounter::class::PerClass;
use crate::encounter::combatant::{Combatant, RoundState, Timing, Turn};
use crate::encounter::event::Event;
use crate::encounter::feature::{Conditioned, Counted, Intended, Moved, Refreshed, TurnChanged};
use crate::encounter::refusal::Refusal;
use crate::messages::encounter as msg;

impl Decision<'_> {
    /// Ends the turn `seen`, which a storyteller may do in any turn, a player only in their own. `anyway` skips the
    /// check for owed initiative.
    pub(super) fn next_turn(&self, seen: Turn, anyway: bool) -> Result<Vec<Event>, Refusal> {
        let (turn, known) = (self.state.turn.all, self.state.turn.players);
        if self.can_run_table() {
            if seen != turn {
                return Err(Refusal::TurnHasPassed);
            }
            let after = self.state.next_turns().ok_or(Refusal::NobodyInOrder)?;
            if !anyway {
                self.check_initiative_rolled()?;
            }
            return Ok(self.change_turn(after));
        }
        if anyway {
            return Err(Refusal::NotAllowed);
        }
        // A player may end only the turn of their own combatant.
        let acting = known.acting.ok_or(Refusal::NotAllowed)?;
        self.find_own_combatant(acting)?;
        if seen != known {
            return Err(Refusal::TurnHasPassed);
        }
        Ok(self.change_turn(self.turns_after_known_step()?))
    }

    /// Checks that no combatant still owes an initiative roll before the turn moves on.
    fn check_initiative_rolled(&self) -> Result<(), Refusal> {
        let owed = self.state.combatants_owing_initiative();
        let rule = self.state.system.combat().order_rules().rolled;
        let names = owed.iter().filter_map(|id| self.state.combatants.get(id));
        let names: Vec<String> = names.map(Combatant::full_name).collect();
        if names.is_empty() || is_rule_off(rule) {
            return Ok(());
        }
        Err(Refusal::Barred {
            why: msg::initiative_is_still_to_be(&vocabulary::join_list(&names)),
            rule: rule.to_owned(),
        })
    }

    /// Returns the turns once the step that players see is over. What players see next follows from what they saw, even
    /// if hidden combatants act in between.
    pub(super) fn turns_after_known_step(&self) -> Result<PerClass<Turn>, Refusal> {
        let (turn, known) = (self.state.turn.all, self.state.turn.players);
        let next = self.state.next_turns().ok_or(Refusal::NobodyInOrder)?;
        let known_after = self.state.players_next_turn();
        Ok(PerClass {
            all: if turn == known { next.all } else { turn },
            players: known_after.ok_or(Refusal::NobodyInOrder)?,
        })
    }

    /// Goes back to the turn before the one that the storyteller sees.
    pub(super) fn previous_turn(&self, seen: Turn) -> Result<Vec<Event>, Refusal> {
        if seen != self.state.turn.all {
            return Err(Refusal::TurnHasPassed);
        }
        let after = self.state.previous_turns().ok_or(Refusal::NothingToDo)?;
        // Going back changes the turn only: nothing is restored or removed.
        Ok(vec![self.turn_event_in_direction(after, true)])
    }

    /// Moves to another turn, with what that changes for each combatant.
    pub(super) fn change_turn(&self, after: PerClass<Turn>) -> Vec<Event> {
        self.change_turn_by_wait(after, None)
    }

    /// Moves to another turn, where `waiter` leaves their turn for a later moment; otherwise like [`Self::change_turn`].
    pub(super) fn change_turn_by_wait(
        &self,
        after: PerClass<Turn>,
        waiter: Option<CombatantId>,
    ) -> Vec<Event> {
        let mut events = vec![self.turn_event(after)];
        events.extend(self.pay_opened_plans(after));
        events.extend(self.refresh_combatants(after, None, waiter));
        events
    }

    /// Moves to another turn, and changes nothing else.
    pub(super) fn turn_event(&self, after: PerClass<Turn>) -> Event {
        self.turn_event_in_direction(after, false)
    }

    /// Builds the event of a changed turn; `back` says that it goes back.
    fn turn_event_in_direction(&self, after: PerClass<Turn>, back: bool) -> Event {
        Event::TurnChanged(TurnChanged {
            before: self.state.turn.all,
            public_before: self.state.turn.players,
            after: after.all,
            public_after: after.players,
            back: Some(back),
            up: true,
        })
    }

    /// Returns the changes that a new round or turn brings to each combatant except `leaver`. A leaver whose own turn
    /// begins has cut in on another's; a `waiter` goes on waiting.
    pub(super) fn refresh_combatants(
        &self,
        after: PerClass<Turn>,
        leaver: Option<CombatantId>,
        waiter: Option<CombatantId>,
    ) -> Vec<Event> {
        let state = self.state;
        let mut events = Vec::new();
        let mut order = state.order.clone();
        order.retain(|id| Some(*id) != leaver);
        let there = state.combatants.values();
        for who in there.filter(|who| Some(who.id) != leaver) {
            // Visible combatants follow the round as players know it.
            let (now, next) = if who.hidden {
                (state.turn.all, after.all)
            } else {
                (state.turn.players, after.players)
            };
            let round_begins = now.round > 0 && next.round > now.round;
            let own_turn = next != now && next.phase == Phase::Act && next.acting == Some(who.id);
            let before = (who.initiative.clone(), who.now.clone());
            let mut after = self.refresh_round(&before, round_begins, own_turn);
            if round_begins {
                let clocks = self.count_clocks(who).into_iter();
                let counts = clocks.map(|(clock, count)| (clock.key.to_owned(), count));
                after.1.tally.extend(counts);
            }
            let interrupted = leaver.is_some() && next.acting == leaver;
            let passed = match interrupted {
                true => Vec::new(),
                false => state.skipped_between(now, next, !who.hidden),
            };
            let comes_up = own_turn || passed.contains(&who.id);
            let passing = OrderAdvance {
                turn_over: next != now && !interrupted,
                own: now.phase == Phase::Act && now.acting == Some(who.id),
                waits: waiter == Some(who.id),
                round_over: round_begins,
                passed_over: !own_turn && comes_up,
                own_begins: own_turn,
            };
            let changed = changed_conditions(who, passing);
            let then = combatant_at_start(who, &changed, &after);
            events.extend(changed.into_iter().map(Event::from));
            let turn_ends = now.phase == Phase::Act && now.acting == Some(who.id) && next != now;
            let moments = [
                (turn_ends, DueMoment::TurnEnd, who),
                (round_begins, DueMoment::RoundEnd, who),
                (next.round > now.round, DueMoment::RoundStart, &then),
                (comes_up, DueMoment::TurnStart, &then),
            ];
            let moments = moments.into_iter().filter(|(is_now, ..)| *is_now);
            let moments: Vec<_> = moments.map(|(_, moment, who)| (moment, who)).collect();
            events.extend(self.due_event(who, &moments));
            if round_begins && who.now.timing == Timing::CutIn {
                let moved = state.return_to_place(who, &mut order);
                events.extend(moved.map(|(from, to)| {
                    Event::Moved(Moved {
                        id: who.id,
                        from,
                        to,
                        told: None,
                    })
                }));
            }
            if before != after {
                let id = who.id;
                events.push(Event::Refreshed(Refreshed {
                    id,
                    before,
                    after: after.clone(),
                }));
            }
            if after.1.timing.is_waiting() {
                let keeps_waiting = waiter == Some(who.id);
                events.extend(self.end_wait(who, &after.1, (now, next), keeps_waiting, &mut order));
            }
        }
        events
    }

    /// Returns the events by which a waiting combatant gets their last chance to act in the round
    /// as the turn moves on from `now` to `next`; `keeps_waiting` says that a combatant whose turn
    /// ends goes on waiting.
    fn end_wait(
        &self,
        who: &Combatant,
        this_round: &RoundState,
        (now, next): (Turn, Turn),
        keeps_waiting: bool,
        order: &mut Vec<CombatantId>,
    ) -> Vec<Event> {
        let mut events = Vec::new();
        if next == now {
            return events;
        }
        // A combatant who kept waiting while only waiting ones were left has had their last chance.
        let own_turn_over = now.phase == Phase::Act && now.acting == Some(who.id);
        if own_turn_over && !keeps_waiting {
            events.push(self.last_chance_event(who, this_round.clone(), false));
        }
        let is_next = next.acting == Some(who.id);
        let waited = is_next && next.pass == Turn::DELAYED_PASS;
        // All others have acted: a combatant who still waits acts now, or not at all in this round.
        if is_next && (waited || next.phase == Phase::Act) {
            events.push(self.last_chance_event(who, this_round.clone(), waited));
            events.extend(self.vain_wait_event(who.id));
            events.extend(self.move_to_end(who.id, order));
        }
        events
    }

    /// Returns what is left of a combatant's initiative and round when a new round or their own turn begins.
    pub(super) fn refresh_round(
        &self,
        (initiative, now): &(Option<Initiative>, RoundState),
        round_begins: bool,
        own_turn: bool,
    ) -> (Option<Initiative>, RoundState) {
        let (rules, house) = (self.state.rules(), &self.state.house);
        let lasts = rules.facts().plan_spec.map(|spec| spec.lasts);
        // The turn of a combatant who goes on after another cut in had begun before.
        let turn_begins = own_turn && !now.begun;
        let (over, begun) = match lasts {
            Some(PlanDuration::OwnTurn) => (turn_begins, own_turn || now.begun),
            Some(PlanDuration::Round) | None => (round_begins, false),
        };
        let plan = now.plan.clone().filter(|_| !over);
        let mut tally = now.tally.clone();
        // The count of what a stance was used for lasts as long as the stance.
        let by_turn = rules.per_turn_tally_keys(house);
        tally.retain(|key, _| match key.as_str() {
            STANCE_USED => plan.is_some(),
            key if by_turn.contains(&key) => !turn_begins,
            _ => !round_begins,
        });
        if !round_begins {
            let now = RoundState {
                plan,
                begun,
                tally,
                ..now.clone()
            };
            return (initiative.clone(), now);
        }
        let kept = match rules.initiative_cadence(house) {
            InitiativeCadence::Once => initiative.clone(),
            InitiativeCadence::EveryRound => None,
        };
        let now = RoundState {
            plan,
            tally,
            ..RoundState::default()
        };
        (kept, now)
    }

    /// Builds the event by which a waiting combatant acts at the end of the round, in the extra
    /// phase if `in_extra`; `now` is their state in the round so far.
    fn last_chance_event(&self, who: &Combatant, now: RoundState, in_extra: bool) -> Event {
        Event::Intended(Intended {
            id: who.id,
            before: now.clone(),
            after: RoundState {
                timing: Timing::CutIn,
                stood: self.state.place_before_waiting(who),
                beside: in_extra.then_some((who.id, Turn::DELAYED_PASS, false)),
                ..now
            },
            sealed: None,
            out_of_turn: None,
        })
    }

    /// Counts a wait whose moment never came, where the rules count such waits.
    fn vain_wait_event(&self, id: CombatantId) -> Option<Event> {
        let key = self
            .state
            .rules()
            .expired_delay_tally_key(&self.state.house)?;
        Some(Event::Counted(Counted {
            id,
            key: key.to_owned(),
            by: 1,
        }))
    }
}

/// Returns a combatant as they are once the round or the turn has begun.
fn combatant_at_start(
    who: &Combatant,
    changed: &[Conditioned],
    (initiative, now): &(Option<Initiative>, RoundState),
) -> Combatant {
    let mut then = who.clone();
    (then.initiative, then.now) = (initiative.clone(), now.clone());
    for condition in changed {
        then.set_condition(&condition.key, condition.after);
    }
    then
}

/// Returns the conditions of a combatant that change or end when the turn moves on.
fn changed_conditions(who: &Combatant, passing: OrderAdvance) -> Vec<Conditioned> {
    let conditions = who.conditions.iter();
    let later = conditions.map(|(key, now)| (key, *now, now.advance(passing)));
    later
        .filter(|(_, now, after)| *after != Some(*now))
        .map(|(key, now, after)| Conditioned {
            id: who.id,
            key: key.clone(),
            before: Some(now),
            after,
        })
        .collect()
}
