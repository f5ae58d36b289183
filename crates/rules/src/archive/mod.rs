//! Archives: a table as one file, its format and permissions, and the checks before any of it is trusted.
//! `docs/protocol.md` specifies the format.
//!
//! An [`Archive`] is for storytellers: it holds whole logs. [`PlayerEncounterArchive`] is for everyone else: what one class of viewers
//! was shown, and nothing besides.
//!
//! Neither contains the secret of an epoch of dice that is not over. Logs hold the disclosed secrets; the others are
//! stored apart from the log and cannot be reached from here.

mod build;
mod check;
mod player_archive;

use serde::{Deserialize, Serialize};

pub use self::check::{InvalidArchive, VerifiedArchive};
pub use self::player_archive::{
    PLAYER_ARCHIVE_FORMAT, PlayerArchiveBuilder, PlayerEncounterArchive,
};
use crate::base::id::{CombatantId, EncounterId, PortraitId, SeatId};
use crate::base::seat::Role;
use crate::base::text::Name;
use crate::character::track::Track;
use crate::dice_proof::Bytes32;
use crate::encounter::Record;
use crate::ruleset::SystemId;

/// The value of [`Archive::format`].
pub const FORMAT: &str = "coterie-table";
/// The newest format version that this program reads and writes, increased with every change that an older program
/// would misread.
pub const VERSION: u32 = 1;
/// The latest timestamp in a file, in milliseconds since 1970: the end of the year 9999.
pub const MAX_TIMESTAMP: u64 = 253_402_300_799_999;

/// Maximum number of a seat in a file.
pub const MAX_SEAT_NUMBER: u32 = 400;
/// Maximum number of seats in use in a file.
pub const MAX_SEATS_IN_USE: usize = 40;
/// Maximum number of encounters in a file.
pub const MAX_ENCOUNTERS: usize = 1_000;
/// Maximum number of portraits and pictures of handouts in a file.
pub const MAX_PORTRAITS: usize = 400;
/// Maximum length of a portrait or a picture of a handout as text, in characters.
pub const MAX_PORTRAIT_LENGTH: usize = 4 * 1024 * 1024;
/// Maximum size of a record as text, in bytes.
pub const MAX_RECORD_SIZE: usize = 1024 * 1024;
/// Maximum size of an encounter's state as text, in bytes.
pub const MAX_STATE_SIZE: usize = 8 * 1024 * 1024;

/// The part of a table that a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ArchiveKind {
    /// The whole table with all encounters.
    Table,
    /// The combatants of the current encounter in their current state, without the log.
    Cast,
    /// A single encounter with its log.
    Encounter,
}

/// A table, or a part of one, as a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Archive {
    /// The format, always [`FORMAT`].
    pub format: String,
    /// The format version: [`VERSION`] or an older one.
    pub version: u32,
    /// The part of the table it holds.
    pub kind: ArchiveKind,
    /// The time of writing, in milliseconds since 1970.
    pub made_at: u64,
    /// The name and version of the program that wrote it.
    pub made_by: String,
    /// The fingerprint of the rules in that program: states are compared only if it is the same.
    pub rules: String,
    /// The name of the table.
    pub table: Name,
    /// All seats that ever were at the table, by number.
    pub seats: Vec<ArchivedSeat>,
    /// The encounters: the current one first.
    pub encounters: Vec<ArchivedEncounter>,
    /// The portraits of combatants.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub portraits: Vec<ArchivedPortrait>,
}

/// Player's or storyteller's seat as an archive keeps it, without credentials: no token, no browser, no link.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArchivedSeat {
    /// The number of the seat at the table.
    pub seat: SeatId,
    /// The role of the seat.
    pub role: Role,
    /// The name of the person.
    pub name: Name,
    /// Whether it was given up or taken away. Its number is not reused.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub gone: bool,
    /// The names of the combatants it plays in the current encounter, for a person who reads the file; the log has them
    /// too.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub owns: Vec<String>,
}

/// The status of an encounter at its table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ArchivedStatus {
    /// The encounter that the table shows; one in each file.
    Current,
    /// An encounter that only storytellers know of.
    Prepared,
    /// An earlier encounter, replaced by another as the current one.
    Over,
}

/// An encounter with everything that happened in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArchivedEncounter {
    /// The title it began with.
    pub title: Name,
    /// The rules it runs on.
    pub system: SystemId,
    /// The status of the encounter at its table.
    pub standing: ArchivedStatus,
    /// The time of creation, in milliseconds since 1970.
    pub made_at: u64,
    /// The time when it was over, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended_at: Option<u64>,
    /// The id its dice are bound to: all rolls are checked under this id, wherever the encounter continues.
    pub dice: EncounterId,
    /// The combatants after the last record, compared with what the records make.
    pub cast: Vec<ArchivedCombatant>,
    /// The hash of the state after the last record, compared likewise.
    pub state: Bytes32,
    /// The hash of that state, its rules and the id of the dice, so that a program with other rules can tell whether
    /// the state was altered. Older versions wrote none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bound: Option<Bytes32>,
    /// The record of each accepted command with its number, from 1 without gaps.
    pub records: Vec<(u64, Record)>,
}

/// Short form of a combatant in an archive, to compare with the state that the records lead to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArchivedCombatant {
    /// The id of the combatant.
    pub id: CombatantId,
    /// The name with its label.
    pub name: String,
    /// The seat that plays it; `None` is the storyteller.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<SeatId>,
    /// Whether players do not know that it exists.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hidden: bool,
    /// The health of the combatant.
    pub track: Track,
}

/// Portrait of a combatant in an archive, as a JPEG picture with the id by which the log refers to
/// it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArchivedPortrait {
    /// The id by which the log refers to it.
    pub id: PortraitId,
    /// The JPEG picture as base64.
    pub jpeg: String,
}
