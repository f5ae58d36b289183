//! Log lines before they are numbered and stored.

use super::combatant::Combatant;
use super::log::What;
use crate::id::SeatId;

/// A log line as an event produces it, before it has a number.
pub(super) struct LogLine {
    /// Whether players may read the line.
    pub(super) public: bool,
    /// Whether players read the line without the terms behind the dice, because a foe rolled.
    pub(super) veiled: bool,
    /// The message of the line.
    pub(super) what: What,
    /// The owner of the combatant that the line is about, where the log notes that another person acted for
    /// them; an inner `None` is the storyteller.
    pub(super) player: Option<Option<SeatId>>,
}

impl LogLine {
    /// Creates a line with the given visibility.
    pub(super) const fn new(public: bool, what: What) -> Self {
        Self {
            public,
            veiled: false,
            what,
            player: None,
        }
    }

    /// Creates a line that players may read.
    pub(super) const fn open(what: What) -> Self {
        Self::new(true, what)
    }

    /// Sets the combatant that the line is about.
    pub(super) fn of(self, combatant: &Combatant) -> Self {
        Self {
            player: Some(combatant.owner),
            ..self
        }
    }
}
