//! Snapshots that an exchange has read, from the declaration on.

use super::Exchange;
use super::snapshot::{Borrowed, Read};

impl Exchange {
    /// Stores the snapshot read at the declaration.
    pub(in crate::encounter) fn declare(&mut self, read: Read) {
        (self.facts, self.between, self.holds) = (read.facts, read.between, read.holds);
    }

    /// Returns the snapshots read at the declaration and at answers, each with the number of the answer from
    /// which it counts, the oldest first.
    pub(in crate::encounter) fn reads(&self) -> Vec<(usize, Borrowed<'_>)> {
        let declared = Borrowed {
            facts: &self.facts,
            between: &self.between,
            holds: &self.holds,
        };
        let declared = (!self.facts.is_empty()).then_some((0, declared));
        let read = self.read.iter();
        let read = read.map(|(from, read)| (usize::from(*from), read.borrowed()));
        declared.into_iter().chain(read).collect()
    }

    /// Returns the given snapshot unless it equals the newest stored one.
    pub(in crate::encounter) fn unless_read(&self, read: Read) -> Option<Read> {
        let newest = self.reads().pop();
        (newest.map(|(_, newest)| newest) != Some(read.borrowed())).then_some(read)
    }

    /// Returns the snapshot read for the newest answer, if there was one.
    pub(super) fn newest_read(&self) -> Option<Read> {
        let newest = self.past.last()?;
        let read = self.read.last().filter(|_| newest.read);
        read.map(|(_, read)| read.clone())
    }
}
