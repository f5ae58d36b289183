//! How a room begins: from the newest snapshot that fits, and the log behind it.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::hash::{DefaultHasher, Hash, Hasher};

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
/// Accepted commands that are known by their whole ids: at least so many, and never twice as many.
const BY_ID: usize = 2_048;

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
        let marks = marks(&scene, store).await;
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
            secrets: DiceSecrets::running((scene.dice, &encounter), secrets),
            encounter,
            last,
            pictured,
            answers: match (marks, damaged) {
                (Ok(marks), _) => Answers::new(marks, &read),
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

/// The marks of all accepted commands, in order.
async fn marks(scene: &Scene, store: &dyn Store) -> Result<Vec<Mark>, StoreError> {
    let mut marks = Vec::new();
    let mut last = None;
    loop {
        let page = store.commands(scene.id, last, IDS).await?;
        last = page.last().copied();
        if last.is_none() {
            marks.sort_unstable();
            marks.dedup();
            marks.shrink_to_fit();
            return Ok(marks);
        }
        marks.extend(page.into_iter().map(mark));
    }
}

/// Whether a command is in the log of an encounter.
pub(super) async fn is_done(
    scene: EncounterId,
    id: CommandId,
    store: &dyn Store,
) -> Result<bool, StoreError> {
    let before = id.0.checked_sub(1).map(CommandId);
    let next = store.commands(scene, before, 1).await?;
    Ok(next.first() == Some(&id))
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

/// Four bytes for a command's id, made of all of it: ids may begin alike. Where a command has the mark of one that was
/// accepted it is most likely the same, and only the store knows.
type Mark = u32;

fn mark(id: CommandId) -> Mark {
    let mut hasher = DefaultHasher::new();
    id.hash(&mut hasher);
    let [.., a, b, c, d] = hasher.finish().to_be_bytes();
    Mark::from_be_bytes([a, b, c, d])
}

/// What was answered to which command: the same id gets the same answer.
pub(crate) struct Answers {
    /// The marks of those accepted, in order, but for the newest. A log grows for years, and its room in memory with it:
    /// four bytes for each, and not the sixteen of its id.
    marks: Vec<Mark>,
    /// Those accepted before the newest.
    newer: BTreeSet<CommandId>,
    /// Those accepted last.
    newest: BTreeSet<CommandId>,
    /// The newest refused ones.
    refused: BTreeMap<CommandId, Why>,
    queue: VecDeque<CommandId>,
}

impl Answers {
    /// Of those accepted, by their marks and in order, and of the newest, which may be among them.
    fn new(marks: Vec<Mark>, newest: &[CommandId]) -> Self {
        let mut answers = Self {
            marks,
            newer: BTreeSet::new(),
            newest: BTreeSet::new(),
            refused: BTreeMap::new(),
            queue: VecDeque::new(),
        };
        newest.iter().for_each(|id| answers.done(*id));
        answers
    }

    /// What was answered, as far as it is known without the store.
    pub(crate) fn of(&self, id: CommandId) -> Option<Result<(), Why>> {
        match self.is_done(id) {
            true => Some(Ok(())),
            false => self.refused.get(&id).cloned().map(Err),
        }
    }

    /// Whether only the store knows if this one was accepted.
    pub(crate) fn is_unsure(&self, id: CommandId) -> bool {
        !self.is_done(id) && self.marks.binary_search(&mark(id)).is_ok()
    }

    fn is_done(&self, id: CommandId) -> bool {
        self.newest.contains(&id) || self.newer.contains(&id)
    }

    pub(crate) fn done(&mut self, id: CommandId) {
        self.newest.insert(id);
        if self.newest.len() >= BY_ID {
            let older = std::mem::replace(&mut self.newer, std::mem::take(&mut self.newest));
            let mut marks: Vec<_> = older.into_iter().map(mark).collect();
            marks.sort_unstable();
            self.marks.reserve_exact(marks.len());
            self.marks.append(&mut marks);
            // Two runs that are in order already.
            self.marks.sort();
            self.marks.dedup();
        }
    }

    /// One that was accepted since is not kept. Where only its mark is left, that stays: the store is asked in vain.
    pub(crate) fn undone(&mut self, id: CommandId) {
        _ = self.newest.remove(&id) || self.newer.remove(&id);
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

    fn id(nth: usize) -> CommandId {
        CommandId((u128::try_from(nth * 7_919 % 10_007).expect("a number") + 1) << 96)
    }

    /// The first two that have the same mark.
    fn alike() -> [CommandId; 2] {
        let mut marked = BTreeMap::new();
        let ids = (1_u128..).map(CommandId);
        let mut pairs = ids.filter_map(|id| Some([marked.insert(mark(id), id)?, id]));
        pairs.next().expect("fewer marks than ids")
    }

    #[test]
    fn what_was_accepted_is_known_or_looked_up_however_much_there_was() {
        let all = 4 * BY_ID + 5;
        let old = CommandId(u128::MAX);
        let mut answers = Answers::new(vec![mark(old)], &[]);
        for nth in 0..all {
            assert_eq!(answers.of(id(nth)), None, "{nth}");
            assert!(!answers.is_unsure(id(nth)), "{nth}");
            answers.done(id(nth));
            assert_eq!(answers.of(id(nth)), Some(Ok(())), "{nth}");
        }
        assert!(answers.marks.is_sorted());
        assert_eq!(answers.newest.len(), 5);
        assert_eq!(answers.newer.len(), BY_ID);
        for nth in 0..all {
            let known = answers.of(id(nth)) == Some(Ok(()));
            assert_eq!(known, nth >= 3 * BY_ID, "{nth}");
            assert_eq!(answers.is_unsure(id(nth)), !known, "{nth}");
        }
        assert!(answers.is_unsure(old) && answers.of(old).is_none());
        // One that was looked up is known.
        answers.done(id(3));
        assert!(!answers.is_unsure(id(3)) && answers.of(id(3)).is_some());
        for nth in [3, all - 1, all - 6] {
            answers.undone(id(nth));
            assert_eq!(answers.of(id(nth)), None);
        }
        assert_eq!(answers.of(id(all - 2)), Some(Ok(())));
    }

    #[test]
    fn another_with_the_same_mark_is_another_all_the_same() {
        let [one, other] = alike();
        let mut answers = Answers::new(vec![mark(one)], &[]);
        assert!(answers.is_unsure(one) && answers.is_unsure(other));
        answers.done(one);
        assert_eq!(answers.of(one), Some(Ok(())));
        assert!(answers.is_unsure(other) && answers.of(other).is_none());
    }

    #[test]
    fn what_was_accepted_takes_four_bytes() {
        let mut answers = Answers::new(Vec::new(), &[]);
        for nth in 0..10 * BY_ID {
            answers.done(CommandId(u128::try_from(nth).expect("a number") << 90));
        }
        assert!(answers.marks.capacity() * size_of::<Mark>() <= 4 * 9 * BY_ID);
    }
}
