//! The past of an encounter: every step that a class of viewers was shown, and the encounter as it
//! was then.
//!
//! A [`Past`] follows the records through [`Encounter::apply`], like a room does, and notes for each
//! class at which records its view changed. Those are the steps of the class, numbered without
//! gaps: a record that changed nothing for players is no step of theirs. What a step shows is
//! [`View::of`] the encounter as it was then, so players are shown what they were shown at that
//! moment. What was hidden then stays hidden in it, also when it was revealed later; what players
//! saw then they see in it, also when it is hidden now.

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

/// How many states of the encounter are kept on the way; beyond, every second one is forgotten.
const STATIONS: usize = 24;
/// Records between them at first.
const SPACING: u64 = 32;

/// The past of one encounter, as far as its records were followed.
#[derive(Clone, Debug)]
pub struct Past {
    /// It as it is after the last record.
    encounter: Encounter,
    /// How many records were followed.
    read: u64,
    told: [Told; 2],
    /// States on the way, each behind so many records.
    stations: Vec<(u64, Encounter)>,
    spacing: u64,
}

/// The way to the encounter as it was at a step: from a state that was kept, by the records
/// behind it.
#[derive(Clone, Debug)]
pub struct Way {
    /// The encounter as it was behind `behind` records.
    encounter: Encounter,
    /// How many records are in it.
    behind: u64,
    /// How many there were at the step.
    until: u64,
}

impl Past {
    /// The past of an encounter to which nothing has happened yet.
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

    /// Follows everything one command did. Records come in order, from the first one on.
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

    fn keep_station(&mut self) {
        self.stations.push((self.read, self.encounter.clone()));
        if self.stations.len() > STATIONS {
            self.spacing = self.spacing.saturating_mul(2);
            let spacing = self.spacing;
            self.stations
                .retain(|(behind, _)| behind.is_multiple_of(spacing));
        }
    }

    /// How many records were followed.
    #[must_use]
    pub const fn read(&self) -> u64 {
        self.read
    }

    /// The class of the person in a seat, as it is now; `None` when the seat is empty.
    #[must_use]
    pub fn class_of(&self, seat: SeatId) -> Option<Class> {
        View::class_of(&self.encounter, Actor::Seat(seat))
    }

    /// The encounter as it is after the last record.
    #[must_use]
    pub const fn encounter(&self) -> &Encounter {
        &self.encounter
    }

    const fn told(&self, class: Class) -> &Told {
        let [storyteller, table] = &self.told;
        match class {
            Class::Storyteller => storyteller,
            Class::Table => table,
        }
    }

    /// The numbers of the first and of the last step of a class; `None` when it has none.
    #[must_use]
    pub fn bounds(&self, class: Class) -> Option<(u32, u32)> {
        self.told(class).bounds()
    }

    /// A step of a class by its number.
    #[must_use]
    pub fn step(&self, class: Class, step: u32) -> Option<&Step> {
        self.told(class).step(step)
    }

    /// The steps of a class with their numbers, in order.
    pub fn steps(&self, class: Class) -> impl DoubleEndedIterator<Item = (u32, &Step)> {
        self.told(class).steps()
    }

    /// Where a class may want to jump to: turns that began, exchanges that were declared.
    #[must_use]
    pub fn jumps(&self, class: Class) -> &[Jump] {
        self.told(class).jumps()
    }

    /// What a combatant was called when a class last saw them; `None` when it never did.
    #[must_use]
    pub fn name(&self, class: Class, id: CombatantId) -> Option<&str> {
        self.told(class).name(id)
    }

    /// Every line of the log that a class was sent, the oldest first, each as it was sent last and
    /// with the step at which it came to say what it says.
    pub fn lines(&self, class: Class) -> impl DoubleEndedIterator<Item = (&Line, u32)> {
        self.told(class).lines()
    }

    /// A line of the log by the number a class knows it by.
    #[must_use]
    pub fn line(&self, class: Class, no: u32) -> Option<&Line> {
        self.told(class).line(no)
    }

    /// The way to the encounter as it was at a step of a class.
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
    /// The records that are missing: behind the first number, so many.
    #[must_use]
    pub const fn missing(&self) -> (u64, u64) {
        (self.behind, self.until.saturating_sub(self.behind))
    }

    /// Goes on by the next record; does nothing when it is there.
    pub fn follow(&mut self, record: &Record) {
        if self.behind < self.until {
            self.encounter.apply(record);
            self.behind = self.behind.saturating_add(1);
        }
    }

    /// The encounter as it was, once no record is missing.
    #[must_use]
    pub fn arrived(self) -> Option<Encounter> {
        (self.behind == self.until).then_some(self.encounter)
    }
}
