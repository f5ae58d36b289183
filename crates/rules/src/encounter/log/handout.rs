//! Log messages about handouts.

use serde::{Deserialize, Serialize};

use crate::handout::HandoutKind;

/// Message of a log entry about a handout, which is told by its kind and its name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Hash)]
#[serde(rename_all = "snake_case")]
pub enum HandoutMessage {
    /// A handout was made.
    Made((HandoutKind, String)),
    /// A handout was changed.
    Changed((HandoutKind, String)),
    /// A handout was removed.
    Removed((HandoutKind, String)),
    /// A part of a handout was uncovered for everyone.
    Uncovered((HandoutKind, String)),
    /// A handout was given or shown to combatants.
    Given {
        /// The names of the combatants.
        to: Vec<String>,
        /// The handout; `None` where only that something was given is told.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        what: Option<(HandoutKind, String)>,
    },
    /// A handout was taken back from combatants.
    Recalled {
        /// The names of the combatants.
        from: Vec<String>,
        /// The handout.
        what: (HandoutKind, String),
    },
    /// A reader added a note to a card.
    Noted {
        /// The card.
        what: (HandoutKind, String),
        /// The words of the note.
        words: String,
    },
    /// A handout was put on the table screen.
    OnScreen((HandoutKind, String)),
    /// A handout was taken off the table screen.
    OffScreen((HandoutKind, String)),
}
