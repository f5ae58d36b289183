//! Writes to the `encounters` table, run inside the writer's transaction.

use rules::base::id::EncounterId;
use rules::base::text::Name;

use super::rows::{enum_to_text, to_i64};
use super::sql::{Connection, query};
use super::{EncounterInfo, EncounterStage, StoreError};

/// Inserts an encounter into its table. A current one replaces the table's current encounter.
pub(super) async fn insert_encounter(
    connection: &mut Connection,
    scene: &EncounterInfo,
    at: u64,
) -> Result<(), StoreError> {
    let (id, table) = (scene.id.to_bytes(), scene.table.to_bytes());
    let sql = "INSERT INTO encounters (id, table_id, title, system, created_at, standing) \
               VALUES ($1, $2, $3, $4, $5, $6)";
    // Only one encounter may be current at any time, so it is inserted as over first.
    let begins_as = match scene.stage {
        EncounterStage::Current => EncounterStage::Over,
        standing => standing,
    };
    query(sql)
        .bind(&id[..])
        .bind(&table[..])
        .bind(scene.title.as_str())
        .bind(enum_to_text(&scene.system)?)
        .bind(to_i64(at))
        .bind(enum_to_text(&begins_as)?)
        .execute(&mut *connection)
        .await?;
    match scene.stage {
        EncounterStage::Current => set_current_encounter(connection, scene.id, at).await,
        EncounterStage::Prepared | EncounterStage::Over => Ok(()),
    }
}

/// Makes an encounter the current one of its table from the time `at`; the previous one is over.
pub(super) async fn set_current_encounter(
    connection: &mut Connection,
    id: EncounterId,
    at: u64,
) -> Result<(), StoreError> {
    let id = id.to_bytes();
    let sql = "UPDATE encounters SET standing = 'over', ended_at = $1 \
               WHERE standing = 'current' AND id != $2 \
               AND table_id = (SELECT table_id FROM encounters WHERE id = $3)";
    query(sql)
        .bind(to_i64(at))
        .bind(&id[..])
        .bind(&id[..])
        .execute(&mut *connection)
        .await?;
    let sql = "UPDATE encounters SET standing = 'current', ended_at = NULL WHERE id = $1";
    let made = query(sql).bind(&id[..]).execute(connection).await?;
    match made {
        0 => Err(StoreError::Gone),
        _ => Ok(()),
    }
}

/// Deletes a prepared encounter; [`StoreError::Gone`] if there is no such prepared encounter.
pub(super) async fn delete_prepared_encounter(
    connection: &mut Connection,
    id: EncounterId,
) -> Result<(), StoreError> {
    let sql = "DELETE FROM encounters WHERE id = $1 AND standing = 'prepared'";
    let removed = query(sql)
        .bind(&id.to_bytes()[..])
        .execute(connection)
        .await?;
    match removed {
        0 => Err(StoreError::Gone),
        _ => Ok(()),
    }
}

/// Sets the current title of an encounter.
pub(super) async fn set_title(
    connection: &mut Connection,
    id: EncounterId,
    called: &Name,
) -> Result<(), StoreError> {
    query("UPDATE encounters SET called = $1 WHERE id = $2")
        .bind(called.as_str())
        .bind(&id.to_bytes()[..])
        .execute(connection)
        .await?;
    Ok(())
}
