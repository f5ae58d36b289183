//! Events about turns: the turn that changes, and what a new round or turn resets and counts.

use std::mem::swap;

use serde::{Deserialize, Serialize};

use super::is_seen;
use crate::base::id::CombatantId;
use crate::character::initiative::Initiative;
use crate::encounter::combatant::{Combatant, RoundState, Turn};
use crate::encounter::feature::event_payload::{
    EventPayload, RebaseContext, Revertible, SetsValue,
};
use crate::encounter::log::LogMessage;
use crate::encounter::log::log_line::LogLine;
use crate::encounter::state::State;
use crate::encounter::viewer::Viewer;

/// Event that the turn of the fight changed to another combatant, phase or round, or back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TurnChanged {
    /// The turn before the change.
    pub before: Turn,
    /// The turn before, as far as players knew.
    pub public_before: Turn,
    /// The turn after the change.
    pub after: Turn,
    /// The turn after, as far as players know.
    pub public_after: Turn,
    /// Whether the turn goes back. Records of the first releases do not say; there it follows from the order as it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub back: Option<bool>,
    /// Whether combatants who are out of the fight are left out of those named as acting at the same moment. Records of
    /// earlier releases named them too.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub up: bool,
}

impl TurnChanged {
    /// Builds the log lines of the changed turn, one for players and one for storytellers where the
    /// turns they know differ. Players get none for a change they do not see. With `cuts_in` the
    /// combatant who acts now has cut in: they stand before the one who acted, and the turn did not
    /// go back.
    pub(in crate::encounter) fn log_lines(&self, state: &State, cuts_in: bool) -> Vec<LogLine> {
        let known = state.turn.players;
        let mut lines = Vec::new();
        if known != self.public_before {
            let what = self.log_message(state, (self.public_before, known), cuts_in, true);
            lines.push(LogLine::new_public(what));
        }
        if self.after != known && self.after != self.before {
            let what = self.log_message(state, (self.before, self.after), cuts_in, false);
            lines.push(LogLine::new(false, what));
        }
        lines
    }

    /// Builds the log message of the changed turn, for everyone if `public`, else for storytellers only.
    fn log_message(
        &self,
        state: &State,
        (before, after): (Turn, Turn),
        cuts_in: bool,
        public: bool,
    ) -> LogMessage {
        let acting = after.acting.and_then(|id| state.combatants.get(&id));
        let with = acting.map_or_else(Vec::new, |acting| state.acting_beside(acting, self.up));
        let passed = match self.back == Some(false) && !cuts_in {
            true => state.skipped_between(before, after, public),
            false => Vec::new(),
        };
        let passed = passed.iter().filter_map(|id| state.combatants.get(id));
        let earlier = || state.is_earlier_turn(&after, &before);
        LogMessage::Turn {
            round: after.round,
            phase: after.phase,
            name: acting.map(Combatant::full_name),
            with,
            passed: passed.map(Combatant::full_name).collect(),
            back: !cuts_in && self.back.unwrap_or_else(earlier),
        }
    }
}

impl EventPayload for TurnChanged {
    fn apply(&self, state: &mut State) {
        (state.turn.all, state.turn.players) = (self.after, self.public_after);
    }

    /// Returns `None`, as a turn has up to two log lines; see [`TurnChanged::log_lines`].
    fn log_line(&self, _state: &State) -> Option<LogLine> {
        None
    }
}

// No `Edit`: there are two turns and a direction.
impl Revertible for TurnChanged {
    type Inverse = Self;

    const PLAYERS_CAN_UNDO: bool = false;

    fn inverse(&self) -> Self {
        let mut back = self.clone();
        swap(&mut back.before, &mut back.after);
        swap(&mut back.public_before, &mut back.public_after);
        back.back = self.back.map(|back| !back);
        back
    }

    fn coalesce(&mut self, later: &Self) -> bool {
        let same = (self.after, self.public_after) == (later.before, later.public_before);
        if same {
            (self.after, self.public_after) = (later.after, later.public_after);
        }
        same
    }

    fn still_holds(&self, state: &State, _viewer: Viewer) -> bool {
        state.turn.all == self.after
    }
}

/// A new round or turn reset a combatant: the initiative, plan, timing and counts that lasted no longer are over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refreshed {
    /// The combatant that is reset.
    pub id: CombatantId,
    /// The initiative and round data before.
    pub before: (Option<Initiative>, RoundState),
    /// The initiative and round data after.
    pub after: (Option<Initiative>, RoundState),
}

impl EventPayload for Refreshed {
    fn apply(&self, state: &mut State) {
        state.update_combatant(self.id, |who| {
            (who.initiative, who.now) = self.after.clone();
        });
    }

