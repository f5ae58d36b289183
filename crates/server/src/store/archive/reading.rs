//! Reads whole tables from the SQL store; imports are passed to its writer.

use std::collections::HashMap;

use async_trait::async_trait;
use rules::base::id::{EncounterId, PortraitId, TableId};
use rules::encounter::Record;

use super::{
    ArchiveStore, EncounterWithLog, SeatWithoutCredentials, TableDump, TableImport, TableSummary,
};
use crate::store::hash_chain::{self, ChainLink};
use crate::store::log_tails::LogTail;
use crate::store::row_checksums;
use crate::store::rows::{self, EventRow};
use crate::store::sql::{ReadTransaction, SqlRow, Value, query};
use crate::store::sql_store::SqlStore;
use crate::store::writes::Write;
use crate::store::{EncounterInfo, StoreError};

/// Number of records read per query.
const RECORDS_PER_PAGE: u32 = 500;

#[async_trait]
impl ArchiveStore for SqlStore {
    async fn read_table(&self, table: TableId) -> Result<Option<TableDump>, StoreError> {
        // Read before the snapshot, so that everything acknowledged by now is in the snapshot.
        let promised = self.acknowledged_tails();
        // One transaction sees one snapshot, regardless of concurrent writes.
        let mut reading = self.readers().begin_read().await?;
        let whole = read_dump(self, &mut reading, table, &promised).await;
        reading.finish().await?;
        whole
    }

    async fn import_table(&self, new: TableImport) -> Result<(), StoreError> {
        let mut rows = Vec::with_capacity(new.encounters.len());
        for whole in &new.encounters {
            let records: Vec<Record> = whole.records.iter().map(|(_, it)| it.clone()).collect();
            rows.push(EventRow::from_records(whole.info.id, 0, &records)?);
        }
        self.writer
            .write(Write::ImportTable(Box::new(new), rows))
            .await?;
        Ok(())
    }

    async fn list_tables(&self) -> Result<Vec<TableSummary>, StoreError> {
        let sql = "SELECT id, name, \
                   (SELECT COUNT(*) FROM encounters WHERE table_id = tables.id) AS scenes, \
                   (SELECT COUNT(*) FROM seats WHERE table_id = tables.id \
                    AND revoked_at IS NULL) AS seats, \
                   COALESCE((SELECT MAX(seen_at) FROM seats WHERE table_id = tables.id), \
                   created_at) AS seen FROM tables WHERE NOT demo ORDER BY seen DESC, id";
        let rows = query(sql).fetch_all(&self.readers()).await?;
        let one = |row: &SqlRow| {
            Ok(TableSummary {
                id: rows::table_id(row, "id")?,
                name: row.try_get("name")?,
                encounters: rows::to_u32(row.try_get("scenes")?)?,
                seats: rows::to_u32(row.try_get("seats")?)?,
                seen_at: rows::to_u64(row.try_get("seen")?),
            })
        };
        rows.iter().map(one).collect()
    }

    async fn encounters_in_order(&self, table: TableId) -> Result<Vec<EncounterInfo>, StoreError> {
        let sql = "SELECT * FROM encounters WHERE table_id = $1 ORDER BY created_at, id";
        self.query_all(sql, &table.to_bytes(), rows::encounter_info)
            .await
    }

    async fn imported_record_count(
        &self,
        scene: &EncounterInfo,
    ) -> Result<Option<u64>, StoreError> {
        let sql = "SELECT came FROM encounters WHERE id = $1";
        let read = |row: &SqlRow| Ok(row.try_get::<Option<i64>, _>("came")?);
        let came = self.query_one(sql, &scene.id.to_bytes(), read).await?;
        Ok(came.flatten().map(rows::to_u64))
    }
}

