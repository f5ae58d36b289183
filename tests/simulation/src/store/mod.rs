//! Store on a simulated disk: the real writer on files that lose unsynced data.
//!
//! The store holds one table with one encounter and supports what rooms need; methods used only by pages are
//! unsupported.

mod disk;
mod files;
mod seats;

use std::collections::BTreeMap;
use std::io;
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use rules::base::id::{CommandId, EncounterId, PortraitId, TableId};
use rules::encounter::{Record, Refusal};
use server::store::{
    Append, DiceSecret, EncounterInfo, EncounterStatus, InviteCode, LogPosition, NewEncounter,
    NewPortrait, NewTable, Refusals, Snapshot, Store, StoreError, StoreMetrics, Table, TableUsage,
};
use server::testing::{LogWrite, Write, WriteOutcome, Writer, lock};
use tokio::sync::watch;

use self::disk::{DiskHealth, SimulatedDisk};
pub(crate) use self::files::{Files, SimulatedRow, StoreContents};
use crate::draw::PlantedFault;
use crate::world::World;

/// Store on the simulated disk, for one run of the simulated program.
pub(crate) struct SimulatedStore {
    /// Environment of the history.
    world: Arc<World>,
    /// Metadata of the only encounter.
    encounter: EncounterInfo,
    /// Contents visible to readers.
    contents: Arc<Mutex<StoreContents>>,
    /// Current health of the disk.
    health: Arc<Mutex<DiskHealth>>,
    writer: Arc<Writer>,
    /// Whether several servers write to the store.
    is_shared: bool,
    /// Durability channels of the rooms, if the store is shared.
    durability: Arc<Mutex<Vec<watch::Sender<bool>>>>,
}

impl SimulatedStore {
    /// Opens the store at the start of a program. What it finds is synced before any browser sees it.
    pub(crate) fn open(world: &Arc<World>, scene: EncounterInfo, is_shared: bool) -> Self {
        let plant = world.planted_fault();
        let (found, trusted) = world.with_files(|files| {
            files.sync();
            (files.recover(plant), files.len())
        });
        world.on_start(&found);
        let contents = Arc::new(Mutex::new(found));
        let mood = Arc::default();
        let disk = SimulatedDisk {
            world: Arc::clone(world),
            contents: Arc::clone(&contents),
            mood: Arc::clone(&mood),
            trusted,
        };
        let writer = Arc::new(Writer::start(disk));
        let keeping = Arc::default();
        tokio::spawn(forward_durability(
            writer.watch_durability(),
            Arc::clone(&keeping),
        ));
        Self {
            world: Arc::clone(world),
            encounter: scene,
            contents,
            health: mood,
            writer,
            is_shared,
            durability: keeping,
        }
    }

    /// Reads from the contents, or fails if the disk cannot be read.
    fn read_contents<T>(&self, read: impl FnOnce(&StoreContents) -> T) -> Result<T, StoreError> {
        match lock(&self.health).can_read() {
            true => Ok(read(&lock(&self.contents))),
            false => {
                let error = io::Error::other("the disk cannot be read");
                Err(StoreError::Database(sqlx::Error::Io(error)))
            }
        }
    }

    /// Returns the error of an unsupported method.
    pub(super) const fn unsupported<T>() -> Result<T, StoreError> {
        Err(StoreError::Gone)
    }
}

/// Forwards the durability of writes to each room in turn. The listeners of a single channel would be woken in an order
/// that cannot be reproduced, so each room has its own.
async fn forward_durability(
    mut of_writer: watch::Receiver<bool>,
    rooms: Arc<Mutex<Vec<watch::Sender<bool>>>>,
) {
    while of_writer.changed().await.is_ok() {
        let keeps = *of_writer.borrow_and_update();
        for room in lock(&rooms).iter() {
            room.send_replace(keeps);
        }
    }
}

#[async_trait]
impl Store for SimulatedStore {
    async fn create_table(&self, _: NewTable) -> Result<(), StoreError> {
        Self::unsupported()
    }

    async fn table(&self, id: TableId) -> Result<Option<Table>, StoreError> {
        self.read_contents(|_| {
            (id == self.encounter.table).then(|| Table {
                id,
                name: "The Wharf".into(),
                demo: false,
                locked: false,
                delay: 0,
                generation: 0,
                code: None,
            })
        })
    }

    async fn table_by_code(&self, _: &str, _: u64) -> Result<Option<Table>, StoreError> {
        Self::unsupported()
    }

    async fn set_invite_code(&self, _: TableId, _: InviteCode) -> Result<(), StoreError> {
        Self::unsupported()
    }

    async fn revoke_invites(&self, _: TableId) -> Result<(), StoreError> {
        Self::unsupported()
    }

    async fn delete_table(&self, _: TableId) -> Result<(), StoreError> {
        Self::unsupported()
    }

    async fn demos_created_before(&self, _: u64) -> Result<Vec<TableId>, StoreError> {
        Self::unsupported()
    }

    async fn encounter(&self, id: EncounterId) -> Result<Option<EncounterInfo>, StoreError> {
        self.read_contents(|contents| {
            (id == self.encounter.id).then(|| EncounterInfo {
                renamed_to: contents.called.clone(),
                ..self.encounter.clone()
            })
        })
    }

