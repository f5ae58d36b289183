//! What one class of viewers was shown, step by step.

use std::collections::{BTreeMap, VecDeque};

use super::touch::{Touch, touches};
use crate::encounter::class::Class;
use crate::encounter::combatant::Turn;
use crate::encounter::encounter::Encounter;
use crate::encounter::view::{Change, Line, View, diff};
use crate::id::{CombatantId, ExchangeId};

/// Steps, and lines of the log, that are remembered of one class. Beyond, the oldest are forgotten;
/// numbers stay.
const MOST: usize = 20_000;

/// One change of what a class of viewers sees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// How many records there were then. No viewer is told.
    pub(super) record: u64,
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// Who did it, as far as this class was told.
    pub by: Option<String>,
    /// Where the fight stood then.
    pub turn: Turn,
    /// The numbers of the lines of the log that came, or came to say something else.
    pub lines: Vec<u32>,
    /// What changed about combatants.
    pub touched: Vec<Touch>,
    /// The exchanges that came or changed.
    pub exchanges: Vec<ExchangeId>,
}

/// A place in the past that one may want to jump to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Jump {
    /// The step.
    pub step: u32,
    /// What begins there.
    pub to: JumpTo,
}

/// What begins at a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JumpTo {
    /// Another turn, or another round.
    Turn(Turn, Option<String>),
    /// An exchange: who does what to whom.
    Exchange(String),
}

/// What one class was shown so far.
#[derive(Clone, Debug)]
pub(super) struct Told {
    class: Class,
    /// What it saw last; `None` while it does not know of the encounter.
    view: Option<View>,
    /// Its steps; the first of them has the number `forgotten + 1`.
    steps: VecDeque<Step>,
    forgotten: u32,
    jumps: Vec<Jump>,
    lines: BTreeMap<u32, (Line, u32)>,
    /// What combatants were called when they were last seen.
    names: BTreeMap<CombatantId, String>,
}

impl Told {
    pub(super) fn new(class: Class, encounter: &Encounter) -> Self {
        Self {
            class,
            view: look(encounter, class),
            steps: VecDeque::new(),
            forgotten: 0,
            jumps: Vec::new(),
            lines: BTreeMap::new(),
            names: BTreeMap::new(),
        }
    }

    /// Looks at what a record made of the encounter. `read` is how many there were by then.
    pub(super) fn follow(
        &mut self,
        encounter: &Encounter,
        read: u64,
        (at, by): (u64, Option<&str>),
    ) {
        let Some(new) = look(encounter, self.class) else {
            self.view = None;
            return;
        };
        // Who comes to know of an encounter finds all as it is.
        let old = self.view.take().unwrap_or_else(|| {
            let blank = Encounter::new(encounter.title.clone(), encounter.system);
            View::picture(&blank, self.class.into())
        });
        let changes = diff(&old, &new);
        if !changes.is_empty() {
            let by = match self.class {
                Class::Storyteller => by.map(str::to_owned),
                Class::Table => self.told_by(&changes, at),
            };
            self.take_step(&old, &new, &changes, (read, at, by));
        }
        self.view = Some(new);
    }

    fn take_step(
        &mut self,
        old: &View,
        new: &View,
        changes: &[Change],
        (record, at, by): (u64, u64, Option<String>),
    ) {
        let taken = u32::try_from(self.steps.len()).unwrap_or(u32::MAX);
        let number = self.forgotten.saturating_add(taken).saturating_add(1);
        let mut step = Step {
            record,
            at,
            by,
            turn: new.turn,
            lines: Vec::new(),
            touched: touches(old, new),
            exchanges: Vec::new(),
        };
        if old.turn != new.turn {
            let acting = new.turn.acting.and_then(|id| new.rows.get(&id));
            let acting = acting.map(|row| row.full_name());
            self.jumps.push(Jump {
                step: number,
                to: JumpTo::Turn(new.turn, acting),
            });
        }
        for change in changes {
            match change {
                Change::Line(line) => {
                    step.lines.push(line.no);
                    self.note_line(line, number);
                }
                Change::Exchange(exchange) => {
                    step.exchanges.push(exchange.id);
                    if !old.exchanges.contains_key(&exchange.id) {
                        self.jumps.push(Jump {
                            step: number,
                            to: JumpTo::Exchange(new.sentence(exchange)),
                        });
                    }
                }
                Change::Row(row) => _ = self.names.insert(row.id, row.full_name()),
                _ => {}
            }
        }
        self.steps.push_back(step);
        self.forget();
    }

