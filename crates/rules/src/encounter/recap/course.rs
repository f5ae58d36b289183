//! Recorder of a recap: notes, record by record, what one class of readers was told.

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

/// Recorder of an encounter's recap for one class of readers.
#[derive(Clone, Debug)]
pub struct Course {
    /// The class of readers.
    pub(super) class: Class,
    /// The encounter after the last record.
    pub(super) encounter: Encounter,
    /// Everything noted so far, in order.
    pub(super) moments: Vec<Moment>,
    /// The commands that are undone.
    pub(super) undone: BTreeSet<CommandId>,
    /// Names of combatants when they were last seen.
    pub(super) names: BTreeMap<CombatantId, String>,
    /// The states that take each combatant out of the fight.
    pub(super) out: BTreeMap<CombatantId, Vec<Wording>>,
}

/// The record being noted, with what its notes have in common.
pub(super) struct Page<'a> {
    /// The record being noted.
    pub(super) record: &'a Record,
    /// The round before the record.
    pub(super) round: u32,
    /// The exchange whose consequences follow, and its step.
    pub(super) exchange: Option<(ExchangeId, Option<u16>)>,
}

impl Course {
    /// Creates a recorder for an encounter without records.
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

    /// Applies a record and notes its events. Records must come in order, from the first one on.
    pub fn follow(&mut self, record: &Record) {
        // Players who do not know of the encounter were told nothing.
        if self.class == Class::Table && (self.encounter.unseen || opens_unseen(record)) {
            return self.look_in(record);
        }
        let before = self.turn();
        // The history knows the clicks of a gesture only until it is undone.
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

    /// Applies a record while players do not know of the encounter. When it opens, they learn everything as it
    /// is.
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

    /// Returns the recap so far.
    #[must_use]
    pub fn recap(&self) -> Recap {
        let live: Vec<&Moment> = self.moments.iter().filter(|it| self.is_live(it)).collect();
        Recap {
            system: self.encounter.system,
            class: self.class,
            scenes: tally::scenes(&live, self.encounter.title.as_str(), &self.names),
        }
    }

    /// Returns the current turn as this class knows it.
    pub(super) fn turn(&self) -> Turn {
        *self.encounter.turn.for_class(self.class)
    }

    /// Whether this class sees a combatant.
    pub(super) fn sees(&self, who: &Combatant) -> bool {
        self.class == Class::Storyteller || !who.hidden
    }

    /// Whether this class knows everything of an exchange.
    pub(super) fn sees_exchange(&self, exchange: &Exchange) -> bool {
        self.class == Class::Storyteller || self.encounter.exchange_is_public(exchange)
    }

    /// Whether neither the command of a note nor the exchange step it belongs to is undone.
    pub(super) fn is_live(&self, moment: &Moment) -> bool {
        let stands = |command: &CommandId| !self.undone.contains(command);
        stands(&moment.command) && !moment.taken_back.as_ref().is_some_and(stands)
    }

    /// Notes the commands that a record undoes or redoes. Returns whether there were any.
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

    /// Remembers the names of all combatants that this class sees.
    fn learn_names(&mut self) {
        let all = self.encounter.combatants.values();
        let seen: Vec<_> = all
            .filter(|who| self.sees(who))
            .map(|who| (who.id, who.full_name()))
            .collect();
        self.names.extend(seen);
    }
}

/// Whether a record opens an encounter that players do not know of.
fn opens_unseen(record: &Record) -> bool {
    let mut events = record.events.iter();
    events.any(|event| matches!(event, Event::Opened(Opened { unseen: true, .. })))
}
