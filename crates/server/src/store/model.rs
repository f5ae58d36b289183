//! Tables, encounters and appends, as callers pass them to the store and get them back.

use std::collections::BTreeMap;

use rules::base::id::{CommandId, EncounterId, PortraitId, SeatId, TableId};
use rules::base::text::Name;
use rules::dice_proof::{DiceVisibility, Secret};
use rules::encounter::{Record, Refusal};
use rules::ruleset::SystemId;
use serde::{Deserialize, Serialize};

use super::seats::{RevokedSeat, Seat};
use crate::auth::token::TokenHash;

/// A table of players as stored, with its id and display name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// Id of the table.
    pub id: TableId,
    /// Display name of the table.
    pub name: String,
    /// Whether this is a throw-away demo table.
    pub demo: bool,
    /// Whether the table is locked: nobody new can join, by any kind of invitation.
    pub locked: bool,
    /// Delay in seconds with which spectators see the table; 0 means live.
    pub delay: u32,
    /// Generation number in every invite link; links of an older generation are no longer valid.
    pub generation: u32,
    /// Short invite code, if one was created.
    pub code: Option<InviteCode>,
}

/// Short invite code that can be read out aloud.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InviteCode {
    /// Words of the code, separated by hyphens.
    pub words: String,
    /// Expiry time, in milliseconds since 1970.
    pub expires_at: u64,
}

/// Stage of an encounter at its table, which is prepared, current or over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EncounterStage {
    /// Encounter being played, shown on the table's page; a table has exactly one.
    Current,
    /// Encounter in preparation, visible only to seats that run the table.
    Prepared,
    /// Past encounter: it was current before another one replaced it.
    Over,
}

/// Metadata of a stored encounter, such as its title, rule system and stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EncounterInfo {
    /// Id of the encounter.
    pub id: EncounterId,
    /// Table the encounter belongs to.
    pub table: TableId,
    /// Title the encounter was created with.
    pub title: Name,
    /// Rule system the encounter is played with.
    pub system: SystemId,
    /// Stage of the encounter.
    pub stage: EncounterStage,
    /// Current title, if it differs from the original one.
    pub renamed_to: Option<Name>,
    /// Time at which the encounter ended, in milliseconds since 1970.
    pub ended_at: Option<u64>,
    /// Id the dice are bound to: the encounter's own, or the original id of an imported encounter.
    pub dice: EncounterId,
}

impl EncounterInfo {
    /// Returns the metadata of a new encounter that is current from the start.
    #[must_use]
    pub const fn new_current(
        id: EncounterId,
        table: TableId,
        title: Name,
        system: SystemId,
    ) -> Self {
        Self {
            id,
            table,
            title,
            system,
            stage: EncounterStage::Current,
            renamed_to: None,
            ended_at: None,
            dice: id,
        }
    }

    /// Whether a seat of the same table may see this encounter.
    #[must_use]
    pub fn is_visible_to(&self, seat: &Seat) -> bool {
        self.stage != EncounterStage::Prepared || seat.role.can_run_table()
    }

    /// Returns the current title of the encounter, which may have been renamed.
    #[must_use]
    pub fn current_title(&self) -> &Name {
        self.renamed_to.as_ref().unwrap_or(&self.title)
    }
}

/// Encounter to create, together with the records it starts with. If its stage is [`EncounterStage::Current`], it replaces
/// the table's current encounter.
#[derive(Clone, Debug)]
pub struct NewEncounter {
    /// Metadata of the new encounter.
    pub info: EncounterInfo,
    /// Creation time, in milliseconds since 1970.
    pub at: u64,
    /// Records the log starts with.
    pub records: Vec<Record>,
    /// Last position of the encounter it continues, as known to the sender.
    pub continues_from: Option<LogPosition>,
}

/// Encounter with the number of the last record of its log that a room knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LogPosition {
    /// Id of the encounter.
    pub encounter: EncounterId,
    /// Number of the last record; 0 for an empty log.
    pub last: u64,
}

/// Table to create, with its first encounter and the storyteller's seat (number 1).
#[derive(Clone, Debug)]
pub struct NewTable {
    /// Display name of the table.
    pub name: String,
    /// Whether this is a throw-away demo table.
    pub demo: bool,
    /// First encounter, which also holds the id of the table.
    pub encounter: EncounterInfo,
    /// Name of the storyteller.
    pub storyteller: Name,
    /// Hash of the browser key of the storyteller.
    pub browser: TokenHash,
    /// Creation time, in milliseconds since 1970.
    pub at: u64,
    /// Records the first encounter starts with.
    pub records: Vec<Record>,
}

