//! How a room begins: from the newest snapshot that fits, and the log behind it.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use rules::encounter::Encounter;
use rules::id::{CommandId, EncounterId};
use rules::wire::Why;

use super::dice::DiceSecrets;
use crate::store::{Changed, Kept, SNAPSHOT_FORMAT, Scene, Size, Store, StoreError};

/// Refused commands whose answer is remembered.
const MAX_REFUSED: usize = 1_024;

/// Records that are in memory at once while a log is read.
pub(super) const PAGE: u32 = 500;
/// Ids of commands that are read at once.
const IDS: u32 = 10_000;
/// Ids of accepted commands that wait to be put among all others: a set takes twice the room of a list.
const MAX_APART: usize = 2_048;

/// What was read from the store.
pub(crate) struct Memory {
    /// The encounter as the store has it by now.
    pub(crate) scene: Scene,
    pub(crate) encounter: Encounter,
    /// The number of the last record.
    pub(crate) last: u64,
    /// The first record that is damaged or lost, if one is: what comes behind it is not known.
    pub(crate) damaged: Option<u64>,
    /// The number of the last record in the snapshot it was read from; 0 without one.
    pub(crate) pictured: u64,
    pub(crate) answers: Answers,
    /// How much its table has written, and whether that is a demonstration.
    pub(crate) size: (Size, bool),
    /// Seats nobody may be put into again, and seats that have moved.
    pub(crate) seats: Changed,
    /// By how many seconds later spectators see what happens at its table.
    pub(super) delay: u32,
    /// What its dice come from.
    pub(super) secrets: DiceSecrets,
}

impl Memory {
    pub(crate) async fn read(scene: &Scene, store: &dyn Store) -> Result<Self, StoreError> {
        let scene = store.scene(scene.id).await?.ok_or(StoreError::Gone)?;
        // Both before the log: where others write to it, it has at least as much by then.
        let promised = store.promised(scene.id).await?;
        let known = commands(&scene, store).await;
        let kept = pictured(scene.id, store).await?;
        let (mut encounter, pictured) =
            kept.unwrap_or_else(|| (Encounter::new(scene.title.clone(), scene.system), 0));
        let (mut last, mut damaged) = (pictured, None);
        let mut read = Vec::new();
        loop {
            let page = match store.records(scene.id, last, PAGE).await {
                Err(StoreError::Damaged(record)) => {
                    damaged = Some(record);
                    break;
                }
                page => page?,
            };
            let Some((number, _)) = page.last() else {
                break;
            };
            last = *number;
            for (_, record) in &page {
                encounter.apply(record);
                // Where nobody else writes they are known already.
                read.extend(store.is_shared().then_some(record.command));
            }
        }
        if damaged.is_none() && last < promised {
            damaged = Some(last + 1);
        }
        let secrets = store.dice_secrets(scene.id).await?;
        let table = store.table(scene.table).await?;
        Ok(Self {
            secrets: DiceSecrets::running(&encounter, secrets),
            encounter,
            last,
            pictured,
            answers: match (known, damaged) {
                (Ok(known), _) => Answers::new(known, &read),
                (Err(_), Some(_)) => Answers::new(Vec::new(), &[]),
                (Err(error), None) => return Err(error),
            },
            damaged,
            size: (
                store.size(scene.table).await?,
                table.as_ref().is_some_and(|table| table.demo),
            ),
            delay: table.map_or(0, |table| table.delay),
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

/// The newest snapshot that can be read, and the number of its last record.
pub(super) async fn pictured(
    scene: EncounterId,
    store: &dyn Store,
) -> Result<Option<(Encounter, u64)>, StoreError> {
    Ok(store.snapshot(scene).await?.and_then(unpack))
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
    /// Those accepted, in their own order: sixteen bytes each.
    kept: Vec<CommandId>,
    /// The newest of those accepted since the room was opened.
    done: BTreeSet<CommandId>,
    /// The newest refused ones.
    refused: BTreeMap<CommandId, Why>,
    queue: VecDeque<CommandId>,
}

impl Answers {
    /// Of those that were known before the log was read, in their own order, and those that were read.
    fn new(kept: Vec<CommandId>, read: &[CommandId]) -> Self {
        let fresh = read.iter().filter(|id| kept.binary_search(id).is_err());
        Self {
            done: fresh.copied().collect(),
            kept,
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
        if self.done.len() >= MAX_APART {
            self.kept.reserve_exact(self.done.len());
            self.kept.extend(std::mem::take(&mut self.done));
            // Two runs that are in order already.
            self.kept.sort();
            self.kept.dedup();
        }
    }

    /// One that was accepted since is not kept.
    pub(crate) fn undone(&mut self, id: CommandId) {
        if !self.done.remove(&id)
            && let Ok(at) = self.kept.binary_search(&id)
        {
            self.kept.remove(at);
        }
    }

    /// One that was refused is decided again.
    pub(crate) fn forget(&mut self, id: CommandId) {
        if self.refused.remove(&id).is_some() {
            self.queue.retain(|known| *known != id);
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_accepted_is_known_however_much_there_was() {
        let id = |nth: usize| CommandId(u128::try_from(nth * 7_919 % 10_007).expect("a number"));
        let all = 3 * MAX_APART + 5;
        let mut answers = Answers::new(vec![CommandId(u128::MAX)], &[]);
        for nth in 0..all {
            assert_eq!(answers.of(id(nth)), None, "{nth}");
            answers.done(id(nth));
        }
        assert_eq!(answers.done.len(), 5);
        assert!(answers.kept.is_sorted());
        assert!((0..all).all(|nth| answers.of(id(nth)) == Some(Ok(()))));
        assert_eq!(answers.of(CommandId(u128::MAX)), Some(Ok(())));
        // Both kinds are forgotten: those among all others, and the newest.
        for nth in [3, all - 1] {
            answers.undone(id(nth));
            assert_eq!(answers.of(id(nth)), None);
        }
        assert_eq!(answers.of(id(4)), Some(Ok(())));
    }
}
