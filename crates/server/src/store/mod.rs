//! What is kept: tables, seats, and the log of every encounter, which is the truth.
//!
//! One trait, and behind it two databases: [`sqlite`], one file in the data folder, and [`postgres`],
//! which several machines can reach. What is said to them is written once ([`sql`]), and both pass the
//! same tests.

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

/// A table as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// The id.
    pub id: TableId,
    /// The name.
    pub name: String,
    /// Whether it is a throw-away demonstration.
    pub demo: bool,
    /// Whether it takes nobody new, by whatever invitation.
    pub locked: bool,
    /// By how many seconds later spectators see what happens; 0 is at once.
    pub delay: u32,
    /// Part of every invite link; links of another generation have stopped.
    pub generation: u32,
    /// The short code, if one was made.
    pub code: Option<Code>,
}

/// A short code to say aloud.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Code {
    /// The words with hyphens between.
    pub words: String,
    /// When it stops working, in milliseconds since 1970.
    pub expires_at: u64,
}

/// What an encounter is to its table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    /// What the table's page shows: one at a table.
    Current,
    /// Only those who run the table know of it.
    Prepared,
    /// It was current, and another is now.
    Over,
}

/// An encounter as it began, and what it is to its table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scene {
    /// The id.
    pub id: EncounterId,
    /// Its table.
    pub table: TableId,
    /// The title it began with.
    pub title: Name,
    /// The rules it runs on.
    pub system: SystemId,
    /// What it is to its table.
    pub standing: Standing,
    /// The title it has now, where that is known to be another.
    pub called: Option<Name>,
    /// When it was over, in milliseconds since 1970.
    pub ended_at: Option<u64>,
    /// The id its dice are bound to: its own, or the one under which it began before it came in a file.
    pub dice: EncounterId,
}

impl Scene {
    /// A table's first encounter.
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

    /// Whether a seat at its table may know of it.
    #[must_use]
    pub fn is_open_to(&self, seat: &Seat) -> bool {
        self.standing != Standing::Prepared || seat.role.runs_the_table()
    }

    /// The title it has now.
    #[must_use]
    pub fn name(&self) -> &Name {
        self.called.as_ref().unwrap_or(&self.title)
    }
}

/// An encounter to be made at a table, with what has happened in it already. One that is current
/// from the beginning takes the place of the one that was.
#[derive(Clone, Debug)]
pub struct NewScene {
    /// It.
    pub scene: Scene,
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// What has happened.
    pub records: Vec<Record>,
    /// The encounter it goes on from, as its sender knows that.
    pub leaves: Option<End>,
}

/// An encounter, and the number of its last record as a room knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// The encounter.
    pub encounter: EncounterId,
    /// The number; 0 where nothing has happened.
    pub last: u64,
}

/// A table to be made, with its first encounter and the storyteller's seat, number 1.
#[derive(Clone, Debug)]
pub struct NewTable {
    /// The table's name.
    pub name: String,
    /// Whether it is a throw-away demonstration.
    pub demo: bool,
    /// The first encounter, and by it the table's id.
    pub scene: Scene,
    /// The storyteller's name.
    pub storyteller: Name,
    /// The hash of the key of the storyteller's browser.
    pub browser: TokenHash,
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// What has already happened in the encounter.
    pub records: Vec<Record>,
}

/// Records to be written behind the last one.
#[derive(Clone, Debug)]
pub struct Append {
    /// The encounter.
    pub encounter: EncounterId,
    /// The number of the last record as the sender knows it.
    pub after: u64,
    /// What happened, in order.
    pub records: Vec<Record>,
    /// What the encounter is to its table as the sender knows it.
    pub standing: Standing,
    /// The encounter the table leaves by it, as the sender knows that.
    pub leaves: Option<End>,
    /// Seats that are revoked by it.
    pub revoked: Vec<Revoked>,
    /// What dice come from to which one of these records binds the server.
    pub secrets: Vec<DiceSecret>,
    /// The title the encounter has from now on, where it is another.
    pub called: Option<Name>,
    /// Whether the encounter is its table's current one from now on.
    pub becomes_current: bool,
    /// The state behind the last of these records, now and then.
    pub snapshot: Option<String>,
    /// Commands that were refused while these records were decided, and in which words. Where the store is not
    /// shared there are none.
    pub refused: BTreeMap<CommandId, Refusal>,
}

