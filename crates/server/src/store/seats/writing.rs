//! Writes to the seat tables, run inside the writer's transaction.

use rules::base::confusables::{NameSkeleton, is_name_taken};
use rules::base::id::{SeatId, TableId};
use rules::base::seat::Role;
use rules::base::text::Name;

use super::{NewSeat, RevokedSeat, Seat, SeatOutcome};
use crate::auth::token::TokenHash;
use crate::store::StoreError;
use crate::store::archive::SeatWithoutCredentials;
use crate::store::rows::{self, enum_to_text, seat_columns, to_i64};
use crate::store::sql::{Connection, query};

/// Creates a seat for a browser, unless the table is full or locked or the name is taken.
pub(in crate::store) async fn claim_seat(
    connection: &mut Connection,
    new: &NewSeat,
) -> Result<SeatOutcome, StoreError> {
    // Two simultaneous requests of one browser get one seat.
    if let Some(seat) = find_held_seat(connection, new.table, new.browser).await? {
        return Ok(SeatOutcome::Seated(seat.id));
    }
    let table = new.table.to_bytes();
    let locked = query("SELECT locked FROM tables WHERE id = $1")
        .bind(&table[..])
        .fetch_one(&mut *connection)
        .await?;
    if locked.single_column()? {
        return Ok(SeatOutcome::Locked);
    }
    let role = enum_to_text(&new.role)?;
    let sql = "SELECT COALESCE(MAX(seat), 0) AS last, \
               COUNT(CASE WHEN revoked_at IS NULL THEN 1 END) AS used, \
               COUNT(CASE WHEN revoked_at IS NULL AND role = $1 THEN 1 END) AS alike \
               FROM seats WHERE table_id = $2";
    let row = query(sql)
        .bind(&role)
        .bind(&table[..])
        .fetch_one(&mut *connection)
        .await?;
    let [last, used, alike] = ["last", "used", "alike"].map(|name| row.try_get::<i64, _>(name));
    let (last, used, alike) = (last?, used?, alike?);
    // Revoked seats keep their numbers, so the numbers are limited as well, to ten times as many.
    let is_full = used >= i64::from(new.max_seats) || alike >= i64::from(new.max_of_role);
    if is_full || last >= i64::from(new.max_seats) * 10 {
        return Ok(SeatOutcome::Full);
    }
    let sql = "SELECT name FROM seats WHERE table_id = $1 AND revoked_at IS NULL";
    let names = query(sql)
        .bind(&table[..])
        .fetch_all(&mut *connection)
        .await?;
    let names: Vec<Name> = names
        .iter()
        .filter_map(|row| Name::new(row.single_column::<&str>().ok()?).ok())
        .collect();
    if is_name_taken(&new.name, &names) != Ok(false) {
        return Ok(SeatOutcome::NameTaken);
    }
    let next = last + 1;
    let sql = "INSERT INTO seats (table_id, seat, role, name, browser, seen_at, created_at) \
               VALUES ($1, $2, $3, $4, $5, $6, $7)";
    query(sql)
        .bind(&table[..])
        .bind(next)
        .bind(role)
        .bind(new.name.as_str())
        .bind(&new.browser.0[..])
        .bind(to_i64(new.at))
        .bind(to_i64(new.at))
        .execute(&mut *connection)
        .await?;
    let seat = SeatId(rows::to_u32(next)?);
    reserve_name(connection, new.table, seat, &new.name).await?;
    Ok(SeatOutcome::Seated(seat))
}

