//! Writes to the logs of encounters and to what belongs to a record: usage, dice secrets, snapshots. Run inside the
//! writer's transaction.

use std::collections::BTreeMap;

use rules::id::{EncounterId, SeatId};

use super::chain::{Link, sum};
use super::heads::{self, Heads};
use super::rows::{self, EventRow, number};
use super::sql::{Connection, Row, Value, insert_rows, query};
use super::{DiceSecret, End, Kept, Size, Standing, StoreError, Written};
use crate::http::limits::day;

/// Number of rows per statement: SQLite allows 32,766 values, Postgres twice as many, and a row has seven.
const ROWS: usize = 4096;

/// Bytes counted for a record in addition to its body: ids, numbers, link, and entries in two indexes.
const BESIDE_WORDS: usize = 100;

/// Inserts log records, each with its chain link.
pub(super) async fn insert(
    connection: &mut Connection,
    heads: &mut Heads,
    rows: &[&EventRow],
) -> Result<(), StoreError> {
    for rows in rows.chunks(ROWS) {
        let mut links = Vec::with_capacity(rows.len());
        for row in rows {
            links.push(heads.next(connection, row).await?);
        }
        let begins =
            "INSERT INTO events (encounter_id, seq, command_id, at, seat, body, link) VALUES";
        let values: Vec<Vec<Value<'_>>> = rows
            .iter()
            .zip(&links)
            .map(|(row, link)| {
                vec![
                    (&row.encounter[..]).into(),
                    row.seq.into(),
                    (&row.command[..]).into(),
                    row.at.into(),
                    row.seat.into(),
                    row.body.as_str().into(),
                    (&link.0[..]).into(),
                ]
            })
            .collect();
        insert_rows(&mut *connection, begins, &values, "").await?;
    }
    Ok(())
}

/// Checks that the encounter the table leaves has no records its room does not know, which would otherwise not be
/// carried over.
pub(super) async fn unchanged(
    connection: &mut Connection,
    leaves: Option<End>,
) -> Result<(), StoreError> {
    let Some(End { encounter, last }) = leaves else {
        return Ok(());
    };
    match heads::last(connection, encounter).await?.seq == last {
        true => Ok(()),
        false => Err(StoreError::Conflict),
    }
}

/// Adds these records to the usage of their table and returns the new usage. [`StoreError::Conflict`] if the stage of
/// the encounter differs from the one the sender knew, or if one of the commands was refused.
pub(super) async fn count(
    connection: &mut Connection,
    (encounter, standing): (EncounterId, Standing),
    rows: &[EventRow],
) -> Result<Size, StoreError> {
    let bytes: usize = rows.iter().map(|row| row.body.len() + BESIDE_WORDS).sum();
    let at = rows.last().map_or(0, |row| rows::unsigned(row.at));
    let sql = "INSERT INTO sizes (table_id, bytes, day, of_day) \
               SELECT table_id, $1, $2, $1 FROM encounters WHERE id = $3 AND standing = $4 \
               AND NOT EXISTS (SELECT 1 FROM events CROSS JOIN refusals \
               WHERE events.encounter_id = $3 AND events.seq >= $5 \
               AND refusals.encounter_id = $3 AND refusals.command_id = events.command_id) \
               ON CONFLICT (table_id) DO UPDATE SET bytes = sizes.bytes + excluded.bytes, \
               of_day = excluded.of_day + CASE WHEN sizes.day = excluded.day THEN sizes.of_day ELSE 0 END, \
               day = excluded.day \
               RETURNING bytes, day, of_day";
    let row = query(sql)
        .bind(number(bytes as u64))
        .bind(number(day(at)))
        .bind(&encounter.to_bytes()[..])
        .bind(rows::word(&standing)?)
        .bind(rows.first().map_or(i64::MAX, |row| row.seq))
        .fetch_optional(&mut *connection)
        .await?;
    let all = row
        .as_ref()
        .map_or(Err(StoreError::Conflict), rows::written)?;
    let seats = count_shares(connection, encounter, rows).await?;
    Ok(Size { all, seats })
}

