//! How a room begins: from the newest snapshot that fits, and the log behind it.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use rules::encounter::Encounter;
use rules::id::CommandId;
use rules::wire::Why;

use crate::store::{Changed, Kept, SNAPSHOT_FORMAT, Scene, Store, StoreError};

/// Refused commands whose answer is remembered.
const MAX_REFUSED: usize = 1_024;

/// Records that are in memory at once while a log is read.
const PAGE: u32 = 500;
/// Ids of commands that are read at once.
const IDS: u32 = 10_000;

/// What was read from the store.
pub(crate) struct Memory {
    /// The encounter as the store has it by now.
    pub(crate) scene: Scene,
    pub(crate) encounter: Encounter,
    /// The number of the last record.
    pub(crate) last: u64,
    /// The number of the last record in the snapshot it was read from; 0 without one.
    pub(crate) pictured: u64,
    pub(crate) answers: Answers,
    /// Seats nobody may be put into again, and seats that have moved.
    pub(crate) seats: Changed,
}

impl Memory {
    pub(crate) async fn read(scene: &Scene, store: &dyn Store) -> Result<Self, StoreError> {
        let scene = store.scene(scene.id).await?.ok_or(StoreError::Gone)?;
        let kept = store.snapshot(scene.id).await?.and_then(unpack);
        let (mut encounter, pictured) =
            kept.unwrap_or_else(|| (Encounter::new(scene.title.clone(), scene.system), 0));
        let (mut last, mut read) = (pictured, pictured);
        loop {
            let page = store.records(scene.id, read, PAGE).await?;
            let Some((number, _)) = page.last() else {
                break;
            };
            read = *number;
            for (_, record) in &page {
                encounter.apply(record);
                last += 1;
            }
        }
        Ok(Self {
            encounter,
            last,
            pictured,
            answers: Answers::new(commands(&scene, store).await?),
            seats: store.changed_seats(scene.table).await?,
            scene,
        })
    }
}

/// The ids of all accepted commands, in their own order.
async fn commands(scene: &Scene, store: &dyn Store) -> Result<Vec<CommandId>, StoreError> {
    let mut all = Vec::new();
    loop {
        let page = store.commands(scene.id, all.last().copied(), IDS).await?;
        if page.is_empty() {
            all.shrink_to_fit();
            return Ok(all);
        }
        all.extend(page);
    }
}

/// The state as it is kept.
pub(crate) fn pack(encounter: &Encounter) -> Option<String> {
    serde_json::to_string(encounter).ok()
}

/// A snapshot of another program, or one that cannot be read, is as good as none.
fn unpack(kept: Kept) -> Option<(Encounter, u64)> {
    if kept.format != SNAPSHOT_FORMAT {
        return None;
    }
    match serde_json::from_str(&kept.body) {
        Ok(encounter) => Some((encounter, kept.seq)),
        Err(error) => {
            tracing::warn!(%error, "a snapshot cannot be read; the log will do");
            None
        }
    }
}

/// What was answered to which command: the same id gets the same answer.
pub(crate) struct Answers {
    /// Those accepted before the room was opened, in their own order: sixteen bytes each.
    kept: Vec<CommandId>,
    /// Those accepted since.
    done: BTreeSet<CommandId>,
    /// The newest refused ones.
    refused: BTreeMap<CommandId, Why>,
    queue: VecDeque<CommandId>,
}

impl Answers {
    fn new(kept: Vec<CommandId>) -> Self {
        Self {
            kept,
            done: BTreeSet::new(),
            refused: BTreeMap::new(),
            queue: VecDeque::new(),
        }
    }

    pub(crate) fn of(&self, id: CommandId) -> Option<Result<(), Why>> {
        if self.done.contains(&id) || self.kept.binary_search(&id).is_ok() {
            return Some(Ok(()));
        }
        self.refused.get(&id).cloned().map(Err)
    }

    pub(crate) fn done(&mut self, id: CommandId) {
        self.done.insert(id);
    }

    pub(crate) fn refused(&mut self, id: CommandId, why: Why) {
        if self.refused.insert(id, why).is_none() {
            self.queue.push_back(id);
        }
        if self.queue.len() > MAX_REFUSED
            && let Some(oldest) = self.queue.pop_front()
        {
            self.refused.remove(&oldest);
        }
    }
}
