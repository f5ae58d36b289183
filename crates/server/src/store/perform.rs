//! Executes each kind of [`Write`] on either database, inside the writer's transaction.

use std::collections::BTreeMap;

use rules::id::{EncounterId, SeatId, TableId};

use super::archive;
use super::chain::{Link, sum};
use super::heads::{self, Heads};
use super::portraits;
use super::refusals;
use super::rows::{self, EventRow, number};
use super::scenes::{make_current, make_scene, remove_prepared, set_called};
use super::seats::writing as seating;
use super::sql::{Connection, Row, Value, insert_rows, query};
use super::writer::{Answer, Lines, Write, Wrote};
use super::{
    DiceSecret, End, Kept, NewSeat, NewTable, Revoked, Size, Standing, StoreError, Written,
};
use crate::limits::day;

/// Number of rows per statement: SQLite allows 32,766 values, Postgres twice as many, and a row has seven.
const ROWS: usize = 4096;

/// Executes one write.
pub(super) async fn perform(
    connection: &mut Connection,
    heads: &mut Heads,
    write: &Write,
) -> Answer {
    match write {
        Write::Table(table, rows) => make_table(connection, heads, table, rows).await?,
        Write::Whole(new, logs) => archive::write(connection, heads, new, logs).await?,
        Write::Scene(new, rows) => {
            unchanged(connection, new.leaves).await?;
            make_scene(connection, &new.scene, new.at).await?;
            insert(connection, heads, &rows.iter().collect::<Vec<_>>()).await?;
            count(connection, (new.scene.id, new.scene.standing), rows).await?;
        }
        Write::Current(id, at, leaves) => {
            unchanged(connection, *leaves).await?;
            make_current(connection, *id, *at).await?;
        }
        Write::RemovePrepared(id) => {
            remove_prepared(connection, *id).await?;
            heads.forget(*id);
        }
        Write::Code(table, code) => {
            // Expired codes may be reused by other tables.
            query("UPDATE tables SET code = NULL WHERE code = $1 AND code_expires_at <= $2")
                .bind(&code.words)
                .bind(number(
                    code.expires_at.saturating_sub(crate::invite::CODE_LIFE_MS),
                ))
                .execute(&mut *connection)
                .await?;
            let set = query("UPDATE tables SET code = $1, code_expires_at = $2 WHERE id = $3")
                .bind(&code.words)
                .bind(number(code.expires_at))
                .bind(&table.to_bytes()[..])
                .execute(connection)
                .await?;
            if set == 0 {
                return Err(StoreError::Gone);
            }
        }
        Write::StopInvites(table) => stop_invites(connection, *table).await?,
        Write::Delete(table) => {
            for row in query("SELECT id FROM encounters WHERE table_id = $1")
                .bind(&table.to_bytes()[..])
                .fetch_all(&mut *connection)
                .await?
            {
                heads.forget(rows::encounter_id(&row)?);
            }
            query("DELETE FROM tables WHERE id = $1")
                .bind(&table.to_bytes()[..])
                .execute(connection)
                .await?;
        }
        Write::Seat(seat) => return seating::sit(connection, seat).await.map(Wrote::Seat),
        Write::Delay(table, seconds) => seating::delay(connection, *table, *seconds).await?,
        Write::Lock(table, locked) => seating::lock(connection, *table, *locked).await?,
        Write::HandOver(table, seats) => {
            let done = seating::hand_over(connection, *table, *seats).await?;
            return Ok(Wrote::HandedOver(done));
        }
        Write::Seen(table, seat, at) => seating::seen(connection, *table, *seat, *at).await?,
        Write::Revoke(table, seat, at) => seating::revoke(connection, *table, *seat, *at).await?,
        Write::Fold(browser, old) => {
            let folded = seating::fold(connection, *browser, old).await?;
            return Ok(Wrote::Folded(folded));
        }
        Write::ForgetOldTokens(browser) => seating::forget_old_tokens(connection, *browser).await?,
        Write::Pass(pass) => seating::make_pass(connection, pass).await?,
        Write::UsePass(hash, browser, now) => {
            let moved = seating::use_pass(connection, *hash, *browser, *now).await?;
            return Ok(Wrote::Moved(moved));
        }
        Write::Log(lines) => {
            insert(connection, heads, &lines.rows.iter().collect::<Vec<_>>()).await?;
            return beside(connection, lines).await.map(Wrote::Log);
        }
        Write::Refused(refused) => refusals::keep_alone(connection, refused).await?,
        Write::Portrait(new) => return portraits::keep(connection, new).await.map(Wrote::Portrait),
        Write::Snapshot(encounter, kept) => keep(connection, *encounter, kept).await?,
    }
    Ok(Wrote::Done)
}