/// Adds these records to the usage of their seats. Returns the usage of all seats of the table, if any seat wrote.
async fn count_shares(
    connection: &mut Connection,
    encounter: EncounterId,
    rows: &[EventRow],
) -> Result<Option<BTreeMap<SeatId, Written>>, StoreError> {
    let mut fresh: BTreeMap<i64, (usize, i64)> = BTreeMap::new();
    for row in rows {
        let Some(seat) = row.seat else { continue };
        let (bytes, at) = fresh.entry(seat).or_default();
        *bytes += row.body.len() + BESIDE_WORDS;
        *at = row.at;
    }
    if fresh.is_empty() {
        return Ok(None);
    }
    for (seat, (bytes, at)) in fresh {
        let sql = "INSERT INTO shares (table_id, seat, bytes, day, of_day) \
                   SELECT table_id, $1, $2, $3, $2 FROM encounters WHERE id = $4 \
                   ON CONFLICT (table_id, seat) DO UPDATE SET bytes = shares.bytes + excluded.bytes, \
                   of_day = excluded.of_day + CASE WHEN shares.day = excluded.day THEN shares.of_day ELSE 0 END, \
                   day = excluded.day";
        query(sql)
            .bind(seat)
            .bind(number(bytes as u64))
            .bind(number(day(rows::unsigned(at))))
            .bind(&encounter.to_bytes()[..])
            .execute(&mut *connection)
            .await?;
    }
    let sql = "SELECT seat, bytes, day, of_day FROM shares \
               WHERE table_id = (SELECT table_id FROM encounters WHERE id = $1)";
    let all = query(sql)
        .bind(&encounter.to_bytes()[..])
        .fetch_all(connection)
        .await?;
    let one = |row: &Row| Ok((rows::seat_id(row)?, rows::written(row)?));
    all.iter()
        .map(one)
        .collect::<Result<_, StoreError>>()
        .map(Some)
}

/// Stores a dice secret, in the same transaction as the record that commits the server to it.
pub(super) async fn keep_secret(
    connection: &mut Connection,
    encounter: EncounterId,
    secret: &DiceSecret,
) -> Result<(), StoreError> {
    let sql =
        "INSERT INTO dice_secrets (encounter_id, hidden, epoch, secret) VALUES ($1, $2, $3, $4)";
    query(sql)
        .bind(&encounter.to_bytes()[..])
        .bind(!secret.sight.is_open())
        .bind(i64::from(secret.epoch))
        .bind(&secret.secret.bare().0[..])
        .execute(connection)
        .await?;
    Ok(())
}

/// Stores a snapshot with the link of its last record. A snapshot whose record does not exist, or that is older than
/// the stored one, is dropped: another server may have continued.
pub(super) async fn keep(
    connection: &mut Connection,
    encounter: EncounterId,
    kept: &Kept,
) -> Result<(), StoreError> {
    let row = query("SELECT link FROM events WHERE encounter_id = $1 AND seq = $2")
        .bind(&encounter.to_bytes()[..])
        .bind(number(kept.seq))
        .fetch_optional(&mut *connection)
        .await?;
    let Some(link) = row.and_then(|row| Link::stored(&row, "link")) else {
        return Ok(());
    };
    let seq = number(kept.seq);
    let sum = sum(encounter, (seq, &link), (&kept.format, &kept.body));
    let sql = "INSERT INTO snapshots (encounter_id, seq, format, body, link, sum) \
               VALUES ($1, $2, $3, $4, $5, $6) \
               ON CONFLICT (encounter_id) DO UPDATE SET seq = excluded.seq, \
               format = excluded.format, body = excluded.body, \
               link = excluded.link, sum = excluded.sum WHERE snapshots.seq <= excluded.seq";
    query(sql)
        .bind(&encounter.to_bytes()[..])
        .bind(seq)
        .bind(&kept.format)
        .bind(&kept.body)
        .bind(&link.0[..])
        .bind(&sum.0[..])
        .execute(connection)
        .await?;
    Ok(())
}
