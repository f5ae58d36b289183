//! Recorder of the dice log: what one class of readers may know of an encounter's dice, noted record by record.

use super::class::Class;
use super::dice_event::DiceEvent;
use super::encounter::Encounter;
use super::event::{Event, Record};
use super::log::{Entry, What};
use crate::fair::Sight;
use crate::fair::check::{DiceLog, EpochLog, RollLog, SealLog};
use crate::id::EncounterId;
use crate::messages::encounter as msg;

/// Recorder of the dice of an encounter, as one class of readers may know them.
#[derive(Clone, Debug)]
pub struct DiceCourse {
    /// The class of readers.
    class: Class,
    /// The encounter after the last record.
    encounter: Encounter,
    /// The dice log so far.
    log: DiceLog,
}

impl DiceCourse {
    /// Creates a recorder for an encounter without records.
    #[must_use]
    pub fn new(id: EncounterId, encounter: Encounter, class: Class) -> Self {
        Self {
            class,
            log: DiceLog::new(id, encounter.title.to_string()),
            encounter,
        }
    }

    /// Applies a record and notes its dice. Records must come in order, from the first one on.
    pub fn follow(&mut self, record: &Record) {
        let before = self.encounter.log.entries.all;
        let by = self.encounter.actor_name(record.by);
        self.encounter.apply(record);
        let dice = record.events.iter().filter_map(|event| match event {
            Event::Dice(event) => Some(&**event),
            _ => None,
        });
        for event in dice {
            self.note(record, (before, by.as_ref()), event);
        }
        let proved = |event: &Event| matches!(event, Event::Dice(dice) if self.proves(dice));
        if !record.events.iter().any(proved) {
            self.log.unproved = self.log.unproved.saturating_add(self.rolls_since(before));
        }
    }

    /// Whether an event is the proof of a roll that this class knows of.
    const fn proves(&self, event: &DiceEvent) -> bool {
        match event {
            DiceEvent::Thrown(throw) => self.knows(throw.sight),
            DiceEvent::Bound { .. }
            | DiceEvent::Bared { .. }
            | DiceEvent::Sealed { .. }
            | DiceEvent::Opened { .. }
            | DiceEvent::EpochAsked => false,
        }
    }

    /// Returns the dice log so far.
    #[must_use]
    pub fn log(mut self) -> DiceLog {
        self.log.title = self.encounter.title.to_string();
        self.log
    }

    /// Returns the encounter after the last record, with its roll counters and sealable rolls.
    #[must_use]
    pub const fn encounter(&self) -> &Encounter {
        &self.encounter
    }

    /// Whether this class knows of a kind of dice.
    const fn knows(&self, sight: Sight) -> bool {
        match (self.class, sight) {
            (Class::Storyteller, _) | (Class::Table, Sight::Open) => true,
            (Class::Table, Sight::Hidden) => false,
        }
    }

    /// Notes an event of the dice proof.
    fn note(&mut self, record: &Record, (before, by): (u32, Option<&String>), event: &DiceEvent) {
        let rolls = u32::try_from(self.log.rolls.len()).unwrap_or(u32::MAX);
        match event {
            DiceEvent::Bound {
                sight,
                epoch,
                commitment,
            } if self.knows(*sight) => self.log.epochs.push(EpochLog {
                sight: *sight,
                epoch: *epoch,
                commitment: *commitment,
                bound_after: rolls,
                secret: None,
                told_after: None,
            }),
            DiceEvent::Bared {
                sight,
                epoch,
                secret,
            } => {
                let mut epochs = self.log.epochs.iter_mut();
                if let Some(of) = epochs.find(|of| (of.sight, of.epoch) == (*sight, *epoch)) {
                    (of.secret, of.told_after) = (Some(*secret), Some(rolls));
                }
            }
            DiceEvent::Thrown(throw) if self.knows(throw.sight) => {
                let roll = RollLog {
                    at: record.at,
                    by: by.cloned(),
                    told: self.told_since(before),
                    throw: throw.clone(),
                };
                self.log.rolls.push(roll);
            }
            DiceEvent::Sealed { no, seal, .. } => self.log.seals.push(SealLog {
                no: *no,
                seal: *seal,
                opened: None,
            }),
            DiceEvent::Opened { no, salt, words } => {
                let mut seals = self.log.seals.iter_mut();
                if let Some(seal) = seals.find(|seal| seal.no == *no) {
                    seal.opened = Some((*salt, words.clone()));
                }
            }
            DiceEvent::Bound { .. } | DiceEvent::Thrown(_) | DiceEvent::EpochAsked => {}
        }
    }

    /// Returns the purposes of rolls in the log entries that this class reads after a number.
    fn told_since(&self, before: u32) -> Vec<String> {
        let lines = self.read_since(before);
        lines.filter_map(|line| thrown_for(&line.what)).collect()
    }

    /// Returns the number of rolls that this class reads of after a log entry. Players have no proof of a foe's
    /// initiative, because its die would reveal the foe's numbers.
    fn rolls_since(&self, before: u32) -> u32 {
        let all = self.class == Class::Storyteller;
        let is_roll = |what: &What| match what {
            What::Rolled { .. } => true,
            what => all && thrown_for(what).is_some(),
        };
        let rolls = self.read_since(before).filter(|line| is_roll(&line.what));
        u32::try_from(rolls.count()).unwrap_or(u32::MAX)
    }

    /// Iterates over the log entries that this class reads after a number.
    fn read_since(&self, before: u32) -> impl Iterator<Item = &Entry> {
        let all = self.class == Class::Storyteller;
        let lines = self.encounter.log.kept.iter().map(|entry| &**entry);
        lines.filter(move |line| line.no > before && (all || line.public_no.is_some()))
    }
}

/// Returns the purpose of the roll that a message tells of, if it tells of one.
fn thrown_for(what: &What) -> Option<String> {
    Some(match what {
        What::Rolled { name, what, .. } => match name {
            Some(name) => format!("{name}: {what}"),
            None => what.to_string(),
        },
        What::Initiative { name, .. } | What::Offered { name, .. } => msg::initiative_2(&name),
        What::Aborted { name, .. } => msg::giving_up_an_action_2(&name),
        _ => return None,
    })
}
