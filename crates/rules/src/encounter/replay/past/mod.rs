//! The past of an encounter: every step that a class of readers was shown, and the encounter as it was then.
//!
//! A [`Past`] applies the records with [`Encounter::apply`], as a room does, and notes for each class at which
//! records its view changed. Those are the steps of the class, numbered without gaps: a record that changed
//! nothing for players is no step of theirs. A step shows [`View::of`] the encounter as it was then, so players
//! see what they saw at that moment: what was hidden then stays hidden in it, even if revealed later, and what
//! was visible stays visible, even if hidden now.

mod combatant_changes;
mod private_lines;
mod visible_history;

pub use self::combatant_changes::{ChangedPart, CombatantChange};
pub use self::visible_history::{JumpTarget, JumpTargetKind, PastStep};

use self::private_lines::PrivateLines;
use self::visible_history::VisibleHistory;
use crate::base::id::{CombatantId, SeatId};
use crate::base::seat::Actor;
use crate::encounter::aggregate::encounter::Encounter;
use crate::encounter::class::Class;
use crate::encounter::event::Record;
use crate::encounter::view::{LogLineView, PrivateLine, View};

/// Maximum number of snapshots; beyond it, every second one is dropped.
const MAX_SNAPSHOTS: usize = 24;
/// Initial number of records between two snapshots.
const INITIAL_SNAPSHOT_SPACING: u64 = 32;

/// The past of an encounter, as far as its records were applied.
#[derive(Clone, Debug)]
pub struct Past {
    /// The encounter after the last record.
    encounter: Encounter,
    /// Number of records applied.
    record_count: u64,
    /// The visible history of each class.
    histories: [VisibleHistory; 2],
    /// The log lines that single seats were told.
    private: PrivateLines,
    /// Snapshots of the encounter, each with the number of records it holds.
    snapshots: Vec<(u64, Encounter)>,
    /// Number of records between two snapshots.
    spacing: u64,
}

/// Navigation to a past step of the encounter, from a snapshot by the records still to apply.
#[derive(Clone, Debug)]
pub struct StepNavigation {
    /// The encounter after `behind` records.
    encounter: Encounter,
    /// Number of records in it.
    applied: u64,
    /// Number of records at the step.
    target: u64,
}

impl Past {
    /// Creates the past of an encounter without records.
    #[must_use]
    pub fn new(encounter: Encounter) -> Self {
        Self {
            histories: Class::ALL.map(|class| VisibleHistory::new(class, &encounter)),
            private: PrivateLines::default(),
            snapshots: vec![(0, encounter.clone())],
            encounter,
            record_count: 0,
            spacing: INITIAL_SNAPSHOT_SPACING,
        }
    }

    /// Applies a record of the log. Records must come in order, from the first one on.
    pub fn apply_record(&mut self, record: &Record) {
        let by = self.encounter.actor_name(record.by);
        let told = self.encounter.log.private.clone();
        self.encounter.apply(record);
        self.record_count = self.record_count.saturating_add(1);
        for told in &mut self.histories {
            told.record_view(
                &self.encounter,
                self.record_count,
                (record.at, by.as_deref()),
            );
        }
        if !told.is_same(&self.encounter.log.private) {
            self.private.note(&self.encounter, self.record_count);
        }
        if self.record_count.is_multiple_of(self.spacing) {
            self.keep_snapshot();
        }
    }

    /// Keeps a snapshot of the encounter, and thins out the snapshots if there are too many.
    fn keep_snapshot(&mut self) {
        self.snapshots
            .push((self.record_count, self.encounter.clone()));
        if self.snapshots.len() > MAX_SNAPSHOTS {
            self.spacing = self.spacing.saturating_mul(2);
            let spacing = self.spacing;
            self.snapshots
                .retain(|(behind, _)| behind.is_multiple_of(spacing));
        }
    }

    /// Returns the number of records applied.
    #[must_use]
    pub const fn record_count(&self) -> u64 {
        self.record_count
    }

