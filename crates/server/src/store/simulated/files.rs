//! The files of a simulated disk: what a program has written, what of it was synced, and what is found when
//! the program is killed or the power is cut.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rules::encounter::{Record, Refusal};
use rules::id::{CommandId, SeatId};
use rules::seat::Actor;
use rules::text::Name;

use crate::simulation::{Draw, Plant};
use crate::store::rows::{EventRow, unreadable, unsigned};
use crate::store::{DiceSecret, Kept, StoreError};

/// A record as it is stored.
#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) seq: u64,
    pub(crate) command: CommandId,
    stored: EventRow,
}

impl Row {
    pub(in crate::store) fn new(stored: EventRow) -> Self {
        Self {
            seq: unsigned(stored.seq),
            command: CommandId::from_bytes(stored.command),
            stored,
        }
    }

    /// What it says.
    pub(crate) fn record(&self) -> Result<Record, StoreError> {
        Ok(Record {
            at: unsigned(self.stored.at),
            by: match self.stored.seat {
                None => Actor::Server,
                Some(seat) => Actor::Seat(SeatId(u32::try_from(seat).map_err(unreadable)?)),
            },
            command: self.command,
            events: serde_json::from_str(&self.stored.body).map_err(unreadable)?,
        })
    }
}

/// One thing in the write-ahead log.
#[derive(Clone, Debug)]
pub(crate) enum Entry {
    /// A record.
    Row(Arc<Row>),
    /// What dice come from.
    Secret(DiceSecret),
    /// Another title.
    Called(Name),
    /// A snapshot.
    Snapshot(Kept),
    /// A command that was refused, and in which words.
    Refused(CommandId, Refusal),
    /// Everything before it is done. Without it nothing of a transaction is.
    Commit,
}

/// Everything that survives the program.
#[derive(Debug, Default)]
pub(crate) struct Files {
    /// As the operating system has it: what a program finds that was only killed.
    cached: Vec<Entry>,
    /// As the disk has it: what is found when the power was cut.
    on_disk: Vec<Entry>,
    /// So many entries of both are the same.
    agree: usize,
    /// A planted fault: a sync failed, and the operating system thinks that all is well.
    lies: bool,
}

impl Files {
    /// Entries there are for the program.
    pub(crate) const fn len(&self) -> usize {
        self.cached.len()
    }

    /// What is behind this is overwritten.
    pub(crate) fn back_to(&mut self, length: usize) {
        self.cached.truncate(length);
        self.agree = self.agree.min(length);
    }

    /// Writes entries behind the last one. They are not on disk.
    pub(crate) fn write(&mut self, entries: &[Entry]) {
        self.cached.extend_from_slice(entries);
    }

    /// Everything that is written is on disk.
    pub(crate) fn sync(&mut self) {
        if !self.lies {
            self.reaches(self.cached.len());
        }
    }

    /// A sync failed; so many of the entries may have come to the disk all the same.
    pub(crate) fn sync_in_part(&mut self, entries: usize) {
        if entries > self.agree {
            self.reaches(entries);
        }
    }

    /// From now on nothing comes to the disk, and syncs say that all is well.
    pub(crate) const fn lie(&mut self) {
        self.lies = true;
    }

    fn reaches(&mut self, length: usize) {
        self.on_disk.truncate(self.agree);
        self.on_disk
            .extend(self.cached.iter().take(length).skip(self.agree).cloned());
        self.agree = self.on_disk.len();
    }

    /// The records that would be found if the power were cut now.
    pub(crate) fn kept(&self) -> Vec<Arc<Row>> {
        let ends = |entry: &Entry| matches!(entry, Entry::Commit);
        let whole = self.on_disk.iter().rposition(ends).unwrap_or(0);
        let entries = self.on_disk.iter().take(whole);
        let rows = entries.filter_map(|entry| match entry {
            Entry::Row(row) => Some(Arc::clone(row)),
            _ => None,
        });
        rows.collect()
    }

    /// Whether this command would be found if the power were cut now.
    pub(crate) fn is_on_disk(&self, command: CommandId) -> bool {
        self.kept().iter().any(|row| row.command == command)
    }

    /// The program is gone, and with the power everything that did not come to the disk by chance. What was
    /// written by half at the end is found, and not believed. Answers with how many transactions are gone.
    pub(crate) fn crash(&mut self, power: bool, draw: &mut Draw) -> usize {
        let before = commits(&self.cached);
        if power {
            let more = self.cached.len() - self.agree;
            let torn = self.agree + draw.up_to(more);
            // Either what was there before, or the beginning of what was written over it.
            if torn > self.agree || draw.one_in(2) {
                self.reaches(torn);
            }
            self.cached.clone_from(&self.on_disk);
        }
        let ends = |entry: &Entry| matches!(entry, Entry::Commit);
        let whole = self.cached.iter().rposition(ends).map_or(0, |at| at + 1);
        self.cached.truncate(whole);
        self.lies = false;
        self.agree = self.agree.min(whole);
        before.saturating_sub(commits(&self.cached))
    }

    /// What a program finds that starts.
    pub(crate) fn found(&self, plant: Option<Plant>) -> Contents {
        let mut found = Contents::default();
        for entry in &self.cached {
            found.take(entry);
        }
        if plant == Some(Plant::ForgetsTheLastAnswers) {
            let ids = found.rows.iter().rev().take(3).map(|row| row.command);
            for id in ids.collect::<Vec<_>>() {
                found.commands.remove(&id);
            }
        }
        found
    }
}

fn commits(entries: &[Entry]) -> usize {
    let ends = |entry: &&Entry| matches!(entry, Entry::Commit);
    entries.iter().filter(ends).count()
}

/// What the entries come to.
#[derive(Clone, Debug, Default)]
pub(crate) struct Contents {
    pub(crate) rows: Vec<Arc<Row>>,
    pub(crate) commands: BTreeSet<CommandId>,
    pub(crate) secrets: Vec<DiceSecret>,
    pub(crate) called: Option<Name>,
    pub(crate) snapshot: Option<Kept>,
    pub(crate) refused: BTreeMap<CommandId, Refusal>,
    pub(crate) bytes: u64,
}

impl Contents {
    pub(crate) fn take(&mut self, entry: &Entry) {
        match entry {
            Entry::Row(row) => {
                self.bytes += row.stored.body.len() as u64;
                self.commands.insert(row.command);
                self.rows.push(Arc::clone(row));
            }
            Entry::Secret(secret) => self.secrets.push(secret.clone()),
            Entry::Called(name) => self.called = Some(name.clone()),
            Entry::Snapshot(kept) => self.snapshot = Some(kept.clone()),
            Entry::Refused(id, why) => _ = self.refused.insert(*id, why.clone()),
            Entry::Commit => {}
        }
    }
}
