//! Log messages about rolls that a storyteller asks for.

use serde::{Deserialize, Serialize};

use crate::base::roll::RollResult;
use crate::character::parameters::Parameters;
use crate::encounter::ask::AskTelling;
use crate::messages::Wording;

/// Message about an asked roll.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Hash)]
#[serde(rename_all = "snake_case")]
pub enum AskMessage {
    /// A roll was asked for.
    Asked {
        /// The pool in words.
        what: Wording,
        /// The parameters that differ from their defaults.
        #[serde(default, skip_serializing_if = "Parameters::is_plain")]
        reading: Parameters,
        /// The names of those who are asked.
        names: Vec<String>,
        /// What players learn of it.
        telling: AskTelling,
        /// The line for the players.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        words: String,
    },
    /// Something was asked in secret; what it was only the storyteller reads.
    Something,
    /// A combatant passed or failed.
    Answered {
        /// The name of the combatant.
        name: String,
        /// The pool in words.
        what: Wording,
        /// Whether the combatant passed.
        passed: bool,
    },
    /// The storyteller told some players whether they passed.
    Told {
        /// The pool in words.
        what: Wording,
        /// The names of those who were told that they passed.
        passed: Vec<String>,
        /// The names of those who were told that they failed.
        failed: Vec<String>,
    },
    /// The storyteller showed the dice.
    Shown {
        /// The pool in words.
        what: Wording,
        /// Names, parameters and dice.
        rolled: Vec<(String, Parameters, RollResult)>,
    },
    /// The question was taken back.
    CalledOff {
        /// The pool in words.
        what: Wording,
    },
}

impl AskMessage {
    /// Returns the message as players read it where they only learn that something was asked.
    pub(crate) fn redacted(self) -> Self {
        match self {
            Self::Asked { .. } => Self::Something,
            other => other,
        }
    }
}
