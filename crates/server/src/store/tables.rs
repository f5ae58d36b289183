//! Writes to the `tables` table, run inside the writer's transaction.

use rules::base::id::TableId;

use super::encounters::insert_encounter;
use super::log_rows::{add_usage, insert_records};
use super::log_tails::LogTails;
use super::rows::{self, EventRow, to_i64};
use super::seats::writing as seating;
use super::sql::{Connection, query};
use super::{InviteCode, NewSeat, NewTable, StoreError};

/// Creates a table with its first encounter and the storyteller's seat.
pub(super) async fn create_table(
    connection: &mut Connection,
    heads: &mut LogTails,
    table: &NewTable,
    rows: &[EventRow],
) -> Result<(), StoreError> {
    let (id, scene) = (table.encounter.table.to_bytes(), &table.encounter);
    query("INSERT INTO tables (id, name, demo, created_at) VALUES ($1, $2, $3, $4)")
        .bind(&id[..])
        .bind(&table.name)
        .bind(table.demo)
        .bind(to_i64(table.at))
        .execute(&mut *connection)
        .await?;
    insert_encounter(connection, scene, table.at).await?;
    insert_records(connection, heads, &rows.iter().collect::<Vec<_>>()).await?;
    add_usage(connection, (scene.id, scene.stage), rows).await?;
    let storyteller = NewSeat {
        table: scene.table,
        role: rules::base::seat::Role::Storyteller,
        name: table.storyteller.clone(),
        browser: table.browser,
        at: table.at,
        max_seats: 1,
        max_of_role: 1,
    };
    seating::claim_seat(connection, &storyteller).await?;
    Ok(())
}

/// Sets the invite code of a table. [`StoreError::Gone`] if the table does not exist.
pub(super) async fn set_code(
    connection: &mut Connection,
    table: TableId,
    code: &InviteCode,
) -> Result<(), StoreError> {
    // Expired codes may be reused by other tables.
    query("UPDATE tables SET code = NULL WHERE code = $1 AND code_expires_at <= $2")
        .bind(&code.words)
        .bind(to_i64(
            code.expires_at
                .saturating_sub(crate::auth::invite::CODE_LIFE_MS),
        ))
        .execute(&mut *connection)
        .await?;
    let set = query("UPDATE tables SET code = $1, code_expires_at = $2 WHERE id = $3")
        .bind(&code.words)
        .bind(to_i64(code.expires_at))
        .bind(&table.to_bytes()[..])
        .execute(connection)
        .await?;
    match set {
        0 => Err(StoreError::Gone),
        _ => Ok(()),
    }
}

/// Invalidates all invite links of a table and its invite code.
pub(super) async fn revoke_invites(
    connection: &mut Connection,
    table: TableId,
) -> Result<(), StoreError> {
    let sql = "UPDATE tables SET invite_generation = invite_generation + 1, \
               code = NULL, code_expires_at = NULL WHERE id = $1";
    query(sql)
        .bind(&table.to_bytes()[..])
        .execute(connection)
        .await?;
    Ok(())
}

/// Deletes a table with everything that belongs to it, and forgets the ends of its logs.
pub(super) async fn delete_table(
    connection: &mut Connection,
    heads: &mut LogTails,
    table: TableId,
) -> Result<(), StoreError> {
    for row in query("SELECT id FROM encounters WHERE table_id = $1")
        .bind(&table.to_bytes()[..])
        .fetch_all(&mut *connection)
        .await?
    {
        heads.forget_encounter(rows::encounter_id(&row)?);
    }
    query("DELETE FROM tables WHERE id = $1")
        .bind(&table.to_bytes()[..])
        .execute(connection)
        .await?;
    Ok(())
}
