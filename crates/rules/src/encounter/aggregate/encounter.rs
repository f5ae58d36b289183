//! The encounter: its state, its undo history and its log.

use std::collections::VecDeque;
use std::ops::Deref;

use serde::{Deserialize, Serialize};

use super::history::History;
use crate::base::shared::Shared;
use crate::base::text::Name;
use crate::encounter::class::PerClass;
use crate::encounter::log::{LogEntry, PrivateLogs};
use crate::encounter::state::State;
use crate::ruleset::SystemId;

/// The kept entries of the log and the counters of all entries ever written.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct EncounterLog {
    /// The newest entries, oldest first.
    pub(crate) kept: Shared<VecDeque<Shared<LogEntry>>>,
    /// Number of the newest entry per class: among all entries, and among those that players may read.
    pub(crate) entries: PerClass<u32>,
    /// The lines that single seats read.
    #[serde(default, skip_serializing_if = "PrivateLogs::is_empty")]
    pub(crate) private: PrivateLogs,
}

/// An encounter with its undo history and log. Only [`Encounter::apply`] changes it. Dereferences to its
/// [`State`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Encounter {
    /// The state that events change; events do not reach the history or the log.
    pub(crate) state: State,
    /// The commands that can be undone and redone.
    pub(crate) history: Shared<History>,
    /// The log of the encounter.
    pub(crate) log: EncounterLog,
}

impl Encounter {
    /// Creates an encounter without seats and combatants.
    #[must_use]
    pub fn new(title: Name, system: SystemId) -> Self {
        Self {
            state: State::new(title, system),
            history: Shared::default(),
            log: EncounterLog::default(),
        }
    }
}

impl Deref for Encounter {
    type Target = State;

    fn deref(&self) -> &State {
        &self.state
    }
}