    /// Returns the current class of the person in a seat; `None` when the seat is empty.
    #[must_use]
    pub fn class_of(&self, seat: SeatId) -> Option<Class> {
        View::class_of(&self.encounter, Actor::Seat(seat))
    }

    /// Returns the encounter after the last record.
    #[must_use]
    pub const fn encounter(&self) -> &Encounter {
        &self.encounter
    }

    /// Returns the visible history of a class.
    const fn history_of(&self, class: Class) -> &VisibleHistory {
        let [storyteller, table] = &self.histories;
        match class {
            Class::Storyteller => storyteller,
            Class::Table => table,
        }
    }

    /// Returns the numbers of the first and the last step of a class; `None` when it has none.
    #[must_use]
    pub fn step_range(&self, class: Class) -> Option<(u32, u32)> {
        self.history_of(class).step_range()
    }

    /// Returns a step of a class by its number.
    #[must_use]
    pub fn step(&self, class: Class, step: u32) -> Option<&PastStep> {
        self.history_of(class).step(step)
    }

    /// Iterates over the steps of a class with their numbers, in order.
    pub fn steps(&self, class: Class) -> impl DoubleEndedIterator<Item = (u32, &PastStep)> {
        self.history_of(class).steps()
    }

    /// Returns the steps of a class at which turns began or exchanges were declared, as targets of
    /// jumps.
    #[must_use]
    pub fn jumps(&self, class: Class) -> &[JumpTarget] {
        self.history_of(class).jumps()
    }

    /// Returns a combatant's name when a class last saw it; `None` if it never did.
    #[must_use]
    pub fn last_known_name(&self, class: Class, id: CombatantId) -> Option<&str> {
        self.history_of(class).last_known_name(id)
    }

    /// Iterates over every log line that a class was sent, oldest first, each in its latest form and with the
    /// step at which it got its present message.
    pub fn lines(&self, class: Class) -> impl DoubleEndedIterator<Item = (&LogLineView, u32)> {
        self.history_of(class).lines()
    }

    /// Returns a log line by its number in a class.
    #[must_use]
    pub fn line(&self, class: Class, no: u32) -> Option<&LogLineView> {
        self.history_of(class).line(no)
    }

    /// Iterates over the log lines that a seat was told alone, oldest first, each with the newest
    /// step of its class at the time; 0 is before the first one. With `told_only`, only those that
    /// storytellers read, too, for storytellers who look as the seat.
    pub fn private_lines(
        &self,
        seat: SeatId,
        told_only: bool,
    ) -> impl DoubleEndedIterator<Item = (&PrivateLine, u32)> {
        let class = self.class_of(seat).unwrap_or(Class::Table);
        let history = self.history_of(class);
        let lines = self.private.of_seat(seat);
        lines
            .filter(move |(line, _)| line.told || !told_only)
            .map(|(line, record)| (line, history.step_at(record)))
    }

    /// Starts the navigation to a past step of a class; `None` if there is no such step.
    #[must_use]
    pub fn navigate_to(&self, class: Class, step: u32) -> Option<StepNavigation> {
        let until = self.step(class, step)?.record;
        let mut stations = self.snapshots.iter().rev();
        let (behind, encounter) = stations.find(|(behind, _)| *behind <= until)?;
        Some(StepNavigation {
            encounter: encounter.clone(),
            applied: *behind,
            target: until,
        })
    }
}

impl StepNavigation {
    /// Returns the number of records before those still to apply, and how many are still to apply.
    #[must_use]
    pub const fn missing_records(&self) -> (u64, u64) {
        (self.applied, self.target.saturating_sub(self.applied))
    }

    /// Applies the next record; does nothing when none is missing.
    pub fn apply_record(&mut self, record: &Record) {
        if self.applied < self.target {
            self.encounter.apply(record);
            self.applied = self.applied.saturating_add(1);
        }
    }

    /// Returns the encounter at the step, once no record is missing.
    #[must_use]
    pub fn into_encounter(self) -> Option<Encounter> {
        (self.applied == self.target).then_some(self.encounter)
    }
}
