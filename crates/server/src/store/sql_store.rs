//! [`SqlStore`], the store on either database: runs the queries itself and passes writes to the writer task.

mod operations;

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex};

use rules::base::id::EncounterId;

use super::fault::is_corruption;
use super::hash_chain::{self, ChainLink};
use super::log_tails::{AcknowledgedTails, LogTail};
use super::row_checksums::{self, TableSchema};
use super::rows::to_i64;
use super::sql::{Executor, ReaderPool, SqlRow, Value, query};
use super::writer::Writer;
use super::{Snapshot, StoreError};
use crate::lock;

/// Store in one SQLite file ([`super::sqlite::open`]) or in Postgres ([`super::postgres::open`]).
#[derive(Debug)]
pub struct SqlStore {
    readers: Arc<Mutex<ReaderPool>>,
    /// Handle to the writer task.
    pub(super) writer: Writer,
    /// Acknowledged ends of logs, shared with the writer.
    acknowledged: AcknowledgedTails,
    /// Schemas of the tables with checksums.
    schemas: Vec<TableSchema>,
    /// Encounters with a damaged record below their snapshot, whose snapshots are therefore ignored.
    damaged_encounters: Mutex<HashSet<EncounterId>>,
}

impl SqlStore {
    /// Creates the store from its pool of readers, its writer task, and the confirmed ends of logs
    /// (`promised`).
    pub(super) fn new(
        readers: Arc<Mutex<ReaderPool>>,
        writer: Writer,
        promised: AcknowledgedTails,
        shapes: Vec<TableSchema>,
    ) -> Self {
        Self {
            readers,
            writer,
            acknowledged: promised,
            schemas: shapes,
            damaged_encounters: Mutex::default(),
        }
    }

    /// Returns the keys of the rows with these column values that do not match their checksums, and logs them as
    /// errors.
    pub(super) async fn find_altered_rows(
        &self,
        on: Executor<'_>,
        table: &str,
        columns: &[(&'static str, Value<'_>)],
    ) -> Result<Vec<String>, StoreError> {
        let shape = self.schemas.iter().find(|shape| shape.name == table);
        let Some(shape) = shape else {
            return Ok(Vec::new());
        };
        let altered = row_checksums::find_damaged_among(on, shape, columns).await?;
        for row in &altered {
            tracing::error!(
                table,
                row,
                "a row is not what was written: see `coterie check`"
            );
        }
        Ok(altered)
    }

    /// Verifies the checksums of the rows with these column values; [`StoreError::Altered`] if one does not match.
    pub(super) async fn verify_rows(
        &self,
        what: &'static str,
        table: &str,
        columns: &[(&'static str, Value<'_>)],
    ) -> Result<(), StoreError> {
        let readers = self.readers();
        let altered = self
            .find_altered_rows((&readers).into(), table, columns)
            .await?;
        match altered.is_empty() {
            true => Ok(()),
            false => Err(StoreError::Altered(what)),
        }
    }

    /// Returns the ends of logs confirmed as durable, as far as they are recorded outside of the
    /// database.
    pub(super) fn acknowledged_tails(&self) -> HashMap<EncounterId, LogTail> {
        lock(&self.acknowledged).clone()
    }

    /// Returns the read-only connection pool.
    pub(super) fn readers(&self) -> ReaderPool {
        lock(&self.readers).clone()
    }

    /// Runs a query for one id and converts its first row.
    pub(super) async fn query_one<T>(
        &self,
        sql: &'static str,
        id: &[u8],
        read: impl FnOnce(&SqlRow) -> Result<T, StoreError>,
    ) -> Result<Option<T>, StoreError> {
        let row = query(sql).bind(id).fetch_optional(&self.readers()).await?;
        row.as_ref().map(read).transpose()
    }

    /// Runs a query for one id and converts all its rows.
    pub(super) async fn query_all<T, C: FromIterator<T>>(
        &self,
        sql: &'static str,
        id: &[u8],
        read: impl Fn(&SqlRow) -> Result<T, StoreError>,
    ) -> Result<C, StoreError> {
        let rows = query(sql).bind(id).fetch_all(&self.readers()).await?;
        rows.iter().map(read).collect()
    }
}

/// Log access that tolerates damage.
impl SqlStore {
    /// Returns the stored link of the hash chain for a record.
    async fn record_link(
        &self,
        encounter: EncounterId,
        seq: u64,
    ) -> Result<Option<ChainLink>, StoreError> {
        let row = query("SELECT link FROM events WHERE encounter_id = $1 AND seq = $2")
            .bind(&encounter.to_bytes()[..])
            .bind(to_i64(seq))
            .fetch_optional(&self.readers())
            .await?;
        Ok(row.and_then(|row| ChainLink::from_column(&row, "link")))
    }

    /// Returns an encounter's snapshot with the link of its last record, if no damage to it or
    /// below it is known.
    async fn intact_snapshot(
        &self,
        encounter: EncounterId,
    ) -> Result<Option<(Snapshot, ChainLink)>, StoreError> {
        if lock(&self.damaged_encounters).contains(&encounter) {
            return Ok(None);
        }
        let sql = "SELECT seq, format, body, link, sum FROM snapshots WHERE encounter_id = $1";
        let read = |row: &SqlRow| Ok(hash_chain::verify_snapshot(encounter, row));
        match self.query_one(sql, &encounter.to_bytes(), read).await {
            Ok(kept) => {
                if kept.as_ref().is_some_and(Option::is_none) {
                    tracing::warn!(encounter.id = %encounter, "a snapshot is damaged or old; the log will do");
                }
                Ok(kept.flatten())
            }
            Err(StoreError::Database(error)) if is_corruption(&error) => Ok(None),
            Err(error) => Err(error),
        }
    }
}
