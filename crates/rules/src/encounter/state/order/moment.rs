//! Moments of a round: whose turn is to come or over, and who acts at the same moment.

use crate::base::id::CombatantId;
use crate::character::condition::{Condition, TurnProgress, Until};
use crate::character::phase::Phase;
use crate::encounter::combatant::{Combatant, Timing, Turn};
use crate::encounter::state::State;

impl State {
    /// Returns the combatants out of the fight whose places lie between two turns; only visible ones if
    /// `public`.
    pub(crate) fn skipped_between(
        &self,
        before: Turn,
        after: Turn,
        public: bool,
    ) -> Vec<CombatantId> {
        let there = self.order.iter().filter_map(|id| self.combatants.get(id));
        let there: Vec<&Combatant> = there.filter(|who| !public || !who.hidden).collect();
        let place = |turn: Turn| {
            let acts = turn.phase == Phase::Act;
            there
                .iter()
                .position(|who| acts && turn.acting == Some(who.id))
        };
        // A combatant who waits to the end acts after the places of all others.
        let waits = after.acting.and_then(|id| self.combatants.get(&id));
        let waits = waits.is_some_and(|who| who.now.timing.is_waiting());
        let between: Vec<usize> = match (place(before), place(after)) {
            (Some(from), Some(_)) if before.round == after.round && waits => {
                (from + 1..there.len()).collect()
            }
            (Some(from), Some(to)) if before.round == after.round => (from + 1..to).collect(),
            (Some(from), to) => (from + 1..there.len()).chain(0..to.unwrap_or(0)).collect(),
            (None, to) => (0..to.unwrap_or(0)).collect(),
        };
        let out = between.into_iter().filter_map(|at| there.get(at));
        out.filter(|who| self.is_out(who))
            .map(|who| who.id)
            .collect()
    }

    /// Returns whether a combatant's turn in this round is to come, under way or over, as the classes that see
    /// them know it.
    pub(crate) fn own_turn_state(&self, who: &Combatant) -> TurnProgress {
        let (turn, round) = match who.hidden {
            true => (self.turn.all, self.full_round_steps()),
            false => (self.turn.players, self.players_round_steps()),
        };
        if turn.round == 0 || turn.phase < Phase::Act {
            return TurnProgress::ToCome;
        }
        match round.step_index(turn).zip(round.step_index_of(who.id)) {
            Some((now, own)) if now < own => TurnProgress::ToCome,
            Some((now, own)) if now == own => TurnProgress::UnderWay,
            _ => TurnProgress::Passed,
        }
    }

    /// Returns a condition with its duration adjusted to the moment at which an action of `by` puts it on a
    /// combatant. If the two act at the same moment, it counts from the end of that moment.
    pub(crate) fn adjust_condition_duration(
        &self,
        by: Option<CombatantId>,
        on: &Combatant,
        condition: Condition,
    ) -> Condition {
        let together = by.is_some_and(|by| self.are_acting_together(by, on.id));
        let until = match condition.until {
            Until::NextAction { .. } if together => Until::NextAction { taken: true },
            until => until,
        };
        let until = until.resolve_next_action(self.own_turn_state(on));
        Condition { until, ..condition }
    }

    /// Whether a combatant may act now: it is their turn, they share the moment of the acting combatant, or no
    /// turn is under way. For visible combatants the players' turn decides, so that no answer reveals the turn
    /// of a hidden one.
    pub(crate) fn can_act_now(&self, id: CombatantId) -> bool {
        let seen = self.is_visible(id);
        let turn = if seen {
            self.turn.players
        } else {
            self.turn.all
        };
        let Some(acting) = turn.acting.filter(|_| turn.phase == Phase::Act) else {
            return true;
        };
        let groups = self.simultaneous_groups(|other| !seen || self.is_visible(other));
        let mut groups = groups.into_iter();
        acting == id || groups.any(|group| group.contains(&acting) && group.contains(&id))
    }

    /// Whether a combatant exists and is not out of the fight.
    pub(crate) fn is_active(&self, id: CombatantId) -> bool {
        let who = self.combatants.get(&id);
        who.is_some_and(|who| !self.is_out(who))
    }

    /// Returns groups of combatants who act at the same moment, among those that `seen` accepts.
    pub(crate) fn simultaneous_groups(
        &self,
        seen: impl Fn(CombatantId) -> bool,
    ) -> Vec<Vec<CombatantId>> {
        // A combatant who waits acts at a moment of their own.
        let waits = |id: &CombatantId| {
            let who = self.combatants.get(id);
            who.is_some_and(|who| who.now.timing.is_waiting())
        };
        let there = self.order.iter().copied();
        let there: Vec<CombatantId> = there.filter(|id| seen(*id) && !waits(id)).collect();
        there
            .chunk_by(|one, other| self.are_simultaneous(*one, *other))
            .filter(|group| group.len() > 1)
            .map(<[CombatantId]>::to_vec)
            .collect()
    }

    /// Whether two combatants act at the same moment: both in place with the same rank, or both after the
    /// combatant they waited for with no tie-break between them.
    fn are_simultaneous(&self, one: CombatantId, other: CombatantId) -> bool {
        let there = |id| {
            let who = self.combatants.get(&id)?;
            Some((&who.now, who.initiative.as_ref()?))
        };
        let Some(((now, mine), (then, theirs))) = there(one).zip(there(other)) else {
            return false;
        };
        let rules = self.rules();
        match (&now.timing, &then.timing) {
            (Timing::CutIn, Timing::CutIn) => {
                now.behind.is_some()
                    && now.behind == then.behind
                    && rules.compare_delayed(mine, theirs).is_eq()
                    && rules.compare_delayed(theirs, mine).is_eq()
            }
            (Timing::CutIn, _) | (_, Timing::CutIn) => false,
            _ => !mine.rank.is_empty() && mine.rank == theirs.rank,
        }
    }
}
