//! What a class of viewers was told that a recap counts, noted as it happens.

use std::collections::{BTreeMap, BTreeSet};

use super::Recap;
use super::moment::{Moment, concerns_names};
use super::tally;
use crate::encounter::class::Class;
use crate::encounter::combatant::{Combatant, Turn};
use crate::encounter::encounter::Encounter;
use crate::encounter::event::{Event, Record};
use crate::encounter::exchange::Exchange;
use crate::encounter::feature::Opened;
use crate::id::{CombatantId, CommandId, ExchangeId};
use crate::messages::Wording;

/// The course of an encounter, as one class of viewers was told of it.
#[derive(Clone, Debug)]
pub struct Course {
    pub(super) class: Class,
    pub(super) encounter: Encounter,
    pub(super) moments: Vec<Moment>,
    /// The commands that are taken back.
    pub(super) undone: BTreeSet<CommandId>,
    /// What combatants were called when they were last seen.
    pub(super) names: BTreeMap<CombatantId, String>,
    /// In which states combatants cannot act.
    pub(super) out: BTreeMap<CombatantId, Vec<Wording>>,
}

/// What the notes about one record have in common.
pub(super) struct Page<'a> {
    pub(super) record: &'a Record,
    pub(super) round: u32,
    /// The exchange whose consequences follow, and its step.
    pub(super) exchange: Option<(ExchangeId, Option<u16>)>,
}

impl Course {
    /// The course of an encounter to which nothing has happened yet.
    #[must_use]
    pub const fn new(encounter: Encounter, class: Class) -> Self {
        Self {
            class,
            encounter,
            moments: Vec::new(),
            undone: BTreeSet::new(),
            names: BTreeMap::new(),
            out: BTreeMap::new(),
        }
    }

    /// Follows everything one command did. Records come in order, from the first one on.
    pub fn follow(&mut self, record: &Record) {
        // A table that does not know of the encounter was told nothing.
        if self.class == Class::Table && (self.encounter.unseen || opens_unseen(record)) {
            return self.look_in(record);
        }
        let before = self.turn();
        // Which clicks are one gesture the history knows until it is taken back.
        let back_and_forth = self.take_back_and_forth(record);
        self.encounter.apply(record);
        if back_and_forth || record.events.iter().any(concerns_names) {
            self.learn_names();
        }
        let mut page = Page {
            record,
            round: before.round,
            exchange: None,
        };
        for event in &record.events {
            self.note(&mut page, event);
        }
        self.note_falls(&page);
        if back_and_forth || self.turn() != before {
            self.note_turn(&page);
        }
    }

    /// Follows what one command did while the table did not know of the encounter. When it opens,
    /// the table finds all as it is.
    fn look_in(&mut self, record: &Record) {
        self.encounter.apply(record);
        if !self.encounter.unseen {
            self.learn_names();
            self.note_falls(&Page {
                record,
                round: self.turn().round,
                exchange: None,
            });
        }
    }

    /// What there is to tell of it so far.
    #[must_use]
    pub fn recap(&self) -> Recap {
        let live: Vec<&Moment> = self.moments.iter().filter(|it| self.is_live(it)).collect();
        Recap {
            system: self.encounter.system,
            class: self.class,
            scenes: tally::scenes(&live, self.encounter.title.as_str(), &self.names),
        }
    }

    /// The turn as this class knows it.
    pub(super) fn turn(&self) -> Turn {
        *self.encounter.turn.for_class(self.class)
    }

    pub(super) fn sees(&self, who: &Combatant) -> bool {
        self.class == Class::Storyteller || !who.hidden
    }

    pub(super) fn sees_exchange(&self, exchange: &Exchange) -> bool {
        self.class == Class::Storyteller || self.encounter.exchange_is_public(exchange)
    }

    /// Whether neither what did it nor the step it belongs to is taken back.
    pub(super) fn is_live(&self, moment: &Moment) -> bool {
        let stands = |command: &CommandId| !self.undone.contains(command);
        stands(&moment.command) && !moment.taken_back.as_ref().is_some_and(stands)
    }

    /// Notes what the record takes or brings back, if it does.
    fn take_back_and_forth(&mut self, record: &Record) -> bool {
        let mut any = false;
        for event in &record.events {
            match event {
                Event::Undone {
                    command, gesture, ..
                } => {
                    self.undone.insert(*command);
                    if *gesture {
                        let all = self.encounter.history.done_with(*command);
                        self.undone.extend(all);
                    }
                }
                Event::Redone { command, .. } => {
                    self.undone.remove(command);
                    for command in self.encounter.history.undone_with(*command) {
                        self.undone.remove(&command);
                    }
                }
                _ => continue,
            }
            any = true;
        }
        any
    }

    fn learn_names(&mut self) {
        let all = self.encounter.combatants.values();
        let seen: Vec<_> = all
            .filter(|who| self.sees(who))
            .map(|who| (who.id, who.full_name()))
            .collect();
        self.names.extend(seen);
    }
}

/// Whether a record begins an encounter that the table does not know of.
fn opens_unseen(record: &Record) -> bool {
    let mut events = record.events.iter();
    events.any(|event| matches!(event, Event::Opened(Opened { unseen: true, .. })))
}
