//! Seat queries of the SQL store; writes are passed to its writer.

use async_trait::async_trait;
use rules::base::id::{SeatId, TableId};

use super::passes::SEAT_OF_PASS_QUERY;
use super::{
    AdoptedCookies, NewPass, NewSeat, PassKind, PassOutcome, RevokedSeat, Seat, SeatChanges,
    SeatListing, SeatOutcome, SeatStore,
};
use crate::auth::token::TokenHash;
use crate::store::StoreError;
use crate::store::rows::{self, seat_columns, to_i64};
use crate::store::sql::{SqlRow, Value, query};
use crate::store::sql_store::SqlStore;
use crate::store::writes::{Write, WriteOutcome};

/// Returns the error for a result of the writer task that does not match the request.
fn unexpected_outcome(wrote: &WriteOutcome) -> StoreError {
    rows::unreadable_error(format!("{wrote:?}"))
}

/// Reads a seat after verifying its checksum, so that nobody gains a seat or a role through a tampered row.
async fn verify_seat(store: &SqlStore, row: Option<SqlRow>) -> Result<Option<Seat>, StoreError> {
    let Some(row) = row else { return Ok(None) };
    let (table, seat) = (rows::table_id(&row, "table_id")?, rows::seat_id(&row)?);
    let table = table.to_bytes();
    let of = [
        ("table_id", Value::from(&table[..])),
        ("seat", Value::from(seat.0)),
    ];
    store.verify_rows("this seat", "seats", &of).await?;
    rows::seat(&row).map(Some)
}

#[async_trait]
impl SeatStore for SqlStore {
    async fn create_seat(&self, seat: NewSeat) -> Result<SeatOutcome, StoreError> {
        match self.writer.write(Write::Seat(seat)).await? {
            WriteOutcome::Seat(sat) => Ok(sat),
            other => Err(unexpected_outcome(&other)),
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
        verify_seat(self, row).await
    }

    async fn seats(&self, table: TableId) -> Result<Vec<Seat>, StoreError> {
        let sql = concat!(
            "SELECT ",
            seat_columns!(),
            " FROM seats WHERE table_id = $1 AND revoked_at IS NULL ORDER BY seat"
        );
        self.query_all(sql, &table.to_bytes(), rows::seat).await
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
        verify_seat(self, row).await
    }

    async fn list_seats_of_browser(
        &self,
        browser: TokenHash,
    ) -> Result<Vec<SeatListing>, StoreError> {
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
        let read = |row: &SqlRow| Ok(rows::seat_listing(row).ok());
        let all: Vec<_> = self.query_all(sql, &browser.0, read).await?;
        Ok(all.into_iter().flatten().collect())
    }

    async fn was_removed_from_table(
        &self,
        table: TableId,
        browser: TokenHash,
    ) -> Result<bool, StoreError> {
        let sql = "SELECT EXISTS (SELECT 1 FROM seats \
                   WHERE table_id = $1 AND browser = $2 AND revoked_by != seat)";
        let was = query(sql)
            .bind(&table.to_bytes()[..])
            .bind(&browser.0[..])
            .fetch_one(&self.readers())
            .await?;
        was.single_column()
    }

    async fn record_visit(&self, table: TableId, seat: SeatId, at: u64) -> Result<(), StoreError> {
        self.writer
            .write(Write::RecordVisit(table, seat, at))
            .await?;
        Ok(())
    }

    async fn revoke_seat(
        &self,
        table: TableId,
        revoked: RevokedSeat,
        at: u64,
    ) -> Result<(), StoreError> {
        self.writer.write(Write::Revoke(table, revoked, at)).await?;
        Ok(())
    }

    async fn set_locked(&self, table: TableId, locked: bool) -> Result<(), StoreError> {
        self.writer.write(Write::Lock(table, locked)).await?;
        Ok(())
    }

    async fn set_spectator_delay(&self, table: TableId, seconds: u32) -> Result<(), StoreError> {
        self.writer.write(Write::Delay(table, seconds)).await?;
        Ok(())
    }

    async fn hand_over_storyteller(
        &self,
        table: TableId,
        from: SeatId,
        to: SeatId,
    ) -> Result<bool, StoreError> {
        let write = Write::HandOver(table, (from, to));
        match self.writer.write(write).await? {
            WriteOutcome::HandedOver(done) => Ok(done),
            other => Err(unexpected_outcome(&other)),
        }
    }

    async fn seat_changes(&self, table: TableId) -> Result<SeatChanges, StoreError> {
        // Seats in use first: a seat revoked in between is then among the revoked ones, too.
        let sitting = self.seats(table).await?;
        let sql = "SELECT seat, moves, revoked_at IS NOT NULL AS is_revoked FROM seats \
                   WHERE table_id = $1 AND (revoked_at IS NOT NULL OR moves > 0)";
        let read = |row: &SqlRow| {
            let is_revoked = row.try_get("is_revoked")?;
            let moves = rows::to_u32(row.try_get("moves")?)?;
            Ok((rows::seat_id(row)?, is_revoked, moves))
        };
        let rows: Vec<_> = self.query_all(sql, &table.to_bytes(), read).await?;
        let mut changed = SeatChanges {
            in_use: sitting,
            ..SeatChanges::default()
        };
        for (seat, is_revoked, moves) in rows {
            if is_revoked {
                changed.revoked.insert(seat);
            }
            changed.moves.insert(seat, moves);
        }
        Ok(changed)
    }

    async fn adopt_old_cookies(
        &self,
        browser: TokenHash,
        old: Vec<(TableId, TokenHash)>,
    ) -> Result<AdoptedCookies, StoreError> {
        match self
            .writer
            .write(Write::AdoptOldCookies(browser, old))
            .await?
        {
            WriteOutcome::CookiesAdopted(folded) => Ok(folded),
            other => Err(unexpected_outcome(&other)),
        }
    }

    async fn forget_old_tokens(&self, browser: TokenHash) -> Result<(), StoreError> {
        self.writer.write(Write::ForgetOldTokens(browser)).await?;
        Ok(())
    }

    async fn create_pass(&self, pass: NewPass) -> Result<(), StoreError> {
        self.writer.write(Write::Pass(pass)).await?;
        Ok(())
    }

    async fn seat_of_pass(&self, hash: TokenHash, now: u64) -> Result<Option<Seat>, StoreError> {
        let row = query(SEAT_OF_PASS_QUERY)
            .bind(&hash.0[..])
            .bind(to_i64(now))
            .fetch_optional(&self.readers())
            .await?;
        verify_seat(self, row).await
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
            .bind(rows::enum_to_text(&kind)?)
            .fetch_one(&self.readers())
            .await?;
        has.single_column()
    }

    async fn redeem_pass(
        &self,
        hash: TokenHash,
        browser: TokenHash,
        now: u64,
    ) -> Result<PassOutcome, StoreError> {
        match self
            .writer
            .write(Write::UsePass(hash, browser, now))
            .await?
        {
            WriteOutcome::PassRedeemed(moved) => Ok(moved),
            other => Err(unexpected_outcome(&other)),
        }
    }
}