    /// A line that was struck out says what it said.
    fn note_line(&mut self, line: &Line, step: u32) {
        let before = self.lines.get(&line.no);
        let since = before.filter(|(before, _)| before.what == line.what);
        let since = since.map_or(step, |(_, since)| *since);
        self.lines.insert(line.no, (line.clone(), since));
    }

    /// Who did what the lines of these changes tell of, as far as the lines say: who took back what
    /// they told before, or whose doing they are.
    fn told_by(&self, changes: &[Change], at: u64) -> Option<String> {
        let lines = changes.iter().filter_map(|change| match change {
            Change::Line(line) => Some(line),
            _ => None,
        });
        for line in lines {
            match self.lines.get(&line.no) {
                // A line that is struck out says by whom; who brought it back, none says.
                Some((before, _)) if before.undone != line.undone => return line.undone.clone(),
                // So does a gesture that lost a click: it is as old as it was.
                Some(_) if line.at != at => return None,
                _ if line.by.is_some() => return line.by.clone(),
                _ => {}
            }
        }
        None
    }

    fn forget(&mut self) {
        if self.steps.len() > MOST {
            self.steps.pop_front();
            self.forgotten = self.forgotten.saturating_add(1);
            let forgotten = self.forgotten;
            // Not one by one: few are before the first step.
            if forgotten.is_multiple_of(1_000) {
                self.jumps.retain(|jump| jump.step > forgotten);
            }
        }
        while self.lines.len() > MOST {
            self.lines.pop_first();
        }
    }

    pub(super) fn bounds(&self) -> Option<(u32, u32)> {
        let count = u32::try_from(self.steps.len()).unwrap_or(u32::MAX);
        let last = self.forgotten.saturating_add(count);
        (count > 0).then_some((self.forgotten.saturating_add(1), last))
    }

    pub(super) fn step(&self, step: u32) -> Option<&Step> {
        let at = step.checked_sub(self.forgotten)?.checked_sub(1)?;
        self.steps.get(usize::try_from(at).ok()?)
    }

    pub(super) fn steps(&self) -> impl DoubleEndedIterator<Item = (u32, &Step)> {
        let numbered = self.steps.iter().enumerate();
        numbered.map(|(at, step)| {
            let at = u32::try_from(at).unwrap_or(u32::MAX);
            let number = self.forgotten.saturating_add(at).saturating_add(1);
            (number, step)
        })
    }

    pub(super) fn line(&self, no: u32) -> Option<&Line> {
        self.lines.get(&no).map(|(line, _)| line)
    }

    pub(super) fn name(&self, id: CombatantId) -> Option<&str> {
        self.names.get(&id).map(String::as_str)
    }

    pub(super) fn jumps(&self) -> &[Jump] {
        let forgotten = self.forgotten;
        let first = self.jumps.partition_point(|jump| jump.step <= forgotten);
        self.jumps.get(first..).unwrap_or_default()
    }

    pub(super) fn lines(&self) -> impl DoubleEndedIterator<Item = (&Line, u32)> {
        self.lines.values().map(|(line, step)| (line, *step))
    }
}

/// What a class sees, apart from what the dice are bound to and from what undo would do; `None`
/// when it does not know of the encounter.
fn look(encounter: &Encounter, class: Class) -> Option<View> {
    if class == Class::Table && encounter.unseen {
        return None;
    }
    Some(View {
        dice: String::new(),
        ..View::picture(encounter, class.into())
    })
}
