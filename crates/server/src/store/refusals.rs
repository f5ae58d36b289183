//! Storage of refusals, so that a refused command stays refused at every server on the database.
//!
//! Another server may still hold a command that has been refused meanwhile, and its write might fit the log. A refusal
//! is therefore written under the table's lock before it is announced, and no log accepts a refused command
//! ([`super::log_rows::add_usage`] checks this).

use std::collections::BTreeMap;

use rules::base::id::{CommandId, EncounterId};
use rules::encounter::Refusal;

use super::sql::{Connection, SqlRow, query};
use super::sql_store::SqlStore;
use super::{Refusals, StoreError, log_tails, rows};

/// Age in milliseconds after which a refusal is deleted: no server can still hold the command.
const RETENTION_MS: u64 = 24 * 60 * 60 * 1_000;
/// Maximum number of refusals kept per encounter, the newest ones: each write to the log searches them.
const MAX_PER_ENCOUNTER: u32 = 1_024;

/// Stores refused commands without any records; [`StoreError::Conflict`] if the log has grown since
/// they were decided.
pub(super) async fn save_if_current(
    connection: &mut Connection,
    refusals: &Refusals,
) -> Result<(), StoreError> {
    let end = log_tails::read_tail(&mut *connection, refusals.encounter).await?;
    match end.seq == refusals.after {
        true => {
            save_refusals(
                connection,
                refusals.encounter,
                &refusals.by_command,
                refusals.at,
            )
            .await
        }
        false => Err(StoreError::Conflict),
    }
}

/// Stores refused commands with their reasons and deletes old ones.
pub(super) async fn save_refusals(
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
            .bind(serde_json::to_string(why).map_err(rows::unreadable_error)?)
            .bind(rows::to_i64(at))
            .execute(&mut *connection)
            .await?;
    }
    let sql = "DELETE FROM refusals WHERE encounter_id = $1 AND (at < $2 OR command_id IN \
               (SELECT command_id FROM refusals WHERE encounter_id = $1 \
               ORDER BY at DESC, command_id LIMIT 1000000 OFFSET $3))";
    query(sql)
        .bind(&encounter[..])
        .bind(rows::to_i64(at.saturating_sub(RETENTION_MS)))
        .bind(MAX_PER_ENCOUNTER)
        .execute(connection)
        .await?;
    Ok(())
}

/// Reads the refused commands of an encounter with their refusals.
pub(super) async fn read_refusals(
    store: &SqlStore,
    encounter: EncounterId,
) -> Result<BTreeMap<CommandId, Refusal>, StoreError> {
    let sql = "SELECT command_id, why FROM refusals WHERE encounter_id = $1";
    let refusal = |row: &SqlRow| {
        let why: String = row.try_get("why")?;
        // A newer server may write refusals this version does not know.
        let why = serde_json::from_str(&why).unwrap_or(Refusal::Overtaken);
        Ok((rows::command_id(row)?, why))
    };
    store.query_all(sql, &encounter.to_bytes(), refusal).await
}
