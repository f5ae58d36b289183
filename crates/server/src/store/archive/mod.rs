//! Export and import of whole tables: read from one consistent snapshot, written in one transaction.

mod reading;
pub(super) mod writing;

use async_trait::async_trait;
use rules::base::id::{EncounterId, PortraitId, SeatId, TableId};
use rules::base::seat::Role;
use rules::base::text::Name;
use rules::encounter::Record;

use super::{EncounterInfo, NewPass, StoreError, Table};
use crate::auth::token::TokenHash;

/// A stored seat without the hashes that open it, for the archive of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatWithoutCredentials {
    /// Number of the seat at its table.
    pub seat: SeatId,
    /// Role of the seat.
    pub role: Role,
    /// Name the player gave.
    pub name: String,
    /// Whether the seat was given up or revoked.
    pub gone: bool,
}

/// A stored encounter with its complete log, for the archive of a table.
#[derive(Clone, Debug)]
pub struct EncounterWithLog {
    /// Metadata of the encounter.
    pub info: EncounterInfo,
    /// Creation time, in milliseconds since 1970.
    pub made_at: u64,
    /// Records of the log, each with its number.
    pub records: Vec<(u64, Record)>,
}

/// A combatant's portrait as stored, with its id and the image data.
pub type StoredPortrait = (PortraitId, Vec<u8>);

/// Everything stored of a table except the credentials of its seats and its dice secrets.
#[derive(Clone, Debug)]
pub struct TableDump {
    /// Table record.
    pub table: Table,
    /// All seats, including revoked ones.
    pub seats: Vec<SeatWithoutCredentials>,
    /// Encounters, the current one first.
    pub encounters: Vec<EncounterWithLog>,
    /// Portraits of combatants.
    pub portraits: Vec<StoredPortrait>,
    /// Encounters with a damaged log, with the number of the first record that is damaged or lost.
    pub damaged: Vec<(EncounterId, u64)>,
}

/// Table read from a file, to be imported in one transaction.
#[derive(Clone, Debug)]
pub struct TableImport {
    /// Id of the table in this store.
    pub table: TableId,
    /// Display name of the table.
    pub name: Name,
    /// Time of the import, in milliseconds since 1970.
    pub at: u64,
    /// All seats, including revoked ones.
    pub seats: Vec<SeatWithoutCredentials>,
    /// Storyteller's seat with the key hash of the browser that is to hold it, if any.
    pub storyteller: (SeatId, Option<TokenHash>),
    /// One-time links to seats.
    pub passes: Vec<NewPass>,
    /// Encounters with their logs.
    pub encounters: Vec<EncounterWithLog>,
    /// Portraits of combatants.
    pub portraits: Vec<StoredPortrait>,
}

/// Entry in the list of all tables that `coterie tables` prints.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableSummary {
    /// Id of the table.
    pub id: TableId,
    /// Display name of the table.
    pub name: String,
    /// Number of encounters.
    pub encounters: u32,
    /// Number of seats in use.
    pub seats: u32,
    /// Last visit of any browser, in milliseconds since 1970.
    pub seen_at: u64,
}

/// Storage operations on whole tables: reading, importing and listing them.
#[async_trait]
pub trait ArchiveStore: Send + Sync {
    /// Reads a table with everything that belongs to it, from one consistent snapshot.
    async fn read_table(&self, table: TableId) -> Result<Option<TableDump>, StoreError>;
    /// Imports a table in one transaction.
    async fn import_table(&self, new: TableImport) -> Result<(), StoreError>;
    /// Lists all tables except demos, most recently visited first.
    async fn list_tables(&self) -> Result<Vec<TableSummary>, StoreError>;
    /// Returns the encounters of a table in order of creation.
    async fn encounters_in_order(&self, table: TableId) -> Result<Vec<EncounterInfo>, StoreError>;
    /// Returns how many records of an encounter were imported; `None` if it was created here.
    async fn imported_record_count(&self, scene: &EncounterInfo)
    -> Result<Option<u64>, StoreError>;
}
