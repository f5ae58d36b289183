//! A place in the fight, as it was rolled.

use serde::{Deserialize, Serialize};

use crate::term::Term;

/// One combatant's initiative: rolled once and then kept. Dragging a token never changes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Initiative {
    /// The face of the die.
    pub die: u16,
    /// What was added to the die, term by term.
    pub terms: Vec<Term>,
    /// The die and every term together: the number at the right edge of the row.
    pub score: i32,
    /// What decides who acts first, most important number first; the score leads.
    /// Higher acts earlier. Tie-breaking rolls are appended by the rule system.
    pub rank: Vec<i32>,
}

impl Initiative {
    /// Whether this acts before `other`. Equal ranks are simultaneous: neither is before.
    #[must_use]
    pub fn is_before(&self, other: &Self) -> bool {
        self.rank > other.rank
    }
}
