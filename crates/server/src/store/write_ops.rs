//! Executes each kind of [`Write`] on either database, inside the writer's transaction.

use super::archive::writing as archive;
use super::encounters::{
    delete_prepared_encounter, insert_encounter, set_current_encounter, set_title,
};
use super::log_rows::{
    add_usage, check_unchanged, insert_dice_secret, insert_records, save_snapshot,
};
use super::log_tails::LogTails;
use super::portraits;
use super::refusals;
use super::rows;
use super::seats::{old_tokens, passes, writing as seating};
use super::sql::{Connection, query};
use super::tables::{create_table, delete_table, revoke_invites, set_code};
use super::writes::{LogWrite, Write, WriteOutcome, WriteReply};
use super::{RevokedSeat, StoreError, TableUsage};

/// Executes one write on the connection.
pub(super) async fn apply_write(
    connection: &mut Connection,
    heads: &mut LogTails,
    write: &Write,
) -> WriteReply {
    match write {
        Write::Table(table, rows) => create_table(connection, heads, table, rows).await?,
        Write::ImportTable(new, logs) => {
            archive::write_import(connection, heads, new, logs).await?
        }
        Write::CreateEncounter(new, rows) => {
            check_unchanged(connection, new.continues_from).await?;
            insert_encounter(connection, &new.info, new.at).await?;
            insert_records(connection, heads, &rows.iter().collect::<Vec<_>>()).await?;
            add_usage(connection, (new.info.id, new.info.stage), rows).await?;
        }
        Write::SetCurrent(id, at, leaves) => {
            check_unchanged(connection, *leaves).await?;
            set_current_encounter(connection, *id, *at).await?;
        }
        Write::RemovePrepared(id) => {
            delete_prepared_encounter(connection, *id).await?;
            heads.forget_encounter(*id);
        }
        Write::Code(table, code) => set_code(connection, *table, code).await?,
        Write::StopInvites(table) => revoke_invites(connection, *table).await?,
        Write::Delete(table) => delete_table(connection, heads, *table).await?,
        Write::Seat(seat) => {
            return seating::claim_seat(connection, seat)
                .await
                .map(WriteOutcome::Seat);
        }
        Write::Delay(table, seconds) => {
            seating::set_spectator_delay(connection, *table, *seconds).await?
        }
        Write::Lock(table, locked) => seating::set_locked(connection, *table, *locked).await?,
        Write::HandOver(table, seats) => {
            let done = seating::hand_over_storyteller(connection, *table, *seats).await?;
            return Ok(WriteOutcome::HandedOver(done));
        }
        Write::RecordVisit(table, seat, at) => {
            seating::record_visit(connection, *table, *seat, *at).await?
        }
        Write::Revoke(table, seat, at) => {
            seating::revoke_seat(connection, *table, *seat, *at).await?
        }
        Write::AdoptOldCookies(browser, old) => {
            let folded = old_tokens::adopt_old_cookies(connection, *browser, old).await?;
            return Ok(WriteOutcome::CookiesAdopted(folded));
        }
        Write::ForgetOldTokens(browser) => {
            old_tokens::forget_old_tokens(connection, *browser).await?
        }
        Write::Pass(pass) => passes::save_pass(connection, pass).await?,
        Write::UsePass(hash, browser, now) => {
            let moved = passes::redeem_pass(connection, *hash, *browser, *now).await?;
            return Ok(WriteOutcome::PassRedeemed(moved));
        }
        Write::Log(lines) => {
            insert_records(connection, heads, &lines.rows.iter().collect::<Vec<_>>()).await?;
            return apply_log_extras(connection, lines)
                .await
                .map(WriteOutcome::Log);
        }
        Write::Refused(refused) => refusals::save_if_current(connection, refused).await?,
        Write::Portrait(new) => {
            return portraits::insert_portrait(connection, new)
                .await
                .map(WriteOutcome::Portrait);
        }
        Write::Snapshot(encounter, kept) => save_snapshot(connection, *encounter, kept).await?,
    }
    Ok(WriteOutcome::Done)
}

/// Applies the changes that come with an append to the log besides its records, such as revoked
/// seats and dice secrets. A removed player knows the invite links, so these are invalidated as
/// well.
pub(super) async fn apply_log_extras(
    connection: &mut Connection,
    lines: &LogWrite,
) -> Result<TableUsage, StoreError> {
    // Before seats are revoked, because that deletes their usage.
    let size = add_usage(connection, (lines.encounter, lines.stage), &lines.rows).await?;
    if !lines.revoked.is_empty() {
        let sql = "SELECT table_id FROM encounters WHERE id = $1";
        let row = query(sql)
            .bind(&lines.encounter.to_bytes()[..])
            .fetch_one(&mut *connection)
            .await?;
        let table = rows::table_id(&row, "table_id")?;
        for revoked in &lines.revoked {
            seating::revoke_seat(connection, table, *revoked, lines.at).await?;
        }
        let shown_out = |revoked: &RevokedSeat| revoked.by != Some(revoked.seat);
        if lines.revoked.iter().any(shown_out) {
            revoke_invites(connection, table).await?;
        }
    }
    for secret in &lines.secrets {
        insert_dice_secret(connection, lines.encounter, secret).await?;
    }
    if let Some(called) = &lines.renamed_to {
        set_title(connection, lines.encounter, called).await?;
    }
    refusals::save_refusals(connection, lines.encounter, &lines.refused, lines.at).await?;
    if lines.becomes_current {
        check_unchanged(connection, lines.left_encounter).await?;
        set_current_encounter(connection, lines.encounter, lines.at).await?;
    }
    if let Some(kept) = &lines.snapshot {
        save_snapshot(connection, lines.encounter, kept).await?;
    }
    Ok(size)
}
