//! Events about due rolls and payments.

use serde::{Deserialize, Serialize};

use super::has_public_numbers;
use crate::base::id::CombatantId;
use crate::character::due::Due;
use crate::encounter::feature::event_payload::{EventPayload, SetsValue};
use crate::encounter::log::LogMessage;
use crate::encounter::log::log_line::LogLine;
use crate::encounter::state::State;
use crate::encounter::viewer::Viewer;
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

impl EventPayload for DueChanged {
    fn apply(&self, state: &mut State) {
        state.update_combatant(self.id, |who| who.due.clone_from(&self.after));
    }

    fn log_line(&self, state: &State) -> Option<LogLine> {
        let combatant = state.combatant(self.id)?;
        let name = combatant.full_name();
        let mut before = self.before.iter();
        let what = match before.find(|due| Some(&due.key) == self.done.as_ref()) {
            Some(due) => LogMessage::CameDue {
                name,
                words: due.words.clone(),
                rule: due.rule.clone(),
            },
            None => LogMessage::Waived {
                name,
                words: self.waived.clone()?,
            },
        };
        // What is due to a foe would reveal its health.
        Some(LogLine::new(has_public_numbers(combatant), what))
    }
}

impl SetsValue for DueChanged {
    type Value = Vec<Due>;

    const PLAYERS_CAN_UNDO: bool = false;

    fn before_and_after(&mut self) -> (&mut Self::Value, &mut Self::Value) {
        (&mut self.before, &mut self.after)
    }

    fn sets_same_value(&self, other: &Self) -> bool {
        self.id == other.id
    }

    fn value_still_holds(&self, state: &State, viewer: Viewer) -> bool {
        let who = state.find_with_known_numbers(viewer, self.id);
        who.is_some_and(|who| who.due == self.after)
    }
}
