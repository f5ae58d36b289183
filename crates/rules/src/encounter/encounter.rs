//! One encounter: what is true at its table, what can be taken back there, and its log.

use std::collections::VecDeque;
use std::ops::Deref;

use serde::{Deserialize, Serialize};

use super::class::Both;
use super::history::History;
use super::log::Entry;
use super::state::State;
use crate::shared::Shared;
use crate::system::SystemId;
use crate::text::Name;

/// The entries of the log that are kept, and how many there ever were.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Log {
    /// The newest entries, oldest first.
    pub(crate) kept: Shared<VecDeque<Shared<Entry>>>,
    /// The number of the newest entry, and in their own numbers that of the newest which players may read.
    pub(crate) entries: Both<u32>,
}

/// An encounter. Changed by [`Encounter::apply`] and by nothing else. Whatever is asked of its state can be asked of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Encounter {
    /// What events change: they reach neither the history nor the log.
    pub(crate) state: State,
    /// What can be taken back and brought back.
    pub(crate) history: Shared<History>,
    /// What was told.
    pub(crate) log: Log,
}

impl Encounter {
    /// An encounter without seats and combatants yet.
    #[must_use]
    pub fn new(title: Name, system: SystemId) -> Self {
        Self {
            state: State::new(title, system),
            history: Shared::default(),
            log: Log::default(),
        }
    }
}

impl Deref for Encounter {
    type Target = State;

    fn deref(&self) -> &State {
        &self.state
    }
}
