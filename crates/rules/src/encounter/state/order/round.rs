//! Steps of a round: who acts when, in the current round and in the next.

use std::cmp::{Ordering, Reverse};

use crate::base::id::CombatantId;
use crate::base::sorted_map::Map;
use crate::character::phase::Phase;
use crate::encounter::combatant::{Combatant, Timing, Turn};
use crate::encounter::state::State;

impl State {
    /// Returns the steps of the round for all combatants in the order, hidden ones included.
    pub(crate) fn full_round_steps(&self) -> RoundSteps {
        self.round_steps(&self.order, &[self.turn.all, self.turn.players])
    }

    /// Returns the steps of the round as the first releases counted them, see
    /// [`StepCounting::FirstRelease`].
    pub(crate) fn full_round_steps_first_release(&self) -> RoundSteps {
        let now = [self.turn.all, self.turn.players];
        self.round_steps_counted(&self.order, &now, StepCounting::FirstRelease)
    }

    /// Returns the steps of the round as players know them.
    pub(crate) fn players_round_steps(&self) -> RoundSteps {
        self.round_steps(&self.players_order(), &[self.turn.players])
    }

    /// Returns the steps of the round for the combatants in `order`. The current turns (`now`) always have a
    /// step, even if their combatant would no longer have one.
    fn round_steps(&self, order: &[CombatantId], now: &[Turn]) -> RoundSteps {
        self.round_steps_counted(order, now, StepCounting::CurrentRound)
    }

    /// Returns the steps of the round for the combatants in `order`, counted in the given way.
    fn round_steps_counted(
        &self,
        order: &[CombatantId],
        now: &[Turn],
        count: StepCounting,
    ) -> RoundSteps {
        let mut steps = self.steps_of_round(order, count);
        for turn in now {
            let here = Turn { round: 0, ..*turn };
            if turn.acting.is_some_and(|id| order.contains(&id)) && !steps.contains(&here) {
                let later = |step: &Turn| self.step_comes_after(order, step, &here);
                let at = steps.iter().position(later).unwrap_or(steps.len());
                steps.insert(at, here);
            }
        }
        // In the next round, a combatant who cut in is back in their place.
        let mut next = order.to_vec();
        let cut_in = self.combatants.values();
        for who in cut_in.filter(|who| who.now.timing == Timing::CutIn) {
            self.return_to_place(who, &mut next);
        }
        RoundSteps {
            current: steps,
            next: self.steps_of_round(&next, StepCounting::NextRound),
        }
    }

    /// Whether a step comes after the current step `here`. Compares phase and pass, then whether the combatant
    /// waits (waiters go last), then the initiative score (extra phase only), then the place.
    fn step_comes_after(&self, order: &[CombatantId], step: &Turn, here: &Turn) -> bool {
        let key = |turn: &Turn| {
            let id = turn.acting?;
            let who = self.combatants.get(&id)?;
            // The current step keeps its place even if the acting combatant is about to wait.
            let waits = turn != here && turn.phase == Phase::Act && who.now.timing.is_waiting();
            let rolled = who.initiative.as_ref();
            let rolled = rolled.filter(|_| turn.phase == Phase::Extra);
            let place = order.iter().position(|other| *other == id);
            Some((waits, Reverse(rolled.map(|rolled| &rolled.rank)), place))
        };
        let (this, that) = ((step.phase, step.pass), (here.phase, here.pass));
        this > that || (this == that && key(step) > key(here))
    }

