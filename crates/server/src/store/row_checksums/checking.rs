//! Compares rows with their checksums.

use std::collections::{BTreeMap, BTreeSet};

use rules::base::id::EncounterId;

use super::entries::{DamagedRow, LOG_TAILS_NAME, checksum, decode_tail, log_key};
use super::shapes::{TableSchema, load_schemas};
use crate::store::StoreError;
use crate::store::log_tails::LogTail;
use crate::store::rows::to_i64;
use crate::store::sql::{Executor, SqlRow, Value, query, query_dynamic};

/// Key, computed checksum and stored checksum of a row.
pub(super) type RowChecksums = (String, Vec<u8>, Option<Vec<u8>>);

/// Reads the checksums of all rows of a table, page by page, because portraits are large.
pub(super) async fn read_row_checksums(
    mut on: Executor<'_>,
    shape: &TableSchema,
) -> Result<Vec<RowChecksums>, StoreError> {
    const PAGE: usize = 100;
    let [key, row] = shape.sql_expressions("it");
    let name = &shape.name;
    // SQLite reads the table in storage order, so that damaged indexes do not matter.
    let order = if on.is_sqlite() { "" } else { "ORDER BY key" };
    let mut read = Vec::new();
    loop {
        let sql = format!(
            "SELECT it.key, it.row, sums.sum FROM (SELECT {key} AS key, {row} AS row FROM \"{name}\" AS it \
             {order} LIMIT $1 OFFSET $2) AS it LEFT JOIN sums ON sums.name = '{name}' AND sums.key = it.key"
        );
        let page = query_dynamic(sql)
            .bind(to_i64(PAGE as u64))
            .bind(to_i64(read.len() as u64))
            .fetch_all(on.reborrow())
            .await?;
        for row in &page {
            let key = row.text_bytes("key")?.unwrap_or_default();
            let key = String::from_utf8_lossy(key).into_owned();
            let words = row.text_bytes("row")?.unwrap_or_default();
            read.push((key, checksum(words), row.try_get("sum")?));
        }
        if page.len() < PAGE {
            return Ok(read);
        }
    }
}

/// Returns all rows that are missing or do not match their checksums, each with a description. Of
/// logs, only those missing altogether are detected here. A table that cannot be read is reported
/// with the error.
pub(in crate::store) async fn find_damaged_rows(
    mut on: Executor<'_>,
) -> Result<Vec<(DamagedRow, String)>, StoreError> {
    let mut bad = Vec::new();
    let sql = "SELECT name, key FROM sums";
    let mut left: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for row in query(sql).fetch_all(on.reborrow()).await? {
        let place = ["name", "key"].map(|column| {
            let bytes = row.text_bytes(column);
            bytes.map(|bytes| String::from_utf8_lossy(bytes.unwrap_or_default()).into_owned())
        });
        let [name, key] = place;
        left.entry(name?).or_default().insert(key?);
    }
    for shape in load_schemas(on.reborrow()).await? {
        let mut keys = left.remove(&shape.name).unwrap_or_default();
        let rows = match read_row_checksums(on.reborrow(), &shape).await {
            Ok(rows) => rows,
            Err(error) => {
                bad.push((
                    [shape.name, String::new()],
                    format!("it cannot be read: {error}"),
                ));
                continue;
            }
        };
        for (key, sum, kept) in rows {
            let was_there = keys.remove(&key);
            if kept.as_ref() != Some(&sum) {
                let words = match was_there {
                    true => "it is not what was written",
                    false => "it was not written so, or there twice",
                };
                bad.push(([shape.name.clone(), key], words.to_owned()));
            }
        }
        for key in keys {
            bad.push((
                [shape.name.clone(), key],
                "it was there and is lost".to_owned(),
            ));
        }
    }
    // The ends of logs are compared when the logs are read.
    left.remove(LOG_TAILS_NAME);
    for (name, keys) in left {
        for key in keys {
            bad.push(([name.clone(), key], "its table is lost".to_owned()));
        }
    }
    Ok(bad)
}

/// Returns the keys of the rows with these column values that do not match their checksums.
pub(in crate::store) async fn find_damaged_among(
    on: Executor<'_>,
    shape: &TableSchema,
    columns: &[(&'static str, Value<'_>)],
) -> Result<Vec<String>, StoreError> {
    let [key, words] = shape.sql_expressions("it");
    let name = &shape.name;
    let mut sql = format!(
        "SELECT {key} AS key, {words} AS row, \
         (SELECT sum FROM sums WHERE name = '{name}' AND key = {key}) AS sum FROM \"{name}\" AS it WHERE "
    );
    for (nth, (column, _)) in (1..).zip(columns) {
        let and = if nth == 1 { "" } else { " AND " };
        let nth: usize = nth;
        sql.push_str(&format!("{and}it.{column} = ${nth}"));
    }
    let mut asked = query_dynamic(sql);
    for (_, value) in columns {
        asked = asked.bind(value.clone());
    }
    let mut bad = Vec::new();
    for row in asked.fetch_all(on).await? {
        let is = checksum(row.text_bytes("row")?.unwrap_or_default());
        let kept: Option<Vec<u8>> = row.try_get("sum")?;
        if kept != Some(is) {
            let key = row.text_bytes("key")?.unwrap_or_default();
            bad.push(String::from_utf8_lossy(key).into_owned());
        }
    }
    Ok(bad)
}

/// Reads the recorded ends of all logs, by [`log_key`]; `None` for an entry that cannot be decoded.
pub(in crate::store) async fn read_log_tails(
    on: Executor<'_>,
) -> Result<BTreeMap<String, Option<LogTail>>, StoreError> {
    let rows = query("SELECT key, sum FROM sums WHERE name = 'events'")
        .fetch_all(on)
        .await?;
    let one = |row: &SqlRow| {
        let key = row.text_bytes("key")?.unwrap_or_default();
        Ok((String::from_utf8_lossy(key).into_owned(), decode_tail(row)))
    };
    rows.iter().map(one).collect()
}

/// Returns the recorded end of an encounter's log, if known.
pub(in crate::store) async fn log_tail_of(
    on: Executor<'_>,
    encounter: EncounterId,
) -> Result<Option<LogTail>, StoreError> {
    let row = query("SELECT sum FROM sums WHERE name = 'events' AND key = $1")
        .bind(log_key(encounter))
        .fetch_optional(on)
        .await?;
    Ok(row.as_ref().and_then(decode_tail))
}
