//! Passages of a text, and whether they are covered.

use serde::{Deserialize, Serialize};

use crate::base::id::CombatantId;
use crate::base::sorted_map::Set;

/// Part of a handout's text that is covered or uncovered as a whole.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Passage {
    /// The words, with blanks and line ends as typed.
    pub words: String,
    /// Whether readers see bars instead.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub covered: bool,
    /// The characters for whom a covered passage is uncovered.
    #[serde(default, skip_serializing_if = "Set::is_empty")]
    pub open_to: Set<CombatantId>,
}

impl Passage {
    /// Whether a character reads the words.
    #[must_use]
    pub fn is_open_to(&self, who: CombatantId) -> bool {
        !self.covered || self.open_to.contains(&who)
    }
}
