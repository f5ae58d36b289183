//! Loads a room from the newest usable snapshot and the log behind it, and remembers the answers to commands.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::hash::{DefaultHasher, Hash, Hasher};

use rules::base::id::{CommandId, EncounterId};
use rules::encounter::Encounter;
use rules::wire::NotDoneReason;

use super::secrets::DiceSecrets;
use crate::store::{
    EncounterInfo, SNAPSHOT_FORMAT, SeatChanges, Snapshot, Store, StoreError, TableUsage,
};

/// Most refused commands whose answer is remembered.
const MAX_REFUSED: usize = 1_024;

/// Records read at once while a log is loaded.
pub(super) const RECORDS_PER_PAGE: u32 = 500;
/// Number of command ids read from the store at once.
const IDS_PER_PAGE: u32 = 10_000;
/// Minimum number of accepted commands that are remembered by their whole ids. There are fewer than twice as many.
const MIN_WHOLE_IDS: usize = 2_048;

/// State of a room as loaded from the store.
pub(crate) struct LoadedRoom {
    /// The encounter's entry as the store has it by now.
    pub(crate) scene: EncounterInfo,
    pub(crate) encounter: Encounter,
    /// Number of the last record.
    pub(crate) last_seq: u64,
    /// First damaged or lost record, if any: records behind it are unknown.
    pub(crate) damaged: Option<u64>,
    /// Number of the last record in the snapshot that was loaded; 0 without one.
    pub(crate) snapshot_seq: u64,
    pub(crate) answers: Answers,
    /// Size of what the table has written, and whether the table is a demo.
    pub(crate) size: (TableUsage, bool),
    /// Revoked seats, and seats that have moved to another browser.
    pub(crate) seats: SeatChanges,
    /// Delay of the spectators' view, in seconds.
    pub(super) delay: u32,
    /// Secrets of the running dice epochs.
    pub(super) secrets: DiceSecrets,
}

impl LoadedRoom {
    /// Loads the room of an encounter from the store.
    ///
    /// # Errors
    ///
    /// [`StoreError::Gone`] where the encounter does not exist, others where the store cannot be read. A damaged log
    /// is no error.
    pub(crate) async fn load(scene: &EncounterInfo, store: &dyn Store) -> Result<Self, StoreError> {
        let scene = store.encounter(scene.id).await?.ok_or(StoreError::Gone)?;
        // Both are read before the log: on a shared store, the log has at least as much by then.
        let promised = store.acknowledged_seq(scene.id).await?;
        let marks = read_marks(&scene, store).await;
        let kept = read_snapshot(scene.id, store).await?;
        let (mut encounter, pictured) =
            kept.unwrap_or_else(|| (Encounter::new(scene.title.clone(), scene.system), 0));
        let (mut last, mut damaged) = (pictured, None);
        let mut read = Vec::new();
        loop {
            let page = match store.records(scene.id, last, RECORDS_PER_PAGE).await {
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
            secrets: DiceSecrets::from_stored((scene.dice, &encounter), secrets),
            encounter,
            last_seq: last,
            snapshot_seq: pictured,
            answers: match (marks, damaged) {
                (Ok(marks), _) => Answers::new(marks, &read),
                (Err(_), Some(_)) => Answers::new(Vec::new(), &[]),
                (Err(error), None) => return Err(error),
            },
            damaged,
            size: (
                store.table_usage(scene.table).await?,
                table.as_ref().is_some_and(|table| table.demo),
            ),
            delay: table.map_or(0, |table| table.delay),
            seats: store.seat_changes(scene.table).await?,
            scene,
        })
    }
}

/// Reads short hashes, the marks, of the ids of all accepted commands, sorted.
async fn read_marks(scene: &EncounterInfo, store: &dyn Store) -> Result<Vec<Mark>, StoreError> {
    let mut marks = Vec::new();
    let mut last = None;
    loop {
        let page = store.command_ids(scene.id, last, IDS_PER_PAGE).await?;
        last = page.last().copied();
        if last.is_none() {
            marks.sort_unstable();
            marks.dedup();
            marks.shrink_to_fit();
            return Ok(marks);
        }
        marks.extend(page.into_iter().map(mark_of));
    }
}

/// Whether the log of an encounter has the record of a command.
pub(super) async fn is_in_log(
    scene: EncounterId,
    id: CommandId,
    store: &dyn Store,
) -> Result<bool, StoreError> {
    let before = id.0.checked_sub(1).map(CommandId);
    let next = store.command_ids(scene, before, 1).await?;
    Ok(next.first() == Some(&id))
}

/// Serializes the encounter for a snapshot.
pub(crate) fn serialize_snapshot(encounter: &Encounter) -> Option<String> {
    serde_json::to_string(encounter).ok()
}

/// Reads the newest usable snapshot, and the number of its last record; `None` if there is none.
pub(super) async fn read_snapshot(
    scene: EncounterId,
    store: &dyn Store,
) -> Result<Option<(Encounter, u64)>, StoreError> {
    Ok(store.latest_snapshot(scene).await?.and_then(parse_snapshot))
}

