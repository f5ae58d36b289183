//! Private view of the reader's seat: received from the server, and merged into the log.

use leptos::prelude::*;
use rules::encounter::PrivateChange;
use rules::encounter::view::{AskView, LogLineView, PrivateLine};
use rules::handout::KnownHandout;

use crate::log::entries::LEAF;
use crate::reactive::{Key, memo};
use crate::state::table_state::Model;
use crate::words;

impl Model {
    /// Returns the number of the last private message; `None` before the first.
    pub(crate) fn private_seq(&self) -> Option<u64> {
        self.inner
            .with_value(|inner| inner.private.as_ref().map(|private| private.seq))
    }

    /// Returns the handouts that the reader knows, and follows their changes. Loaded later than the
    /// first part of the program.
    #[inline(never)]
    pub(crate) fn known_handouts(&self) -> Memo<Vec<KnownHandout>> {
        let model = *self;
        memo(move || {
            model.private.track();
            model.inner.with_value(|inner| {
                let private = inner.private.as_ref();
                private.map_or(Vec::new(), |private| private.view.handouts.clone())
            })
        })
    }

    /// Applies the changes of one numbered private message. Returns false where the number is not the next one, after
    /// which the whole private view is needed.
    // It comes with the rest of the program, as the drawing does.
    #[inline(never)]
    pub(crate) fn apply_private(&self, seq: u64, changes: &[PrivateChange]) -> bool {
        let is_whole = matches!(changes, [PrivateChange::All(_)]);
        let applied = self.inner.try_update_value(|inner| {
            let private = inner.private.get_or_insert_default();
            if !is_whole && seq != private.seq + 1 {
                inner.private = None;
                return false;
            }
            private.seq = seq;
            for change in changes {
                private.view.apply_change(change);
            }
            true
        });
        let count = self.private.get_untracked();
        self.private.set(count.wrapping_add(1));
        for change in changes {
            if let PrivateChange::Line(told) = change {
                self.announce_private(&told.line);
            }
        }
        applied == Some(true)
    }

    /// Announces a private message to the reader, and shows it over whatever is open.
    fn announce_private(&self, line: &LogLineView) {
        let you = self.you.get_untracked();
        let said = self
            .seats
            .with_untracked(|seats| words::whisper_announcement(seats, line, you));
        if let Some(said) = said {
            self.notify(said);
        }
    }

    /// Adds the keys of the reader's private lines to those of a stretch of the log, each at its
    /// time. Loaded later than the first part of the program.
    #[inline(never)]
    pub(crate) fn add_private_lines(&self, leaf: u32, keys: &mut Vec<Key>) {
        let first = self
            .log
            .with_untracked(|log| log.first().map_or(0, |line| line.no));
        self.inner.with_value(|inner| {
            let lines = inner.private.iter().flat_map(|private| &private.view.log);
            for PrivateLine { after, line, .. } in lines {
                if *after / LEAF != leaf || *after < first {
                    continue;
                }
                let is_before = |key: &Key| match key {
                    Key::Line { no, .. } => no <= after,
                    _ => true,
                };
                let at = keys.partition_point(is_before);
                let (no, undone) = (line.no, line.undone.is_some());
                keys.insert(at, Key::PrivateLine { no, undone });
            }
        });
    }

    /// Whether the reader's seat has ever been asked for rolls in secret.
    pub(crate) fn has_private_asks(&self) -> bool {
        self.private.track();
        self.inner.with_value(|inner| {
            let private = inner.private.as_ref();
            private.is_some_and(|private| !private.view.asks.is_empty())
        })
    }

    /// Returns the rolls that the reader's seat is asked for in secret.
    pub(crate) fn private_asks(&self) -> Vec<AskView> {
        self.private.track();
        self.inner.with_value(|inner| {
            let private = inner.private.as_ref();
            private.map_or_else(Vec::new, |private| private.view.asks.clone())
        })
    }

    /// Returns the lines that the reader's seat alone is told, the oldest first. Loaded later than the first part of the
    /// program.
    pub(crate) fn private_lines(&self) -> Vec<LogLineView> {
        self.private.track();
        self.inner.with_value(|inner| {
            let lines = inner.private.iter().flat_map(|private| &private.view.log);
            lines.map(|told| told.line.clone()).collect()
        })
    }

    /// Returns a line that the reader's seat alone is told, as the log draws it, without a number
    /// of the class. Loaded later than the first part of the program.
    #[inline(never)]
    pub(crate) fn private_line(&self, no: u32) -> Option<LogLineView> {
        self.inner.with_value(|inner| {
            let log = &inner.private.as_ref()?.view.log;
            let told = log.iter().find(|told| told.line.no == no)?;
            Some(LogLineView {
                no: 0,
                ..told.line.clone()
            })
        })
    }
}
