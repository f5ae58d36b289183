//! Persistent storage of tables, seats and encounter logs. The log of an encounter is authoritative; everything else
//! can be derived from it.
//!
//! The [`Store`] trait has two implementations: [`sqlite`], a single file in the data folder, and [`postgres`], which
//! several servers can share. The SQL is written once for both ([`sql`]), and both pass the same tests.

mod api;
pub mod archive;
mod batch;
mod chain;
pub mod check;
mod disk;
mod error;
mod fault;
mod heads;
mod log_rows;
mod migrations;
mod model;
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
mod tables;
mod transactions;
pub mod transfer;
mod writer;
mod writes;

pub use self::api::Store;
pub use self::archive::Whole;
pub use self::error::StoreError;
pub(crate) use self::fault::is_damage;
pub use self::model::{
    Append, Code, DiceSecret, End, Kept, NewPortrait, NewScene, NewTable, Outlook, Refusals,
    SNAPSHOT_FORMAT, Scene, Size, Standing, Table, Written,
};
pub use self::seats::{
    Changed, Folded, Moved, NewPass, NewSeat, PassKind, Revoked, Sat, Seat, Seats, Sitting,
};
pub use self::sql_store::SqlStore;
pub use crate::meters::store::StoreMeters;
