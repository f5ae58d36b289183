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
use rules::encounter::{Record, Refusal};
use rules::id::{CommandId, EncounterId, PortraitId, TableId};
use tokio::sync::watch;

use self::disk::{Mood, SimulatedDisk};
pub(crate) use self::files::{Contents, Files, Row};
use super::writer::Writer;
use super::writes::{Lines, Write, Wrote};
use super::{
    Append, Code, DiceSecret, End, Kept, NewPortrait, NewScene, NewTable, Outlook, Refusals, Scene,
    Size, Store, StoreError, StoreMeters, Table,
};
use crate::locked;
use crate::simulation::{Plant, World};

/// Store of one run of the program.
pub(crate) struct SimulatedStore {
    /// Environment of the history.
    world: Arc<World>,
    /// Metadata of the only encounter.
    scene: Scene,
    /// Contents visible to readers.
    contents: Arc<Mutex<Contents>>,
    /// Current health of the disk.
    mood: Arc<Mutex<Mood>>,
    writer: Arc<Writer>,
    /// Whether several servers write to the store.
    is_shared: bool,
    /// Durability channels of the rooms, if the store is shared.
    keeping: Arc<Mutex<Vec<watch::Sender<bool>>>>,
}

impl SimulatedStore {
    /// Opens the store at the start of a program. What it finds is synced before any browser sees it.
    pub(crate) fn open(world: &Arc<World>, scene: Scene, is_shared: bool) -> Self {
        let plant = world.plant();
        let (found, trusted) = world.files(|files| {
            files.sync();
            (files.found(plant), files.len())
        });
        world.starts_with(&found);
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
        tokio::spawn(tell_one_by_one(writer.keeping(), Arc::clone(&keeping)));
        Self {
            world: Arc::clone(world),
            scene,
            contents,
            mood,
            writer,
            is_shared,
            keeping,
        }
    }

    /// Reads from the contents, or fails if the disk cannot be read.
    fn read<T>(&self, read: impl FnOnce(&Contents) -> T) -> Result<T, StoreError> {
        match locked(&self.mood).reads() {
            true => Ok(read(&locked(&self.contents))),
            false => {
                let error = io::Error::other("the disk cannot be read");
                Err(StoreError::Database(sqlx::Error::Io(error)))
            }
        }
    }

    /// Returns the error of an unsupported method.
    pub(super) const fn elsewhere<T>() -> Result<T, StoreError> {
        Err(StoreError::Gone)
    }
}

/// Forwards the durability of writes to each room in turn. The listeners of a single channel would be woken in an order
/// that cannot be reproduced, so each room has its own.
async fn tell_one_by_one(
    mut of_writer: watch::Receiver<bool>,
    rooms: Arc<Mutex<Vec<watch::Sender<bool>>>>,
) {
    while of_writer.changed().await.is_ok() {
        let keeps = *of_writer.borrow_and_update();
        for room in locked(&rooms).iter() {
            room.send_replace(keeps);
        }
    }
}

#[async_trait]
impl Store for SimulatedStore {
    async fn make_table(&self, _: NewTable) -> Result<(), StoreError> {
        Self::elsewhere()
    }

