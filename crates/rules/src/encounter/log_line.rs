//! Log lines before they are numbered and stored.

use super::combatant::Combatant;
use super::log::LogMessage;
use crate::id::SeatId;

/// A log line as an event produces it, before it has a number.
pub(super) struct LogLine {
    /// Whether players may read the line.
    pub(super) public: bool,
    /// Whether players read the line without the terms behind the dice, because a foe rolled.
    pub(super) redacted: bool,
    /// The message of the line.
    pub(super) message: LogMessage,
    /// The owner of the combatant that the line is about, where the log notes that another person acted for
    /// them; an inner `None` is the storyteller.
    pub(super) owner: Option<Option<SeatId>>,
}

impl LogLine {
    /// Creates a line with the given visibility.
    pub(super) const fn new(public: bool, what: LogMessage) -> Self {
        Self {
            public,
            redacted: false,
            message: what,
            owner: None,
        }
    }

    /// Creates a line that players may read.
    pub(super) const fn new_public(what: LogMessage) -> Self {
        Self::new(true, what)
    }

    /// Sets the combatant that the line is about.
    pub(super) fn about(self, combatant: &Combatant) -> Self {
        Self {
            owner: Some(combatant.owner),
            ..self
        }
    }
}
