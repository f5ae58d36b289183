//! Recorder of a recap: notes, record by record, what one class of readers was told.

use std::collections::{BTreeMap, BTreeSet};

use super::Recap;
use super::note::{RecapNote, may_change_names};
use super::tally;
use crate::base::id::{CombatantId, CommandId, ExchangeId};
use crate::encounter::aggregate::encounter::Encounter;
use crate::encounter::class::Class;
use crate::encounter::combatant::{Combatant, Turn};
use crate::encounter::event::{Event, Record};
use crate::encounter::exchange::Exchange;
use crate::encounter::feature::Opened;
use crate::messages::Wording;

/// Recorder of an encounter's recap for one class of readers.
#[derive(Clone, Debug)]
pub struct RecapRecorder {
    /// The class of readers.
    pub(super) class: Class,
    /// The encounter after the last record.
    pub(super) encounter: Encounter,
    /// Everything noted so far, in order.
    pub(super) notes: Vec<RecapNote>,
    /// The commands that are undone.
    pub(super) undone: BTreeSet<CommandId>,
    /// Names of combatants when they were last seen.
    pub(super) names: BTreeMap<CombatantId, String>,
    /// The states that take each combatant out of the fight.
    pub(super) out: BTreeMap<CombatantId, Vec<Wording>>,
}

/// Record of the log from which a recap takes notes, with the round and the exchange that those notes belong to.
pub(super) struct NotedRecord<'a> {
    /// The record being noted.
    pub(super) record: &'a Record,
    /// The round before the record.
    pub(super) round: u32,
    /// The exchange whose consequences follow, and its step.
    pub(super) exchange: Option<(ExchangeId, Option<u16>)>,
}

impl RecapRecorder {
    /// Creates a recorder of the recap for an encounter without records.
    #[must_use]
    pub const fn new(encounter: Encounter, class: Class) -> Self {
        Self {
            class,
            encounter,
            notes: Vec::new(),
            undone: BTreeSet::new(),
            names: BTreeMap::new(),
            out: BTreeMap::new(),
        }
    }

    /// Applies a record and notes its events. Records must come in order, from the first one on.
    pub fn apply_record(&mut self, record: &Record) {
        // Players who do not know of the encounter were told nothing.
        if self.class == Class::Table && (self.encounter.unseen || opens_unseen(record)) {
            return self.apply_unseen_record(record);
        }
        let before = self.known_turn();
        // The history knows the clicks of a gesture only until it is undone.
        let back_and_forth = self.note_undo_and_redo(record);
        self.encounter.apply(record);
        if back_and_forth || record.events.iter().any(may_change_names) {
            self.remember_names();
        }
        let mut page = NotedRecord {
            record,
            round: before.round,
            exchange: None,
        };
        for event in &record.events {
            self.note_event(&mut page, event);
        }
        self.note_falls(&page);
        if back_and_forth || self.known_turn() != before {
            self.note_turn(&page);
        }
    }

    /// Applies a record while players do not know of the encounter. When it opens, they learn everything as it
    /// is.
    fn apply_unseen_record(&mut self, record: &Record) {
        self.encounter.apply(record);
        if !self.encounter.unseen {
            self.remember_names();
            self.note_falls(&NotedRecord {
                record,
                round: self.known_turn().round,
                exchange: None,
            });
        }
    }

    /// Returns the recap of all that was recorded so far and not undone.
    #[must_use]
    pub fn recap(&self) -> Recap {
        let live: Vec<&RecapNote> = self
            .notes
            .iter()
            .filter(|it| self.is_not_undone(it))
            .collect();
        Recap {
            system: self.encounter.system,
            class: self.class,
            scenes: tally::summarize_scenes(&live, self.encounter.title.as_str(), &self.names),
        }
    }

    /// Returns the current turn as this class knows it.
    pub(super) fn known_turn(&self) -> Turn {
        *self.encounter.turn.for_class(self.class)
    }

    /// Whether this class sees a combatant.
    pub(super) fn sees_combatant(&self, who: &Combatant) -> bool {
        self.class == Class::Storyteller || !who.hidden
    }

    /// Whether this class knows everything of an exchange.
    pub(super) fn sees_exchange(&self, exchange: &Exchange) -> bool {
        self.class == Class::Storyteller || self.encounter.is_exchange_public(exchange)
    }

    /// Whether neither the command of a note nor the exchange step it belongs to is undone.
    pub(super) fn is_not_undone(&self, moment: &RecapNote) -> bool {
        let stands = |command: &CommandId| !self.undone.contains(command);
        stands(&moment.command) && !moment.taken_back.as_ref().is_some_and(stands)
    }

    /// Notes the commands that a record undoes or redoes, and returns whether there were any.
    fn note_undo_and_redo(&mut self, record: &Record) -> bool {
        let mut any = false;
        for event in &record.events {
            match event {
                Event::Undone {
                    command, gesture, ..
                } => {
                    self.undone.insert(*command);
                    if *gesture {
                        let all = self.encounter.history.commands_undone_with(*command);
                        self.undone.extend(all);
                    }
                }
                Event::Redone { command, .. } => {
                    self.undone.remove(command);
                    for command in self.encounter.history.commands_redone_with(*command) {
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
    fn remember_names(&mut self) {
        let all = self.encounter.combatants.values();
        let seen: Vec<_> = all
            .filter(|who| self.sees_combatant(who))
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