    async fn table(&self, id: TableId) -> Result<Option<Table>, StoreError> {
        self.read(|_| {
            (id == self.scene.table).then(|| Table {
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

    async fn table_of_code(&self, _: &str, _: u64) -> Result<Option<Table>, StoreError> {
        Self::elsewhere()
    }

    async fn set_code(&self, _: TableId, _: Code) -> Result<(), StoreError> {
        Self::elsewhere()
    }

    async fn stop_invites(&self, _: TableId) -> Result<(), StoreError> {
        Self::elsewhere()
    }

    async fn delete_table(&self, _: TableId) -> Result<(), StoreError> {
        Self::elsewhere()
    }

    async fn old_demos(&self, _: u64) -> Result<Vec<TableId>, StoreError> {
        Self::elsewhere()
    }

    async fn scene(&self, id: EncounterId) -> Result<Option<Scene>, StoreError> {
        self.read(|contents| {
            (id == self.scene.id).then(|| Scene {
                called: contents.called.clone(),
                ..self.scene.clone()
            })
        })
    }

    async fn make_scene(&self, _: NewScene) -> Result<(), StoreError> {
        Self::elsewhere()
    }

    async fn make_current(&self, _: EncounterId, _: u64, _: Option<End>) -> Result<(), StoreError> {
        Self::elsewhere()
    }

    async fn remove_prepared(&self, _: EncounterId) -> Result<(), StoreError> {
        Self::elsewhere()
    }

    async fn scenes(&self, _: TableId) -> Result<Vec<Scene>, StoreError> {
        Ok(vec![self.scene.clone()])
    }

    async fn append(&self, append: Append) -> Result<Size, StoreError> {
        let Some(lines) = Lines::of(append)? else {
            return Ok(Size::default());
        };
        if self.world.plant() == Some(Plant::ShowsBeforeItIsKept) {
            let writer = Arc::clone(&self.writer);
            tokio::spawn(async move { writer.write(Write::Log(lines)).await });
            return Ok(Size::default());
        }
        match self.writer.write(Write::Log(lines)).await? {
            Wrote::Log(size) => Ok(size),
            other => Err(StoreError::Unreadable(format!("{other:?}"))),
        }
    }

    async fn refuse(&self, refusals: Refusals) -> Result<(), StoreError> {
        self.writer.write(Write::Refused(refusals)).await?;
        Ok(())
    }

    async fn refused(&self, _: EncounterId) -> Result<BTreeMap<CommandId, Refusal>, StoreError> {
        self.read(|contents| contents.refused.clone())
    }

    async fn size(&self, _: TableId) -> Result<Size, StoreError> {
        self.read(|contents| disk::size(contents.bytes))
    }

    async fn records(
        &self,
        _: EncounterId,
        after: u64,
        most: u32,
    ) -> Result<Vec<(u64, Record)>, StoreError> {
        let rows: Vec<_> = self.read(|contents| {
            let behind = contents.rows.iter().filter(|row| row.seq > after);
            behind.take(most as usize).cloned().collect()
        })?;
        let numbered = rows.iter();
        let numbered = numbered.map(|row| Ok((row.seq, row.record()?)));
        numbered.collect()
    }

    async fn outlook(&self, of: &[EncounterId]) -> Result<Vec<Outlook>, StoreError> {
        let here = of.iter().filter(|id| **id == self.scene.id);
        self.read(|contents| {
            let outlook = Outlook {
                end: End {
                    encounter: self.scene.id,
                    last: contents.rows.len() as u64,
                },
                standing: self.scene.standing,
                delay: 0,
                seats: 0,
            };
            here.map(|_| outlook).collect()
        })
    }

    async fn commands(
        &self,
        _: EncounterId,
        after: Option<CommandId>,
        most: u32,
    ) -> Result<Vec<CommandId>, StoreError> {
        self.read(|contents| {
            let all = contents.commands.iter().copied();
            all.filter(|id| after.is_none_or(|after| *id > after))
                .take(most as usize)
                .collect()
        })
    }

    async fn dice_secrets(&self, _: EncounterId) -> Result<Vec<DiceSecret>, StoreError> {
        self.read(|contents| contents.secrets.clone())
    }

    async fn promised(&self, _: EncounterId) -> Result<u64, StoreError> {
        match self.is_shared {
            false => Ok(self.world.promised()),
            // As in Postgres: only the log and its snapshot tell how far it went.
            true => self.read(|contents| contents.snapshot.as_ref().map_or(0, |kept| kept.seq)),
        }
    }

    async fn snapshot(&self, _: EncounterId) -> Result<Option<Kept>, StoreError> {
        self.read(|contents| contents.snapshot.clone())
    }

    async fn keep_snapshot(&self, id: EncounterId, kept: Kept) -> Result<(), StoreError> {
        self.writer.write(Write::Snapshot(id, kept)).await?;
        Ok(())
    }

    async fn keep_portrait(&self, _: NewPortrait) -> Result<bool, StoreError> {
        Self::elsewhere()
    }

    async fn portrait(&self, _: TableId, _: PortraitId) -> Result<Option<Vec<u8>>, StoreError> {
        Self::elsewhere()
    }

    fn is_shared(&self) -> bool {
        self.is_shared
    }

    async fn alive(&self) -> Result<(), StoreError> {
        self.read(|_| ())
    }

    fn keeping(&self) -> watch::Receiver<bool> {
        if !self.is_shared {
            return self.writer.keeping();
        }
        let now = *self.writer.keeping().borrow();
        let (tells, hears) = watch::channel(now);
        locked(&self.keeping).push(tells);
        hears
    }

    fn meters(&self) -> StoreMeters {
        self.writer.meters()
    }

    fn waiting(&self) -> usize {
        self.writer.waiting()
    }

    async fn close(&self) {
        self.writer.close().await;
    }
}
