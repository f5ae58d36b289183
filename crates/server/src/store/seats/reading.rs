//! Seat queries of the SQL store; writes are passed to its writer.

use async_trait::async_trait;
use rules::id::{SeatId, TableId};

use super::passes::SEAT_OF_PASS;
use super::{
    Changed, Folded, Moved, NewPass, NewSeat, PassKind, Revoked, Sat, Seat, Seats, Sitting,
};
use crate::auth::token::TokenHash;
use crate::store::StoreError;
use crate::store::rows::{self, number, seat_columns};
use crate::store::sql::{Row, Value, query};
use crate::store::sql_store::SqlStore;
use crate::store::writes::{Write, Wrote};

/// Returns the error for a writer outcome that does not match the request.
fn strange(wrote: &Wrote) -> StoreError {
    rows::unreadable(format!("{wrote:?}"))
}

/// Reads a seat after verifying its checksum, so that nobody gains a seat or a role through a tampered row.
async fn as_written(store: &SqlStore, row: Option<Row>) -> Result<Option<Seat>, StoreError> {
    let Some(row) = row else { return Ok(None) };
    let (table, seat) = (rows::table_id(&row, "table_id")?, rows::seat_id(&row)?);
    let table = table.to_bytes();
    let of = [
        ("table_id", Value::from(&table[..])),
        ("seat", Value::from(seat.0)),
    ];
    store.is_as_written("this seat", "seats", &of).await?;
    rows::seat(&row).map(Some)
}

#[async_trait]
impl Seats for SqlStore {
    async fn make_seat(&self, seat: NewSeat) -> Result<Sat, StoreError> {
        match self.writer.write(Write::Seat(seat)).await? {
            Wrote::Seat(sat) => Ok(sat),
            other => Err(strange(&other)),
        }
    }

    async fn seat(&self, table: TableId, seat: SeatId) -> Result<Option<Seat>, StoreError> {
        let sql = concat!(
            "SELECT ",
            seat_columns!(),
            " FROM seats WHERE table_id = $1 AND seat = $2 AND revoked_at IS NULL"
        );
        let row = query(sql)
            .bind(&table.to_bytes()[..])
            .bind(i64::from(seat.0))
            .fetch_optional(&self.readers())
            .await?;
        as_written(self, row).await
    }

    async fn seats(&self, table: TableId) -> Result<Vec<Seat>, StoreError> {
        let sql = concat!(
            "SELECT ",
            seat_columns!(),
            " FROM seats WHERE table_id = $1 AND revoked_at IS NULL ORDER BY seat"
        );
        self.all(sql, &table.to_bytes(), rows::seat).await
    }

    async fn seat_of_browser(
        &self,
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
            .fetch_optional(&self.readers())
            .await?;
        as_written(self, row).await
    }

    async fn sittings(&self, browser: TokenHash) -> Result<Vec<Sitting>, StoreError> {
        let sql = concat!(
            "SELECT ",
            seat_columns!(),
            ", tables.name AS table_name, (SELECT system FROM encounters \
             WHERE encounters.table_id = seats.table_id ORDER BY created_at DESC, id LIMIT 1) \
             AS system FROM seats JOIN tables ON tables.id = seats.table_id \
             WHERE seats.browser = $1 AND seats.revoked_at IS NULL AND NOT tables.demo \
             ORDER BY seats.seen_at DESC, seats.created_at DESC LIMIT 200"
        );
        // A damaged row must not hide the others.
        let read = |row: &Row| Ok(rows::sitting(row).ok());
        let all: Vec<_> = self.all(sql, &browser.0, read).await?;
        Ok(all.into_iter().flatten().collect())
    }

    async fn was_shown_out(&self, table: TableId, browser: TokenHash) -> Result<bool, StoreError> {
        let sql = "SELECT EXISTS (SELECT 1 FROM seats \
                   WHERE table_id = $1 AND browser = $2 AND revoked_by != seat)";
        let was = query(sql)
            .bind(&table.to_bytes()[..])
            .bind(&browser.0[..])
            .fetch_one(&self.readers())
            .await?;
        was.only()
    }