    async fn create_encounter(&self, _: NewEncounter) -> Result<(), StoreError> {
        Self::unsupported()
    }

    async fn set_current_encounter(
        &self,
        _: EncounterId,
        _: u64,
        _: Option<LogPosition>,
    ) -> Result<(), StoreError> {
        Self::unsupported()
    }

    async fn delete_prepared_encounter(&self, _: EncounterId) -> Result<(), StoreError> {
        Self::unsupported()
    }

    async fn encounters(&self, _: TableId) -> Result<Vec<EncounterInfo>, StoreError> {
        Ok(vec![self.encounter.clone()])
    }

    async fn append(&self, append: Append) -> Result<TableUsage, StoreError> {
        let Some(lines) = LogWrite::from_append(append)? else {
            return Ok(TableUsage::default());
        };
        if self.world.planted_fault() == Some(PlantedFault::ShowsBeforeItIsKept) {
            let writer = Arc::clone(&self.writer);
            tokio::spawn(async move { writer.write(Write::Log(lines)).await });
            return Ok(TableUsage::default());
        }
        match self.writer.write(Write::Log(lines)).await? {
            WriteOutcome::Log(size) => Ok(size),
            other => Err(StoreError::Unreadable(format!("{other:?}"))),
        }
    }

    async fn record_refusals(&self, refusals: Refusals) -> Result<(), StoreError> {
        self.writer.write(Write::Refused(refusals)).await?;
        Ok(())
    }

    async fn refusals(&self, _: EncounterId) -> Result<BTreeMap<CommandId, Refusal>, StoreError> {
        self.read_contents(|contents| contents.refused.clone())
    }

    async fn table_usage(&self, _: TableId) -> Result<TableUsage, StoreError> {
        self.read_contents(|contents| disk::usage_of(contents.bytes))
    }

    async fn records(
        &self,
        _: EncounterId,
        after: u64,
        most: u32,
    ) -> Result<Vec<(u64, Record)>, StoreError> {
        let rows: Vec<_> = self.read_contents(|contents| {
            let behind = contents.rows.iter().filter(|row| row.seq > after);
            behind.take(most as usize).cloned().collect()
        })?;
        let numbered = rows.iter();
        let numbered = numbered.map(|row| Ok((row.seq, row.to_record()?)));
        numbered.collect()
    }

    async fn poll_status(&self, of: &[EncounterId]) -> Result<Vec<EncounterStatus>, StoreError> {
        let here = of.iter().filter(|id| **id == self.encounter.id);
        self.read_contents(|contents| {
            let outlook = EncounterStatus {
                end: LogPosition {
                    encounter: self.encounter.id,
                    last: contents.rows.len() as u64,
                },
                stage: self.encounter.stage,
                delay: 0,
                seat_changes: 0,
            };
            here.map(|_| outlook).collect()
        })
    }

    async fn command_ids(
        &self,
        _: EncounterId,
        after: Option<CommandId>,
        most: u32,
    ) -> Result<Vec<CommandId>, StoreError> {
        self.read_contents(|contents| {
            let all = contents.commands.iter().copied();
            all.filter(|id| after.is_none_or(|after| *id > after))
                .take(most as usize)
                .collect()
        })
    }

    async fn dice_secrets(&self, _: EncounterId) -> Result<Vec<DiceSecret>, StoreError> {
        self.read_contents(|contents| contents.secrets.clone())
    }

    async fn acknowledged_seq(&self, _: EncounterId) -> Result<u64, StoreError> {
        match self.is_shared {
            false => Ok(self.world.acknowledged_seq()),
            // As in Postgres: only the log and its snapshot tell how far it went.
            true => {
                self.read_contents(|contents| contents.snapshot.as_ref().map_or(0, |kept| kept.seq))
            }
        }
    }

    async fn latest_snapshot(&self, _: EncounterId) -> Result<Option<Snapshot>, StoreError> {
        self.read_contents(|contents| contents.snapshot.clone())
    }

    async fn save_snapshot(&self, id: EncounterId, kept: Snapshot) -> Result<(), StoreError> {
        self.writer.write(Write::Snapshot(id, kept)).await?;
        Ok(())
    }

    async fn save_portrait(&self, _: NewPortrait) -> Result<bool, StoreError> {
        Self::unsupported()
    }

    async fn portrait(&self, _: TableId, _: PortraitId) -> Result<Option<Vec<u8>>, StoreError> {
        Self::unsupported()
    }

    fn is_shared(&self) -> bool {
        self.is_shared
    }

    async fn ping(&self) -> Result<(), StoreError> {
        self.read_contents(|_| ())
    }

    fn watch_durability(&self) -> watch::Receiver<bool> {
        if !self.is_shared {
            return self.writer.watch_durability();
        }
        let now = *self.writer.watch_durability().borrow();
        let (tells, hears) = watch::channel(now);
        lock(&self.durability).push(tells);
        hears
    }

    fn meters(&self) -> StoreMetrics {
        self.writer.meters()
    }

    fn pending_writes(&self) -> usize {
        self.writer.pending_writes()
    }

    async fn close(&self) {
        self.writer.close().await;
    }
}
