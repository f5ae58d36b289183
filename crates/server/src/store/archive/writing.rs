//! Writes imported tables, run inside the writer's transaction.

use rules::base::text::Name;

use super::{EncounterWithLog, TableImport};
use crate::store::log_rows::{add_usage, insert_records};
use crate::store::log_tails::LogTails;
use crate::store::rows::{EventRow, enum_to_text, to_i64};
use crate::store::seats::passes::save_pass;
use crate::store::seats::writing as seating;
use crate::store::sql::{Connection, query};
use crate::store::{EncounterInfo, StoreError};

/// Inserts an imported table into the database, with everything that belongs to it. Must be called within a
/// transaction.
pub(in crate::store) async fn write_import(
    connection: &mut Connection,
    heads: &mut LogTails,
    new: &TableImport,
    logs: &[Vec<EventRow>],
) -> Result<(), StoreError> {
    let table = new.table.to_bytes();
    query("INSERT INTO tables (id, name, demo, created_at) VALUES ($1, $2, FALSE, $3)")
        .bind(&table[..])
        .bind(new.name.as_str())
        .bind(to_i64(new.at))
        .execute(&mut *connection)
        .await?;
    for seat in &new.seats {
        let (storyteller, browser) = &new.storyteller;
        let browser = browser.as_ref().filter(|_| seat.seat == *storyteller);
        seating::insert_imported_seat(connection, (new.table, new.at), seat, browser).await?;
    }
    for (whole, rows) in new.encounters.iter().zip(logs) {
        insert_encounter(connection, whole).await?;
        insert_records(connection, heads, &rows.iter().collect::<Vec<_>>()).await?;
        let scene = &whole.info;
        add_usage(connection, (scene.id, scene.stage), rows).await?;
    }
    for (id, body) in &new.portraits {
        let sql = "INSERT INTO portraits (table_id, id, body, created_at) VALUES ($1, $2, $3, $4)";
        query(sql)
            .bind(&table[..])
            .bind(&id.to_bytes()[..])
            .bind(body)
            .bind(to_i64(new.at))
            .execute(&mut *connection)
            .await?;
    }
    for pass in &new.passes {
        save_pass(connection, pass).await?;
    }
    Ok(())
}

/// Inserts the metadata row of an imported encounter.
async fn insert_encounter(
    connection: &mut Connection,
    whole: &EncounterWithLog,
) -> Result<(), StoreError> {
    let EncounterInfo {
        id,
        table,
        title,
        system,
        stage: standing,
        renamed_to: called,
        ended_at,
        dice,
    } = &whole.info;
    let sql = "INSERT INTO encounters (id, table_id, title, system, created_at, standing, called, \
               ended_at, dice_id, came) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";
    query(sql)
        .bind(&id.to_bytes()[..])
        .bind(&table.to_bytes()[..])
        .bind(title.as_str())
        .bind(enum_to_text(system)?)
        .bind(to_i64(whole.made_at))
        .bind(enum_to_text(standing)?)
        .bind(called.as_ref().map(Name::as_str))
        .bind(ended_at.map(to_i64))
        .bind(&dice.to_bytes()[..])
        .bind(to_i64(whole.records.len() as u64))
        .execute(connection)
        .await?;
    Ok(())
}
