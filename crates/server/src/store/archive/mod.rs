//! Export and import of whole tables: read from one consistent snapshot, written in one transaction.

mod reading;
pub(super) mod writing;

use async_trait::async_trait;
use rules::encounter::Record;
use rules::id::{EncounterId, PortraitId, SeatId, TableId};
use rules::seat::Role;
use rules::text::Name;

use super::{NewPass, Scene, StoreError, Table};
use crate::auth::token::TokenHash;

/// Seat without its credentials.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BareSeat {
    /// Number of the seat at its table.
    pub seat: SeatId,
    /// Role of the seat.
    pub role: Role,
    /// Name the player gave.
    pub name: String,
    /// Whether the seat was given up or revoked.
    pub gone: bool,
}

/// Encounter with its complete log.
#[derive(Clone, Debug)]
pub struct WholeScene {
    /// Metadata of the encounter.
    pub scene: Scene,
    /// Creation time, in milliseconds since 1970.
    pub made_at: u64,
    /// Records of the log, each with its number.
    pub records: Vec<(u64, Record)>,
}

/// Portrait id with the image data.
pub type BarePortrait = (PortraitId, Vec<u8>);

/// Everything stored of a table except the credentials of its seats and its dice secrets.
#[derive(Clone, Debug)]
pub struct WholeTable {
    /// Table record.
    pub table: Table,
    /// All seats, including revoked ones.
    pub seats: Vec<BareSeat>,
    /// Encounters, the current one first.
    pub scenes: Vec<WholeScene>,
    /// Portraits of combatants.
    pub portraits: Vec<BarePortrait>,
    /// Encounters with a damaged log, with the number of the first record that is damaged or lost.
    pub damaged: Vec<(EncounterId, u64)>,
}

/// Table read from a file, to be imported in one transaction.
#[derive(Clone, Debug)]
pub struct NewWhole {
    /// Id of the table in this store.
    pub table: TableId,
    /// Display name of the table.
    pub name: Name,
    /// Time of the import, in milliseconds since 1970.
    pub at: u64,
    /// All seats, including revoked ones.
    pub seats: Vec<BareSeat>,
    /// Storyteller's seat with the key hash of the browser that is to hold it, if any.
    pub storyteller: (SeatId, Option<TokenHash>),
    /// One-time links to seats.
    pub passes: Vec<NewPass>,
    /// Encounters with their logs.
    pub scenes: Vec<WholeScene>,
    /// Portraits of combatants.
    pub portraits: Vec<BarePortrait>,
}

/// Entry in the list of all tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// Id of the table.
    pub id: TableId,
    /// Display name of the table.
    pub name: String,
    /// Number of encounters.
    pub scenes: u32,
    /// Number of seats in use.
    pub seats: u32,
    /// Last visit of any browser, in milliseconds since 1970.
    pub seen_at: u64,
}

/// Storage operations on whole tables.
#[async_trait]
pub trait Whole: Send + Sync {
    /// Reads a table with everything that belongs to it, from one consistent snapshot.
    async fn whole(&self, table: TableId) -> Result<Option<WholeTable>, StoreError>;
    /// Imports a table in one transaction.
    async fn make_whole(&self, new: NewWhole) -> Result<(), StoreError>;
    /// Lists all tables except demos, most recently visited first.
    async fn listed(&self) -> Result<Vec<Listed>, StoreError>;
    /// Returns the encounters of a table in order of creation.
    async fn in_order(&self, table: TableId) -> Result<Vec<Scene>, StoreError>;
    /// Number of records of an encounter that were imported; `None` if it was created here.
    async fn came(&self, scene: &Scene) -> Result<Option<u64>, StoreError>;
}
