//! Builds the parts of an archive from an encounter's log and state.

use sha2::{Digest as _, Sha256};

use super::{Archive, ArchivedCombatant, ArchivedEncounter, ArchivedPortrait};
use crate::base::id::{CommandId, SeatId};
use crate::base::seat::{Actor, Seat};
use crate::base::text::Name;
use crate::dice_proof::{Bytes32, Hex};
use crate::encounter::carry_over::Recovery;
use crate::encounter::{Combatant, Encounter, Record, Refusal};

impl ArchivedEncounter {
    /// Returns the encounter in its initial state.
    #[must_use]
    pub fn initial_state(&self) -> Encounter {
        Encounter::new(self.title.clone(), self.system)
    }

    /// Removes what storytellers may not read, and numbers the remaining records without gaps.
    pub fn drop_unread(&mut self) {
        self.records.retain_mut(|(_, record)| {
            let before = record.events.len();
            record
                .events
                .retain(|event| !event.is_kept_from_storytellers());
            record.events.len() == before || !record.events.is_empty()
        });
        for (no, (number, _)) in (1..).zip(&mut self.records) {
            *number = no;
        }
    }

    /// Sets the cast and the state hash from the records, and returns the state after the last one.
    pub fn update_summary(&mut self) -> Encounter {
        let mut encounter = self.initial_state();
        for (_, record) in &self.records {
            encounter.apply(record);
        }
        self.cast = summarize_cast(&encounter);
        self.state = state_hash(&encounter);
        encounter
    }
}

impl Archive {
    /// Adds to each encounter the hash that binds its state to the rules.
    #[must_use]
    pub fn with_bound_hashes(mut self) -> Self {
        for encounter in &mut self.encounters {
            encounter.bound = Some(bound_hash(encounter, &self.rules));
        }
        self
    }

    /// Removes the portraits that no encounter of the archive uses.
    pub fn drop_unused_portraits(&mut self) {
        let text = serde_json::to_string(&self.encounters).unwrap_or_default();
        let used = |portrait: &ArchivedPortrait| text.contains(&portrait.id.to_string());
        self.portraits.retain(used);
    }
}

/// Lists the combatants of an encounter in their short form for an archive, with id, name, owner,
/// visibility and health track.
pub(super) fn summarize_cast(encounter: &Encounter) -> Vec<ArchivedCombatant> {
    let all = encounter.combatants.values();
    let all = all.map(|who| ArchivedCombatant {
        id: who.id,
        name: who.full_name(),
        owner: who.owner,
        hidden: who.hidden,
        track: who.track,
    });
    all.collect()
}

/// Returns the SHA-256 of a state as JSON.
pub(super) fn state_hash(encounter: &Encounter) -> Bytes32 {
    let text = serde_json::to_vec(encounter).unwrap_or_default();
    Hex(Sha256::digest(text).into())
}

/// Returns the hash that binds a state to the rules it was made by.
pub(super) fn bound_hash(encounter: &ArchivedEncounter, rules: &str) -> Bytes32 {
    let mut hash = Sha256::new();
    hash.update(b"coterie-state-v1\0");
    hash.update(rules);
    hash.update([0]);
    hash.update(encounter.dice.to_bytes());
    hash.update(encounter.state.0);
    Hex(hash.finalize().into())
}

impl Encounter {
    /// Builds the single record of a new encounter in which all combatants of this one are on the
    /// bench (not in the turn order), in their condition at the end of the scene. Returns it with
    /// the title.
    ///
    /// # Errors
    /// Returns an error if a sheet makes no valid track.
    pub fn cast_only_record(&self, at: u64, command: CommandId) -> Result<(Name, Record), Refusal> {
        let along = self.combatants.keys();
        let along: Vec<_> = along.map(|id| (*id, Recovery::default())).collect();
        let company = self.prepare_carry_over(Actor::Server, &along)?;
        let fresh = Self::new(self.title.clone(), self.system);
        let record = Record {
            at,
            by: Actor::Server,
            command,
            events: fresh.arrival_events(&company, false)?,
        };
        Ok((self.title.clone(), record))
    }

    /// Iterates over the seats by their ids.
    pub fn seats(&self) -> impl Iterator<Item = (SeatId, &Seat)> {
        self.seats.iter().map(|(id, seat)| (*id, seat))
    }

    /// Returns the full names of the combatants a seat plays.
    #[must_use]
    pub fn names_played_by(&self, seat: SeatId) -> Vec<String> {
        let all = self.combatants.values();
        let own = all.filter(|who| who.owner == Some(seat));
        own.map(Combatant::full_name).collect()
    }
}
