//! Snapshots that an exchange has read, from the declaration on.

use super::Exchange;
use super::snapshot::{TableSnapshot, TableSnapshotRef};

impl Exchange {
    /// Stores the snapshot read at the declaration.
    pub(in crate::encounter) fn set_declared_snapshot(&mut self, read: TableSnapshot) {
        (self.facts, self.between, self.holds) = (read.facts, read.between, read.holds);
        self.space = read.space;
    }

    /// Returns the snapshots read at the declaration and at answers, each with the number of the answer from
    /// which it counts, the oldest first.
    pub(in crate::encounter) fn snapshots(&self) -> Vec<(usize, TableSnapshotRef<'_>)> {
        let declared = TableSnapshotRef {
            facts: &self.facts,
            between: &self.between,
            holds: &self.holds,
            space: &self.space,
        };
        let declared = (!self.facts.is_empty()).then_some((0, declared));
        let read = self.read.iter();
        let read = read.map(|(from, read)| (usize::from(*from), read.as_ref()));
        declared.into_iter().chain(read).collect()
    }

    /// Returns the given snapshot unless it equals the newest stored one.
    pub(in crate::encounter) fn snapshot_if_changed(
        &self,
        read: TableSnapshot,
    ) -> Option<TableSnapshot> {
        let newest = self.snapshots().pop();
        (newest.map(|(_, newest)| newest) != Some(read.as_ref())).then_some(read)
    }

    /// Returns the snapshot read for the newest answer, if there was one.
    pub(super) fn newest_snapshot(&self) -> Option<TableSnapshot> {
        let newest = self.past.last()?;
        let read = self.read.last().filter(|_| newest.read);
        read.map(|(_, read)| read.clone())
    }
}
