//! Files of a simulated disk: what a program has written, how much of it was synced, and what is left after the program
//! is killed or the power fails.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rules::base::id::{CommandId, SeatId};
use rules::base::seat::Actor;
use rules::base::text::Name;
use rules::encounter::{Record, Refusal};
use server::store::{DiceSecret, Snapshot, StoreError};
use server::testing::EventRow;

use crate::draw::{PlantedFault, SimRng};

/// Returns the error for a stored row that cannot be parsed.
fn unreadable_error(cause: impl ToString) -> StoreError {
    StoreError::Unreadable(cause.to_string())
}

/// A record of an encounter's log as stored on the simulated disk.
#[derive(Debug)]
pub(crate) struct SimulatedRow {
    /// Number of the record.
    pub(crate) seq: u64,
    /// Id of its command.
    pub(crate) command: CommandId,
    stored: EventRow,
}

impl SimulatedRow {
    /// Wraps a row of the log.
    pub(super) fn new(stored: EventRow) -> Self {
        Self {
            seq: stored.seq.cast_unsigned(),
            command: CommandId::from_bytes(stored.command),
            stored,
        }
    }

    /// Parses the stored row as a record.
    pub(crate) fn to_record(&self) -> Result<Record, StoreError> {
        Ok(Record {
            at: self.stored.at.cast_unsigned(),
            by: match self.stored.seat {
                None => Actor::Server,
                Some(seat) => Actor::Seat(SeatId(u32::try_from(seat).map_err(unreadable_error)?)),
            },
            command: self.command,
            events: serde_json::from_str(&self.stored.body).map_err(unreadable_error)?,
        })
    }
}

/// Entry of the simulated disk's write-ahead log, such as a log record or a snapshot.
#[derive(Clone, Debug)]
pub(crate) enum JournalEntry {
    /// Log record.
    Row(Arc<SimulatedRow>),
    /// Secret of the dice.
    Secret(DiceSecret),
    /// New title of the encounter.
    Called(Name),
    /// Snapshot of the encounter.
    Snapshot(Snapshot),
    /// Refused command with its refusal.
    Refused(CommandId, Refusal),
    /// End of a transaction; without it, the transaction never happened.
    Commit,
}

/// Files of the simulated disk, which survive the end of the simulated program.
#[derive(Debug, Default)]
pub(crate) struct Files {
    /// Entries in the cache of the operating system: what is left after the program is killed.
    cached: Vec<JournalEntry>,
    /// Entries on the disk: what is left after the power fails.
    on_disk: Vec<JournalEntry>,
    /// Number of leading entries that are the same in both.
    synced: usize,
    /// Whether syncs have no effect but report success, as a planted fault after a failed sync.
    ignores_syncs: bool,
}

impl Files {
    /// Number of entries visible to the program.
    pub(crate) const fn len(&self) -> usize {
        self.cached.len()
    }

    /// Truncates the files, so that later entries are overwritten.
    pub(crate) fn truncate_to(&mut self, length: usize) {
        self.cached.truncate(length);
        self.synced = self.synced.min(length);
    }

    /// Writes entries at the end of the files, without a sync.
    pub(crate) fn write(&mut self, entries: &[JournalEntry]) {
        self.cached.extend_from_slice(entries);
    }

    /// Syncs all entries to the disk.
    pub(crate) fn sync(&mut self) {
        if !self.ignores_syncs {
            self.persist_up_to(self.cached.len());
        }
    }

    /// Simulates a failed sync after which this many entries may still have reached the disk.
    pub(crate) fn sync_partially(&mut self, entries: usize) {
        if entries > self.synced {
            self.persist_up_to(entries);
        }
    }

    /// Makes all later syncs ineffective while they report success.
    pub(crate) const fn ignore_syncs(&mut self) {
        self.ignores_syncs = true;
    }

    /// Brings the entries up to this length to the disk.
    fn persist_up_to(&mut self, length: usize) {
        self.on_disk.truncate(self.synced);
        self.on_disk
            .extend(self.cached.iter().take(length).skip(self.synced).cloned());
        self.synced = self.on_disk.len();
    }

