//! The visible history of one class of readers, step by step.

use std::collections::{BTreeMap, VecDeque};

use super::combatant_changes::{CombatantChange, combatant_changes};
use crate::base::id::{CombatantId, ExchangeId};
use crate::encounter::aggregate::encounter::Encounter;
use crate::encounter::class::Class;
use crate::encounter::combatant::Turn;
use crate::encounter::view::{Change, LogLineView, View, diff};

/// Maximum number of steps, and of log lines, remembered for one class. Beyond it the oldest are dropped;
/// numbers stay.
const MAX_REMEMBERED: usize = 20_000;

/// A change of what a class of readers sees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PastStep {
    /// Number of records at the time. It is not sent to any viewer.
    pub(super) record: u64,
    /// The time in milliseconds since 1970.
    pub at: u64,
    /// The person who acted, as far as this class was told.
    pub by: Option<String>,
    /// The turn at the time.
    pub turn: Turn,
    /// Numbers of the log lines that were added or changed.
    pub lines: Vec<u32>,
    /// Changes of combatants in this step.
    pub touched: Vec<CombatantChange>,
    /// The exchanges that were added or changed.
    pub exchanges: Vec<ExchangeId>,
}

/// A step that a reader may want to jump to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JumpTarget {
    /// The number of the step.
    pub step: u32,
    /// The turn or exchange that begins at the step.
    pub to: JumpTargetKind,
}

/// The kind of beginning that a jump leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JumpTargetKind {
    /// Another turn or round, with the name of the acting combatant.
    Turn(Turn, Option<String>),
    /// An exchange, as a sentence: who does what to whom.
    Exchange(String),
}

/// Everything one class of readers was shown so far.
#[derive(Clone, Debug)]
pub(super) struct VisibleHistory {
    /// The class of readers.
    class: Class,
    /// The latest view; `None` while the class does not know of the encounter.
    view: Option<View>,
    /// The remembered steps; the first of them has the number `forgotten + 1`.
    steps: VecDeque<PastStep>,
    /// Number of steps dropped.
    forgotten: u32,
    /// The steps worth jumping to, in order.
    jumps: Vec<JumpTarget>,
    /// The log lines by number, each with the step at which it got its present message.
    lines: BTreeMap<u32, (LogLineView, u32)>,
    /// Names of combatants when they were last seen.
    names: BTreeMap<CombatantId, String>,
}

impl VisibleHistory {
    /// Creates the history of a class for an encounter without records.
    pub(super) fn new(class: Class, encounter: &Encounter) -> Self {
        Self {
            class,
            view: view_for_class(encounter, class),
            steps: VecDeque::new(),
            forgotten: 0,
            jumps: Vec::new(),
            lines: BTreeMap::new(),
            names: BTreeMap::new(),
        }
    }

    /// Notes what a record changed in the view of the class; `read` is the number of records by
    /// then, `at` and `by` are its time and actor.
    pub(super) fn record_view(
        &mut self,
        encounter: &Encounter,
        read: u64,
        (at, by): (u64, Option<&str>),
    ) {
        let Some(new) = view_for_class(encounter, self.class) else {
            self.view = None;
            return;
        };
        // A class that learns of an encounter is shown everything as it is.
        let old = self.view.take().unwrap_or_else(|| {
            let blank = Encounter::new(encounter.title.clone(), encounter.system);
            View::without_undo_offers(&blank, self.class.into())
        });
        let changes = diff(&old, &new);
        if !changes.is_empty() {
            let by = match self.class {
                Class::Storyteller => by.map(str::to_owned),
                Class::Table => self.visible_actor(&changes, at),
            };
            self.push_step(&old, &new, &changes, (read, at, by));
        }
        self.view = Some(new);
    }

    /// Adds a step with its lines, exchanges and jumps.
    fn push_step(
        &mut self,
        old: &View,
        new: &View,
        changes: &[Change],
        (record, at, by): (u64, u64, Option<String>),
    ) {
        let taken = u32::try_from(self.steps.len()).unwrap_or(u32::MAX);
        let number = self.forgotten.saturating_add(taken).saturating_add(1);
        let mut step = PastStep {
            record,
            at,
            by,
            turn: new.turn,
            lines: Vec::new(),
            touched: combatant_changes(old, new),
            exchanges: Vec::new(),
        };
        if old.turn != new.turn {
            let acting = new.turn.acting.and_then(|id| new.rows.get(&id));
            let acting = acting.map(|row| row.full_name());
            self.jumps.push(JumpTarget {
                step: number,
                to: JumpTargetKind::Turn(new.turn, acting),
            });
        }
        for change in changes {
            match change {
                Change::Line(line) => {
                    step.lines.push(line.no);
                    self.remember_line(line, number);
                }
                Change::Exchange(exchange) => {
                    step.exchanges.push(exchange.id);
                    if !old.exchanges.contains_key(&exchange.id) {
                        self.jumps.push(JumpTarget {
                            step: number,
                            to: JumpTargetKind::Exchange(new.exchange_sentence(exchange)),
                        });
                    }
                }
                Change::Row(row) => _ = self.names.insert(row.id, row.full_name()),
                _ => {}
            }
        }
        self.steps.push_back(step);
        self.drop_oldest();
    }

