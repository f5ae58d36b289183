//! Reads whole tables from the SQL store; imports are passed to its writer.

use std::collections::HashMap;

use async_trait::async_trait;
use rules::encounter::Record;
use rules::id::{EncounterId, PortraitId, TableId};

use super::{BareSeat, Listed, NewWhole, Whole, WholeScene, WholeTable};
use crate::store::chain::{self, Link};
use crate::store::heads::Head;
use crate::store::rows::{self, EventRow};
use crate::store::sql::{Moment, Row, Value, query};
use crate::store::sql_store::SqlStore;
use crate::store::sums;
use crate::store::writes::Write;
use crate::store::{Scene, StoreError};

/// Number of records read per query.
const PAGE: u32 = 500;

#[async_trait]
impl Whole for SqlStore {
    async fn whole(&self, table: TableId) -> Result<Option<WholeTable>, StoreError> {
        // Read before the snapshot, so that everything acknowledged by now is in the snapshot.
        let promised = self.promises();
        // One transaction sees one snapshot, regardless of concurrent writes.
        let mut reading = self.readers().moment().await?;
        let whole = read(self, &mut reading, table, &promised).await;
        reading.end().await?;
        whole
    }

    async fn make_whole(&self, new: NewWhole) -> Result<(), StoreError> {
        let mut rows = Vec::with_capacity(new.scenes.len());
        for whole in &new.scenes {
            let records: Vec<Record> = whole.records.iter().map(|(_, it)| it.clone()).collect();
            rows.push(EventRow::of(whole.scene.id, 0, &records)?);
        }
        self.writer.write(Write::Whole(Box::new(new), rows)).await?;
        Ok(())
    }

    async fn listed(&self) -> Result<Vec<Listed>, StoreError> {
        let sql = "SELECT id, name, \
                   (SELECT COUNT(*) FROM encounters WHERE table_id = tables.id) AS scenes, \
                   (SELECT COUNT(*) FROM seats WHERE table_id = tables.id \
                    AND revoked_at IS NULL) AS seats, \
                   COALESCE((SELECT MAX(seen_at) FROM seats WHERE table_id = tables.id), \
                   created_at) AS seen FROM tables WHERE NOT demo ORDER BY seen DESC, id";
        let rows = query(sql).fetch_all(&self.readers()).await?;
        let one = |row: &Row| {
            Ok(Listed {
                id: rows::table_id(row, "id")?,
                name: row.try_get("name")?,
                scenes: rows::small(row.try_get("scenes")?)?,
                seats: rows::small(row.try_get("seats")?)?,
                seen_at: rows::unsigned(row.try_get("seen")?),
            })
        };
        rows.iter().map(one).collect()
    }

    async fn in_order(&self, table: TableId) -> Result<Vec<Scene>, StoreError> {
        let sql = "SELECT * FROM encounters WHERE table_id = $1 ORDER BY created_at, id";
        self.all(sql, &table.to_bytes(), rows::scene).await
    }

    async fn came(&self, scene: &Scene) -> Result<Option<u64>, StoreError> {
        let sql = "SELECT came FROM encounters WHERE id = $1";
        let read = |row: &Row| Ok(row.try_get::<Option<i64>, _>("came")?);
        let came = self.one(sql, &scene.id.to_bytes(), read).await?;
        Ok(came.flatten().map(rows::unsigned))
    }
}

/// Reads all rows of a table; [`StoreError::Altered`] if one of them does not match its checksum.
async fn read(
    store: &SqlStore,
    reading: &mut Moment,
    table: TableId,
    promised: &HashMap<EncounterId, Head>,
) -> Result<Option<WholeTable>, StoreError> {
    let id = table.to_bytes();
    for (rows, column, what) in [
        ("tables", "id", "this table"),
        ("seats", "table_id", "a seat of this table"),
        ("encounters", "table_id", "an encounter of this table"),
        ("portraits", "table_id", "a portrait of this table"),
    ] {
        let of = [(column, Value::from(&id[..]))];
        let altered = store.altered((&mut *reading).into(), rows, &of).await?;
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
    let seat = |row: &Row| {
        Ok(BareSeat {
            seat: rows::seat_id(row)?,
            role: rows::of_word(row.try_get("role")?)?,
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
        let scene = rows::scene(row)?;
        let (records, is_whole) = log(reading, scene.id, promised.get(&scene.id)).await?;
        if !is_whole {
            let next = records.len() as u64 + 1;
            damaged.push((scene.id, next));
        }
        scenes.push(WholeScene {
            made_at: rows::unsigned(row.try_get("created_at")?),
            records,
            scene,
        });
    }
    let sql = "SELECT id, body FROM portraits WHERE table_id = $1 ORDER BY id";
    let found = query(sql).bind(&id[..]).fetch_all(&mut *reading).await?;
    let portrait = |row: &Row| {
        let id: &[u8] = row.try_get("id")?;
        let id = PortraitId::from_bytes(id.try_into().map_err(rows::unreadable)?);
        Ok((id, row.try_get("body")?))
    };
    let portraits: Result<Vec<_>, StoreError> = found.iter().map(portrait).collect();
    Ok(Some(WholeTable {
        table,
        seats: seats?,
        scenes,
        portraits: portraits?,
        damaged,
    }))
}

/// Reads the log of an encounter up to the first damage, and returns whether it is complete.
async fn log(
    reading: &mut Moment,
    encounter: EncounterId,
    promised: Option<&Head>,
) -> Result<(Vec<(u64, Record)>, bool), StoreError> {
    let summed = sums::head_of((&mut *reading).into(), encounter).await?;
    let ends = promised.into_iter().chain(&summed);
    let acknowledged = ends.map(|head| head.seq).max().unwrap_or(0);
    let (mut all, mut end) = (Vec::new(), (0, Link::first(encounter)));
    loop {
        let page = chain::page((&mut *reading).into(), encounter, end, PAGE).await?;
        end = page.end;
        let is_last = page.records.is_empty();
        all.extend(page.records);
        if page.is_cut || is_last {
            return Ok((all, !page.is_cut && end.0 >= acknowledged));
        }
    }
}