/// Invalidates all invite links of a table and its invite code.
async fn stop_invites(connection: &mut Connection, table: TableId) -> Result<(), StoreError> {
    let sql = "UPDATE tables SET invite_generation = invite_generation + 1, \
               code = NULL, code_expires_at = NULL WHERE id = $1";
    query(sql)
        .bind(&table.to_bytes()[..])
        .execute(connection)
        .await?;
    Ok(())
}

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

/// Bytes counted for a record in addition to its body: ids, numbers, link, and entries in two indexes.
const BESIDE_WORDS: usize = 100;

/// Checks that the encounter the table leaves has no records its room does not know, which would otherwise not be
/// carried over.
async fn unchanged(connection: &mut Connection, leaves: Option<End>) -> Result<(), StoreError> {
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
async fn keep_secret(
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

/// Applies the other changes of an append: revoked seats, dice secrets, title, stage, and sometimes a snapshot. A
/// removed player knows the invite links, so these are invalidated as well.
pub(super) async fn beside(connection: &mut Connection, lines: &Lines) -> Result<Size, StoreError> {
    // Before seats are revoked, because that deletes their usage.
    let size = count(connection, (lines.encounter, lines.standing), &lines.rows).await?;
    if !lines.revoked.is_empty() {
        let sql = "SELECT table_id FROM encounters WHERE id = $1";
        let row = query(sql)
            .bind(&lines.encounter.to_bytes()[..])
            .fetch_one(&mut *connection)
            .await?;
        let table = rows::table_id(&row, "table_id")?;
        for revoked in &lines.revoked {
            seating::revoke(connection, table, *revoked, lines.at).await?;
        }
        let shown_out = |revoked: &Revoked| revoked.by != Some(revoked.seat);
        if lines.revoked.iter().any(shown_out) {
            stop_invites(connection, table).await?;
        }
    }
    for secret in &lines.secrets {
        keep_secret(connection, lines.encounter, secret).await?;
    }
    if let Some(called) = &lines.called {
        set_called(connection, lines.encounter, called).await?;
    }
    refusals::keep(connection, lines.encounter, &lines.refused, lines.at).await?;
    if lines.becomes_current {
        unchanged(connection, lines.leaves).await?;
        make_current(connection, lines.encounter, lines.at).await?;
    }
    if let Some(kept) = &lines.snapshot {
        keep(connection, lines.encounter, kept).await?;
    }
    Ok(size)
}

/// Stores a snapshot with the link of its last record. A snapshot whose record does not exist, or that is older than
/// the stored one, is dropped: another server may have continued.
async fn keep(
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

/// Creates a table with its first encounter and the storyteller's seat.
async fn make_table(
    connection: &mut Connection,
    heads: &mut Heads,
    table: &NewTable,
    rows: &[EventRow],
) -> Result<(), StoreError> {
    let (id, scene) = (table.scene.table.to_bytes(), &table.scene);
    query("INSERT INTO tables (id, name, demo, created_at) VALUES ($1, $2, $3, $4)")
        .bind(&id[..])
        .bind(&table.name)
        .bind(table.demo)
        .bind(number(table.at))
        .execute(&mut *connection)
        .await?;
    make_scene(connection, scene, table.at).await?;
    insert(connection, heads, &rows.iter().collect::<Vec<_>>()).await?;
    count(connection, (scene.id, scene.standing), rows).await?;
    let storyteller = NewSeat {
        table: scene.table,
        role: rules::seat::Role::Storyteller,
        name: table.storyteller.clone(),
        browser: table.browser,
        at: table.at,
        most: 1,
        most_of_role: 1,
    };
    seating::sit(connection, &storyteller).await?;
    Ok(())
}