    /// Returns the steps of a round in order, as turns of round 0. Combatants out of the fight have none.
    /// Waiting combatants act after all others; in a fresh round nobody waits.
    fn steps_of_round(&self, order: &[CombatantId], count: StepCounting) -> Vec<Turn> {
        let rules = self.rules();
        let nothing = Map::new();
        let step = |phase, acting, pass| Turn {
            round: 0,
            phase,
            acting,
            pass,
        };
        let mut steps = Vec::new();
        for phase in rules.round_phases(&self.house).iter().copied() {
            if phase == Phase::Initiative {
                steps.push(step(phase, None, 0));
                continue;
            }
            let able = order.iter().filter_map(|id| self.combatants.get(id));
            let able = able.filter(|who| count == StepCounting::FirstRelease || !self.is_out(who));
            let waits = |who: &&Combatant| {
                count != StepCounting::NextRound
                    && phase == Phase::Act
                    && who.now.timing.is_waiting()
            };
            let (mut waiting, in_place): (Vec<&Combatant>, Vec<&Combatant>) = able.partition(waits);
            waiting.sort_by(|one, other| self.compare_delayed(one, other));
            if count == StepCounting::FirstRelease {
                waiting.clear();
            }
            let late = rules.can_delay_into_extra() && count == StepCounting::CurrentRound;
            let waiting = if late { Vec::new() } else { waiting };
            for there in [in_place, waiting] {
                let fighters: Vec<_> = there
                    .iter()
                    .map(|who| who.fighter(&nothing, &who.conditions, &self.house))
                    .collect();
                for taken in rules.phase_steps(phase, &fighters) {
                    if let Some(who) = there.get(taken.index) {
                        steps.push(step(phase, Some(who.id), taken.pass));
                    }
                }
            }
            if phase == Phase::Extra && late {
                self.add_delayed_steps(order, &mut steps);
            }
        }
        steps
    }

    /// Adds steps in the extra phase (extra actions of a round) for combatants who waited into it,
    /// after all others, or next to the step they waited for.
    fn add_delayed_steps(&self, order: &[CombatantId], steps: &mut Vec<Turn>) {
        let waited = |id: CombatantId| Turn {
            round: 0,
            phase: Phase::Extra,
            acting: Some(id),
            pass: Turn::DELAYED_PASS,
        };
        let there = order.iter().filter_map(|id| self.combatants.get(id));
        let there: Vec<&Combatant> = there.filter(|who| !self.is_out(who)).collect();
        // A combatant at their last chance to act stands next to no other step.
        let own = |who: &Combatant| who.now.beside.is_some_and(|(other, ..)| other == who.id);
        let last = there.iter().copied();
        let mut last: Vec<_> = last
            .filter(|who| who.now.timing.is_waiting() || own(who))
            .collect();
        // Combatants who have had their last chance come before those who still wait.
        let waits = |who: &Combatant| who.now.timing.is_waiting();
        last.sort_by(|one, other| {
            let had = waits(one).cmp(&waits(other));
            had.then_with(|| self.compare_delayed(one, other))
        });
        steps.extend(last.iter().map(|who| waited(who.id)));
        let mut beside: Vec<_> = there
            .iter()
            .filter(|who| !own(who))
            .filter_map(|who| Some((who.id, who.now.beside?)))
            .collect();
        // A combatant may stand next to another who stands next to a third.
        let mut found = true;
        while std::mem::take(&mut found) {
            beside.retain(|(id, (other, pass, after))| {
                let theirs = |step: &Turn| {
                    let same = step.phase == Phase::Extra && step.pass == *pass;
                    same && step.acting == Some(*other)
                };
                let Some(at) = steps.iter().position(theirs) else {
                    return true;
                };
                steps.insert(at + usize::from(*after), waited(*id));
                found = true;
                false
            });
        }
        steps.extend(beside.iter().map(|(id, _)| waited(*id)));
    }

    /// Compares two combatants who waited until the end of the round, so that the one that acts
    /// first is less. Follows the rules' tie-break for delayed combatants, otherwise the higher
    /// initiative.
    pub(crate) fn compare_delayed(&self, one: &Combatant, other: &Combatant) -> Ordering {
        let (Some(mine), Some(theirs)) = (&one.initiative, &other.initiative) else {
            return other.initiative.is_some().cmp(&one.initiative.is_some());
        };
        let rules = self.rules();
        let asked = rules.compare_delayed(mine, theirs);
        // Without a tie-break in the rules, each reports to go before the other, which decides nothing.
        match (asked, rules.compare_delayed(theirs, mine)) {
            (Ordering::Less, Ordering::Less) => theirs.rank.cmp(&mine.rank),
            _ => asked,
        }
    }

