//! What stands in a file about an encounter, made of its log.

use sha2::{Digest as _, Sha256};

use super::{Archive, ArchivedCombatant, ArchivedEncounter, ArchivedPortrait};
use crate::encounter::along::Rest;
use crate::encounter::{Combatant, Encounter, Record, Refusal};
use crate::fair::{Bytes32, Hex};
use crate::id::{CommandId, SeatId};
use crate::seat::{Actor, Seat};
use crate::text::Name;

impl ArchivedEncounter {
    /// The encounter as it began.
    #[must_use]
    pub fn fresh(&self) -> Encounter {
        Encounter::new(self.title.clone(), self.system)
    }

    /// Notes how the encounter is behind its last record. Answers with its state.
    pub fn sum_up(&mut self) -> Encounter {
        let mut encounter = self.fresh();
        for (_, record) in &self.records {
            encounter.apply(record);
        }
        self.cast = cast(&encounter);
        self.state = hash(&encounter);
        encounter
    }
}

impl Archive {
    /// Binds the state of each encounter to the rules it was made by.
    #[must_use]
    pub fn bound(mut self) -> Self {
        for encounter in &mut self.encounters {
            encounter.bound = Some(bound(encounter, &self.rules));
        }
        self
    }

    /// Leaves out the portraits that no encounter of the file speaks of.
    pub fn drop_unused_portraits(&mut self) {
        let text = serde_json::to_string(&self.encounters).unwrap_or_default();
        let used = |portrait: &ArchivedPortrait| text.contains(&portrait.id.to_string());
        self.portraits.retain(used);
    }
}

/// Who is in an encounter, in short.
pub(super) fn cast(encounter: &Encounter) -> Vec<ArchivedCombatant> {
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

/// The hash of a state.
pub(super) fn hash(encounter: &Encounter) -> Bytes32 {
    let text = serde_json::to_vec(encounter).unwrap_or_default();
    Hex(Sha256::digest(text).into())
}

/// What binds a state to the rules it was made by.
pub(super) fn bound(encounter: &ArchivedEncounter, rules: &str) -> Bytes32 {
    let mut hash = Sha256::new();
    hash.update(b"coterie-state-v1\0");
    hash.update(rules);
    hash.update([0]);
    hash.update(encounter.dice.to_bytes());
    hash.update(encounter.state.0);
    Hex(hash.finalize().into())
}

impl Encounter {
    /// The one record of an encounter in which everybody of this one is on the bench, as wounded and
    /// spent as they are when the scene is over: the cast alone.
    ///
    /// # Errors
    /// Why a sheet makes no track.
    pub fn cast_alone(&self, at: u64, command: CommandId) -> Result<(Name, Record), Refusal> {
        let along = self.combatants.keys();
        let along: Vec<_> = along.map(|id| (*id, Rest::default())).collect();
        let company = self.company(Actor::Server, &along)?;
        let fresh = Self::new(self.title.clone(), self.system);
        let record = Record {
            at,
            by: Actor::Server,
            command,
            events: fresh.arrival(&company, false)?,
        };
        Ok((self.title.clone(), record))
    }

    /// Who sits here, by seat.
    pub fn seats(&self) -> impl Iterator<Item = (SeatId, &Seat)> {
        self.seats.iter().map(|(id, seat)| (*id, seat))
    }

    /// Whom a seat plays here, with their labels.
    #[must_use]
    pub fn played_by(&self, seat: SeatId) -> Vec<String> {
        let all = self.combatants.values();
        let own = all.filter(|who| who.owner == Some(seat));
        own.map(Combatant::full_name).collect()
    }
}
