//! Simulated disk as a target of the writer: slow, stalling, failing, and dying at any step.

use std::collections::BTreeMap;
use std::io;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use rules::base::id::CommandId;
use rules::encounter::Refusal;
use server::store::{BytesWritten, StoreError, TableUsage};
use server::testing::{Fault, Write, WriteOutcome, WriteReply, WriteTarget, lock};
use tokio::time::{Instant, sleep};

use super::files::{JournalEntry, SimulatedRow, StoreContents};
use crate::draw::PlantedFault;
use crate::world::World;

/// Whether the simulated disk works at present, or fails until some time.
#[derive(Debug, Default)]
pub(super) struct DiskHealth {
    /// End of the current failure, and whether reads still work.
    failing_until: Option<(Instant, bool)>,
}

impl DiskHealth {
    /// Whether the disk is currently failing.
    fn is_failing(&self) -> bool {
        self.failing_until
            .is_some_and(|(until, _)| Instant::now() < until)
    }

    /// Whether the disk can be read at the moment.
    pub(super) fn can_read(&self) -> bool {
        !self.is_failing() || self.failing_until.is_some_and(|(_, reads)| reads)
    }
}

/// Simulated disk that the store's writer task writes to.
pub(super) struct SimulatedDisk {
    /// Environment of the history.
    pub(super) world: Arc<World>,
    /// Contents visible to readers.
    pub(super) contents: Arc<Mutex<StoreContents>>,
    /// Current health of the disk.
    pub(super) mood: Arc<Mutex<DiskHealth>>,
    /// Number of entries in the files that count; later ones were given up.
    pub(super) trusted: usize,
}

/// Returns an I/O error with this message.
fn io_error(words: &'static str) -> StoreError {
    StoreError::Database(sqlx::Error::Io(io::Error::other(words)))
}

impl SimulatedDisk {
    /// Simulates the delay of one disk operation. Waits for a random time, during which the program may die.
    async fn simulate_step(&self) {
        if self.world.dies_at_this_step() {
            std::future::pending::<()>().await;
        }
        let milliseconds = match self.world.with_rng(|draw| draw.below(60)) {
            _ if self.world.is_calm() => 1,
            0 => {
                self.world.count(|tally| tally.stalls += 1);
                1_500 + self.world.with_rng(|draw| draw.below(4_000))
            }
            1..=6 => 5 + self.world.with_rng(|draw| draw.below(120)),
            it => it % 4,
        };
        sleep(Duration::from_millis(milliseconds)).await;
    }

    /// Draws whether an operation fails, which may also start a longer failure.
    fn draw_failure(&self, one_in: u64) -> bool {
        if self.world.is_calm() {
            return false;
        }
        let mut mood = lock(&self.mood);
        if mood.is_failing() {
            return true;
        }
        self.world.with_rng(|draw| {
            let fails = draw.one_in(one_in);
            if fails && draw.one_in(2) {
                let time = Duration::from_millis(draw.below(6_000));
                mood.failing_until = Some((Instant::now() + time, !draw.one_in(3)));
            }
            fails
        })
    }

    /// Writes a transaction and syncs it, with random failures.
    async fn commit(&mut self, mut entries: Vec<JournalEntry>) -> Result<(), StoreError> {
        let plant = self.world.planted_fault();
        entries.push(JournalEntry::Commit);
        self.simulate_step().await;
        let half = self.world.with_rng(|draw| draw.up_to(entries.len()));
        let (first, second) = entries.split_at(half);
        self.world.with_files(|files| {
            files.truncate_to(self.trusted);
            files.write(first);
        });
        if self.draw_failure(25) {
            self.world.count(|tally| tally.faults += 1);
            self.world.trace_event("a write failed");
            return Err(io_error("a write failed"));
        }
        self.simulate_step().await;
        self.world.with_files(|files| files.write(second));
        if plant == Some(PlantedFault::AcknowledgesBeforeTheSync) {
            // The next transaction will sync it, if there is one.
            self.trusted = self.world.with_files(|files| files.len());
            return Ok(());
        }
        self.simulate_step().await;
        if self.draw_failure(20) {
            self.world.count(|tally| tally.faults += 1);
            let came = self.world.with_rng(|draw| draw.up_to(entries.len()));
            self.world
                .with_files(|files| files.sync_partially(self.trusted + came));
            self.world.trace_event("a sync failed");
            if plant != Some(PlantedFault::TrustsAFailedSync) {
                return Err(io_error("a sync failed"));
            }
            self.world.with_files(|files| files.ignore_syncs());
        }
        self.sync();
        self.simulate_step().await;
        Ok(())
    }