/// Commands that were refused while nothing else was decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusals {
    /// The encounter.
    pub encounter: EncounterId,
    /// The number of the last record they were decided on.
    pub after: u64,
    /// The commands, and in which words they were refused.
    pub of: BTreeMap<CommandId, Refusal>,
    /// When, in milliseconds since 1970.
    pub at: u64,
}

/// What the dice of an epoch come from. Nobody is shown it before the log tells of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiceSecret {
    /// Of which dice.
    pub sight: Sight,
    /// The epoch, from 1.
    pub epoch: u32,
    /// The secret.
    pub secret: Secret,
}

/// How much was written, in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// In all.
    pub bytes: u64,
    /// The newest day something was written in, in days since 1970 …
    pub day: u64,
    /// … and how much in that.
    pub of_day: u64,
}

/// How much a table has written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Size {
    /// All of it.
    pub all: Written,
    /// What each seat has written, but for those that were shown out; `None` where no seat wrote anything just now.
    pub seats: Option<BTreeMap<SeatId, Written>>,
}

/// A state as it was after some record, as text of some format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// The number of the last record in it.
    pub seq: u64,
    /// Which program wrote it. Another one must not read it.
    pub format: String,
    /// The state.
    pub body: String,
}

/// How things stand with an encounter and its table: what has become another since it was looked at last
/// is another number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outlook {
    /// The encounter, and the number of its last record.
    pub end: End,
    /// What it is to its table.
    pub standing: Standing,
    /// By how many seconds later spectators see what happens at its table.
    pub delay: u32,
    /// How often a seat of the table was made, moved, handed over or taken away.
    pub seats: u64,
}

/// Why the store did not do something.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Another writer took that number, or that command has been written or refused before; what the sender knew
    /// of the encounter, or of the one that is left, is not so any more; or a code is taken.
    #[error("somebody else was first")]
    Conflict,
    /// The table or the encounter is not there any more.
    #[error("it is not there any more")]
    Gone,
    /// What was read makes no sense.
    #[error("what was stored cannot be read: {0}")]
    Unreadable(String),
    /// Something that is kept beside the logs is not what was written.
    #[error("{0} is not what was written; `coterie check` says more")]
    Altered(&'static str),
    /// A log is damaged from this record on: what is stored is not what was written.
    #[error("the log is damaged from record {0} on")]
    Damaged(u64),
    /// The disk fails or is full: nothing is kept at the moment, and nothing changed.
    #[error("nothing is kept at the moment")]
    NotKept,
    /// The store is closed.
    #[error("the store is closed")]
    Closed,
    /// The database failed.
    #[error("the database failed: {0}")]
    Database(sqlx::Error),
}

/// The store. An answer to a write means that it is on disk.
#[async_trait]
pub trait Store: Seats + Whole {
    /// Makes a table.
    async fn make_table(&self, table: NewTable) -> Result<(), StoreError>;
    /// A table.
    async fn table(&self, id: TableId) -> Result<Option<Table>, StoreError>;
    /// The table of a short code that works at this time.
    async fn table_of_code(&self, words: &str, now: u64) -> Result<Option<Table>, StoreError>;
    /// Gives a table a short code; [`StoreError::Conflict`] when another table has it.
    async fn set_code(&self, table: TableId, code: Code) -> Result<(), StoreError>;
    /// Stops all invite links of a table and its code.
    async fn stop_invites(&self, table: TableId) -> Result<(), StoreError>;
    /// Deletes a table with everything.
    async fn delete_table(&self, table: TableId) -> Result<(), StoreError>;
    /// Demonstration tables made before this time.
    async fn old_demos(&self, before: u64) -> Result<Vec<TableId>, StoreError>;

