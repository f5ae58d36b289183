//! What comes due at the start of a combatant's turn: proposed then, done with one tap.

use serde::{Deserialize, Serialize};

use crate::dial::Reading;
use crate::term::{RuleId, Term};
use crate::track::Packet;

/// One thing that is due.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Due {
    /// Tells it from others of the same combatant; the same thing is due once.
    pub key: String,
    /// In words: "Stay awake".
    pub words: String,
    /// The rule that says so.
    pub rule: RuleId,
    /// What is done.
    pub deed: Deed,
}

/// What is done when a due item is accepted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Deed {
    /// A roll of exactly these terms.
    Roll {
        /// The pool.
        terms: Vec<Term>,
        /// How the dice are read.
        reading: Reading,
        /// The key of the condition that follows from a failure.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        else_gains: Option<String>,
    },
    /// Damage.
    Harm(Packet),
}
