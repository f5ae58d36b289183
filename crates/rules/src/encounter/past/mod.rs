//! The past of an encounter: every step that a class of readers was shown, and the encounter as it was then.
//!
//! A [`Past`] applies the records with [`Encounter::apply`], as a room does, and notes for each class at which
//! records its view changed. Those are the steps of the class, numbered without gaps: a record that changed
//! nothing for players is no step of theirs. A step shows [`View::of`] the encounter as it was then, so players
//! see what they saw at that moment: what was hidden then stays hidden in it, even if revealed later, and what
//! was visible stays visible, even if hidden now.

mod told;
mod touch;

pub use self::told::{Jump, JumpTo, Step};
pub use self::touch::{Part, Touch};

use self::told::Told;
use super::class::Class;
use super::encounter::Encounter;
use super::event::Record;
use super::view::{Line, View};
use crate::id::{CombatantId, SeatId};
use crate::seat::Actor;

/// Maximum number of snapshots; beyond it, every second one is dropped.
const STATIONS: usize = 24;
/// Initial number of records between two snapshots.
const SPACING: u64 = 32;

/// The past of an encounter, as far as its records were applied.
#[derive(Clone, Debug)]
pub struct Past {
    /// The encounter after the last record.
    encounter: Encounter,
    /// Number of records applied.
    read: u64,
    /// The visible history of each class.
    told: [Told; 2],
    /// Snapshots of the encounter, each with the number of records it holds.
    stations: Vec<(u64, Encounter)>,
    /// Number of records between two snapshots.
    spacing: u64,
}

/// Navigation to a past step: a snapshot of the encounter, and the records still to apply.
#[derive(Clone, Debug)]
pub struct Way {
    /// The encounter after `behind` records.
    encounter: Encounter,
    /// Number of records in it.
    behind: u64,
    /// Number of records at the step.
    until: u64,
}

impl Past {
    /// Creates the past of an encounter without records.
    #[must_use]
    pub fn new(encounter: Encounter) -> Self {
        Self {
            told: Class::ALL.map(|class| Told::new(class, &encounter)),
            stations: vec![(0, encounter.clone())],
            encounter,
            read: 0,
            spacing: SPACING,
        }
    }

    /// Applies a record. Records must come in order, from the first one on.
    pub fn follow(&mut self, record: &Record) {
        let by = self.encounter.actor_name(record.by);
        self.encounter.apply(record);
        self.read = self.read.saturating_add(1);
        for told in &mut self.told {
            told.follow(&self.encounter, self.read, (record.at, by.as_deref()));
        }
        if self.read.is_multiple_of(self.spacing) {
            self.keep_station();
        }
    }

    /// Keeps a snapshot of the encounter, and thins out the snapshots if there are too many.
    fn keep_station(&mut self) {
        self.stations.push((self.read, self.encounter.clone()));
        if self.stations.len() > STATIONS {
            self.spacing = self.spacing.saturating_mul(2);
            let spacing = self.spacing;
            self.stations
                .retain(|(behind, _)| behind.is_multiple_of(spacing));
        }
    }

    /// Returns the number of records applied.
    #[must_use]
    pub const fn read(&self) -> u64 {
        self.read
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
    const fn told(&self, class: Class) -> &Told {
        let [storyteller, table] = &self.told;
        match class {
            Class::Storyteller => storyteller,
            Class::Table => table,
        }
    }

    /// Returns the numbers of the first and the last step of a class; `None` when it has none.
    #[must_use]
    pub fn bounds(&self, class: Class) -> Option<(u32, u32)> {
        self.told(class).bounds()
    }

    /// Returns a step of a class by its number.
    #[must_use]
    pub fn step(&self, class: Class, step: u32) -> Option<&Step> {
        self.told(class).step(step)
    }

    /// Iterates over the steps of a class with their numbers, in order.
    pub fn steps(&self, class: Class) -> impl DoubleEndedIterator<Item = (u32, &Step)> {
        self.told(class).steps()
    }

    /// Returns the steps of a class worth jumping to: turns that began, exchanges that were declared.
    #[must_use]
    pub fn jumps(&self, class: Class) -> &[Jump] {
        self.told(class).jumps()
    }

    /// Returns a combatant's name when a class last saw it; `None` if it never did.
    #[must_use]
    pub fn name(&self, class: Class, id: CombatantId) -> Option<&str> {
        self.told(class).name(id)
    }

    /// Iterates over every log line that a class was sent, oldest first, each in its latest form and with the
    /// step at which it got its present message.
    pub fn lines(&self, class: Class) -> impl DoubleEndedIterator<Item = (&Line, u32)> {
        self.told(class).lines()
    }

    /// Returns a log line by its number in a class.
    #[must_use]
    pub fn line(&self, class: Class, no: u32) -> Option<&Line> {
        self.told(class).line(no)
    }

    /// Starts the navigation to a step of a class.
    #[must_use]
    pub fn way(&self, class: Class, step: u32) -> Option<Way> {
        let until = self.step(class, step)?.record;
        let mut stations = self.stations.iter().rev();
        let (behind, encounter) = stations.find(|(behind, _)| *behind <= until)?;
        Some(Way {
            encounter: encounter.clone(),
            behind: *behind,
            until,
        })
    }
}

impl Way {
    /// Returns the records still to apply: the number of records before them, and how many they are.
    #[must_use]
    pub const fn missing(&self) -> (u64, u64) {
        (self.behind, self.until.saturating_sub(self.behind))
    }

    /// Applies the next record; does nothing when none is missing.
    pub fn follow(&mut self, record: &Record) {
        if self.behind < self.until {
            self.encounter.apply(record);
            self.behind = self.behind.saturating_add(1);
        }
    }

    /// Returns the encounter at the step, once no record is missing.
    #[must_use]
    pub fn arrived(self) -> Option<Encounter> {
        (self.behind == self.until).then_some(self.encounter)
    }
}
