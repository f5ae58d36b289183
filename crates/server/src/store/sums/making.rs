//! Makes the checksums of rows that have none yet.

use std::collections::BTreeSet;

use rules::id::EncounterId;

use super::checking::read;
use super::entries::{Bad, DAMAGED, LOGS, keep, key_of_log, of_head};
use super::shapes::shapes;
use super::watching::note_by_trigger;
use crate::store::StoreError;
use crate::store::chain::Link;
use crate::store::heads::Head;
use crate::store::sql::{On, Row, query};

/// Rebuilds the checksums of all rows within a transaction, for data that predates checksums or was imported as a
/// whole. Rows listed in `damaged` stay marked as damaged.
pub(in crate::store) async fn make(mut on: On<'_>, damaged: &[Bad]) -> Result<(), StoreError> {
    let damaged: BTreeSet<&Bad> = damaged.iter().collect();
    query("DELETE FROM sums").execute(on.again()).await?;
    for shape in shapes(on.again()).await? {
        if !on.is_sqlite() {
            note_by_trigger(on.again(), &shape).await?;
        }
        let mut sums = Vec::new();
        for (key, row, _) in read(on.again(), &shape).await? {
            let place = [shape.name.clone(), key];
            let sum = if damaged.contains(&place) {
                DAMAGED.to_vec()
            } else {
                row
            };
            sums.push((place, sum));
        }
        keep(on.again(), &sums).await?;
    }
    let sql = "SELECT encounter_id, seq, link FROM events AS it WHERE seq = \
               (SELECT MAX(seq) FROM events WHERE encounter_id = it.encounter_id)";
    let mut sums = Vec::new();
    for row in query(sql).fetch_all(on.again()).await? {
        if let Some((encounter, head)) = head(&row) {
            sums.push(([LOGS.to_owned(), key_of_log(encounter)], of_head(head)));
        }
    }
    keep(on, &sums).await
}

/// Reads the end of a log from a row of `events`.
fn head(row: &Row) -> Option<(EncounterId, Head)> {
    let id: &[u8] = row.try_get("encounter_id").ok()?;
    let seq: i64 = row.try_get("seq").ok()?;
    let link = Link::stored(row, "link")?;
    let seq = u64::try_from(seq).ok()?;
    Some((
        EncounterId::from_bytes(id.try_into().ok()?),
        Head { seq, link },
    ))
}

/// Rebuilds the checksums if they are older than migration number `version`.
pub(in crate::store) async fn make_once(
    mut on: On<'_>,
    version: i64,
    damaged: &[Bad],
) -> Result<(), StoreError> {
    if query("SELECT has_sums FROM store")
        .fetch_one(on.again())
        .await?
        .only::<i64>()?
        >= version
    {
        return Ok(());
    }
    let begin = if on.is_sqlite() {
        "BEGIN IMMEDIATE"
    } else {
        "BEGIN"
    };
    query(begin).execute(on.again()).await?;
    let made = async {
        // If several servers start at once, one does the work and the others wait here.
        let first = query("UPDATE store SET has_sums = $1 WHERE has_sums < $1")
            .bind(version)
            .execute(on.again())
            .await?;
        if first > 0 {
            make(on.again(), damaged).await?;
        }
        query("COMMIT").execute(on.again()).await?;
        Ok(())
    };
    let made = made.await;
    if made.is_err() {
        _ = query("ROLLBACK").execute(on.again()).await;
    }
    made
}
