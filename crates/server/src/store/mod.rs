//! Persistent storage of tables, seats and encounter logs. The log of an encounter is authoritative; everything else
//! can be derived from it.
//!
//! The [`Store`] trait has two implementations: [`sqlite`], a single file in the data folder, and [`postgres`], which
//! several servers can share. The SQL is written once for both ([`sql`]), and both pass the same tests.

mod api;
pub mod archive;
mod batch;
pub mod check;
mod database_files;
mod encounters;
mod error;
pub(crate) mod fault;
mod hash_chain;
mod log_rows;
mod log_tails;
mod migrations;
mod model;
mod needed_version;
mod portraits;
pub mod postgres;
mod progress;
mod refusals;
mod row_checksums;
pub(crate) mod rows;
pub mod seats;
mod sql;
mod sql_store;
pub mod sqlite;
mod tables;
mod transactions;
pub mod transfer;
mod write_ops;
pub(crate) mod writer;
pub(crate) mod writes;

pub use self::api::Store;
pub use self::archive::ArchiveStore;
pub use self::error::StoreError;
pub(crate) use self::fault::is_corruption;
pub use self::model::{
    Append, BytesWritten, DiceSecret, EncounterInfo, EncounterStage, EncounterStatus, InviteCode,
    LogPosition, NewEncounter, NewPortrait, NewTable, Refusals, SNAPSHOT_FORMAT, Snapshot, Table,
    TableUsage,
};
pub use self::seats::{
    AdoptedCookies, NewPass, NewSeat, PassKind, PassOutcome, RevokedSeat, Seat, SeatChanges,
    SeatListing, SeatOutcome, SeatStore,
};
pub use self::sql_store::SqlStore;
pub use crate::metrics::store::StoreMetrics;
