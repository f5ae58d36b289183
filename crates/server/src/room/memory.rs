//! Loads a room from the newest usable snapshot and the log behind it, and remembers the answers to commands.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::hash::{DefaultHasher, Hash, Hasher};

use rules::encounter::Encounter;
use rules::id::{CommandId, EncounterId};
use rules::wire::Why;

use super::secrets::DiceSecrets;
use crate::store::{Changed, Kept, SNAPSHOT_FORMAT, Scene, Size, Store, StoreError};

/// Most refused commands whose answer is remembered.
const MAX_REFUSED: usize = 1_024;

/// Records read at once while a log is loaded.
pub(super) const PAGE: u32 = 500;
/// Command ids read at once.
const IDS: u32 = 10_000;
/// Accepted commands known by their whole ids: at least this many, and fewer than twice as many.
const BY_ID: usize = 2_048;

/// State of a room as loaded from the store.
pub(crate) struct Memory {
    /// The encounter's entry as the store has it by now.
    pub(crate) scene: Scene,
    pub(crate) encounter: Encounter,
    /// Number of the last record.
    pub(crate) last: u64,
    /// First damaged or lost record, if any: records behind it are unknown.
    pub(crate) damaged: Option<u64>,
    /// Number of the last record in the snapshot that was loaded; 0 without one.
    pub(crate) pictured: u64,
    pub(crate) answers: Answers,
    /// Size of what the table has written, and whether the table is a demo.
    pub(crate) size: (Size, bool),
    /// Revoked seats, and seats that have moved to another browser.
    pub(crate) seats: Changed,
    /// Delay of the spectators' view, in seconds.
    pub(super) delay: u32,
    /// Secrets of the running dice epochs.
    pub(super) secrets: DiceSecrets,
}

impl Memory {
    /// Loads the room of an encounter from the store.
    ///
    /// # Errors
    ///
    /// [`StoreError::Gone`] where the encounter does not exist, others where the store cannot be read. A damaged log
    /// is no error.
    pub(crate) async fn read(scene: &Scene, store: &dyn Store) -> Result<Self, StoreError> {
        let scene = store.scene(scene.id).await?.ok_or(StoreError::Gone)?;
        // Both are read before the log: on a shared store, the log has at least as much by then.
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
                // On a store that is not shared they are among the marks already.
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

/// Reads the marks of all accepted commands, sorted.
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

/// Serializes the encounter for a snapshot.
pub(crate) fn pack(encounter: &Encounter) -> Option<String> {
    serde_json::to_string(encounter).ok()
}

/// Reads the newest usable snapshot, and the number of its last record.
pub(super) async fn pictured(
    scene: EncounterId,
    store: &dyn Store,
) -> Result<Option<(Encounter, u64)>, StoreError> {
    Ok(store.snapshot(scene).await?.and_then(unpack))
}

/// Parses a snapshot; `None` for one of another format, or one that cannot be read.
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

/// Hash of a command's id in four bytes, made of the whole id since ids may begin alike. A command with the mark of
/// an accepted one is most likely the same; only the store knows.
type Mark = u32;

/// Computes the mark of a command's id.
fn mark(id: CommandId) -> Mark {
    let mut hasher = DefaultHasher::new();
    id.hash(&mut hasher);
    let [.., a, b, c, d] = hasher.finish().to_be_bytes();
    Mark::from_be_bytes([a, b, c, d])
}

/// Answers given to commands, so that a repeated id gets the same answer.
pub(crate) struct Answers {
    /// Sorted marks of the accepted commands, except for the newest. Logs grow for years and this list with them: it
    /// takes four bytes for each command, not the sixteen of an id.
    marks: Vec<Mark>,
    /// Commands accepted before those in `newest`.
    newer: BTreeSet<CommandId>,
    /// Commands accepted last.
    newest: BTreeSet<CommandId>,
    /// Refusals of the commands refused last.
    refused: BTreeMap<CommandId, Why>,
    /// Refused commands, oldest first.
    queue: VecDeque<CommandId>,
}

impl Answers {
    /// Creates the memory from the sorted marks of accepted commands and from the newest ids, which may be among
    /// them.
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

    /// Returns the answer to a command, as far as it is known without the store.
    pub(crate) fn of(&self, id: CommandId) -> Option<Result<(), Why>> {
        match self.is_done(id) {
            true => Some(Ok(())),
            false => self.refused.get(&id).cloned().map(Err),
        }
    }

    /// Whether only the store knows if a command was accepted.
    pub(crate) fn is_unsure(&self, id: CommandId) -> bool {
        !self.is_done(id) && self.marks.binary_search(&mark(id)).is_ok()
    }

    /// Whether a command is known by its id as accepted.
    fn is_done(&self, id: CommandId) -> bool {
        self.newest.contains(&id) || self.newer.contains(&id)
    }

    /// Remembers a command as accepted.
    pub(crate) fn done(&mut self, id: CommandId) {
        self.newest.insert(id);
        if self.newest.len() >= BY_ID {
            let older = std::mem::replace(&mut self.newer, std::mem::take(&mut self.newest));
            let mut marks: Vec<_> = older.into_iter().map(mark).collect();
            marks.sort_unstable();
            self.marks.reserve_exact(marks.len());
            self.marks.append(&mut marks);
            // These are two sorted runs, which `sort` merges quickly.
            self.marks.sort();
            self.marks.dedup();
        }
    }

    /// Forgets an accepted command that was not committed. Where only its mark is left, that stays, and the store is
    /// asked in vain.
    pub(crate) fn undone(&mut self, id: CommandId) {
        _ = self.newest.remove(&id) || self.newer.remove(&id);
    }

    /// Forgets the refusal of a command that is decided again.
    pub(crate) fn forget(&mut self, id: CommandId) {
        if self.refused.remove(&id).is_some() {
            self.queue.retain(|known| *known != id);
        }
    }

    /// Remembers a command as refused, and forgets the oldest one beyond the limit.
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

    /// Returns the first two ids that have the same mark.
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
        // A command that was looked up is known.
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
