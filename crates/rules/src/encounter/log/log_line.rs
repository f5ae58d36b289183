//! Log lines before they are numbered and stored.

use super::LogMessage;
use super::private::PrivateReaders;
use crate::base::id::SeatId;
use crate::encounter::combatant::Combatant;

/// A log line as an event produces it, before it has a number.
pub(in crate::encounter) struct LogLine {
    /// Whether players may read the line.
    pub(in crate::encounter) public: bool,
    /// Whether players read the line without the terms behind the dice, because a foe rolled.
    pub(in crate::encounter) redacted: bool,
    /// The message of the line.
    pub(in crate::encounter) message: LogMessage,
    /// The owner of the combatant that the line is about, where the log notes that another person acted for
    /// them; an inner `None` is the storyteller.
    pub(in crate::encounter) owner: Option<Option<SeatId>>,
    /// The readers of a line that is no class's; `public` does not matter then.
    pub(in crate::encounter) readers: Option<PrivateReaders>,
}

impl LogLine {
    /// Creates a log line, which players may read if it is `public`.
    pub(in crate::encounter) const fn new(public: bool, what: LogMessage) -> Self {
        Self {
            public,
            redacted: false,
            message: what,
            owner: None,
            readers: None,
        }
    }

    /// Creates a line that only these readers are told.
    pub(in crate::encounter) fn new_private(readers: PrivateReaders, what: LogMessage) -> Self {
        let mut line = Self::new(false, what);
        line.readers = Some(readers);
        line
    }

    /// Creates a line that players may read.
    pub(in crate::encounter) const fn new_public(what: LogMessage) -> Self {
        Self::new(true, what)
    }

    /// Sets the combatant that the line is about.
    pub(in crate::encounter) fn about(self, combatant: &Combatant) -> Self {
        Self {
            owner: Some(combatant.owner),
            ..self
        }
    }
}
