//! Persistent storage of tables, seats and encounter logs. The log of an encounter is authoritative; everything else
//! can be derived from it.
//!
//! The [`Store`] trait has two implementations: [`sqlite`], a single file in the data folder, and [`postgres`], which
//! several servers can share. The SQL is written once for both ([`sql`]), and both pass the same tests.

pub mod archive;
mod batch;
mod chain;
pub mod check;
mod disk;
mod fault;
mod heads;
mod migrations;
mod perform;
mod portraits;
pub mod postgres;
mod progress;
mod refusals;
mod rows;
mod scenes;
pub mod seats;
#[cfg(test)]
pub(crate) mod simulated;
mod sql;
mod sql_store;
pub mod sqlite;
mod sums;
mod transactions;
pub mod transfer;
mod writer;

use std::collections::BTreeMap;

use async_trait::async_trait;
use rules::encounter::{Record, Refusal};
use rules::fair::{Secret, Sight};
use rules::id::{CommandId, EncounterId, PortraitId, SeatId, TableId};
use rules::system::SystemId;
use rules::text::Name;
use serde::{Deserialize, Serialize};
use tokio::sync::watch;

pub use self::archive::Whole;
pub(crate) use self::fault::is_damage;
pub use self::portraits::NewPortrait;
pub use self::seats::{
    Changed, Folded, Moved, NewPass, NewSeat, PassKind, Revoked, Sat, Seat, Seats, Sitting,
};
pub use self::sql_store::SqlStore;
pub use crate::meters::store::StoreMeters;
use crate::token::TokenHash;

/// Table record as stored.
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
    pub code: Option<Code>,
}

/// Short invite code that can be read out aloud.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Code {
    /// Words of the code, separated by hyphens.
    pub words: String,
    /// Expiry time, in milliseconds since 1970.
    pub expires_at: u64,
}

/// Stage of an encounter in the life of its table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    /// Encounter being played, shown on the table's page; a table has exactly one.
    Current,
    /// Encounter in preparation, visible only to seats that run the table.
    Prepared,
    /// Past encounter: it was current before another one replaced it.
    Over,
}

/// Metadata of an encounter: how it was created, and its stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scene {
    /// Id of the encounter.
    pub id: EncounterId,
    /// Table the encounter belongs to.
    pub table: TableId,
    /// Title the encounter was created with.
    pub title: Name,
    /// Rule system the encounter is played with.
    pub system: SystemId,
    /// Stage of the encounter.
    pub standing: Standing,
    /// Current title, if it differs from the original one.
    pub called: Option<Name>,
    /// Time at which the encounter ended, in milliseconds since 1970.
    pub ended_at: Option<u64>,
    /// Id the dice are bound to: the encounter's own, or the original id of an imported encounter.
    pub dice: EncounterId,
}

impl Scene {
    /// Returns the metadata of a new encounter that is current from the start.
    #[must_use]
    pub const fn first(id: EncounterId, table: TableId, title: Name, system: SystemId) -> Self {
        Self {
            id,
            table,
            title,
            system,
            standing: Standing::Current,
            called: None,
            ended_at: None,
            dice: id,
        }
    }

    /// Whether a seat of the same table may see this encounter.
    #[must_use]
    pub fn is_open_to(&self, seat: &Seat) -> bool {
        self.standing != Standing::Prepared || seat.role.runs_the_table()
    }

    /// Returns the current title.
    #[must_use]
    pub fn name(&self) -> &Name {
        self.called.as_ref().unwrap_or(&self.title)
    }
}

/// Encounter to create, together with the records it starts with. If its stage is [`Standing::Current`], it replaces
/// the table's current encounter.
#[derive(Clone, Debug)]
pub struct NewScene {
    /// Metadata of the new encounter.
    pub scene: Scene,
    /// Creation time, in milliseconds since 1970.
    pub at: u64,
    /// Records the log starts with.
    pub records: Vec<Record>,
    /// Last position of the encounter it continues, as known to the sender.
    pub leaves: Option<End>,
}

/// Encounter id with the number of the last record a room knows of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
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
    pub scene: Scene,
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
    pub standing: Standing,
    /// Last position of the encounter the table leaves with this write, as known to the sender.
    pub leaves: Option<End>,
    /// Seats revoked by these records.
    pub revoked: Vec<Revoked>,
    /// Dice secrets to which these records commit the server.
    pub secrets: Vec<DiceSecret>,
    /// New title of the encounter, if it changes.
    pub called: Option<Name>,
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
    pub of: BTreeMap<CommandId, Refusal>,
    /// Time of the refusals, in milliseconds since 1970.
    pub at: u64,
}

