//! The archive for one class of viewers: what they were shown of an encounter, built from their view and nothing else.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::base::id::SeatId;
use crate::encounter::view::{LogLineView, PrivateLine};
use crate::encounter::{Class, Encounter, PrivateView, Record, View};

/// The format name in the file.
pub const PLAYER_ARCHIVE_FORMAT: &str = "coterie-told-1";

/// A file with all that one class of viewers knows of an encounter, and what one seat of it knows beside that.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlayerEncounterArchive {
    /// The view of the class now, without the log.
    pub view: View,
    /// Every log line that the class may read, oldest first.
    pub log: Vec<LogLineView>,
    /// What the reader's seat is told beside that, without its log.
    #[serde(skip_serializing_if = "PrivateView::is_empty")]
    pub private: PrivateView,
    /// Every log line that only single seats read, the reader's among them, oldest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub private_log: Vec<PrivateLine>,
}

/// Builds a [`PlayerEncounterArchive`] by following the log of an encounter for one class of viewers.
#[derive(Clone, Debug)]
pub struct PlayerArchiveBuilder {
    class: Class,
    seat: SeatId,
    encounter: Encounter,
    lines: BTreeMap<u32, LogLineView>,
    private_lines: BTreeMap<u32, PrivateLine>,
}

impl PlayerArchiveBuilder {
    /// Starts with an encounter to which nothing has happened yet.
    #[must_use]
    pub const fn new(encounter: Encounter, class: Class, seat: SeatId) -> Self {
        Self {
            class,
            seat,
            encounter,
            lines: BTreeMap::new(),
            private_lines: BTreeMap::new(),
        }
    }

    /// Applies the record of one command. Records come in order, from the first one on.
    pub fn apply(&mut self, record: &Record) {
        self.encounter.apply(record);
        for line in View::log_lines(&self.encounter, self.class) {
            self.lines.insert(line.no, line);
        }
        for line in PrivateView::of(&self.encounter, self.seat).log {
            self.private_lines.insert(line.line.no, line);
        }
    }

    /// Returns the archive of what this class of viewers and this seat were shown so far.
    #[must_use]
    pub fn build(self) -> PlayerEncounterArchive {
        let mut view = View::without_undo_offers(&self.encounter, self.class.into());
        view.log.clear();
        let mut private = PrivateView::of(&self.encounter, self.seat);
        private.log.clear();
        PlayerEncounterArchive {
            view,
            log: self.lines.into_values().collect(),
            private,
            private_log: self.private_lines.into_values().collect(),
        }
    }
}