    fn log_line(&self, state: &State) -> Option<LogLine> {
        let combatant = state.combatant(self.id)?;
        let name = combatant.full_name();
        let waited = self.before.1.timing.is_waiting();
        waited.then(|| LogLine::new(is_seen(combatant), LogMessage::WaitedTooLong { name }))
    }
}

impl SetsValue for Refreshed {
    type Value = (Option<Initiative>, RoundState);

    const PLAYERS_CAN_UNDO: bool = false;

    fn before_and_after(&mut self) -> (&mut Self::Value, &mut Self::Value) {
        (&mut self.before, &mut self.after)
    }

    fn sets_same_value(&self, other: &Self) -> bool {
        self.id == other.id
    }

    /// Whether the initiative, plan and timing are as the event left them. A roll made since is
    /// counted and stays.
    fn value_still_holds(&self, state: &State, viewer: Viewer) -> bool {
        let (initiative, then) = &self.after;
        let who = state.known_combatant(viewer, self.id);
        who.is_some_and(|who| who.initiative == *initiative && who.now.has_same_intent(then))
    }

    /// Returns the event with the initiative and round state that the combatant has now as those
    /// that it ends.
    fn rebase_value_onto(mut self, table: &RebaseContext<'_>) -> Option<Self> {
        if let Some(now) = table.state.combatants.get(&self.id) {
            self.before = (now.initiative.clone(), now.now.clone());
        }
        Some(self)
    }
}

/// Event that an exchange added to a combatant's tally, such as the number of actions in this
/// round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counted {
    /// The combatant it counts for.
    pub id: CombatantId,
    /// The key of the tally.
    pub key: String,
    /// The number to add; negative when undone.
    pub by: i32,
}

impl EventPayload for Counted {
    fn apply(&self, state: &mut State) {
        state.update_combatant(self.id, |who| who.add_to_tally(&self.key, self.by));
    }

    fn log_line(&self, _state: &State) -> Option<LogLine> {
        None
    }
}

impl Revertible for Counted {
    type Inverse = Self;

    const PLAYERS_CAN_UNDO: bool = false;

    fn inverse(&self) -> Self {
        Self {
            by: self.by.saturating_neg(),
            ..self.clone()
        }
    }

    fn coalesce(&mut self, _later: &Self) -> bool {
        false
    }

    fn still_holds(&self, state: &State, viewer: Viewer) -> bool {
        state.known_combatant(viewer, self.id).is_some()
    }

    /// Returns the event with a number that never takes the tally below zero, as a new round starts
    /// at none.
    fn rebase_onto(mut self, table: &RebaseContext<'_>) -> Option<Self> {
        if self.by < 0 {
            let now = table.current.combatants.get(&self.id);
            let counted = now.and_then(|now| now.now.tally.get(self.key.as_str()));
            self.by = self.by.max(-i32::from(counted.copied().unwrap_or(0)));
        }
        Some(self)
    }
}

impl Combatant {
    /// Adds to a tally of the combatant, which counts something in this round under a key. A tally
    /// that falls to zero is removed.
    pub(super) fn add_to_tally(&mut self, key: &str, by: i32) {
        let tally = &mut self.now.tally;
        let before = tally.get(key).copied().unwrap_or(0);
        let after = i32::from(before).saturating_add(by).max(0);
        match u16::try_from(after).unwrap_or(u16::MAX) {
            0 => _ = tally.remove(key),
            count => _ = tally.insert(key.to_owned(), count),
        }
    }
}

impl State {
    /// Returns the names of the combatants whom players see act at the same moment as another; with `up`, only those
    /// still in the fight.
    fn acting_beside(&self, acting: &Combatant, up: bool) -> Vec<String> {
        let here = |id| !up || id == acting.id || self.is_active(id);
        let groups = self.simultaneous_groups(|id| self.is_visible(id) && here(id));
        let group = groups.into_iter().find(|group| group.contains(&acting.id));
        let others = group.unwrap_or_default().into_iter();
        others
            .filter(|id| *id != acting.id)
            .filter_map(|id| self.combatants.get(&id))
            // Members of one group act one after the other.
            .filter(|other| !Self::are_grouped(acting, other))
            .map(Combatant::full_name)
            .collect()
    }

    /// Whether one turn came before another in the order as the first releases counted it, whose
    /// records do not say whether a turn went back. They declared upward and acted downward, gave
    /// no step to combatants who wait, and one to combatants who are out.
    fn is_earlier_turn(&self, this: &Turn, that: &Turn) -> bool {
        let place = |turn: &Turn| (turn.round, turn.phase, turn.pass);
        let round = self.full_round_steps_first_release();
        let steps = || round.step_index(*this).zip(round.step_index(*that));
        place(this) < place(that)
            || (place(this) == place(that) && steps().is_some_and(|(this, that)| this < that))
    }
}