/// Secret seed of the dice of one epoch. Nobody may see it before the log discloses it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiceSecret {
    /// Whether the secret is for the open or for the hidden dice.
    pub sight: Sight,
    /// Number of the epoch, from 1.
    pub epoch: u32,
    /// Secret the dice are derived from.
    pub secret: Secret,
}

/// Number of bytes written, in total and on the latest day.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// Bytes written in total.
    pub bytes: u64,
    /// Latest day with a write, in days since 1970.
    pub day: u64,
    /// Bytes written on that day.
    pub of_day: u64,
}

/// Storage used by a table, in total and by each seat.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Size {
    /// Usage of the whole table.
    pub all: Written,
    /// Usage of each seat except removed ones; `None` if no seat wrote anything in this append.
    pub seats: Option<BTreeMap<SeatId, Written>>,
}

/// Snapshot: the serialized state of an encounter after a given record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// Number of the last record the state includes.
    pub seq: u64,
    /// Format of the body, [`SNAPSHOT_FORMAT`] of the program that wrote it. Other programs must not read it.
    pub format: String,
    /// Serialized state.
    pub body: String,
}

/// Status of an encounter and its table, used to detect changes made by other servers: every change alters one of
/// these values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outlook {
    /// Id of the encounter and the number of its last record.
    pub end: End,
    /// Stage of the encounter.
    pub standing: Standing,
    /// Delay in seconds with which spectators see the table.
    pub delay: u32,
    /// Number of times a seat of the table was created, moved, handed over or revoked.
    pub seats: u64,
}

/// Error returned by the store.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Conflict with another writer: the record number is taken, the command was already written or refused, the
    /// sender's knowledge of the encounter or of the one it leaves is out of date, or the invite code is in use.
    #[error("somebody else was first")]
    Conflict,
    /// The table or the encounter no longer exists.
    #[error("it is not there any more")]
    Gone,
    /// Stored data could not be parsed.
    #[error("what was stored cannot be read: {0}")]
    Unreadable(String),
    /// A stored row other than a log record does not match its checksum.
    #[error("{0} is not what was written; `coterie check` says more")]
    Altered(&'static str),
    /// A log is damaged from this record on: the stored data does not match its hash chain.
    #[error("the log is damaged from record {0} on")]
    Damaged(u64),
    /// The disk is failing or full: nothing can be written at the moment, and nothing was changed.
    #[error("nothing is kept at the moment")]
    NotKept,
    /// The store has been closed.
    #[error("the store is closed")]
    Closed,
    /// The database returned an error.
    #[error("the database failed: {0}")]
    Database(sqlx::Error),
}

/// Storage of tables and encounters. A write method returns only once the data is durable on disk.
#[async_trait]
pub trait Store: Seats + Whole {
    /// Creates a table with its first encounter.
    async fn make_table(&self, table: NewTable) -> Result<(), StoreError>;
    /// Returns the table with this id, if it exists.
    async fn table(&self, id: TableId) -> Result<Option<Table>, StoreError>;
    /// Returns the table with this invite code, unless the code has expired by `now`.
    async fn table_of_code(&self, words: &str, now: u64) -> Result<Option<Table>, StoreError>;
    /// Sets the invite code of a table; [`StoreError::Conflict`] if another table uses it.
    async fn set_code(&self, table: TableId, code: Code) -> Result<(), StoreError>;
    /// Invalidates all invite links of a table and its invite code.
    async fn stop_invites(&self, table: TableId) -> Result<(), StoreError>;
    /// Deletes a table and everything that belongs to it.
    async fn delete_table(&self, table: TableId) -> Result<(), StoreError>;
    /// Returns the demo tables created before this time.
    async fn old_demos(&self, before: u64) -> Result<Vec<TableId>, StoreError>;

