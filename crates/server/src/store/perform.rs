//! Executes each kind of [`Write`] on either database, inside the writer's transaction.

use super::archive::writing as archive;
use super::heads::Heads;
use super::log_rows::{count, insert, keep, keep_secret, unchanged};
use super::portraits;
use super::refusals;
use super::rows;
use super::scenes::{make_current, make_scene, remove_prepared, set_called};
use super::seats::{old_tokens, passes, writing as seating};
use super::sql::{Connection, query};
use super::tables::{delete_table, make_table, set_code, stop_invites};
use super::writes::{Answer, Lines, Write, Wrote};
use super::{Revoked, Size, StoreError};

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
        Write::Code(table, code) => set_code(connection, *table, code).await?,
        Write::StopInvites(table) => stop_invites(connection, *table).await?,
        Write::Delete(table) => delete_table(connection, heads, *table).await?,
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
            let folded = old_tokens::fold(connection, *browser, old).await?;
            return Ok(Wrote::Folded(folded));
        }
        Write::ForgetOldTokens(browser) => {
            old_tokens::forget_old_tokens(connection, *browser).await?
        }
        Write::Pass(pass) => passes::make_pass(connection, pass).await?,
        Write::UsePass(hash, browser, now) => {
            let moved = passes::use_pass(connection, *hash, *browser, *now).await?;
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
