//! Checks of an archive before any of it is trusted: it is complete, it stays within bounds, and its records lead to
//! the states it claims.

use crate::messages::core as msg;
use std::collections::BTreeSet;

use serde::Deserialize;

use super::build::{bound_hash, state_hash, summarize_cast};
use super::{
    Archive, ArchiveKind, ArchivedEncounter, ArchivedSeat, ArchivedStatus, FORMAT, MAX_ENCOUNTERS,
    MAX_PORTRAIT_LENGTH, MAX_PORTRAITS, MAX_RECORD_SIZE, MAX_SEAT_NUMBER, MAX_SEATS_IN_USE,
    MAX_STATE_SIZE, MAX_TIMESTAMP, VERSION,
};
use crate::base::id::{CombatantId, CommandId, SeatId};
use crate::base::seat::Role;
use crate::encounter::limits::{MAX_HIDDEN, MAX_VISIBLE};
use crate::encounter::{Class, Encounter, View};

/// An error that says in a sentence why an archive is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidArchive {
    /// The file is no archive.
    #[error("{}", msg::THAT_IS_NO_FILE_OF)]
    Other,
    /// The file has a newer format, written by this program version.
    #[error(
        "{}", msg::that_file_was_written_by(.0)
    )]
    Newer(String),
    /// The file is truncated, or holds data that no archive holds.
    #[error("{}", msg::that_file_is_damaged_and(.0))]
    Damaged(String),
    /// The records do not lead to what the file claims.
    #[error("{}", msg::that_file_does_not_fit(.0))]
    Unsound(String),
    /// The file holds more than a table may hold.
    #[error("{}", msg::that_file_holds_more_than(.0))]
    TooMuch(&'static str),
    /// The check takes too long.
    #[error("{}", msg::THAT_FILE_TAKES_TOO_LONG)]
    TooLong,
}

/// Creates the error [`InvalidArchive::Unsound`] with this reason why an archive contradicts itself.
fn unsound(why: impl Into<String>) -> InvalidArchive {
    InvalidArchive::Unsound(why.into())
}

/// The fields that must be known before the rest of a file is read.
#[derive(Deserialize)]
struct ArchiveHeader {
    format: String,
    version: u32,
    #[serde(default)]
    made_by: String,
}

/// Archive of a game that passed all checks, with the last state of each encounter. Only checked archives are written
/// into a store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifiedArchive {
    archive: Archive,
    states: Vec<Encounter>,
}

impl VerifiedArchive {
    /// Returns the archive that passed the checks.
    #[must_use]
    pub const fn archive(&self) -> &Archive {
        &self.archive
    }

    /// Returns the state of each encounter after its last record.
    #[must_use]
    pub fn states(&self) -> &[Encounter] {
        &self.states
    }

    /// Splits the verified archive into the archive itself and the last state of each encounter.
    #[must_use]
    pub fn into_parts(self) -> (Archive, Vec<Encounter>) {
        (self.archive, self.states)
    }

    /// Returns the storyteller's seat, of which there is one.
    #[must_use]
    pub fn storyteller(&self) -> Option<&ArchivedSeat> {
        self.archive.storyteller()
    }
}

impl Archive {
    /// Reads an archive from its JSON. Its data must not be trusted before it is [checked](Self::check).
    ///
    /// # Errors
    /// Returns why the file cannot be read.
    pub fn read(text: &[u8]) -> Result<Self, InvalidArchive> {
        let head: ArchiveHeader = match serde_json::from_slice(text) {
            Ok(head) => head,
            Err(error) if error.is_data() => return Err(InvalidArchive::Other),
            Err(error) => {
                let ours = text.starts_with(b"{\"format\":\"coterie-table\"");
                return Err(match ours {
                    true => InvalidArchive::Damaged(error.to_string()),
                    false => InvalidArchive::Other,
                });
            }
        };
        if head.format != FORMAT {
            return Err(InvalidArchive::Other);
        }
        if head.version > VERSION {
            let by: String = head.made_by.chars().take(60).collect();
            return Err(InvalidArchive::Newer(by));
        }
        if head.version == 0 {
            return Err(InvalidArchive::Damaged(msg::THERE_IS_NO_VERSION_0.into()));
        }
        serde_json::from_slice(text)
            .map_err(|error| InvalidArchive::Damaged(truncate_message(&error.to_string())))
    }

