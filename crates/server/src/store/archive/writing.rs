//! Writes imported tables, run inside the writer's transaction.

use rules::text::Name;

use super::{NewWhole, WholeScene};
use crate::store::heads::Heads;
use crate::store::log_rows::{count, insert};
use crate::store::rows::{EventRow, number, word};
use crate::store::seats::passes::make_pass;
use crate::store::seats::writing as seating;
use crate::store::sql::{Connection, query};
use crate::store::{Scene, StoreError};

/// Inserts an imported table. Must be called within a transaction.
pub(in crate::store) async fn write(
    connection: &mut Connection,
    heads: &mut Heads,
    new: &NewWhole,
    logs: &[Vec<EventRow>],
) -> Result<(), StoreError> {
    let table = new.table.to_bytes();
    query("INSERT INTO tables (id, name, demo, created_at) VALUES ($1, $2, FALSE, $3)")
        .bind(&table[..])
        .bind(new.name.as_str())
        .bind(number(new.at))
        .execute(&mut *connection)
        .await?;
    for seat in &new.seats {
        let (storyteller, browser) = &new.storyteller;
        let browser = browser.as_ref().filter(|_| seat.seat == *storyteller);
        seating::bring(connection, (new.table, new.at), seat, browser).await?;
    }
    for (whole, rows) in new.scenes.iter().zip(logs) {
        scene(connection, whole).await?;
        insert(connection, heads, &rows.iter().collect::<Vec<_>>()).await?;
        let scene = &whole.scene;
        count(connection, (scene.id, scene.standing), rows).await?;
    }
    for (id, body) in &new.portraits {
        let sql = "INSERT INTO portraits (table_id, id, body, created_at) VALUES ($1, $2, $3, $4)";
        query(sql)
            .bind(&table[..])
            .bind(&id.to_bytes()[..])
            .bind(body)
            .bind(number(new.at))
            .execute(&mut *connection)
            .await?;
    }
    for pass in &new.passes {
        make_pass(connection, pass).await?;
    }
    Ok(())
}

/// Inserts the metadata row of an imported encounter.
async fn scene(connection: &mut Connection, whole: &WholeScene) -> Result<(), StoreError> {
    let Scene {
        id,
        table,
        title,
        system,
        standing,
        called,
        ended_at,
        dice,
    } = &whole.scene;
    let sql = "INSERT INTO encounters (id, table_id, title, system, created_at, standing, called, \
               ended_at, dice_id, came) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";
    query(sql)
        .bind(&id.to_bytes()[..])
        .bind(&table.to_bytes()[..])
        .bind(title.as_str())
        .bind(word(system)?)
        .bind(number(whole.made_at))
        .bind(word(standing)?)
        .bind(called.as_ref().map(Name::as_str))
        .bind(ended_at.map(number))
        .bind(&dice.to_bytes()[..])
        .bind(number(whole.records.len() as u64))
        .execute(connection)
        .await?;
    Ok(())
}