    /// Syncs everything written; it may be acknowledged from now on.
    fn sync(&mut self) {
        let (trusted, kept) = self.world.with_files(|files| {
            files.sync();
            (files.len(), files.durable_rows())
        });
        self.trusted = trusted;
        self.world.on_durable(&kept);
    }
}

/// Returns the journal entries for these refusals.
fn refusal_entries(all: &BTreeMap<CommandId, Refusal>) -> impl Iterator<Item = JournalEntry> {
    all.iter()
        .map(|(id, why)| JournalEntry::Refused(*id, why.clone()))
}

/// Applies a write to the contents, if it is valid, and adds its entries.
fn apply_write(
    contents: &mut StoreContents,
    write: &Write,
    entries: &mut Vec<JournalEntry>,
) -> WriteReply {
    let mut fresh = Vec::new();
    let answer = match write {
        Write::Log(lines) => {
            for (number, row) in (contents.rows.len() as u64 + 1..).zip(&lines.rows) {
                let row = SimulatedRow::new(row.clone());
                let is_refused = contents.refused.contains_key(&row.command);
                if row.seq != number || contents.commands.contains(&row.command) || is_refused {
                    return Err(StoreError::Conflict);
                }
                fresh.push(JournalEntry::Row(Arc::new(row)));
            }
            fresh.extend(lines.secrets.iter().cloned().map(JournalEntry::Secret));
            fresh.extend(lines.renamed_to.iter().cloned().map(JournalEntry::Called));
            fresh.extend(lines.snapshot.iter().cloned().map(JournalEntry::Snapshot));
            fresh.extend(refusal_entries(&lines.refused));
            let bytes: usize = lines.rows.iter().map(|row| row.body.len()).sum();
            WriteOutcome::Log(usage_of(contents.bytes + bytes as u64))
        }
        Write::Snapshot(_, kept) => {
            fresh.push(JournalEntry::Snapshot(kept.clone()));
            WriteOutcome::Done
        }
        Write::Refused(refusals) if refusals.after != contents.rows.len() as u64 => {
            return Err(StoreError::Conflict);
        }
        Write::Refused(refusals) => {
            fresh.extend(refusal_entries(&refusals.by_command));
            WriteOutcome::Done
        }
        // Rooms use no other writes.
        _ => return Err(StoreError::Gone),
    };
    for entry in &fresh {
        contents.apply_entry(entry);
    }
    entries.extend(fresh);
    Ok(answer)
}

impl WriteTarget for SimulatedDisk {
    async fn write_all(&mut self, writes: &[Write]) -> Result<Vec<WriteOutcome>, StoreError> {
        let (mut next, mut entries) = (lock(&self.contents).clone(), Vec::new());
        let mut answers = Vec::new();
        for write in writes {
            answers.push(apply_write(&mut next, write, &mut entries)?);
        }
        let rows = entries
            .iter()
            .filter(|it| matches!(it, JournalEntry::Row(_)));
        if self.world.planted_fault() == Some(PlantedFault::LosesARecord) && rows.count() > 1 {
            let first = entries
                .iter()
                .position(|it| matches!(it, JournalEntry::Row(_)));
            entries.remove(first.unwrap_or(0));
        }
        self.commit(entries).await?;
        *lock(&self.contents) = next;
        Ok(answers)
    }

    async fn write_each(&mut self, writes: &[Write]) -> Result<Vec<WriteReply>, Fault> {
        let (mut next, mut entries) = (lock(&self.contents).clone(), Vec::new());
        let one = |write| apply_write(&mut next, write, &mut entries);
        let answers = writes.iter().map(one).collect();
        self.commit(entries).await?;
        *lock(&self.contents) = next;
        Ok(answers)
    }

    async fn reopen(&mut self) -> Result<(), Fault> {
        self.simulate_step().await;
        if self.draw_failure(10) {
            return Err(io_error("it is not there yet").into());
        }
        // Overwrites what failed, and syncs that.
        self.world.with_files(|files| {
            files.truncate_to(self.trusted);
            files.write(&[JournalEntry::Commit]);
        });
        self.simulate_step().await;
        if self.draw_failure(20) {
            return Err(io_error("it failed again").into());
        }
        self.sync();
        Ok(())
    }

    async fn maintain(&mut self) -> Result<(), StoreError> {
        match self.draw_failure(400) {
            true => Err(io_error("it could not be put in order")),
            false => Ok(()),
        }
    }

    async fn close(self) {}
}

/// Returns the usage of a table with this many bytes in total.
pub(super) fn usage_of(bytes: u64) -> TableUsage {
    let all = BytesWritten {
        bytes,
        ..BytesWritten::default()
    };
    TableUsage {
        total: all,
        seats: None,
    }
}
