//! How a room begins: from the newest snapshot that fits, and the log behind it.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use rules::encounter::Encounter;
use rules::id::CommandId;
use rules::wire::Why;

use crate::store::{Changed, Kept, SNAPSHOT_FORMAT, Scene, Store, StoreError};

/// Refused commands whose answer is remembered.
const MAX_REFUSED: usize = 1_024;

/// What was read from the store.
pub(crate) struct Memory {
    pub(crate) encounter: Encounter,
    /// The number of the last record.
    pub(crate) last: u64,
    pub(crate) answers: Answers,
    /// Seats nobody may be put into again, and seats that have moved.
    pub(crate) seats: Changed,
}

impl Memory {
    pub(crate) async fn read(scene: &Scene, store: &dyn Store) -> Result<Self, StoreError> {
        let kept = store.snapshot(scene.id).await?.and_then(unpack);
        let (mut encounter, mut last) =
            kept.unwrap_or_else(|| (Encounter::new(scene.title.clone(), scene.system), 0));
        for record in store.records(scene.id, last).await? {
            encounter.apply(&record);
            last += 1;
        }
        Ok(Self {
            encounter,
            last,
            answers: Answers::new(store.commands(scene.id).await?),
            seats: store.changed_seats(scene.table).await?,
        })
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
    /// All accepted ones, also from before a restart.
    done: BTreeSet<CommandId>,
    /// The newest refused ones.
    refused: BTreeMap<CommandId, Why>,
    queue: VecDeque<CommandId>,
}

impl Answers {
    fn new(done: Vec<CommandId>) -> Self {
        let done = done.into_iter().collect();
        Self {
            done,
            refused: BTreeMap::new(),
            queue: VecDeque::new(),
        }
    }

    pub(crate) fn of(&self, id: CommandId) -> Option<Result<(), Why>> {
        if self.done.contains(&id) {
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