    /// Returns the records that would be found after a power failure now.
    pub(crate) fn durable_rows(&self) -> Vec<Arc<SimulatedRow>> {
        let ends = |entry: &JournalEntry| matches!(entry, JournalEntry::Commit);
        let whole = self.on_disk.iter().rposition(ends).unwrap_or(0);
        let entries = self.on_disk.iter().take(whole);
        let rows = entries.filter_map(|entry| match entry {
            JournalEntry::Row(row) => Some(Arc::clone(row)),
            _ => None,
        });
        rows.collect()
    }

    /// Whether this command would be found after a power failure now.
    pub(crate) fn is_on_disk(&self, command: CommandId) -> bool {
        self.durable_rows().iter().any(|row| row.command == command)
    }

    /// Simulates a crash of the program, with `power` also a power failure that loses a random part of the unsynced
    /// entries. A half-written transaction at the end is discarded. Returns the number of lost transactions.
    pub(crate) fn crash(&mut self, power: bool, draw: &mut SimRng) -> usize {
        let before = count_commits(&self.cached);
        if power {
            let more = self.cached.len() - self.synced;
            let torn = self.synced + draw.up_to(more);
            // Either the old entries remain, or the beginning of those written over them.
            if torn > self.synced || draw.one_in(2) {
                self.persist_up_to(torn);
            }
            self.cached.clone_from(&self.on_disk);
        }
        let ends = |entry: &JournalEntry| matches!(entry, JournalEntry::Commit);
        let whole = self.cached.iter().rposition(ends).map_or(0, |at| at + 1);
        self.cached.truncate(whole);
        self.ignores_syncs = false;
        self.synced = self.synced.min(whole);
        before.saturating_sub(count_commits(&self.cached))
    }

    /// Recovers the contents of the store that a starting program finds.
    pub(crate) fn recover(&self, plant: Option<PlantedFault>) -> StoreContents {
        let mut found = StoreContents::default();
        for entry in &self.cached {
            found.apply_entry(entry);
        }
        if plant == Some(PlantedFault::ForgetsTheLastAnswers) {
            let ids = found.rows.iter().rev().take(3).map(|row| row.command);
            for id in ids.collect::<Vec<_>>() {
                found.commands.remove(&id);
            }
        }
        found
    }
}

/// Counts the committed transactions among entries of the simulated write-ahead log.
fn count_commits(entries: &[JournalEntry]) -> usize {
    let ends = |entry: &&JournalEntry| matches!(entry, JournalEntry::Commit);
    entries.iter().filter(ends).count()
}

/// Contents of the store, built from the entries.
#[derive(Clone, Debug, Default)]
pub(crate) struct StoreContents {
    /// Records of the log.
    pub(crate) rows: Vec<Arc<SimulatedRow>>,
    /// Ids of all accepted commands.
    pub(crate) commands: BTreeSet<CommandId>,
    /// Dice secrets of the encounter.
    pub(crate) secrets: Vec<DiceSecret>,
    /// Current title, if it was changed.
    pub(crate) called: Option<Name>,
    /// Latest snapshot, if any.
    pub(crate) snapshot: Option<Snapshot>,
    /// Refused commands with their refusals.
    pub(crate) refused: BTreeMap<CommandId, Refusal>,
    /// Number of bytes of all records.
    pub(crate) bytes: u64,
}

impl StoreContents {
    /// Applies an entry of the journal.
    pub(crate) fn apply_entry(&mut self, entry: &JournalEntry) {
        match entry {
            JournalEntry::Row(row) => {
                self.bytes += row.stored.body.len() as u64;
                self.commands.insert(row.command);
                self.rows.push(Arc::clone(row));
            }
            JournalEntry::Secret(secret) => self.secrets.push(secret.clone()),
            JournalEntry::Called(name) => self.called = Some(name.clone()),
            JournalEntry::Snapshot(kept) => self.snapshot = Some(kept.clone()),
            JournalEntry::Refused(id, why) => _ = self.refused.insert(*id, why.clone()),
            JournalEntry::Commit => {}
        }
    }
}
