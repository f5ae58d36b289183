//! Recorder of the dice log: what one class of readers may know of an encounter's dice, noted record by record.

use crate::base::id::EncounterId;
use crate::dice_proof::DiceVisibility;
use crate::dice_proof::check::{DiceLog, EpochLog, RollLog, SealLog};
use crate::encounter::aggregate::encounter::Encounter;
use crate::encounter::class::Class;
use crate::encounter::event::{Event, Record};
use crate::encounter::log::{LogEntry, LogMessage};
use crate::encounter::state::dice_event::DiceEvent;
use crate::messages::encounter as msg;

/// Recorder of the dice of an encounter, as one class of readers may know them.
#[derive(Clone, Debug)]
pub struct DiceLogRecorder {
    /// The class of readers.
    class: Class,
    /// The encounter after the last record.
    encounter: Encounter,
    /// The dice log so far.
    log: DiceLog,
}

impl DiceLogRecorder {
    /// Creates a recorder of the published dice for an encounter without records.
    #[must_use]
    pub fn new(id: EncounterId, encounter: Encounter, class: Class) -> Self {
        Self {
            class,
            log: DiceLog::new(id, encounter.title.to_string()),
            encounter,
        }
    }

    /// Applies a record and notes its dice. Records must come in order, from the first one on.
    pub fn apply_record(&mut self, record: &Record) {
        let before = self.encounter.log.entries.all;
        let by = self.encounter.actor_name(record.by);
        self.encounter.apply(record);
        let dice = record.events.iter().filter_map(|event| match event {
            Event::Dice(event) => Some(&**event),
            _ => None,
        });
        for event in dice {
            self.note_event(record, (before, by.as_ref()), event);
        }
        let proved =
            |event: &Event| matches!(event, Event::Dice(dice) if self.is_known_proof(dice));
        if !record.events.iter().any(proved) {
            self.log.unproved = self
                .log
                .unproved
                .saturating_add(self.roll_count_since(before));
        }
    }

    /// Whether an event is the proof of a roll that this class knows of.
    const fn is_known_proof(&self, event: &DiceEvent) -> bool {
        match event {
            DiceEvent::Thrown(throw) => self.knows_dice(throw.sight),
            DiceEvent::Bound { .. }
            | DiceEvent::Bared { .. }
            | DiceEvent::Sealed { .. }
            | DiceEvent::Opened { .. }
            | DiceEvent::EpochAsked => false,
        }
    }

    /// Returns the dice log so far.
    #[must_use]
    pub fn into_log(mut self) -> DiceLog {
        self.log.title = self.encounter.title.to_string();
        self.log
    }

    /// Returns the encounter after the last record, with its roll counters and sealable rolls.
    #[must_use]
    pub const fn encounter(&self) -> &Encounter {
        &self.encounter
    }

    /// Whether the recorder's class of readers knows of a kind of dice.
    const fn knows_dice(&self, sight: DiceVisibility) -> bool {
        match (self.class, sight) {
            (Class::Storyteller, _) | (Class::Table, DiceVisibility::Open) => true,
            (Class::Table, DiceVisibility::Hidden) => false,
        }
    }

    /// Notes an event of the dice proof in the dice log; `before` is the number of the last log
    /// entry before its record, `by` the name of who gave the command.
    fn note_event(
        &mut self,
        record: &Record,
        (before, by): (u32, Option<&String>),
        event: &DiceEvent,
    ) {
        let rolls = u32::try_from(self.log.rolls.len()).unwrap_or(u32::MAX);
        match event {
            DiceEvent::Bound {
                sight,
                epoch,
                commitment,
            } if self.knows_dice(*sight) => self.log.epochs.push(EpochLog {
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
            DiceEvent::Thrown(throw) if self.knows_dice(throw.sight) => {
                let roll = RollLog {
                    at: record.at,
                    by: by.cloned(),
                    told: self.roll_purposes_since(before),
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
    fn roll_purposes_since(&self, before: u32) -> Vec<String> {
        let lines = self.entries_since(before);
        lines.filter_map(|line| roll_purpose(&line.what)).collect()
    }

    /// Returns the number of rolls that this class reads of after a log entry. Players have no proof of a foe's
    /// initiative, because its die would reveal the foe's numbers.
    fn roll_count_since(&self, before: u32) -> u32 {
        let all = self.class == Class::Storyteller;
        let is_roll = |what: &LogMessage| match what {
            LogMessage::Rolled { .. } => true,
            what => all && roll_purpose(what).is_some(),
        };
        let rolls = self
            .entries_since(before)
            .filter(|line| is_roll(&line.what));
        u32::try_from(rolls.count()).unwrap_or(u32::MAX)
    }

    /// Iterates over the log entries that this class reads after a number.
    fn entries_since(&self, before: u32) -> impl Iterator<Item = &LogEntry> {
        let all = self.class == Class::Storyteller;
        let lines = self.encounter.log.kept.iter().map(|entry| &**entry);
        lines.filter(move |line| line.no > before && (all || line.public_no.is_some()))
    }
}

/// Returns the purpose of the roll that a message tells of, if it tells of one.
fn roll_purpose(what: &LogMessage) -> Option<String> {
    Some(match what {
        LogMessage::Rolled { name, what, .. } => match name {
            Some(name) => format!("{name}: {what}"),
            None => what.to_string(),
        },
        LogMessage::Initiative { name, .. } | LogMessage::Offered { name, .. } => {
            msg::initiative_2(&name)
        }
        LogMessage::Aborted { name, .. } => msg::giving_up_an_action_2(&name),
        _ => return None,
    })
}
