//! What an event answers for itself. Knows no event: each of them stands in its [`feature`](super::feature), and
//! [`Event`](super::event) asks it.

use std::mem::swap;

use super::log_line::LogLine;
use super::state::State;
use super::viewer::Viewer;
use crate::id::CombatantId;

/// One thing that happened. No question has an answer by default: one that is left open does not compile.
pub(super) trait Fact {
    /// Changes the state.
    fn apply(&self, state: &mut State);

    /// What the log says of it once it is applied; `None` of what no line tells of.
    fn log_line(&self, state: &State) -> Option<LogLine>;
}

/// The table at which facts of a deed happen once more, turned round or as they were.
pub(super) struct ByNow<'a> {
    /// The table before any of them.
    pub(super) state: &'a State,
    /// The table after those that come first.
    pub(super) so_far: &'a State,
    /// The combatants that arrive with these facts.
    pub(super) coming: &'a [CombatantId],
}

/// A fact that can be taken back.
pub(super) trait Revert: Fact {
    /// The fact that takes it back.
    type Inverse;

    /// Whether a player may take it back. Not a turn, which may have moved on where they cannot see, and not a die;
    /// nor what they did when they ran the table.
    const UNDONE_BY_PLAYERS: bool;

    /// What takes it back: what was before and what was after change places.
    fn inverse(&self) -> Self::Inverse;

    /// Takes in a later fact of the same record that changed the same thing again; `false` if that one did not. So
    /// whether it still holds is asked of the last, and what was before of the first.
    fn coalesce(&mut self, later: &Self) -> bool;

    /// Whether what it made so has not been changed again, as far as this viewer knows. What players lost sight of
    /// has.
    fn still_holds(&self, state: &State, viewer: Viewer) -> bool;

    /// The same fact when it happens again, with today's values; `None` if it no longer happens. Most facts carry all
    /// they need.
    fn by_now(self, _table: &ByNow<'_>) -> Option<Self>
    where
        Self: Sized,
    {
        Some(self)
    }
}

/// A fact that set one value, and can be taken back by setting the one before.
pub(super) trait Edit: Fact + Clone {
    /// What was set.
    type Value: Clone + PartialEq;

    /// See [`Revert::UNDONE_BY_PLAYERS`].
    const UNDONE_BY_PLAYERS: bool;

    /// The value before and after.
    fn values(&mut self) -> (&mut Self::Value, &mut Self::Value);

    /// Whether another sets the same value of the same thing, so that the two are as good as one.
    fn same_place(&self, other: &Self) -> bool;

    /// See [`Revert::still_holds`].
    fn stands(&self, state: &State, viewer: Viewer) -> bool;

    /// See [`Revert::by_now`].
    fn by_now(self, _table: &ByNow<'_>) -> Option<Self> {
        Some(self)
    }
}

impl<T: Edit> Revert for T {
    type Inverse = Self;

    const UNDONE_BY_PLAYERS: bool = <T as Edit>::UNDONE_BY_PLAYERS;

    fn inverse(&self) -> Self {
        let mut back = self.clone();
        let (before, after) = back.values();
        swap(before, after);
        back
    }

    fn coalesce(&mut self, later: &Self) -> bool {
        if !self.same_place(later) {
            return false;
        }
        let mut later = later.clone();
        let (then, now) = later.values();
        let (_, after) = self.values();
        let goes_on = after == then;
        if goes_on {
            swap(after, now);
        }
        goes_on
    }

    fn still_holds(&self, state: &State, viewer: Viewer) -> bool {
        self.stands(state, viewer)
    }

    fn by_now(self, table: &ByNow<'_>) -> Option<Self> {
        <Self as Edit>::by_now(self, table)
    }
}