/// Records to append to the log of an encounter, with all changes that belong in the same transaction.
#[derive(Clone, Debug)]
pub struct Append {
    /// Id of the encounter.
    pub encounter: EncounterId,
    /// Number of the last record, as known to the sender.
    pub after: u64,
    /// Records to append, in order.
    pub records: Vec<Record>,
    /// Stage of the encounter, as known to the sender.
    pub stage: EncounterStage,
    /// Last position of the encounter the table leaves with this write, as known to the sender.
    pub left_encounter: Option<LogPosition>,
    /// Seats revoked by these records.
    pub revoked: Vec<RevokedSeat>,
    /// Dice secrets to which these records commit the server.
    pub secrets: Vec<DiceSecret>,
    /// New title of the encounter, if it changes.
    pub renamed_to: Option<Name>,
    /// Whether the encounter becomes the current one of its table.
    pub becomes_current: bool,
    /// Serialized state after the last of these records, included now and then.
    pub snapshot: Option<String>,
    /// Commands refused while these records were decided, with their refusals. Always empty if the store is not shared.
    pub refused: BTreeMap<CommandId, Refusal>,
}

/// Refused commands to store when there are no records to append.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusals {
    /// Id of the encounter.
    pub encounter: EncounterId,
    /// Number of the last record the refusals were decided on.
    pub after: u64,
    /// Refusal of each command.
    pub by_command: BTreeMap<CommandId, Refusal>,
    /// Time of the refusals, in milliseconds since 1970.
    pub at: u64,
}

/// Secret seed of the dice of one epoch. Nobody may see it before the log discloses it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiceSecret {
    /// Whether the secret is for the open or for the hidden dice.
    pub sight: DiceVisibility,
    /// Number of the epoch, from 1.
    pub epoch: u32,
    /// Secret the dice are derived from.
    pub secret: Secret,
}

/// Number of bytes written, in total and on the latest day.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BytesWritten {
    /// Bytes written in total.
    pub bytes: u64,
    /// Latest day with a write, in days since 1970.
    pub day: u64,
    /// Bytes written on that day.
    pub day_bytes: u64,
}

/// Storage used by a table in bytes, in total and by each seat.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableUsage {
    /// Usage of the whole table.
    pub total: BytesWritten,
    /// Usage of each seat except removed ones; `None` if no seat wrote anything in this append.
    pub seats: Option<BTreeMap<SeatId, BytesWritten>>,
}

/// Serialized state of an encounter after a given record of its log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// Number of the last record the state includes.
    pub seq: u64,
    /// Format of the body, [`SNAPSHOT_FORMAT`] of the program that wrote it. Other programs must not read it.
    pub format: String,
    /// Serialized state.
    pub body: String,
}

/// Status of an encounter and its table for detecting changes made by other servers. Every change
/// alters one of these values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EncounterStatus {
    /// Id of the encounter and the number of its last record.
    pub end: LogPosition,
    /// Stage of the encounter.
    pub stage: EncounterStage,
    /// Delay in seconds with which spectators see the table.
    pub delay: u32,
    /// Number of times a seat of the table was created, moved, handed over or revoked.
    pub seat_changes: u64,
}

/// Portrait of a combatant, or picture of a handout, that is to be stored for a table.
#[derive(Clone, Debug)]
pub struct NewPortrait {
    /// Table the portrait belongs to.
    pub table: TableId,
    /// Id of the portrait.
    pub id: PortraitId,
    /// Image data, as it will be served.
    pub body: Vec<u8>,
    /// Upload time, in milliseconds since 1970.
    pub at: u64,
    /// Maximum number of portraits and pictures of handouts of a table.
    pub max_portraits: u32,
    /// Maximum number of bytes of all of them together.
    pub max_bytes: u32,
}

/// Snapshot format of this program, which is the fingerprint of the rules' source, so that any change of the rules
/// forces a replay of the log.
pub const SNAPSHOT_FORMAT: &str = concat!("state-1-", env!("COTERIE_RULES"));
