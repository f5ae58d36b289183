//! [`Store`], the interface of every store.

use std::collections::BTreeMap;

use async_trait::async_trait;
use rules::encounter::{Record, Refusal};
use rules::id::{CommandId, EncounterId, PortraitId, TableId};
use tokio::sync::watch;

use super::archive::Whole;
use super::error::StoreError;
use super::model::{
    Append, Code, DiceSecret, End, Kept, NewPortrait, NewScene, NewTable, Outlook, Refusals, Scene,
    Size, Table,
};
use super::seats::Seats;
use crate::meters::store::StoreMeters;

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