    /// Finds the seat of the storyteller among the seats of the archive.
    fn storyteller(&self) -> Option<&ArchivedSeat> {
        let mut seats = self.seats.iter();
        seats.find(|seat| seat.role == Role::Storyteller && !seat.gone)
    }

    /// Checks the whole archive of a game, replays its records, and returns it as verified. `rules` is the
    /// fingerprint of the rules in this program; `go_on` is asked before each record whether there is time for more.
    ///
    /// # Errors
    /// Returns the first flaw that is found.
    pub fn check(
        self,
        rules: &str,
        mut go_on: impl FnMut() -> bool,
    ) -> Result<VerifiedArchive, InvalidArchive> {
        self.check_seats()?;
        self.check_bounds()?;
        self.check_timestamps()?;
        let seats: BTreeSet<SeatId> = self.seats.iter().map(|seat| seat.seat).collect();
        let mut states = Vec::with_capacity(self.encounters.len());
        for encounter in &self.encounters {
            let state = encounter.replay(&mut go_on)?;
            if summarize_cast(&state) != encounter.cast {
                return Err(unsound(msg::in_the_records_make_another(&encounter.title)));
            }
            if self.rules == rules && state_hash(&state) != encounter.state {
                return Err(unsound(msg::ends_otherwise_than_it_says(&encounter.title)));
            }
            let is_as_written = |told| told == bound_hash(encounter, &self.rules);
            if !encounter.bound.is_none_or(is_as_written) {
                return Err(unsound(msg::how_ends_was_changed_after(&encounter.title)));
            }
            if state.seats.keys().any(|seat| !seats.contains(seat)) {
                return Err(unsound(msg::SOMEBODY_SITS_IN_A_SEAT));
            }
            states.push(state);
        }
        Ok(VerifiedArchive {
            archive: self,
            states,
        })
    }

    /// Checks that seats are in order, within bounds, uniquely named, and have one storyteller.
    fn check_seats(&self) -> Result<(), InvalidArchive> {
        let mut last = SeatId(0);
        for seat in &self.seats {
            if seat.seat <= last {
                return Err(unsound(msg::ITS_SEATS_ARE_NOT_IN));
            }
            last = seat.seat;
        }
        if last.0 > MAX_SEAT_NUMBER {
            return Err(InvalidArchive::TooMuch("seats"));
        }
        let used = || self.seats.iter().filter(|seat| !seat.gone);
        if used().count() > MAX_SEATS_IN_USE {
            return Err(InvalidArchive::TooMuch("seats"));
        }
        let mut names = BTreeSet::new();
        if let Some(seat) = used().find(|seat| !names.insert(seat.name.to_folded())) {
            return Err(unsound(msg::two_are_called(&seat.name)));
        }
        let storytellers = used().filter(|seat| seat.role == Role::Storyteller);
        match storytellers.count() {
            1 => Ok(()),
            0 => Err(unsound(msg::NOBODY_TELLS_THE_STORY)),
            _ => Err(unsound(msg::TWO_TELL_THE_STORY)),
        }
    }

    /// Checks the numbers and sizes of encounters and portraits.
    fn check_bounds(&self) -> Result<(), InvalidArchive> {
        if self.encounters.len() > MAX_ENCOUNTERS {
            return Err(InvalidArchive::TooMuch("encounters"));
        }
        if self.kind != ArchiveKind::Table && self.encounters.len() != 1 {
            return Err(unsound(msg::IT_IS_TO_HOLD_ONE));
        }
        let current = |it: &&ArchivedEncounter| it.standing == ArchivedStatus::Current;
        if self.encounters.iter().filter(current).count() != 1 {
            return Err(unsound(msg::ONE_ENCOUNTER_IS_TO_BE));
        }
        if self.portraits.len() > MAX_PORTRAITS {
            return Err(InvalidArchive::TooMuch("portraits"));
        }
        if self
            .portraits
            .iter()
            .any(|it| it.jpeg.len() > MAX_PORTRAIT_LENGTH)
        {
            return Err(InvalidArchive::TooMuch(msg::BYTES_OF_A_PORTRAIT.get()));
        }
        let dice: BTreeSet<_> = self.encounters.iter().map(|it| it.dice).collect();
        if dice.len() != self.encounters.len() {
            return Err(unsound(msg::THE_DICE_OF_TWO_ENCOUNTERS));
        }
        let ids: BTreeSet<_> = self.portraits.iter().map(|it| it.id).collect();
        match ids.len() == self.portraits.len() {
            true => Ok(()),
            false => Err(unsound(msg::A_PORTRAIT_IS_IN_IT)),
        }
    }
}