    /// Remembers a log line as players saw it at this step of the past. A line that is struck out keeps the step of
    /// its message.
    fn remember_line(&mut self, line: &LogLineView, step: u32) {
        let before = self.lines.get(&line.no);
        let since = before.filter(|(before, _)| before.what == line.what);
        let since = since.map_or(step, |(_, since)| *since);
        self.lines.insert(line.no, (line.clone(), since));
    }

    /// Returns the person who undid an earlier log line or who acted, as far as the log lines among
    /// these changes say.
    fn visible_actor(&self, changes: &[Change], at: u64) -> Option<String> {
        let lines = changes.iter().filter_map(|change| match change {
            Change::Line(line) => Some(line),
            _ => None,
        });
        for line in lines {
            match self.lines.get(&line.no) {
                // A struck-out line says who undid it; no line says who redid it.
                Some((before, _)) if before.undone != line.undone => return line.undone.clone(),
                // A gesture that lost a click keeps its time, and does not say by whom either.
                Some(_) if line.at != at => return None,
                _ if line.by.is_some() => return line.by.clone(),
                _ => {}
            }
        }
        None
    }

    /// Drops the oldest steps, jumps and lines beyond the limit.
    fn drop_oldest(&mut self) {
        if self.steps.len() > MAX_REMEMBERED {
            self.steps.pop_front();
            self.forgotten = self.forgotten.saturating_add(1);
            let forgotten = self.forgotten;
            // Not with each step, because only few jumps are before the first step.
            if forgotten.is_multiple_of(1_000) {
                self.jumps.retain(|jump| jump.step > forgotten);
            }
        }
        while self.lines.len() > MAX_REMEMBERED {
            self.lines.pop_first();
        }
    }

    /// Returns the numbers of the first and the last step.
    pub(super) fn step_range(&self) -> Option<(u32, u32)> {
        let count = u32::try_from(self.steps.len()).unwrap_or(u32::MAX);
        let last = self.forgotten.saturating_add(count);
        (count > 0).then_some((self.forgotten.saturating_add(1), last))
    }

    /// Returns a step by its number.
    pub(super) fn step(&self, step: u32) -> Option<&PastStep> {
        let at = step.checked_sub(self.forgotten)?.checked_sub(1)?;
        self.steps.get(usize::try_from(at).ok()?)
    }

    /// Iterates over the steps with their numbers.
    pub(super) fn steps(&self) -> impl DoubleEndedIterator<Item = (u32, &PastStep)> {
        let numbered = self.steps.iter().enumerate();
        numbered.map(|(at, step)| {
            let at = u32::try_from(at).unwrap_or(u32::MAX);
            let number = self.forgotten.saturating_add(at).saturating_add(1);
            (number, step)
        })
    }

    /// Returns the number of the newest step after so many records; 0 if none was taken yet.
    pub(super) fn step_at(&self, record: u64) -> u32 {
        let taken = self.steps.partition_point(|step| step.record <= record);
        let taken = u32::try_from(taken).unwrap_or(u32::MAX);
        self.forgotten.saturating_add(taken)
    }

    /// Returns a log line by its number.
    pub(super) fn line(&self, no: u32) -> Option<&LogLineView> {
        self.lines.get(&no).map(|(line, _)| line)
    }

    /// Returns a combatant's name when it was last seen.
    pub(super) fn last_known_name(&self, id: CombatantId) -> Option<&str> {
        self.names.get(&id).map(String::as_str)
    }

    /// Returns the jumps to steps that are not dropped.
    pub(super) fn jumps(&self) -> &[JumpTarget] {
        let forgotten = self.forgotten;
        let first = self.jumps.partition_point(|jump| jump.step <= forgotten);
        self.jumps.get(first..).unwrap_or_default()
    }

    /// Iterates over the log lines, each with the step at which it got its present message.
    pub(super) fn lines(&self) -> impl DoubleEndedIterator<Item = (&LogLineView, u32)> {
        self.lines.values().map(|(line, step)| (line, *step))
    }
}

/// Returns the view of a class without dice commitment and undo offers; `None` while the class does not know of
/// the encounter.
fn view_for_class(encounter: &Encounter, class: Class) -> Option<View> {
    if class == Class::Table && encounter.unseen {
        return None;
    }
    Some(View {
        dice: String::new(),
        ..View::without_undo_offers(encounter, class.into())
    })
}