/// Inserts a seat of an imported table, held by no browser unless one is given. Of seats with confusable names, only
/// the first reserves its name, as among seats older than the uniqueness rule.
pub(in crate::store) async fn insert_imported_seat(
    connection: &mut Connection,
    (table, at): (TableId, u64),
    seat: &SeatWithoutCredentials,
    browser: Option<&TokenHash>,
) -> Result<(), StoreError> {
    let sql = "INSERT INTO seats (table_id, seat, role, name, browser, seen_at, created_at, \
               revoked_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
    query(sql)
        .bind(&table.to_bytes()[..])
        .bind(i64::from(seat.seat.0))
        .bind(enum_to_text(&seat.role)?)
        .bind(&seat.name)
        .bind(browser.map(|browser| &browser.0[..]))
        .bind(to_i64(at))
        .bind(to_i64(at))
        .bind(seat.gone.then(|| to_i64(at)))
        .execute(&mut *connection)
        .await?;
    let likeness = Name::new(&seat.name).map(|name| NameSkeleton::from_name(&name));
    let Ok(Ok(likeness)) = likeness else {
        return Ok(());
    };
    for (way, reduction) in (0_i64..).zip(likeness.skeletons()) {
        if seat.gone {
            break;
        }
        let sql = "INSERT INTO likenesses (table_id, way, reduction, seat) VALUES ($1, $2, $3, $4) \
                   ON CONFLICT DO NOTHING";
        query(sql)
            .bind(&table.to_bytes()[..])
            .bind(way)
            .bind(reduction)
            .bind(i64::from(seat.seat.0))
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

/// Reserves a name at a table, so that no server can give a confusable name to another seat.
async fn reserve_name(
    connection: &mut Connection,
    table: TableId,
    seat: SeatId,
    name: &Name,
) -> Result<(), StoreError> {
    let likeness = NameSkeleton::from_name(name).map_err(rows::unreadable_error)?;
    for (way, reduction) in (0_i64..).zip(likeness.skeletons()) {
        let sql = "INSERT INTO likenesses (table_id, way, reduction, seat) VALUES ($1, $2, $3, $4)";
        query(sql)
            .bind(&table.to_bytes()[..])
            .bind(way)
            .bind(reduction)
            .bind(i64::from(seat.0))
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

/// Returns the seat in use that a browser holds at a table; `None` if it holds none.
pub(super) async fn find_held_seat(
    connection: &mut Connection,
    table: TableId,
    browser: TokenHash,
) -> Result<Option<Seat>, StoreError> {
    let sql = concat!(
        "SELECT ",
        seat_columns!(),
        " FROM seats WHERE browser = $1 AND table_id = $2 AND revoked_at IS NULL"
    );
    let row = query(sql)
        .bind(&browser.0[..])
        .bind(&table.to_bytes()[..])
        .fetch_optional(connection)
        .await?;
    row.as_ref().map(rows::seat).transpose()
}

/// Marks a seat as revoked, frees its name and deletes its one-time links.
pub(in crate::store) async fn revoke_seat(
    connection: &mut Connection,
    table: TableId,
    revoked: RevokedSeat,
    at: u64,
) -> Result<(), StoreError> {
    let (table, seat) = (table.to_bytes(), i64::from(revoked.seat.0));
    let sql = "UPDATE seats SET revoked_at = $1, revoked_by = $2 \
               WHERE table_id = $3 AND seat = $4 AND revoked_at IS NULL";
    query(sql)
        .bind(to_i64(at))
        .bind(revoked.by.map(|by| i64::from(by.0)))
        .bind(&table[..])
        .bind(seat)
        .execute(&mut *connection)
        .await?;
    // A removed player cannot come back, so their usage is deleted. A player who leaves by choice may return.
    if revoked.by != Some(revoked.seat) {
        query("DELETE FROM shares WHERE table_id = $1 AND seat = $2")
            .bind(&table[..])
            .bind(seat)
            .execute(&mut *connection)
            .await?;
    }
    for sql in [
        "DELETE FROM likenesses WHERE table_id = $1 AND seat = $2",
        "DELETE FROM passes WHERE table_id = $1 AND seat = $2",
    ] {
        query(sql)
            .bind(&table[..])
            .bind(seat)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

/// Updates the time of a seat's last visit.
pub(in crate::store) async fn record_visit(
    connection: &mut Connection,
    table: TableId,
    seat: SeatId,
    at: u64,
) -> Result<(), StoreError> {
    let sql = "UPDATE seats SET seen_at = $1 WHERE table_id = $2 AND seat = $3 AND seen_at < $1";
    query(sql)
        .bind(to_i64(at))
        .bind(&table.to_bytes()[..])
        .bind(i64::from(seat.0))
        .execute(connection)
        .await?;
    Ok(())
}

/// Sets whether a table is locked against new seats.
pub(in crate::store) async fn set_locked(
    connection: &mut Connection,
    table: TableId,
    locked: bool,
) -> Result<(), StoreError> {
    query("UPDATE tables SET locked = $1 WHERE id = $2")
        .bind(locked)
        .bind(&table.to_bytes()[..])
        .execute(connection)
        .await?;
    Ok(())
}

/// Sets the delay in seconds with which spectators see a table.
pub(in crate::store) async fn set_spectator_delay(
    connection: &mut Connection,
    table: TableId,
    seconds: u32,
) -> Result<(), StoreError> {
    query("UPDATE tables SET delay = $1 WHERE id = $2")
        .bind(i64::from(seconds))
        .bind(&table.to_bytes()[..])
        .execute(connection)
        .await?;
    Ok(())
}

/// Makes another seat in use the storyteller and the previous one a co-storyteller; `false` if the
/// roles had already changed. Both seats count as moved, so that their connections are authorized
/// again.
pub(in crate::store) async fn hand_over_storyteller(
    connection: &mut Connection,
    table: TableId,
    (from, to): (SeatId, SeatId),
) -> Result<bool, StoreError> {
    let bytes = table.to_bytes();
    let sql = "SELECT COUNT(*) FROM seats WHERE table_id = $1 AND revoked_at IS NULL \
               AND ((seat = $2 AND role = $3) OR (seat = $4 AND role != $3))";
    let there = query(sql)
        .bind(&bytes[..])
        .bind(i64::from(from.0))
        .bind(enum_to_text(&Role::Storyteller)?)
        .bind(i64::from(to.0))
        .fetch_one(&mut *connection)
        .await?;
    if there.single_column::<i64>()? != 2 {
        return Ok(false);
    }
    // The order matters: a table can have only one storyteller.
    for (seat, role) in [(from, Role::CoStoryteller), (to, Role::Storyteller)] {
        let sql = "UPDATE seats SET role = $1, moves = moves + 1 WHERE table_id = $2 AND seat = $3";
        query(sql)
            .bind(enum_to_text(&role)?)
            .bind(&bytes[..])
            .bind(i64::from(seat.0))
            .execute(&mut *connection)
            .await?;
        // Existing links were issued for the previous role.
        query("DELETE FROM passes WHERE table_id = $1 AND seat = $2")
            .bind(&bytes[..])
            .bind(i64::from(seat.0))
            .execute(&mut *connection)
            .await?;
    }
    Ok(true)
}
