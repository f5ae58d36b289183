//! [`SqlStore`], the store on either database: runs the queries itself and passes writes to the writer task.

mod operations;

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex};

use rules::id::EncounterId;

use super::chain::{self, Link};
use super::fault::is_damage;
use super::heads::{Head, Promised};
use super::rows::number;
use super::sql::{On, Readers, Row, Value, query};
use super::sums::{self, Shape};
use super::writer::Writer;
use super::{Kept, StoreError};
use crate::locked;

/// Store in one SQLite file ([`super::sqlite::open`]) or in Postgres ([`super::postgres::open`]).
#[derive(Debug)]
pub struct SqlStore {
    readers: Arc<Mutex<Readers>>,
    /// Handle to the writer task.
    pub(super) writer: Writer,
    /// Acknowledged ends of logs, shared with the writer.
    promised: Promised,
    /// Schemas of the tables with checksums.
    shapes: Vec<Shape>,
    /// Encounters with a damaged record below their snapshot, whose snapshots are therefore ignored.
    damaged: Mutex<HashSet<EncounterId>>,
}

impl SqlStore {
    pub(super) fn new(
        readers: Arc<Mutex<Readers>>,
        writer: Writer,
        promised: Promised,
        shapes: Vec<Shape>,
    ) -> Self {
        Self {
            readers,
            writer,
            promised,
            shapes,
            damaged: Mutex::default(),
        }
    }

    /// Returns the keys of the rows with these column values that do not match their checksums, and logs them as
    /// errors.
    pub(super) async fn altered(
        &self,
        on: On<'_>,
        table: &str,
        columns: &[(&'static str, Value<'_>)],
    ) -> Result<Vec<String>, StoreError> {
        let shape = self.shapes.iter().find(|shape| shape.name == table);
        let Some(shape) = shape else {
            return Ok(Vec::new());
        };
        let altered = sums::bad_among(on, shape, columns).await?;
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
    pub(super) async fn is_as_written(
        &self,
        what: &'static str,
        table: &str,
        columns: &[(&'static str, Value<'_>)],
    ) -> Result<(), StoreError> {
        let readers = self.readers();
        let altered = self.altered((&readers).into(), table, columns).await?;
        match altered.is_empty() {
            true => Ok(()),
            false => Err(StoreError::Altered(what)),
        }
    }

    /// Returns the acknowledged ends of logs, as far as they are recorded outside of the database.
    pub(super) fn promises(&self) -> HashMap<EncounterId, Head> {
        locked(&self.promised).clone()
    }

    /// Returns the read-only connection pool.
    pub(super) fn readers(&self) -> Readers {
        locked(&self.readers).clone()
    }

    /// Runs a query for one id and converts its first row.
    pub(super) async fn one<T>(
        &self,
        sql: &'static str,
        id: &[u8],
        read: impl FnOnce(&Row) -> Result<T, StoreError>,
    ) -> Result<Option<T>, StoreError> {
        let row = query(sql).bind(id).fetch_optional(&self.readers()).await?;
        row.as_ref().map(read).transpose()
    }

    /// Runs a query for one id and converts all its rows.
    pub(super) async fn all<T, C: FromIterator<T>>(
        &self,
        sql: &'static str,
        id: &[u8],
        read: impl Fn(&Row) -> Result<T, StoreError>,
    ) -> Result<C, StoreError> {
        let rows = query(sql).bind(id).fetch_all(&self.readers()).await?;
        rows.iter().map(read).collect()
    }
}

/// Log access that tolerates damage.
impl SqlStore {
    /// Returns the stored chain link of a record.
    async fn link(&self, encounter: EncounterId, seq: u64) -> Result<Option<Link>, StoreError> {
        let row = query("SELECT link FROM events WHERE encounter_id = $1 AND seq = $2")
            .bind(&encounter.to_bytes()[..])
            .bind(number(seq))
            .fetch_optional(&self.readers())
            .await?;
        Ok(row.and_then(|row| Link::stored(&row, "link")))
    }

    /// Returns the snapshot with the link of its last record, if it is intact and no damage below it is known.
    async fn whole_snapshot(
        &self,
        encounter: EncounterId,
    ) -> Result<Option<(Kept, Link)>, StoreError> {
        if locked(&self.damaged).contains(&encounter) {
            return Ok(None);
        }
        let sql = "SELECT seq, format, body, link, sum FROM snapshots WHERE encounter_id = $1";
        let read = |row: &Row| Ok(chain::snapshot(encounter, row));
        match self.one(sql, &encounter.to_bytes(), read).await {
            Ok(kept) => {
                if kept.as_ref().is_some_and(Option::is_none) {
                    tracing::warn!(encounter.id = %encounter, "a snapshot is damaged or old; the log will do");
                }
                Ok(kept.flatten())
            }
            Err(StoreError::Database(error)) if is_damage(&error) => Ok(None),
            Err(error) => Err(error),
        }
    }
}
