//! Storage of portraits.

use rules::base::id::{PortraitId, TableId};

use super::rows::to_i64;
use super::sql::{Connection, Value, query};
use super::sql_store::SqlStore;
use super::{NewPortrait, StoreError};

/// Inserts a portrait, unless it already exists; `false` if the table has no room for it.
pub(super) async fn insert_portrait(
    connection: &mut Connection,
    new: &NewPortrait,
) -> Result<bool, StoreError> {
    let (table, id) = (new.table.to_bytes(), new.id.to_bytes());
    let sql = "INSERT INTO portraits (table_id, id, body, created_at) SELECT $1, $2, $3, $4 \
               WHERE (SELECT COUNT(*) FROM portraits WHERE table_id = $5) < $6 \
               AND (SELECT COALESCE(SUM(LENGTH(body)), 0) FROM portraits WHERE table_id = $7) < $8 \
               ON CONFLICT DO NOTHING";
    let kept = query(sql)
        .bind(&table[..])
        .bind(&id[..])
        .bind(&new.body)
        .bind(to_i64(new.at))
        .bind(&table[..])
        .bind(new.max_portraits)
        .bind(&table[..])
        .bind(new.max_bytes)
        .execute(&mut *connection)
        .await?;
    if kept > 0 {
        return Ok(true);
    }
    let there = query("SELECT 1 FROM portraits WHERE table_id = $1 AND id = $2")
        .bind(&table[..])
        .bind(&id[..])
        .fetch_optional(connection)
        .await?;
    Ok(there.is_some())
}

/// Reads the image data of a portrait after verifying its checksum.
pub(super) async fn read_portrait(
    store: &SqlStore,
    table: TableId,
    id: PortraitId,
) -> Result<Option<Vec<u8>>, StoreError> {
    let (table, id) = (table.to_bytes(), id.to_bytes());
    let of = [
        ("table_id", Value::from(&table[..])),
        ("id", Value::from(&id[..])),
    ];
    store.verify_rows("this picture", "portraits", &of).await?;
    let row = query("SELECT body FROM portraits WHERE table_id = $1 AND id = $2")
        .bind(&table[..])
        .bind(&id[..])
        .fetch_optional(&store.readers())
        .await?;
    row.map(|row| Ok(row.try_get("body")?)).transpose()
}
