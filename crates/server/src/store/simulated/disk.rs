//! Simulated disk as a target of the writer: slow, stalling, failing, and dying at any step.

use std::collections::BTreeMap;
use std::io;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use rules::encounter::Refusal;
use rules::id::CommandId;
use tokio::time::{Instant, sleep};

use super::files::{Contents, Entry, Row};
use crate::locked;
use crate::simulation::{Plant, World};
use crate::store::fault::Fault;
use crate::store::writer::Medium;
use crate::store::writes::{Answer, Write, Wrote};
use crate::store::{Size, StoreError, Written};

/// Current health of the disk.
#[derive(Debug, Default)]
pub(super) struct Mood {
    /// End of the current failure, and whether reads still work.
    bad: Option<(Instant, bool)>,
}

impl Mood {
    /// Whether the disk is currently failing.
    fn is_bad(&self) -> bool {
        self.bad.is_some_and(|(until, _)| Instant::now() < until)
    }

    /// Whether the disk can be read at the moment.
    pub(super) fn reads(&self) -> bool {
        !self.is_bad() || self.bad.is_some_and(|(_, reads)| reads)
    }
}

/// Simulated disk, as used by the writer.
pub(super) struct SimulatedDisk {
    /// Environment of the history.
    pub(super) world: Arc<World>,
    /// Contents visible to readers.
    pub(super) contents: Arc<Mutex<Contents>>,
    /// Current health of the disk.
    pub(super) mood: Arc<Mutex<Mood>>,
    /// Number of entries in the files that count; later ones were given up.
    pub(super) trusted: usize,
}

/// Returns an I/O error with this message.
fn error(words: &'static str) -> StoreError {
    StoreError::Database(sqlx::Error::Io(io::Error::other(words)))
}

impl SimulatedDisk {
    /// Simulates one disk operation: waits for a random time, during which the program may die.
    async fn step(&self) {
        if self.world.dies_here() {
            std::future::pending::<()>().await;
        }
        let milliseconds = match self.world.draw(|draw| draw.below(60)) {
            _ if self.world.is_calm() => 1,
            0 => {
                self.world.count(|tally| tally.stalls += 1);
                1_500 + self.world.draw(|draw| draw.below(4_000))
            }
            1..=6 => 5 + self.world.draw(|draw| draw.below(120)),
            it => it % 4,
        };
        sleep(Duration::from_millis(milliseconds)).await;
    }

    /// Draws whether an operation fails, which may also start a longer failure.
    fn fails(&self, one_in: u64) -> bool {
        if self.world.is_calm() {
            return false;
        }
        let mut mood = locked(&self.mood);
        if mood.is_bad() {
            return true;
        }
        self.world.draw(|draw| {
            let fails = draw.one_in(one_in);
            if fails && draw.one_in(2) {
                let time = Duration::from_millis(draw.below(6_000));
                mood.bad = Some((Instant::now() + time, !draw.one_in(3)));
            }
            fails
        })
    }

    /// Writes a transaction and syncs it, with random failures.
    async fn commit(&mut self, mut entries: Vec<Entry>) -> Result<(), StoreError> {
        let plant = self.world.plant();
        entries.push(Entry::Commit);
        self.step().await;
        let half = self.world.draw(|draw| draw.up_to(entries.len()));
        let (first, second) = entries.split_at(half);
        self.world.files(|files| {
            files.back_to(self.trusted);
            files.write(first);
        });
        if self.fails(25) {
            self.world.count(|tally| tally.faults += 1);
            self.world.note("a write failed");
            return Err(error("a write failed"));
        }
        self.step().await;
        self.world.files(|files| files.write(second));
        if plant == Some(Plant::AcknowledgesBeforeTheSync) {
            // The next transaction will sync it, if there is one.
            self.trusted = self.world.files(|files| files.len());
            return Ok(());
        }
        self.step().await;
        if self.fails(20) {
            self.world.count(|tally| tally.faults += 1);
            let came = self.world.draw(|draw| draw.up_to(entries.len()));
            self.world
                .files(|files| files.sync_in_part(self.trusted + came));
            self.world.note("a sync failed");
            if plant != Some(Plant::TrustsAFailedSync) {
                return Err(error("a sync failed"));
            }
            self.world.files(|files| files.lie());
        }
        self.sync();
        self.step().await;
        Ok(())
    }

