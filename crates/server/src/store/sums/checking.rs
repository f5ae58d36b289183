//! Compares rows with their checksums.

use std::collections::{BTreeMap, BTreeSet};

use rules::id::EncounterId;

use super::entries::{Bad, LOGS, kept_head, key_of_log, sum};
use super::shapes::{Shape, shapes};
use crate::store::StoreError;
use crate::store::heads::Head;
use crate::store::rows::number;
use crate::store::sql::{On, Row, Value, query, query_made};

/// Key, computed checksum and stored checksum of a row.
pub(super) type Read = (String, Vec<u8>, Option<Vec<u8>>);

/// Reads the checksums of all rows of a table, page by page, because portraits are large.
pub(super) async fn read(mut on: On<'_>, shape: &Shape) -> Result<Vec<Read>, StoreError> {
    const PAGE: usize = 100;
    let [key, row] = shape.words("it");
    let name = &shape.name;
    // SQLite reads the table in storage order, so that damaged indexes do not matter.
    let order = if on.is_sqlite() { "" } else { "ORDER BY key" };
    let mut read = Vec::new();
    loop {
        let sql = format!(
            "SELECT it.key, it.row, sums.sum FROM (SELECT {key} AS key, {row} AS row FROM \"{name}\" AS it \
             {order} LIMIT $1 OFFSET $2) AS it LEFT JOIN sums ON sums.name = '{name}' AND sums.key = it.key"
        );
        let page = query_made(sql)
            .bind(number(PAGE as u64))
            .bind(number(read.len() as u64))
            .fetch_all(on.again())
            .await?;
        for row in &page {
            let key = row.bytes_of_text("key")?.unwrap_or_default();
            let key = String::from_utf8_lossy(key).into_owned();
            let words = row.bytes_of_text("row")?.unwrap_or_default();
            read.push((key, sum(words), row.try_get("sum")?));
        }
        if page.len() < PAGE {
            return Ok(read);
        }
    }
}

/// Returns all damaged or missing rows, each with a description. Of logs, only those missing altogether are detected
/// here. A table that cannot be read is reported with the error.
pub(in crate::store) async fn bad(mut on: On<'_>) -> Result<Vec<(Bad, String)>, StoreError> {
    let mut bad = Vec::new();
    let sql = "SELECT name, key FROM sums";
    let mut left: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for row in query(sql).fetch_all(on.again()).await? {
        let place = ["name", "key"].map(|column| {
            let bytes = row.bytes_of_text(column);
            bytes.map(|bytes| String::from_utf8_lossy(bytes.unwrap_or_default()).into_owned())
        });
        let [name, key] = place;
        left.entry(name?).or_default().insert(key?);
    }
    for shape in shapes(on.again()).await? {
        let mut keys = left.remove(&shape.name).unwrap_or_default();
        let rows = match read(on.again(), &shape).await {
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
    left.remove(LOGS);
    for (name, keys) in left {
        for key in keys {
            bad.push(([name.clone(), key], "its table is lost".to_owned()));
        }
    }
    Ok(bad)
}

/// Returns the keys of the rows with these column values that do not match their checksums.
pub(in crate::store) async fn bad_among(
    on: On<'_>,
    shape: &Shape,
    columns: &[(&'static str, Value<'_>)],
) -> Result<Vec<String>, StoreError> {
    let [key, words] = shape.words("it");
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
    let mut asked = query_made(sql);
    for (_, value) in columns {
        asked = asked.bind(value.clone());
    }
    let mut bad = Vec::new();
    for row in asked.fetch_all(on).await? {
        let is = sum(row.bytes_of_text("row")?.unwrap_or_default());
        let kept: Option<Vec<u8>> = row.try_get("sum")?;
        if kept != Some(is) {
            let key = row.bytes_of_text("key")?.unwrap_or_default();
            bad.push(String::from_utf8_lossy(key).into_owned());
        }
    }
    Ok(bad)
}

/// Reads the recorded ends of all logs, by [`key_of_log`]; `None` for an entry that cannot be decoded.
pub(in crate::store) async fn heads(
    on: On<'_>,
) -> Result<BTreeMap<String, Option<Head>>, StoreError> {
    let rows = query("SELECT key, sum FROM sums WHERE name = 'events'")
        .fetch_all(on)
        .await?;
    let one = |row: &Row| {
        let key = row.bytes_of_text("key")?.unwrap_or_default();
        Ok((String::from_utf8_lossy(key).into_owned(), kept_head(row)))
    };
    rows.iter().map(one).collect()
}

/// Returns the recorded end of a log, if known.
pub(in crate::store) async fn head_of(
    on: On<'_>,
    encounter: EncounterId,
) -> Result<Option<Head>, StoreError> {
    let row = query("SELECT sum FROM sums WHERE name = 'events' AND key = $1")
        .bind(key_of_log(encounter))
        .fetch_optional(on)
        .await?;
    Ok(row.as_ref().and_then(kept_head))
}
