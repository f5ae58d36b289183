//! Makes the checksums of rows that have none yet.

use std::collections::BTreeSet;

use rules::base::id::EncounterId;

use super::checking::read_row_checksums;
use super::entries::{
    DAMAGED_CHECKSUM, DamagedRow, LOG_TAILS_NAME, encode_tail, log_key, upsert_checksums,
};
use super::shapes::load_schemas;
use super::watching::create_trigger;
use crate::store::StoreError;
use crate::store::hash_chain::ChainLink;
use crate::store::log_tails::LogTail;
use crate::store::sql::{Executor, SqlRow, query};

/// Rebuilds the checksums of all rows within a transaction, for data that predates checksums or was imported as a
/// whole. Rows listed in `damaged` stay marked as damaged.
pub(in crate::store) async fn rebuild_checksums(
    mut on: Executor<'_>,
    damaged: &[DamagedRow],
) -> Result<(), StoreError> {
    let damaged: BTreeSet<&DamagedRow> = damaged.iter().collect();
    query("DELETE FROM sums").execute(on.reborrow()).await?;
    for shape in load_schemas(on.reborrow()).await? {
        if !on.is_sqlite() {
            create_trigger(on.reborrow(), &shape).await?;
        }
        let mut sums = Vec::new();
        for (key, row, _) in read_row_checksums(on.reborrow(), &shape).await? {
            let place = [shape.name.clone(), key];
            let sum = if damaged.contains(&place) {
                DAMAGED_CHECKSUM.to_vec()
            } else {
                row
            };
            sums.push((place, sum));
        }
        upsert_checksums(on.reborrow(), &sums).await?;
    }
    let sql = "SELECT encounter_id, seq, link FROM events AS it WHERE seq = \
               (SELECT MAX(seq) FROM events WHERE encounter_id = it.encounter_id)";
    let mut sums = Vec::new();
    for row in query(sql).fetch_all(on.reborrow()).await? {
        if let Some((encounter, head)) = read_tail(&row) {
            sums.push((
                [LOG_TAILS_NAME.to_owned(), log_key(encounter)],
                encode_tail(head),
            ));
        }
    }
    upsert_checksums(on, &sums).await
}

/// Reads the end of a log from a row of the database table `events`.
fn read_tail(row: &SqlRow) -> Option<(EncounterId, LogTail)> {
    let id: &[u8] = row.try_get("encounter_id").ok()?;
    let seq: i64 = row.try_get("seq").ok()?;
    let link = ChainLink::from_column(row, "link")?;
    let seq = u64::try_from(seq).ok()?;
    Some((
        EncounterId::from_bytes(id.try_into().ok()?),
        LogTail { seq, link },
    ))
}

/// Rebuilds the checksums if they are older than migration number `version`.
pub(in crate::store) async fn rebuild_once(
    mut on: Executor<'_>,
    version: i64,
    damaged: &[DamagedRow],
) -> Result<(), StoreError> {
    if query("SELECT has_sums FROM store")
        .fetch_one(on.reborrow())
        .await?
        .single_column::<i64>()?
        >= version
    {
        return Ok(());
    }
    let begin = if on.is_sqlite() {
        "BEGIN IMMEDIATE"
    } else {
        "BEGIN"
    };
    query(begin).execute(on.reborrow()).await?;
    let made = async {
        // If several servers start at once, one does the work and the others wait here.
        let first = query("UPDATE store SET has_sums = $1 WHERE has_sums < $1")
            .bind(version)
            .execute(on.reborrow())
            .await?;
        if first > 0 {
            rebuild_checksums(on.reborrow(), damaged).await?;
        }
        query("COMMIT").execute(on.reborrow()).await?;
        Ok(())
    };
    let made = made.await;
    if made.is_err() {
        _ = query("ROLLBACK").execute(on.reborrow()).await;
    }
    made
}