/// Reads all rows of a table; `promised` are the known ends of its logs. Fails with
/// [`StoreError::Altered`] if a row does not match its checksum.
async fn read_dump(
    store: &SqlStore,
    reading: &mut ReadTransaction,
    table: TableId,
    promised: &HashMap<EncounterId, LogTail>,
) -> Result<Option<TableDump>, StoreError> {
    let id = table.to_bytes();
    for (rows, column, what) in [
        ("tables", "id", "this table"),
        ("seats", "table_id", "a seat of this table"),
        ("encounters", "table_id", "an encounter of this table"),
        ("portraits", "table_id", "a portrait of this table"),
    ] {
        let of = [(column, Value::from(&id[..]))];
        let altered = store
            .find_altered_rows((&mut *reading).into(), rows, &of)
            .await?;
        if !altered.is_empty() {
            return Err(StoreError::Altered(what));
        }
    }
    let sql = "SELECT * FROM tables WHERE id = $1";
    let row = query(sql)
        .bind(&id[..])
        .fetch_optional(&mut *reading)
        .await?;
    let Some(table) = row.as_ref().map(rows::table).transpose()? else {
        return Ok(None);
    };
    let sql = "SELECT seat, role, name, revoked_at IS NOT NULL AS gone FROM seats \
               WHERE table_id = $1 ORDER BY seat";
    let found = query(sql).bind(&id[..]).fetch_all(&mut *reading).await?;
    let seat = |row: &SqlRow| {
        Ok(SeatWithoutCredentials {
            seat: rows::seat_id(row)?,
            role: rows::enum_from_text(row.try_get("role")?)?,
            name: row.try_get("name")?,
            gone: row.try_get("gone")?,
        })
    };
    let seats: Result<Vec<_>, StoreError> = found.iter().map(seat).collect();
    let sql = "SELECT * FROM encounters WHERE table_id = $1 \
               ORDER BY standing = 'current' DESC, COALESCE(ended_at, created_at) DESC, id";
    let found = query(sql).bind(&id[..]).fetch_all(&mut *reading).await?;
    let mut scenes = Vec::with_capacity(found.len());
    let mut damaged = Vec::new();
    for row in &found {
        let scene = rows::encounter_info(row)?;
        let (records, is_whole) = read_log(reading, scene.id, promised.get(&scene.id)).await?;
        if !is_whole {
            let next = records.len() as u64 + 1;
            damaged.push((scene.id, next));
        }
        scenes.push(EncounterWithLog {
            made_at: rows::to_u64(row.try_get("created_at")?),
            records,
            info: scene,
        });
    }
    let sql = "SELECT id, body FROM portraits WHERE table_id = $1 ORDER BY id";
    let found = query(sql).bind(&id[..]).fetch_all(&mut *reading).await?;
    let portrait = |row: &SqlRow| {
        let id: &[u8] = row.try_get("id")?;
        let id = PortraitId::from_bytes(id.try_into().map_err(rows::unreadable_error)?);
        Ok((id, row.try_get("body")?))
    };
    let portraits: Result<Vec<_>, StoreError> = found.iter().map(portrait).collect();
    Ok(Some(TableDump {
        table,
        seats: seats?,
        encounters: scenes,
        portraits: portraits?,
        damaged,
    }))
}

/// Reads the log of an encounter up to the first damage, and returns whether it is complete up to
/// the end `promised`.
async fn read_log(
    reading: &mut ReadTransaction,
    encounter: EncounterId,
    promised: Option<&LogTail>,
) -> Result<(Vec<(u64, Record)>, bool), StoreError> {
    let summed = row_checksums::log_tail_of((&mut *reading).into(), encounter).await?;
    let ends = promised.into_iter().chain(&summed);
    let acknowledged = ends.map(|head| head.seq).max().unwrap_or(0);
    let (mut all, mut end) = (Vec::new(), (0, ChainLink::genesis(encounter)));
    loop {
        let page =
            hash_chain::read_page((&mut *reading).into(), encounter, end, RECORDS_PER_PAGE).await?;
        end = page.end;
        let is_last = page.records.is_empty();
        all.extend(page.records);
        if page.is_truncated || is_last {
            return Ok((all, !page.is_truncated && end.0 >= acknowledged));
        }
    }
}
