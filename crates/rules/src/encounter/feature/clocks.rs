//! Events of clocks: made, changed, filled and put away.

use serde::{Deserialize, Serialize};

use crate::base::id::ClockId;
use crate::base::late::Late;
use crate::base::text::Name;
use crate::clock::Clock;
use crate::encounter::feature::event_payload::{
    EventPayload, RebaseContext, SetsValue, sets_thing,
};
use crate::encounter::log::log_line::LogLine;
use crate::encounter::log::{ClockCause, ClockMessage, LogMessage};
use crate::encounter::state::State;
use crate::encounter::viewer::Viewer;

/// A clock was made, changed, filled or put away.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClockChanged {
    /// The clock.
    pub id: ClockId,
    /// The clock before; `None` if it is new.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<Box<Clock>>,
    /// The clock after; `None` if it was put away.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<Box<Clock>>,
    /// What filled it, if it was not filled by hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cause: Option<ClockCause>,
    /// Number of segments that were too many.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub over: u16,
}

/// Whether a number of segments is zero, in which case serialization leaves it out.
const fn is_zero(over: &u16) -> bool {
    *over == 0
}

impl ClockChanged {
    /// Returns the clock before and after, if nothing but its filling changed; `None` for any other
    /// change.
    fn filling(&self) -> Option<(&Clock, &Clock)> {
        let (before, after) = (self.before.as_deref()?, self.after.as_deref()?);
        let same = before.without_filling() == after.without_filling();
        (same && !changes_aside_only(before, after)).then_some((before, after))
    }

    /// Returns the message of the filled clock.
    fn filled_message(&self, before: &Clock, after: &Clock) -> ClockMessage {
        let full = after.is_full() && !before.is_full();
        let words = |words: &Option<Name>| {
            let words = words.as_ref().filter(|_| full);
            words.map(ToString::to_string)
        };
        ClockMessage::Filled {
            name: after.name.to_string(),
            filled: after.filled,
            size: after.size,
            over: self.over,
            cause: self.cause.clone(),
            failed: is_failed(after) && !is_failed(before),
            words: words(&after.when_full.words),
            secret: words(&after.when_full.secret),
        }
    }
}

/// Whether a botch has ended an extended action.
fn is_failed(clock: &Clock) -> bool {
    clock.action.as_ref().is_some_and(|action| action.failed)
}

/// Whether nothing changed but who takes part, where the clock is shown and what is due, which has no line in the log.
fn changes_aside_only(before: &Clock, after: &Clock) -> bool {
    let mut before = before.clone();
    before.pinned = after.pinned;
    before.due = after.due;
    if let (Some(before), Some(after)) = (&mut before.action, &after.action) {
        before.helpers.clone_from(&after.helpers);
    }
    before == *after
}

impl EventPayload for ClockChanged {
    fn apply(&self, state: &mut State) {
        match &self.after {
            Some(after) => _ = state.clocks.insert(self.id, (**after).clone()),
            None => _ = state.clocks.remove(&self.id),
        }
    }

    fn log_line(&self, state: &State) -> Option<LogLine> {
        let (before, after) = (self.before.as_deref(), self.after.as_deref());
        let shown = |clock: Option<&Clock>| clock.is_some_and(|clock| !clock.hidden);
        let name = |clock: &Clock| clock.name.to_string();
        let message = match (before, after) {
            (None, None) => return None,
            (None, Some(after)) => ClockMessage::Made {
                name: name(after),
                size: after.size,
            },
            (Some(before), None) => ClockMessage::Removed { name: name(before) },
            (Some(before), Some(after)) if before.hidden != after.hidden => match after.hidden {
                true => ClockMessage::Hidden { name: name(after) },
                false => ClockMessage::Shown {
                    name: name(after),
                    filled: after.filled,
                    size: after.size,
                },
            },
            (Some(before), Some(after)) => match self.filling() {
                Some(_) => self.filled_message(before, after),
                None if changes_aside_only(before, after) => return None,
                None => ClockMessage::Changed {
                    name: name(after),
                    was: (before.name != after.name).then(|| name(before)),
                },
            },
        };
        let known = |clock: Option<&Clock>| {
            clock.and_then(|clock| state.build_clock_view(self.id, clock, Viewer::PLAYERS))
        };
        let public = (shown(before) || shown(after)) && known(before) != known(after);
        let mut line = LogLine::new(public, LogMessage::Clock(Late::new(message)));
        line.redacted = public;
        Some(line)
    }
}

impl SetsValue for ClockChanged {
    sets_thing!(Clock);

    /// Whether the clock is as the event left it, or still there where the event only filled it.
    /// What filled a clock goes back on its own, whatever has filled it since.
    fn value_still_holds(&self, state: &State, _viewer: Viewer) -> bool {
        let now = state.clocks.get(&self.id);
        match self.filling() {
            Some(_) => now.is_some(),
            None => now == self.after.as_deref(),
        }
    }

    fn rebase_value_onto(mut self, table: &RebaseContext<'_>) -> Option<Self> {
        let Some((before, after)) = self.filling() else {
            return Some(self);
        };
        let mut now = table.current.clocks.get(&self.id)?.clone();
        let by = i32::from(after.filled).saturating_sub(before.filled.into());
        let old = now.clone();
        now.fill(by);
        now.adopt_filling(before, after);
        (self.before, self.after) = (Some(Box::new(old)), Some(Box::new(now)));
        Some(self)
    }
}
