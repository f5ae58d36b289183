//! A line of the log, before it has a number.

use super::combatant::Combatant;
use super::log::What;
use crate::id::SeatId;

/// What a line of the log says.
pub(super) struct LogLine {
    /// Whether players may read it.
    pub(super) public: bool,
    /// Whether players read it without the sum behind the dice: it is a foe's.
    pub(super) veiled: bool,
    /// The line.
    pub(super) what: What,
    /// Who plays the combatant whom it is about, where it says when another did it for them; nobody is the
    /// storyteller.
    pub(super) player: Option<Option<SeatId>>,
}

impl LogLine {
    pub(super) const fn new(public: bool, what: What) -> Self {
        Self {
            public,
            veiled: false,
            what,
            player: None,
        }
    }

    pub(super) const fn open(what: What) -> Self {
        Self::new(true, what)
    }

    /// The same line, about a combatant with an owner.
    pub(super) fn of(self, combatant: &Combatant) -> Self {
        Self {
            player: Some(combatant.owner),
            ..self
        }
    }
}
