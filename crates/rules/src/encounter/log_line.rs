//! A line of the log, before it has a number.

use super::log::What;

/// What a line of the log says.
pub(super) struct LogLine {
    /// Whether players may read it.
    pub(super) public: bool,
    /// Whether players read it without the sum behind the dice: it is a foe's.
    pub(super) veiled: bool,
    /// The line.
    pub(super) what: What,
}

impl LogLine {
    pub(super) const fn new(public: bool, what: What) -> Self {
        Self {
            public,
            veiled: false,
            what,
        }
    }

    pub(super) const fn open(what: What) -> Self {
        Self::new(true, what)
    }
}