    async fn seen(&self, table: TableId, seat: SeatId, at: u64) -> Result<(), StoreError> {
        self.writer.write(Write::Seen(table, seat, at)).await?;
        Ok(())
    }

    async fn revoke(&self, table: TableId, revoked: Revoked, at: u64) -> Result<(), StoreError> {
        self.writer.write(Write::Revoke(table, revoked, at)).await?;
        Ok(())
    }

    async fn lock(&self, table: TableId, locked: bool) -> Result<(), StoreError> {
        self.writer.write(Write::Lock(table, locked)).await?;
        Ok(())
    }

    async fn delay(&self, table: TableId, seconds: u32) -> Result<(), StoreError> {
        self.writer.write(Write::Delay(table, seconds)).await?;
        Ok(())
    }

    async fn hand_over(
        &self,
        table: TableId,
        from: SeatId,
        to: SeatId,
    ) -> Result<bool, StoreError> {
        let write = Write::HandOver(table, (from, to));
        match self.writer.write(write).await? {
            Wrote::HandedOver(done) => Ok(done),
            other => Err(strange(&other)),
        }
    }

    async fn changed_seats(&self, table: TableId) -> Result<Changed, StoreError> {
        // Seats in use first: a seat revoked in between is then among the revoked ones, too.
        let sitting = self.seats(table).await?;
        let sql = "SELECT seat, moves, revoked_at IS NOT NULL AS is_revoked FROM seats \
                   WHERE table_id = $1 AND (revoked_at IS NOT NULL OR moves > 0)";
        let read = |row: &Row| {
            let is_revoked = row.try_get("is_revoked")?;
            let moves = rows::small(row.try_get("moves")?)?;
            Ok((rows::seat_id(row)?, is_revoked, moves))
        };
        let rows: Vec<_> = self.all(sql, &table.to_bytes(), read).await?;
        let mut changed = Changed {
            sitting,
            ..Changed::default()
        };
        for (seat, is_revoked, moves) in rows {
            if is_revoked {
                changed.revoked.insert(seat);
            }
            changed.moves.insert(seat, moves);
        }
        Ok(changed)
    }

    async fn fold(
        &self,
        browser: TokenHash,
        old: Vec<(TableId, TokenHash)>,
    ) -> Result<Folded, StoreError> {
        match self.writer.write(Write::Fold(browser, old)).await? {
            Wrote::Folded(folded) => Ok(folded),
            other => Err(strange(&other)),
        }
    }

    async fn forget_old_tokens(&self, browser: TokenHash) -> Result<(), StoreError> {
        self.writer.write(Write::ForgetOldTokens(browser)).await?;
        Ok(())
    }

    async fn make_pass(&self, pass: NewPass) -> Result<(), StoreError> {
        self.writer.write(Write::Pass(pass)).await?;
        Ok(())
    }

    async fn seat_of_pass(&self, hash: TokenHash, now: u64) -> Result<Option<Seat>, StoreError> {
        let row = query(SEAT_OF_PASS)
            .bind(&hash.0[..])
            .bind(number(now))
            .fetch_optional(&self.readers())
            .await?;
        as_written(self, row).await
    }

    async fn has_pass(
        &self,
        table: TableId,
        seat: SeatId,
        kind: PassKind,
    ) -> Result<bool, StoreError> {
        let sql = "SELECT EXISTS (SELECT 1 FROM passes \
                   WHERE table_id = $1 AND seat = $2 AND kind = $3)";
        let has = query(sql)
            .bind(&table.to_bytes()[..])
            .bind(i64::from(seat.0))
            .bind(rows::word(&kind)?)
            .fetch_one(&self.readers())
            .await?;
        has.only()
    }

    async fn use_pass(
        &self,
        hash: TokenHash,
        browser: TokenHash,
        now: u64,
    ) -> Result<Moved, StoreError> {
        match self
            .writer
            .write(Write::UsePass(hash, browser, now))
            .await?
        {
            Wrote::Moved(moved) => Ok(moved),
            other => Err(strange(&other)),
        }
    }
}
