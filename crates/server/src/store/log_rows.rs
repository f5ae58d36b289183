//! Writes to the logs of encounters and to what belongs to a record: usage, dice secrets, snapshots. Run inside the
//! writer's transaction.

use std::collections::BTreeMap;

use rules::base::id::{EncounterId, SeatId};

use super::hash_chain::{ChainLink, snapshot_checksum};
use super::log_tails::{self, LogTails};
use super::rows::{self, EventRow, to_i64};
use super::sql::{Connection, SqlRow, Value, insert_rows, query};
use super::{
    BytesWritten, DiceSecret, EncounterStage, LogPosition, Snapshot, StoreError, TableUsage,
};
use crate::http::limits::day_number;

/// Number of log rows inserted by one SQL statement. SQLite allows 32,766 values, Postgres twice as many, and a row has
/// seven.
const ROWS_PER_STATEMENT: usize = 4096;

/// Bytes counted for a record in addition to its body: ids, numbers, link, and entries in two indexes.
const RECORD_OVERHEAD_BYTES: usize = 100;

/// Inserts log records, each with its chain link.
pub(super) async fn insert_records(
    connection: &mut Connection,
    heads: &mut LogTails,
    rows: &[&EventRow],
) -> Result<(), StoreError> {
    for rows in rows.chunks(ROWS_PER_STATEMENT) {
        let mut links = Vec::with_capacity(rows.len());
        for row in rows {
            links.push(heads.advance(connection, row).await?);
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

/// Checks that the encounter the table leaves has no records that its room does not know; does
/// nothing for `None`. Such records would not be carried over.
pub(super) async fn check_unchanged(
    connection: &mut Connection,
    leaves: Option<LogPosition>,
) -> Result<(), StoreError> {
    let Some(LogPosition { encounter, last }) = leaves else {
        return Ok(());
    };
    match log_tails::read_tail(connection, encounter).await?.seq == last {
        true => Ok(()),
        false => Err(StoreError::Conflict),
    }
}

/// Adds the size of these records to the storage used by their table and returns the new usage.
/// [`StoreError::Conflict`] if the stage of the encounter differs from the one the sender knew, or
/// if one of the commands was refused.
pub(super) async fn add_usage(
    connection: &mut Connection,
    (encounter, standing): (EncounterId, EncounterStage),
    rows: &[EventRow],
) -> Result<TableUsage, StoreError> {
    let bytes: usize = rows
        .iter()
        .map(|row| row.body.len() + RECORD_OVERHEAD_BYTES)
        .sum();
    let at = rows.last().map_or(0, |row| rows::to_u64(row.at));
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
        .bind(to_i64(bytes as u64))
        .bind(to_i64(day_number(at)))
        .bind(&encounter.to_bytes()[..])
        .bind(rows::enum_to_text(&standing)?)
        .bind(rows.first().map_or(i64::MAX, |row| row.seq))
        .fetch_optional(&mut *connection)
        .await?;
    let all = row
        .as_ref()
        .map_or(Err(StoreError::Conflict), rows::bytes_written)?;
    let seats = add_seat_usage(connection, encounter, rows).await?;
    Ok(TableUsage { total: all, seats })
}

/// Adds the size of these records to the storage used by their seats. Returns the usage of all
/// seats of the table; `None` if no seat wrote.
async fn add_seat_usage(
    connection: &mut Connection,
    encounter: EncounterId,
    rows: &[EventRow],
) -> Result<Option<BTreeMap<SeatId, BytesWritten>>, StoreError> {
    let mut fresh: BTreeMap<i64, (usize, i64)> = BTreeMap::new();
    for row in rows {
        let Some(seat) = row.seat else { continue };
        let (bytes, at) = fresh.entry(seat).or_default();
        *bytes += row.body.len() + RECORD_OVERHEAD_BYTES;
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
            .bind(to_i64(bytes as u64))
            .bind(to_i64(day_number(rows::to_u64(at))))
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
    let one = |row: &SqlRow| Ok((rows::seat_id(row)?, rows::bytes_written(row)?));
    all.iter()
        .map(one)
        .collect::<Result<_, StoreError>>()
        .map(Some)
}

/// Stores a dice secret, in the same transaction as the record that commits the server to it.
pub(super) async fn insert_dice_secret(
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
        .bind(&secret.secret.expose().0[..])
        .execute(connection)
        .await?;
    Ok(())
}

/// Stores an encounter's snapshot with the link of its last record. A snapshot whose record does
/// not exist, or that is older than the stored one, is dropped: another server may have continued.
pub(super) async fn save_snapshot(
    connection: &mut Connection,
    encounter: EncounterId,
    kept: &Snapshot,
) -> Result<(), StoreError> {
    let row = query("SELECT link FROM events WHERE encounter_id = $1 AND seq = $2")
        .bind(&encounter.to_bytes()[..])
        .bind(to_i64(kept.seq))
        .fetch_optional(&mut *connection)
        .await?;
    let Some(link) = row.and_then(|row| ChainLink::from_column(&row, "link")) else {
        return Ok(());
    };
    let seq = to_i64(kept.seq);
    let sum = snapshot_checksum(encounter, (seq, &link), (&kept.format, &kept.body));
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