    /// An encounter.
    async fn scene(&self, id: EncounterId) -> Result<Option<Scene>, StoreError>;
    /// Makes an encounter.
    async fn make_scene(&self, scene: NewScene) -> Result<(), StoreError>;
    /// Makes an encounter its table's current one; the one that was is over.
    async fn make_current(
        &self,
        id: EncounterId,
        at: u64,
        leaves: Option<End>,
    ) -> Result<(), StoreError>;
    /// Deletes a prepared encounter; [`StoreError::Gone`] when it is none.
    async fn remove_prepared(&self, id: EncounterId) -> Result<(), StoreError>;
    /// The encounters of a table: the current one, then the others, the newest first.
    async fn scenes(&self, table: TableId) -> Result<Vec<Scene>, StoreError>;
    /// Writes what happened, all of it or nothing. Answers with how much the table has written by now.
    async fn append(&self, append: Append) -> Result<Size, StoreError>;
    /// Keeps what was refused: no server writes one of these commands any more. [`StoreError::Conflict`] where the log
    /// has more than they were decided on. Said only where the store is shared.
    async fn refuse(&self, refusals: Refusals) -> Result<(), StoreError>;
    /// What was refused of an encounter in the last day, and in which words.
    async fn refused(
        &self,
        encounter: EncounterId,
    ) -> Result<BTreeMap<CommandId, Refusal>, StoreError>;
    /// How much a table has written.
    async fn size(&self, table: TableId) -> Result<Size, StoreError>;
    /// The records of an encounter behind a number, in order, each with its own, and at most
    /// so many; fewer before damage, and [`StoreError::Damaged`] where it begins.
    async fn records(
        &self,
        encounter: EncounterId,
        after: u64,
        most: u32,
    ) -> Result<Vec<(u64, Record)>, StoreError>;
    /// How things stand with these encounters; those that are not there any more are left out.
    async fn outlook(&self, encounters: &[EncounterId]) -> Result<Vec<Outlook>, StoreError>;
    /// The ids of the accepted commands of an encounter behind an id, in their own order, and
    /// at most so many.
    async fn commands(
        &self,
        encounter: EncounterId,
        after: Option<CommandId>,
        most: u32,
    ) -> Result<Vec<CommandId>, StoreError>;
    /// What the dice of an encounter come from, epoch by epoch.
    async fn dice_secrets(&self, encounter: EncounterId) -> Result<Vec<DiceSecret>, StoreError>;
    /// The first record of an encounter that is not what was written, where there is one: its whole log is followed,
    /// and from then on no snapshot of what comes behind is believed.
    async fn first_damaged(&self, _encounter: EncounterId) -> Result<Option<u64>, StoreError> {
        Ok(None)
    }
    /// The number of the last record of an encounter that was acknowledged, as far as that is known
    /// by anything but the log itself.
    async fn promised(&self, encounter: EncounterId) -> Result<u64, StoreError>;
    /// The newest snapshot of an encounter, if there is one, it is whole and the log has its record.
    async fn snapshot(&self, encounter: EncounterId) -> Result<Option<Kept>, StoreError>;
    /// Keeps a snapshot instead of the one before.
    async fn keep_snapshot(&self, encounter: EncounterId, kept: Kept) -> Result<(), StoreError>;

    /// Keeps a portrait; whether the table had room for it.
    async fn keep_portrait(&self, new: NewPortrait) -> Result<bool, StoreError>;
    /// A portrait of a table.
    async fn portrait(&self, table: TableId, id: PortraitId)
    -> Result<Option<Vec<u8>>, StoreError>;

    /// Whether others write to it too.
    fn is_shared(&self) -> bool;
    /// Whether it answers.
    async fn alive(&self) -> Result<(), StoreError>;
    /// Whether what is written is kept. While it is not, every write is [`StoreError::NotKept`].
    fn keeping(&self) -> watch::Receiver<bool>;
    /// How many transactions were committed since it was opened. Each is one fsync.
    fn commits(&self) -> u64 {
        self.meters().commits()
    }
    /// What it counts.
    fn meters(&self) -> StoreMeters;
    /// How many writes wait for the disk.
    fn waiting(&self) -> usize;
    /// Finishes what waits and closes the files.
    async fn close(&self);
}

/// The format of snapshots this program writes and reads: the fingerprint of the rules'
/// source, so that any change of the rules replays the log.
pub const SNAPSHOT_FORMAT: &str = concat!("state-1-", env!("COTERIE_RULES"));