impl Archive {
    /// Checks that no time stamp lies beyond the range of the calendar.
    fn check_timestamps(&self) -> Result<(), InvalidArchive> {
        let encounters = self.encounters.iter();
        let of_encounters = encounters.flat_map(|it| {
            let records = it.records.iter().map(|(_, record)| record.at);
            [it.made_at].into_iter().chain(it.ended_at).chain(records)
        });
        let mut all = of_encounters.chain([self.made_at]);
        match all.all(|moment| moment <= MAX_TIMESTAMP) {
            true => Ok(()),
            false => Err(unsound(msg::SOMETHING_OF_IT_HAPPENED_AFTER)),
        }
    }
}

impl ArchivedEncounter {
    /// Applies all records to the initial state, checking their order and size.
    fn replay(&self, go_on: &mut impl FnMut() -> bool) -> Result<Encounter, InvalidArchive> {
        let mut encounter = self.initial_state();
        let mut ids: BTreeSet<CommandId> = BTreeSet::new();
        for (nth, (no, record)) in (1..).zip(&self.records) {
            if !go_on() {
                return Err(InvalidArchive::TooLong);
            }
            if *no != nth {
                let title = &self.title;
                return Err(unsound(msg::in_record_is_missing(&title, &nth)));
            }
            if !ids.insert(record.command) {
                return Err(unsound(msg::record_stands_there_twice(&no)));
            }
            let size = serde_json::to_vec(record).map_or(usize::MAX, |text| text.len());
            if size > MAX_RECORD_SIZE {
                return Err(InvalidArchive::TooMuch(msg::BYTES_OF_A_RECORD.get()));
            }
            encounter.apply(record);
        }
        check_state(&encounter)?;
        Ok(encounter)
    }
}

/// Checks the invariants of a replayed encounter, such as that each combatant is once in the order
/// or on the bench.
fn check_state(encounter: &Encounter) -> Result<(), InvalidArchive> {
    let hidden = |hidden| {
        let all = encounter.combatants.values();
        all.filter(|who| who.hidden == hidden).count()
    };
    if hidden(false) > MAX_VISIBLE || hidden(true) > MAX_HIDDEN {
        return Err(InvalidArchive::TooMuch("combatants"));
    }
    let standing = encounter.order.iter().chain(&encounter.bench);
    let mut standing: Vec<CombatantId> = standing.copied().collect();
    standing.sort_unstable();
    if !standing.iter().eq(encounter.combatants.keys()) {
        return Err(unsound(msg::A_COMBATANT_STANDS_NOWHERE_OR));
    }
    let is_there = |id: Option<CombatantId>| id.is_none_or(|id| encounter.order.contains(&id));
    if !is_there(encounter.turn.all.acting) || !is_there(encounter.turn.players.acting) {
        return Err(unsound(msg::IT_IS_THE_TURN_OF));
    }
    let size = serde_json::to_vec(encounter).map_or(usize::MAX, |text| text.len());
    if size > MAX_STATE_SIZE {
        return Err(InvalidArchive::TooMuch(msg::WORDS_IN_ONE_ENCOUNTER.get()));
    }
    // Building the views here makes sure that they can be built at the table.
    for class in Class::ALL {
        let view = View::of(encounter, class);
        if serde_json::to_vec(&view).is_err() {
            return Err(unsound(msg::IT_CANNOT_BE_SHOWN));
        }
    }
    Ok(())
}

/// Truncates the error message of the JSON parser, which may repeat the text it read.
fn truncate_message(words: &str) -> String {
    words.chars().take(160).collect()
}
