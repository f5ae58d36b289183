//! What was refused stays refused, at every server on the database.
//!
//! A server may still have a command on its way that another has refused meanwhile, and what it writes may fit. So a
//! refusal is written under the table's lock before it is told, and no log takes a command that was refused
//! ([`super::perform::count`] looks).

use std::collections::BTreeMap;

use rules::encounter::Refusal;
use rules::id::{CommandId, EncounterId};

use super::sql::{Connection, Row, query};
use super::sql_store::SqlStore;
use super::{Refusals, StoreError, heads, rows};

/// Milliseconds after which no server has a command on its way any more.
const FORGOTTEN_AFTER: u64 = 24 * 60 * 60 * 1_000;
/// Refusals of an encounter that are kept at most, the newest: each write to its log looks through them.
const MOST: u32 = 1_024;

/// Keeps refusals that nothing else is written with. [`StoreError::Conflict`] where the log has another end than the
/// one they were decided on.
pub(super) async fn keep_alone(
    connection: &mut Connection,
    refusals: &Refusals,
) -> Result<(), StoreError> {
    let end = heads::last(&mut *connection, refusals.encounter).await?;
    match end.seq == refusals.after {
        true => keep(connection, refusals.encounter, &refusals.of, refusals.at).await,
        false => Err(StoreError::Conflict),
    }
}

/// Keeps refusals, and forgets those that are old.
pub(super) async fn keep(
    connection: &mut Connection,
    encounter: EncounterId,
    refused: &BTreeMap<CommandId, Refusal>,
    at: u64,
) -> Result<(), StoreError> {
    if refused.is_empty() {
        return Ok(());
    }
    let encounter = encounter.to_bytes();
    for (id, why) in refused {
        let sql = "INSERT INTO refusals (encounter_id, command_id, why, at) VALUES ($1, $2, $3, $4) \
                   ON CONFLICT (encounter_id, command_id) DO NOTHING";
        query(sql)
            .bind(&encounter[..])
            .bind(&id.to_bytes()[..])
            .bind(serde_json::to_string(why).map_err(rows::unreadable)?)
            .bind(rows::number(at))
            .execute(&mut *connection)
            .await?;
    }
    let sql = "DELETE FROM refusals WHERE encounter_id = $1 AND (at < $2 OR command_id IN \
               (SELECT command_id FROM refusals WHERE encounter_id = $1 \
               ORDER BY at DESC, command_id LIMIT 1000000 OFFSET $3))";
    query(sql)
        .bind(&encounter[..])
        .bind(rows::number(at.saturating_sub(FORGOTTEN_AFTER)))
        .bind(MOST)
        .execute(connection)
        .await?;
    Ok(())
}

/// What was refused of an encounter, and in which words.
pub(super) async fn read(
    store: &SqlStore,
    encounter: EncounterId,
) -> Result<BTreeMap<CommandId, Refusal>, StoreError> {
    let sql = "SELECT command_id, why FROM refusals WHERE encounter_id = $1";
    let refusal = |row: &Row| {
        let why: String = row.try_get("why")?;
        // A newer server may know words that this one does not.
        let why = serde_json::from_str(&why).unwrap_or(Refusal::Overtaken);
        Ok((rows::command_id(row)?, why))
    };
    store.all(sql, &encounter.to_bytes(), refusal).await
}
