//! [`Store`], the interface of every store.

use std::collections::BTreeMap;

use async_trait::async_trait;
use rules::base::id::{CommandId, EncounterId, PortraitId, TableId};
use rules::encounter::{Record, Refusal};
use tokio::sync::watch;

use super::archive::ArchiveStore;
use super::error::StoreError;
use super::model::{
    Append, DiceSecret, EncounterInfo, EncounterStatus, InviteCode, LogPosition, NewEncounter,
    NewPortrait, NewTable, Refusals, Snapshot, Table, TableUsage,
};
use super::seats::SeatStore;
use crate::metrics::store::StoreMetrics;

/// Storage of tables, encounters and their logs, implemented by each database. A write method returns only once the
/// data is durable on disk.
#[async_trait]
pub trait Store: SeatStore + ArchiveStore {
    /// Creates a table with its first encounter.
    async fn create_table(&self, table: NewTable) -> Result<(), StoreError>;
    /// Returns the table with this id, if it exists.
    async fn table(&self, id: TableId) -> Result<Option<Table>, StoreError>;
    /// Returns the table with this invite code, unless the code has expired by `now`.
    async fn table_by_code(&self, words: &str, now: u64) -> Result<Option<Table>, StoreError>;
    /// Sets the invite code of a table; [`StoreError::Conflict`] if another table uses it.
    async fn set_invite_code(&self, table: TableId, code: InviteCode) -> Result<(), StoreError>;
    /// Invalidates all invite links of a table and its invite code.
    async fn revoke_invites(&self, table: TableId) -> Result<(), StoreError>;
    /// Deletes a table and everything that belongs to it.
    async fn delete_table(&self, table: TableId) -> Result<(), StoreError>;
    /// Returns the demo tables created before this time.
    async fn demos_created_before(&self, before: u64) -> Result<Vec<TableId>, StoreError>;

    /// Returns the metadata of an encounter, if it exists.
    async fn encounter(&self, id: EncounterId) -> Result<Option<EncounterInfo>, StoreError>;
    /// Creates an encounter at an existing table.
    async fn create_encounter(&self, scene: NewEncounter) -> Result<(), StoreError>;
    /// Makes an encounter the current one of its table; the previous one is over.
    async fn set_current_encounter(
        &self,
        id: EncounterId,
        at: u64,
        leaves: Option<LogPosition>,
    ) -> Result<(), StoreError>;
    /// Deletes a prepared encounter; [`StoreError::Gone`] if there is no such prepared encounter.
    async fn delete_prepared_encounter(&self, id: EncounterId) -> Result<(), StoreError>;
    /// Returns the encounters of a table, first the current one, then the others, newest first.
    async fn encounters(&self, table: TableId) -> Result<Vec<EncounterInfo>, StoreError>;
    /// Appends records to a log, all or none of them, and returns the storage the table uses afterwards.
    async fn append(&self, append: Append) -> Result<TableUsage, StoreError>;
    /// Stores refusals, so that no server writes one of these commands later. [`StoreError::Conflict`] if the log has
    /// grown since they were decided. Only used if the store is shared.
    async fn record_refusals(&self, refusals: Refusals) -> Result<(), StoreError>;
    /// Returns the commands of an encounter that were refused in the last day, with their refusals.
    async fn refusals(
        &self,
        encounter: EncounterId,
    ) -> Result<BTreeMap<CommandId, Refusal>, StoreError>;
    /// Returns the storage a table uses.
    async fn table_usage(&self, table: TableId) -> Result<TableUsage, StoreError>;
    /// Returns at most `most` records after record number `after`, in order, each with its number. Damage shortens the
    /// result; if the very next record is damaged, the error is [`StoreError::Damaged`].
    async fn records(
        &self,
        encounter: EncounterId,
        after: u64,
        most: u32,
    ) -> Result<Vec<(u64, Record)>, StoreError>;
    /// Returns the status of these encounters for detecting other servers' changes, leaving out
    /// those that no longer exist.
    async fn poll_status(
        &self,
        encounters: &[EncounterId],
    ) -> Result<Vec<EncounterStatus>, StoreError>;
    /// Returns at most `most` ids of accepted commands of an encounter that sort after `after`, in id order.
    async fn command_ids(
        &self,
        encounter: EncounterId,
        after: Option<CommandId>,
        most: u32,
    ) -> Result<Vec<CommandId>, StoreError>;
    /// Returns the dice secrets of an encounter, ordered by epoch.
    async fn dice_secrets(&self, encounter: EncounterId) -> Result<Vec<DiceSecret>, StoreError>;
    /// Verifies the whole log of an encounter and returns the number of the first damaged record, if any. Snapshots
    /// that include the damaged record are ignored from then on.
    async fn find_first_damaged(&self, _encounter: EncounterId) -> Result<Option<u64>, StoreError> {
        Ok(None)
    }
    /// Returns the number of the last record that was confirmed as durable, as far as it is known
    /// from outside the log.
    async fn acknowledged_seq(&self, encounter: EncounterId) -> Result<u64, StoreError>;
    /// Returns the latest snapshot of an encounter, if it is intact and the log contains its last record.
    async fn latest_snapshot(&self, encounter: EncounterId)
    -> Result<Option<Snapshot>, StoreError>;
    /// Stores a snapshot, replacing the previous one.
    async fn save_snapshot(&self, encounter: EncounterId, kept: Snapshot)
    -> Result<(), StoreError>;

    /// Stores a portrait of a combatant. Returns `false` if the table has no room for another one.
    async fn save_portrait(&self, new: NewPortrait) -> Result<bool, StoreError>;
    /// Returns the image data of a portrait, if the table has it.
    async fn portrait(&self, table: TableId, id: PortraitId)
    -> Result<Option<Vec<u8>>, StoreError>;

    /// Whether other servers write to the same store.
    fn is_shared(&self) -> bool;
    /// Checks that the database answers a query.
    async fn ping(&self) -> Result<(), StoreError>;
    /// Returns a watch channel that tells whether writes are currently durable. While they are not, every write fails
    /// with [`StoreError::NotKept`].
    fn watch_durability(&self) -> watch::Receiver<bool>;
    /// Returns the number of transactions committed since the store was opened; each one is an
    /// fsync.
    fn commit_count(&self) -> u64 {
        self.meters().commit_count()
    }
    /// Returns the metrics of the store.
    fn meters(&self) -> StoreMetrics;
    /// Returns the number of writes waiting for the disk.
    fn pending_writes(&self) -> usize;
    /// Completes pending writes and closes the store.
    async fn close(&self);
}
