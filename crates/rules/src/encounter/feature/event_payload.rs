//! Traits of event payloads: what each event implements for itself. The implementations are in
//! [`feature`](crate::encounter::feature), and [`Event`](crate::encounter::event) dispatches to them.

use std::mem::swap;

use crate::base::id::CombatantId;
use crate::encounter::log::log_line::LogLine;
use crate::encounter::state::State;
use crate::encounter::viewer::Viewer;

/// Behavior of the payload of every kind of event, such as applying it to the encounter's state. No method has a
/// default, so that none can be forgotten.
pub(in crate::encounter) trait EventPayload {
    /// Applies the event to the state.
    fn apply(&self, state: &mut State);

    /// Returns the log line of the event once it is applied; `None` if it has no line.
    fn log_line(&self, state: &State) -> Option<LogLine>;
}

/// The table on which old events are applied again, as they were or inverted.
pub(in crate::encounter) struct RebaseContext<'a> {
    /// The state before any of the events.
    pub(in crate::encounter) state: &'a State,
    /// The state after those events that are applied first.
    pub(in crate::encounter) current: &'a State,
    /// The combatants that arrive with the events.
    pub(in crate::encounter) arriving: &'a [CombatantId],
}

/// An event payload that can be undone.
pub(in crate::encounter) trait Revertible: EventPayload {
    /// The payload of the inverse event.
    type Inverse;

    /// Whether a player may undo it. False for turns, which may have moved on where players cannot see, for
    /// dice, and for what only storytellers do.
    const PLAYERS_CAN_UNDO: bool;

    /// Returns the inverse payload, with the states before and after swapped.
    fn inverse(&self) -> Self::Inverse;

    /// Merges a later payload of the same record that changed the same thing again; returns `false` if it
    /// changed something else. The merged payload has the state before the first and the state after the last.
    fn coalesce(&mut self, later: &Self) -> bool;

    /// Whether the result has not been changed since, as far as this viewer knows. A combatant that players
    /// lost sight of counts as changed.
    fn still_holds(&self, state: &State, viewer: Viewer) -> bool;

    /// Returns the payload updated to the current state; `None` if it no longer applies. Most payloads need no
    /// update.
    fn rebase_onto(self, _table: &RebaseContext<'_>) -> Option<Self>
    where
        Self: Sized,
    {
        Some(self)
    }
}

/// An event payload that sets one value, and is undone by setting the value before.
pub(in crate::encounter) trait SetsValue: EventPayload + Clone {
    /// The type of the value.
    type Value: Clone + PartialEq;

    /// Whether a player may undo it: see [`Revertible::PLAYERS_CAN_UNDO`].
    const PLAYERS_CAN_UNDO: bool;

    /// Returns the value before and the value after.
    fn before_and_after(&mut self) -> (&mut Self::Value, &mut Self::Value);

    /// Whether another payload sets the same value of the same thing, so that the two can be merged.
    fn sets_same_value(&self, other: &Self) -> bool;

    /// Whether the value has not been changed since, as far as this viewer knows (see
    /// [`Revertible::still_holds`]).
    fn value_still_holds(&self, state: &State, viewer: Viewer) -> bool;

    /// Returns the payload updated to the current state; `None` if it no longer applies (see
    /// [`Revertible::rebase_onto`]).
    fn rebase_value_onto(self, _table: &RebaseContext<'_>) -> Option<Self> {
        Some(self)
    }
}

/// The part of [`SetsValue`] that is the same for all payloads of a thing that comes, changes or goes: they have its `id`, and
/// `before` and `after` in a box. Storytellers alone undo them.
macro_rules! sets_thing {
    ($thing:ty) => {
        type Value = Option<Box<$thing>>;

        const PLAYERS_CAN_UNDO: bool = false;

        fn before_and_after(&mut self) -> (&mut Self::Value, &mut Self::Value) {
            (&mut self.before, &mut self.after)
        }

        fn sets_same_value(&self, other: &Self) -> bool {
            self.id == other.id
        }
    };
}
pub(in crate::encounter) use sets_thing;

impl<T: SetsValue> Revertible for T {
    type Inverse = Self;

    const PLAYERS_CAN_UNDO: bool = <T as SetsValue>::PLAYERS_CAN_UNDO;

    fn inverse(&self) -> Self {
        let mut back = self.clone();
        let (before, after) = back.before_and_after();
        swap(before, after);
        back
    }

    fn coalesce(&mut self, later: &Self) -> bool {
        if !self.sets_same_value(later) {
            return false;
        }
        let mut later = later.clone();
        let (then, now) = later.before_and_after();
        let (_, after) = self.before_and_after();
        let goes_on = after == then;
        if goes_on {
            swap(after, now);
        }
        goes_on
    }

    fn still_holds(&self, state: &State, viewer: Viewer) -> bool {
        self.value_still_holds(state, viewer)
    }

    fn rebase_onto(self, table: &RebaseContext<'_>) -> Option<Self> {
        <Self as SetsValue>::rebase_value_onto(self, table)
    }
}
