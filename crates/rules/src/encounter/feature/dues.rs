//! What comes due for combatants.

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

/// Something came due, or was done or waived.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DueChanged {
    /// For whom.
    pub id: CombatantId,
    /// Before.
    pub before: Vec<Due>,
    /// After.
    pub after: Vec<Due>,
    /// The words of what those who run the table let pass.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub waived: Option<Wording>,
    /// The key of what is done, where nothing else says so.
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
        // What is due to a foe tells how it is.
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