    /// Syncs everything written; it may be acknowledged from now on.
    fn sync(&mut self) {
        let (trusted, kept) = self.world.files(|files| {
            files.sync();
            (files.len(), files.kept())
        });
        self.trusted = trusted;
        self.world.kept(&kept);
    }
}

/// Returns the journal entries for these refusals.
fn refused(all: &BTreeMap<CommandId, Refusal>) -> impl Iterator<Item = Entry> {
    all.iter().map(|(id, why)| Entry::Refused(*id, why.clone()))
}

/// Applies a write to the contents, if it is valid, and adds its entries.
fn perform(contents: &mut Contents, write: &Write, entries: &mut Vec<Entry>) -> Answer {
    let mut fresh = Vec::new();
    let answer = match write {
        Write::Log(lines) => {
            for (number, row) in (contents.rows.len() as u64 + 1..).zip(&lines.rows) {
                let row = Row::new(row.clone());
                let is_refused = contents.refused.contains_key(&row.command);
                if row.seq != number || contents.commands.contains(&row.command) || is_refused {
                    return Err(StoreError::Conflict);
                }
                fresh.push(Entry::Row(Arc::new(row)));
            }
            fresh.extend(lines.secrets.iter().cloned().map(Entry::Secret));
            fresh.extend(lines.called.iter().cloned().map(Entry::Called));
            fresh.extend(lines.snapshot.iter().cloned().map(Entry::Snapshot));
            fresh.extend(refused(&lines.refused));
            let bytes: usize = lines.rows.iter().map(|row| row.body.len()).sum();
            Wrote::Log(size(contents.bytes + bytes as u64))
        }
        Write::Snapshot(_, kept) => {
            fresh.push(Entry::Snapshot(kept.clone()));
            Wrote::Done
        }
        Write::Refused(refusals) if refusals.after != contents.rows.len() as u64 => {
            return Err(StoreError::Conflict);
        }
        Write::Refused(refusals) => {
            fresh.extend(refused(&refusals.of));
            Wrote::Done
        }
        // Rooms use no other writes.
        _ => return Err(StoreError::Gone),
    };
    for entry in &fresh {
        contents.take(entry);
    }
    entries.extend(fresh);
    Ok(answer)
}

impl Medium for SimulatedDisk {
    async fn together(&mut self, writes: &[Write]) -> Result<Vec<Wrote>, StoreError> {
        let (mut next, mut entries) = (locked(&self.contents).clone(), Vec::new());
        let mut answers = Vec::new();
        for write in writes {
            answers.push(perform(&mut next, write, &mut entries)?);
        }
        let rows = entries.iter().filter(|it| matches!(it, Entry::Row(_)));
        if self.world.plant() == Some(Plant::LosesARecord) && rows.count() > 1 {
            let first = entries.iter().position(|it| matches!(it, Entry::Row(_)));
            entries.remove(first.unwrap_or(0));
        }
        self.commit(entries).await?;
        *locked(&self.contents) = next;
        Ok(answers)
    }

    async fn apart(&mut self, writes: &[Write]) -> Result<Vec<Answer>, Fault> {
        let (mut next, mut entries) = (locked(&self.contents).clone(), Vec::new());
        let one = |write| perform(&mut next, write, &mut entries);
        let answers = writes.iter().map(one).collect();
        self.commit(entries).await?;
        *locked(&self.contents) = next;
        Ok(answers)
    }

    async fn again(&mut self) -> Result<(), Fault> {
        self.step().await;
        if self.fails(10) {
            return Err(error("it is not there yet").into());
        }
        // Overwrites what failed, and syncs that.
        self.world.files(|files| {
            files.back_to(self.trusted);
            files.write(&[Entry::Commit]);
        });
        self.step().await;
        if self.fails(20) {
            return Err(error("it failed again").into());
        }
        self.sync();
        Ok(())
    }

    async fn move_on(&mut self) -> Result<(), StoreError> {
        match self.fails(400) {
            true => Err(error("it could not be put in order")),
            false => Ok(()),
        }
    }

    async fn close(self) {}
}

/// Returns the usage of a table with this many bytes in total.
pub(super) fn size(bytes: u64) -> Size {
    let all = Written {
        bytes,
        ..Written::default()
    };
    Size { all, seats: None }
}
