//! Events of safety, which only the server writes, and which nobody undoes.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::encounter::feature::event_payload::EventPayload;
use crate::encounter::log::LogMessage;
use crate::encounter::log::log_line::LogLine;
use crate::encounter::safety::{Boundary, SafetyCall};
use crate::encounter::state::State;

/// Event that a signal for safety was given; nothing says by whom.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SafetyCalled {
    /// The signal, and when it was given.
    pub call: SafetyCall,
}

impl EventPayload for SafetyCalled {
    fn apply(&self, state: &mut State) {
        state.safety.last = Some(self.call);
    }

    fn log_line(&self, _state: &State) -> Option<LogLine> {
        let signal = self.call.signal;
        Some(LogLine::new_public(LogMessage::Safety { signal }))
    }
}

/// The list of what the game leaves out has changed; nothing says by whom.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoundariesSet {
    /// The list after the change.
    pub after: BTreeSet<Boundary>,
}

impl EventPayload for BoundariesSet {
    fn apply(&self, state: &mut State) {
        state.safety.boundaries.clone_from(&self.after);
    }

    fn log_line(&self, _state: &State) -> Option<LogLine> {
        None
    }
}
