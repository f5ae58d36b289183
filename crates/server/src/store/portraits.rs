//! What the writer does about portraits, and how they are read.

use rules::id::{PortraitId, TableId};
use sqlx::Row;
use sqlx::sqlite::SqliteConnection;

use super::StoreError;
use super::rows::number;
use super::sqlite::SqliteStore;

/// A portrait to be kept.
#[derive(Clone, Debug)]
pub struct NewPortrait {
    /// The table.
    pub table: TableId,
    /// By what it is called.
    pub id: PortraitId,
    /// The picture, as it will be served.
    pub body: Vec<u8>,
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// How many a table keeps.
    pub most: u32,
}

/// Keeps a portrait; whether there was room for it. One that is there already is kept as it is.
pub(super) async fn keep(
    connection: &mut SqliteConnection,
    new: &NewPortrait,
) -> Result<bool, StoreError> {
    let (table, id) = (new.table.to_bytes(), new.id.to_bytes());
    let sql = "INSERT INTO portraits (table_id, id, body, created_at) SELECT ?, ?, ?, ? \
               WHERE (SELECT COUNT(*) FROM portraits WHERE table_id = ?) < ? \
               ON CONFLICT DO NOTHING";
    let kept = sqlx::query(sql)
        .bind(&table[..])
        .bind(&id[..])
        .bind(&new.body)
        .bind(number(new.at))
        .bind(&table[..])
        .bind(new.most)
        .execute(&mut *connection)
        .await?;
    if kept.rows_affected() > 0 {
        return Ok(true);
    }
    let there = sqlx::query("SELECT 1 FROM portraits WHERE table_id = ? AND id = ?")
        .bind(&table[..])
        .bind(&id[..])
        .fetch_optional(connection)
        .await?;
    Ok(there.is_some())
}

/// A portrait of a table.
pub(super) async fn read(
    store: &SqliteStore,
    table: TableId,
    id: PortraitId,
) -> Result<Option<Vec<u8>>, StoreError> {
    let row = sqlx::query("SELECT body FROM portraits WHERE table_id = ? AND id = ?")
        .bind(&table.to_bytes()[..])
        .bind(&id.to_bytes()[..])
        .fetch_optional(&store.readers())
        .await?;
    row.map(|row| Ok(row.try_get("body")?)).transpose()
}