    /// Returns the metadata of an encounter, if it exists.
    async fn scene(&self, id: EncounterId) -> Result<Option<Scene>, StoreError>;
    /// Creates an encounter at an existing table.
    async fn make_scene(&self, scene: NewScene) -> Result<(), StoreError>;
    /// Makes an encounter the current one of its table; the previous one is over.
    async fn make_current(
        &self,
        id: EncounterId,
        at: u64,
        leaves: Option<End>,
    ) -> Result<(), StoreError>;
    /// Deletes a prepared encounter; [`StoreError::Gone`] if there is no such prepared encounter.
    async fn remove_prepared(&self, id: EncounterId) -> Result<(), StoreError>;
    /// Returns the encounters of a table: the current one first, then the others, newest first.
    async fn scenes(&self, table: TableId) -> Result<Vec<Scene>, StoreError>;
    /// Appends records to a log, all or none of them, and returns the storage the table uses afterwards.
    async fn append(&self, append: Append) -> Result<Size, StoreError>;
    /// Stores refusals, so that no server writes one of these commands later. [`StoreError::Conflict`] if the log has
    /// grown since they were decided. Only used if the store is shared.
    async fn refuse(&self, refusals: Refusals) -> Result<(), StoreError>;
    /// Returns the commands of an encounter that were refused in the last day, with their refusals.
    async fn refused(
        &self,
        encounter: EncounterId,
    ) -> Result<BTreeMap<CommandId, Refusal>, StoreError>;
    /// Returns the storage a table uses.
    async fn size(&self, table: TableId) -> Result<Size, StoreError>;
    /// Returns at most `most` records after record number `after`, in order, each with its number. Damage shortens the
    /// result; if the very next record is damaged, the error is [`StoreError::Damaged`].
    async fn records(
        &self,
        encounter: EncounterId,
        after: u64,
        most: u32,
    ) -> Result<Vec<(u64, Record)>, StoreError>;
    /// Returns the status of these encounters, leaving out those that no longer exist.
    async fn outlook(&self, encounters: &[EncounterId]) -> Result<Vec<Outlook>, StoreError>;
    /// Returns at most `most` ids of accepted commands of an encounter that sort after `after`, in id order.
    async fn commands(
        &self,
        encounter: EncounterId,
        after: Option<CommandId>,
        most: u32,
    ) -> Result<Vec<CommandId>, StoreError>;
    /// Returns the dice secrets of an encounter, ordered by epoch.
    async fn dice_secrets(&self, encounter: EncounterId) -> Result<Vec<DiceSecret>, StoreError>;
    /// Verifies the whole log of an encounter and returns the number of the first damaged record, if any. Snapshots
    /// that include the damaged record are ignored from then on.
    async fn first_damaged(&self, _encounter: EncounterId) -> Result<Option<u64>, StoreError> {
        Ok(None)
    }
    /// Returns the number of the last acknowledged record of an encounter, as far as it is known from other sources
    /// than the log itself.
    async fn promised(&self, encounter: EncounterId) -> Result<u64, StoreError>;
    /// Returns the latest snapshot of an encounter, if it is intact and the log contains its last record.
    async fn snapshot(&self, encounter: EncounterId) -> Result<Option<Kept>, StoreError>;
    /// Stores a snapshot, replacing the previous one.
    async fn keep_snapshot(&self, encounter: EncounterId, kept: Kept) -> Result<(), StoreError>;

    /// Stores a portrait. Returns `false` if the table has no room for another one.
    async fn keep_portrait(&self, new: NewPortrait) -> Result<bool, StoreError>;
    /// Returns the image data of a portrait, if the table has it.
    async fn portrait(&self, table: TableId, id: PortraitId)
    -> Result<Option<Vec<u8>>, StoreError>;

    /// Whether other servers write to the same store.
    fn is_shared(&self) -> bool;
    /// Checks that the database answers a query.
    async fn alive(&self) -> Result<(), StoreError>;
    /// Returns a watch channel that tells whether writes are currently durable. While they are not, every write fails
    /// with [`StoreError::NotKept`].
    fn keeping(&self) -> watch::Receiver<bool>;
    /// Number of transactions committed since the store was opened; each one is an fsync.
    fn commits(&self) -> u64 {
        self.meters().commits()
    }
    /// Returns the metrics of the store.
    fn meters(&self) -> StoreMeters;
    /// Number of writes waiting for the disk.
    fn waiting(&self) -> usize;
    /// Completes pending writes and closes the store.
    async fn close(&self);
}

/// Snapshot format of this program: the fingerprint of the rules' source, so that any change of the rules forces a
/// replay of the log.
pub const SNAPSHOT_FORMAT: &str = concat!("state-1-", env!("COTERIE_RULES"));