/// Parses a snapshot; `None` for one of another format, or one that cannot be read.
fn parse_snapshot(kept: Snapshot) -> Option<(Encounter, u64)> {
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

/// Computes the mark of a command, a short hash of its id.
fn mark_of(id: CommandId) -> Mark {
    let mut hasher = DefaultHasher::new();
    id.hash(&mut hasher);
    let [.., a, b, c, d] = hasher.finish().to_be_bytes();
    Mark::from_be_bytes([a, b, c, d])
}

/// Answers given to commands by their id, so that a repeated command gets the same answer.
pub(crate) struct Answers {
    /// Sorted marks of the accepted commands, except for the newest. Logs grow for years and this list with them: it
    /// takes four bytes for each command, not the sixteen of an id.
    marks: Vec<Mark>,
    /// Commands accepted before those in `newest`.
    newer: BTreeSet<CommandId>,
    /// Commands accepted last.
    newest: BTreeSet<CommandId>,
    /// Refusals of the commands refused last.
    refused: BTreeMap<CommandId, NotDoneReason>,
    /// Refused commands, oldest first.
    refused_order: VecDeque<CommandId>,
}

impl Answers {
    /// Creates the memory of answers from the hashes of accepted commands' ids and from the newest
    /// ids, which may be among them.
    fn new(marks: Vec<Mark>, newest: &[CommandId]) -> Self {
        let mut answers = Self {
            marks,
            newer: BTreeSet::new(),
            newest: BTreeSet::new(),
            refused: BTreeMap::new(),
            refused_order: VecDeque::new(),
        };
        newest.iter().for_each(|id| answers.mark_accepted(*id));
        answers
    }

    /// Returns the answer that was given to a command; `None` if it is not known without the store.
    pub(crate) fn answer_to(&self, id: CommandId) -> Option<Result<(), NotDoneReason>> {
        match self.is_accepted(id) {
            true => Some(Ok(())),
            false => self.refused.get(&id).cloned().map(Err),
        }
    }

    /// Whether only the store can tell if a command was accepted.
    pub(crate) fn needs_lookup(&self, id: CommandId) -> bool {
        !self.is_accepted(id) && self.marks.binary_search(&mark_of(id)).is_ok()
    }

    /// Whether a command is known by its id as accepted.
    fn is_accepted(&self, id: CommandId) -> bool {
        self.newest.contains(&id) || self.newer.contains(&id)
    }

    /// Remembers that the command with this id was accepted, in case it is sent again.
    pub(crate) fn mark_accepted(&mut self, id: CommandId) {
        self.newest.insert(id);
        if self.newest.len() >= MIN_WHOLE_IDS {
            let older = std::mem::replace(&mut self.newer, std::mem::take(&mut self.newest));
            let mut marks: Vec<_> = older.into_iter().map(mark_of).collect();
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
    pub(crate) fn forget_accepted(&mut self, id: CommandId) {
        _ = self.newest.remove(&id) || self.newer.remove(&id);
    }

    /// Forgets the refusal of a command that is decided again.
    pub(crate) fn forget_refusal(&mut self, id: CommandId) {
        if self.refused.remove(&id).is_some() {
            self.refused_order.retain(|known| *known != id);
        }
    }

    /// Remembers a command as refused, and forgets the oldest one beyond the limit.
    pub(crate) fn mark_refused(&mut self, id: CommandId, why: NotDoneReason) {
        if self.refused.insert(id, why).is_none() {
            self.refused_order.push_back(id);
        }
        if self.refused_order.len() > MAX_REFUSED
            && let Some(oldest) = self.refused_order.pop_front()
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
    fn ids_with_equal_marks() -> [CommandId; 2] {
        let mut marked = BTreeMap::new();
        let ids = (1_u128..).map(CommandId);
        let mut pairs = ids.filter_map(|id| Some([marked.insert(mark_of(id), id)?, id]));
        pairs.next().expect("fewer marks than ids")
    }

    #[test]
    fn what_was_accepted_is_known_or_looked_up_however_much_there_was() {
        let all = 4 * MIN_WHOLE_IDS + 5;
        let old = CommandId(u128::MAX);
        let mut answers = Answers::new(vec![mark_of(old)], &[]);
        for nth in 0..all {
            assert_eq!(answers.answer_to(id(nth)), None, "{nth}");
            assert!(!answers.needs_lookup(id(nth)), "{nth}");
            answers.mark_accepted(id(nth));
            assert_eq!(answers.answer_to(id(nth)), Some(Ok(())), "{nth}");
        }
        assert!(answers.marks.is_sorted());
        assert_eq!(answers.newest.len(), 5);
        assert_eq!(answers.newer.len(), MIN_WHOLE_IDS);
        for nth in 0..all {
            let known = answers.answer_to(id(nth)) == Some(Ok(()));
            assert_eq!(known, nth >= 3 * MIN_WHOLE_IDS, "{nth}");
            assert_eq!(answers.needs_lookup(id(nth)), !known, "{nth}");
        }
        assert!(answers.needs_lookup(old) && answers.answer_to(old).is_none());
        // A command that was looked up is known.
        answers.mark_accepted(id(3));
        assert!(!answers.needs_lookup(id(3)) && answers.answer_to(id(3)).is_some());
        for nth in [3, all - 1, all - 6] {
            answers.forget_accepted(id(nth));
            assert_eq!(answers.answer_to(id(nth)), None);
        }
        assert_eq!(answers.answer_to(id(all - 2)), Some(Ok(())));
    }

    #[test]
    fn another_with_the_same_mark_is_another_all_the_same() {
        let [one, other] = ids_with_equal_marks();
        let mut answers = Answers::new(vec![mark_of(one)], &[]);
        assert!(answers.needs_lookup(one) && answers.needs_lookup(other));
        answers.mark_accepted(one);
        assert_eq!(answers.answer_to(one), Some(Ok(())));
        assert!(answers.needs_lookup(other) && answers.answer_to(other).is_none());
    }

    #[test]
    fn what_was_accepted_takes_four_bytes() {
        let mut answers = Answers::new(Vec::new(), &[]);
        for nth in 0..10 * MIN_WHOLE_IDS {
            answers.mark_accepted(CommandId(u128::try_from(nth).expect("a number") << 90));
        }
        assert!(answers.marks.capacity() * size_of::<Mark>() <= 4 * 9 * MIN_WHOLE_IDS);
    }
}