    /// Returns the combatants of `order` who wait, in the order of their steps at the end of the round.
    pub(crate) fn waiting_combatants(&self, order: &[CombatantId]) -> Vec<CombatantId> {
        let there = order.iter().filter_map(|id| self.combatants.get(id));
        let waits = |who: &&Combatant| who.now.timing.is_waiting() && !self.is_out(who);
        let mut waiting: Vec<&Combatant> = there.filter(waits).collect();
        waiting.sort_by(|one, other| self.compare_delayed(one, other));
        waiting.iter().map(|who| who.id).collect()
    }
}

/// Ways to count the steps of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum StepCounting {
    /// Steps of the current round.
    CurrentRound,
    /// Steps of a fresh round, in which nobody waits yet.
    NextRound,
    /// Steps of the current round as the first releases counted them: none for waiting combatants, one for
    /// those out of the fight. Needed only for the wording of their logs.
    FirstRelease,
}

/// The steps of the current round and of the next one.
pub(crate) struct RoundSteps {
    /// Steps of the current round, as turns of round 0.
    current: Vec<Turn>,
    /// Steps of the next round, as turns of round 0.
    next: Vec<Turn>,
}

impl RoundSteps {
    /// Returns the index of a turn's step.
    pub(crate) fn step_index(&self, turn: Turn) -> Option<usize> {
        let step = Turn { round: 0, ..turn };
        self.current.iter().position(|other| *other == step)
    }

    /// Returns the index of the step in which a combatant acts; `None` if they have none.
    pub(crate) fn step_index_of(&self, who: CombatantId) -> Option<usize> {
        let step = Turn::acting_in(0, who);
        self.current.iter().position(|other| *other == step)
    }

    /// Returns the round, the phase and the step of a turn as its sort key.
    pub(super) fn turn_sort_key(&self, turn: Turn) -> (u32, Phase, Option<usize>) {
        (turn.round, turn.phase, self.step_index(turn))
    }

    /// Returns the turn after `now`, skipping every step of `skipped`; `None` if there is none.
    pub(super) fn turn_after(&self, now: Turn, skipped: Option<CombatantId>) -> Option<Turn> {
        let stays = |step: &&Turn| step.acting.is_none() || step.acting != skipped;
        let acts = |step: &Turn| step.acting.is_some() && stays(&step);
        if !self.next.iter().any(acts) {
            return None;
        }
        let in_round = |round: u32| move |step: &Turn| Turn { round, ..*step };
        let this = in_round(now.round.max(1));
        let next = in_round(now.round.saturating_add(1).max(1));
        let first = self.next.iter().find(stays);
        let here = self.step_index(now);
        let mut rest = self.current.iter().skip(here.map_or(0, |at| at + 1));
        let found = match here {
            Some(_) => rest.find(stays),
            // The fight begins with those who have rolled.
            None if now.round == 0 => rest.find(|step| step.acting.is_some() && stays(step)),
            None => rest.find(|step| step.phase >= now.phase && stays(step)),
        };
        found.map(this).or_else(|| first.map(next))
    }

    /// Returns the turn before `now`; before the first turn of the fight, the default turn. `None` if `now` has
    /// no step.
    pub(super) fn turn_before(&self, now: Turn) -> Option<Turn> {
        let at = self.step_index(now)?;
        let earlier = at.checked_sub(1).and_then(|at| self.current.get(at));
        let first = now.round <= 1;
        Some(match earlier {
            Some(step) if first && step.acting.is_none() => Turn::default(),
            Some(step) => Turn {
                round: now.round,
                ..*step
            },
            None if first => Turn::default(),
            None => Turn {
                round: now.round - 1,
                ..*self.current.last()?
            },
        })
    }
}
