//! Events about due rolls and payments.

use serde::{Deserialize, Serialize};

use super::is_open;
use crate::due::Due;
use crate::encounter::fact::{Edit, Fact};
use crate::encounter::log::What;
use crate::encounter::log_line::LogLine;
use crate::encounter::state::State;
use crate::encounter::viewer::Viewer;
use crate::id::CombatantId;
use crate::messages::Wording;

/// A due entry was added, done or waived.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DueChanged {
    /// The combatant with the due entries.
    pub id: CombatantId,
    /// The due entries before the change.
    pub before: Vec<Due>,
    /// The due entries after the change.
    pub after: Vec<Due>,
    /// The words of the entry that a storyteller waived.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub waived: Option<Wording>,
    /// The key of the entry that was done, where no other event tells of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub done: Option<String>,
}

impl Fact for DueChanged {
    fn apply(&self, state: &mut State) {
        state.with(self.id, |who| who.due.clone_from(&self.after));
    }

    fn log_line(&self, state: &State) -> Option<LogLine> {
        let combatant = state.combatant(self.id)?;
        let name = combatant.full_name();
        let mut before = self.before.iter();
        let what = match before.find(|due| Some(&due.key) == self.done.as_ref()) {
            Some(due) => What::CameDue {
                name,
                words: due.words.clone(),
                rule: due.rule.clone(),
            },
            None => What::Waived {
                name,
                words: self.waived.clone()?,
            },
        };
        // What is due to a foe would reveal its health.
        Some(LogLine::new(is_open(combatant), what))
    }
}

impl Edit for DueChanged {
    type Value = Vec<Due>;

    const UNDONE_BY_PLAYERS: bool = false;

    fn values(&mut self) -> (&mut Self::Value, &mut Self::Value) {
        (&mut self.before, &mut self.after)
    }

    fn same_place(&self, other: &Self) -> bool {
        self.id == other.id
    }

    fn stands(&self, state: &State, viewer: Viewer) -> bool {
        let who = state.known_numbers(viewer, self.id);
        who.is_some_and(|who| who.due == self.after)
    }
}
