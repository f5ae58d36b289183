//! What the writer does about encounters: which there are, and which one a table is at.

use rules::id::EncounterId;
use rules::text::Name;

use super::rows::{number, word};
use super::sql::{Connection, query};
use super::{Scene, Standing, StoreError};

/// Makes an encounter. One that is current takes the place of the one that was.
pub(super) async fn make_scene(
    connection: &mut Connection,
    scene: &Scene,
    at: u64,
) -> Result<(), StoreError> {
    let (id, table) = (scene.id.to_bytes(), scene.table.to_bytes());
    let sql = "INSERT INTO encounters (id, table_id, title, system, created_at, standing) \
               VALUES ($1, $2, $3, $4, $5, $6)";
    // None is current before it is the only one.
    let begins_as = match scene.standing {
        Standing::Current => Standing::Over,
        standing => standing,
    };
    query(sql)
        .bind(&id[..])
        .bind(&table[..])
        .bind(scene.title.as_str())
        .bind(word(&scene.system)?)
        .bind(number(at))
        .bind(word(&begins_as)?)
        .execute(&mut *connection)
        .await?;
    match scene.standing {
        Standing::Current => make_current(connection, scene.id, at).await,
        Standing::Prepared | Standing::Over => Ok(()),
    }
}

/// A table is at this encounter now; the one it was at is over.
pub(super) async fn make_current(
    connection: &mut Connection,
    id: EncounterId,
    at: u64,
) -> Result<(), StoreError> {
    let id = id.to_bytes();
    let sql = "UPDATE encounters SET standing = 'over', ended_at = $1 \
               WHERE standing = 'current' AND id != $2 \
               AND table_id = (SELECT table_id FROM encounters WHERE id = $3)";
    query(sql)
        .bind(number(at))
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

/// Deletes an encounter that nobody but those who run its table ever saw.
pub(super) async fn remove_prepared(
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

/// The title an encounter has now.
pub(super) async fn set_called(
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
