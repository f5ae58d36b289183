//! Writes one-time links and redeems them, run inside the writer's transaction.

use super::writing::find_held_seat;
use super::{NewPass, PassKind, PassOutcome, Seat};
use crate::auth::token::TokenHash;
use crate::store::StoreError;
use crate::store::rows::{self, enum_to_text, seat_columns, to_i64};
use crate::store::sql::{Connection, query};

/// Stores a one-time link in place of the previous one of its kind.
pub(in crate::store) async fn save_pass(
    connection: &mut Connection,
    pass: &NewPass,
) -> Result<(), StoreError> {
    let sql = "INSERT INTO passes (table_id, seat, kind, hash, expires_at) VALUES ($1, $2, $3, $4, $5) \
               ON CONFLICT (table_id, seat, kind) DO UPDATE \
               SET hash = excluded.hash, expires_at = excluded.expires_at";
    query(sql)
        .bind(&pass.table.to_bytes()[..])
        .bind(i64::from(pass.seat.0))
        .bind(enum_to_text(&pass.kind)?)
        .bind(&pass.hash.0[..])
        .bind(pass.expires_at.map(to_i64))
        .execute(connection)
        .await?;
    Ok(())
}

/// Selects the seat of a one-time link that is valid now.
pub(in crate::store) const SEAT_OF_PASS_QUERY: &str = concat!(
    "SELECT ",
    seat_columns!(),
    " FROM passes JOIN seats USING (table_id, seat) WHERE passes.hash = $1 \
     AND (passes.expires_at IS NULL OR passes.expires_at > $2) AND seats.revoked_at IS NULL"
);

/// Moves the seat of a valid one-time link to a browser and deletes the link.
pub(in crate::store) async fn redeem_pass(
    connection: &mut Connection,
    hash: TokenHash,
    browser: TokenHash,
    now: u64,
) -> Result<PassOutcome, StoreError> {
    let row = query(SEAT_OF_PASS_QUERY)
        .bind(&hash.0[..])
        .bind(to_i64(now))
        .fetch_optional(&mut *connection)
        .await?;
    let Some(mut seat) = row.as_ref().map(rows::seat).transpose()? else {
        return Ok(PassOutcome::InvalidPass);
    };
    let before = find_held_seat(connection, seat.table, browser).await?;
    let instead_of = before.filter(|before| before.id != seat.id);
    if instead_of
        .as_ref()
        .is_some_and(|before| !before.role.can_leave_table())
    {
        return Ok(PassOutcome::SeatCannotLeave);
    }
    if let Some(before) = &instead_of {
        assign_browser(connection, before, None, now).await?;
    }
    assign_browser(connection, &seat, Some(browser), now).await?;
    seat.moves += 1;
    // All other links that move the seat are deleted as well.
    let sql = "DELETE FROM passes WHERE table_id = $1 AND seat = $2 AND (hash = $3 OR kind = $4)";
    query(sql)
        .bind(&seat.table.to_bytes()[..])
        .bind(i64::from(seat.id.0))
        .bind(&hash.0[..])
        .bind(enum_to_text(&PassKind::Move)?)
        .execute(connection)
        .await?;
    Ok(PassOutcome::Moved { seat, instead_of })
}

/// Assigns a seat to another browser, or to none.
async fn assign_browser(
    connection: &mut Connection,
    seat: &Seat,
    browser: Option<TokenHash>,
    now: u64,
) -> Result<(), StoreError> {
    let sql = "UPDATE seats SET browser = $1, token_hash = NULL, moves = moves + 1, seen_at = $2 \
               WHERE table_id = $3 AND seat = $4";
    let hash = browser.as_ref().map(|browser| &browser.0[..]);
    query(sql)
        .bind(hash)
        .bind(to_i64(now))
        .bind(&seat.table.to_bytes()[..])
        .bind(i64::from(seat.id.0))
        .execute(connection)
        .await?;
    Ok(())
}
