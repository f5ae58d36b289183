//! Export and import of whole tables: read from one consistent snapshot, written in one transaction.

use std::collections::HashMap;

use async_trait::async_trait;
use rules::encounter::Record;
use rules::id::{EncounterId, PortraitId, SeatId, TableId};
use rules::seat::Role;
use rules::text::Name;

use super::chain::{self, Link};
use super::heads::{Head, Heads};
use super::perform::{count, insert};
use super::rows::{self, EventRow, number, word};
use super::seats::writing as seating;
use super::sql::{Connection, Moment, Row, Value, query};
use super::sql_store::SqlStore;
use super::sums;
use super::writer::Write;
use super::{NewPass, Scene, StoreError, Table};
use crate::token::TokenHash;

/// Number of records read per query.
const PAGE: u32 = 500;

/// Seat without its credentials.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BareSeat {
    /// Number of the seat at its table.
    pub seat: SeatId,
    /// Role of the seat.
    pub role: Role,
    /// Name the player gave.
    pub name: String,
    /// Whether the seat was given up or revoked.
    pub gone: bool,
}

/// Encounter with its complete log.
#[derive(Clone, Debug)]
pub struct WholeScene {
    /// Metadata of the encounter.
    pub scene: Scene,
    /// Creation time, in milliseconds since 1970.
    pub made_at: u64,
    /// Records of the log, each with its number.
    pub records: Vec<(u64, Record)>,
}

/// Portrait id with the image data.
pub type BarePortrait = (PortraitId, Vec<u8>);

/// Everything stored of a table except the credentials of its seats and its dice secrets.
#[derive(Clone, Debug)]
pub struct WholeTable {
    /// Table record.
    pub table: Table,
    /// All seats, including revoked ones.
    pub seats: Vec<BareSeat>,
    /// Encounters, the current one first.
    pub scenes: Vec<WholeScene>,
    /// Portraits of combatants.
    pub portraits: Vec<BarePortrait>,
    /// Encounters with a damaged log, with the number of the first record that is damaged or lost.
    pub damaged: Vec<(EncounterId, u64)>,
}

/// Table read from a file, to be imported in one transaction.
#[derive(Clone, Debug)]
pub struct NewWhole {
    /// Id of the table in this store.
    pub table: TableId,
    /// Display name of the table.
    pub name: Name,
    /// Time of the import, in milliseconds since 1970.
    pub at: u64,
    /// All seats, including revoked ones.
    pub seats: Vec<BareSeat>,
    /// Storyteller's seat with the key hash of the browser that is to hold it, if any.
    pub storyteller: (SeatId, Option<TokenHash>),
    /// One-time links to seats.
    pub passes: Vec<NewPass>,
    /// Encounters with their logs.
    pub scenes: Vec<WholeScene>,
    /// Portraits of combatants.
    pub portraits: Vec<BarePortrait>,
}

/// Entry in the list of all tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// Id of the table.
    pub id: TableId,
    /// Display name of the table.
    pub name: String,
    /// Number of encounters.
    pub scenes: u32,
    /// Number of seats in use.
    pub seats: u32,
    /// Last visit of any browser, in milliseconds since 1970.
    pub seen_at: u64,
}

/// Storage operations on whole tables.
#[async_trait]
pub trait Whole: Send + Sync {
    /// Reads a table with everything that belongs to it, from one consistent snapshot.
    async fn whole(&self, table: TableId) -> Result<Option<WholeTable>, StoreError>;
    /// Imports a table in one transaction.
    async fn make_whole(&self, new: NewWhole) -> Result<(), StoreError>;
    /// Lists all tables except demos, most recently visited first.
    async fn listed(&self) -> Result<Vec<Listed>, StoreError>;
    /// Returns the encounters of a table in order of creation.
    async fn in_order(&self, table: TableId) -> Result<Vec<Scene>, StoreError>;
    /// Number of records of an encounter that were imported; `None` if it was created here.
    async fn came(&self, scene: &Scene) -> Result<Option<u64>, StoreError>;
}

#[async_trait]
impl Whole for SqlStore {
    async fn whole(&self, table: TableId) -> Result<Option<WholeTable>, StoreError> {
        // Read before the snapshot, so that everything acknowledged by now is in the snapshot.
        let promised = self.promises();
        // One transaction sees one snapshot, regardless of concurrent writes.
        let mut reading = self.readers().moment().await?;
        let whole = read(self, &mut reading, table, &promised).await;
        reading.end().await?;
        whole
    }

    async fn make_whole(&self, new: NewWhole) -> Result<(), StoreError> {
        let mut rows = Vec::with_capacity(new.scenes.len());
        for whole in &new.scenes {
            let records: Vec<Record> = whole.records.iter().map(|(_, it)| it.clone()).collect();
            rows.push(EventRow::of(whole.scene.id, 0, &records)?);
        }
        self.writer.write(Write::Whole(Box::new(new), rows)).await?;
        Ok(())
    }

    async fn listed(&self) -> Result<Vec<Listed>, StoreError> {
        let sql = "SELECT id, name, \
                   (SELECT COUNT(*) FROM encounters WHERE table_id = tables.id) AS scenes, \
                   (SELECT COUNT(*) FROM seats WHERE table_id = tables.id \
                    AND revoked_at IS NULL) AS seats, \
                   COALESCE((SELECT MAX(seen_at) FROM seats WHERE table_id = tables.id), \
                   created_at) AS seen FROM tables WHERE NOT demo ORDER BY seen DESC, id";
        let rows = query(sql).fetch_all(&self.readers()).await?;
        let one = |row: &Row| {
            Ok(Listed {
                id: rows::table_id(row, "id")?,
                name: row.try_get("name")?,
                scenes: rows::small(row.try_get("scenes")?)?,
                seats: rows::small(row.try_get("seats")?)?,
                seen_at: rows::unsigned(row.try_get("seen")?),
            })
        };
        rows.iter().map(one).collect()
    }

    async fn in_order(&self, table: TableId) -> Result<Vec<Scene>, StoreError> {
        let sql = "SELECT * FROM encounters WHERE table_id = $1 ORDER BY created_at, id";
        self.all(sql, &table.to_bytes(), rows::scene).await
    }

    async fn came(&self, scene: &Scene) -> Result<Option<u64>, StoreError> {
        let sql = "SELECT came FROM encounters WHERE id = $1";
        let read = |row: &Row| Ok(row.try_get::<Option<i64>, _>("came")?);
        let came = self.one(sql, &scene.id.to_bytes(), read).await?;
        Ok(came.flatten().map(rows::unsigned))
    }
}

/// Reads all rows of a table; [`StoreError::Altered`] if one of them does not match its checksum.
async fn read(
    store: &SqlStore,
    reading: &mut Moment,
    table: TableId,
    promised: &HashMap<EncounterId, Head>,
) -> Result<Option<WholeTable>, StoreError> {
    let id = table.to_bytes();
    for (rows, column, what) in [
        ("tables", "id", "this table"),
        ("seats", "table_id", "a seat of this table"),
        ("encounters", "table_id", "an encounter of this table"),
        ("portraits", "table_id", "a portrait of this table"),
    ] {
        let of = [(column, Value::from(&id[..]))];
        let altered = store.altered((&mut *reading).into(), rows, &of).await?;
        if !altered.is_empty() {
            return Err(StoreError::Altered(what));
        }
    }
    let sql = "SELECT * FROM tables WHERE id = $1";
    let row = query(sql)
        .bind(&id[..])
        .fetch_optional(&mut *reading)
        .await?;
    let Some(table) = row.as_ref().map(rows::table).transpose()? else {
        return Ok(None);
    };
    let sql = "SELECT seat, role, name, revoked_at IS NOT NULL AS gone FROM seats \
               WHERE table_id = $1 ORDER BY seat";
    let found = query(sql).bind(&id[..]).fetch_all(&mut *reading).await?;
    let seat = |row: &Row| {
        Ok(BareSeat {
            seat: rows::seat_id(row)?,
            role: rows::of_word(row.try_get("role")?)?,
            name: row.try_get("name")?,
            gone: row.try_get("gone")?,
        })
    };
    let seats: Result<Vec<_>, StoreError> = found.iter().map(seat).collect();
    let sql = "SELECT * FROM encounters WHERE table_id = $1 \
               ORDER BY standing = 'current' DESC, COALESCE(ended_at, created_at) DESC, id";
    let found = query(sql).bind(&id[..]).fetch_all(&mut *reading).await?;
    let mut scenes = Vec::with_capacity(found.len());
    let mut damaged = Vec::new();
    for row in &found {
        let scene = rows::scene(row)?;
        let (records, is_whole) = log(reading, scene.id, promised.get(&scene.id)).await?;
        if !is_whole {
            let next = records.len() as u64 + 1;
            damaged.push((scene.id, next));
        }
        scenes.push(WholeScene {
            made_at: rows::unsigned(row.try_get("created_at")?),
            records,
            scene,
        });
    }
    let sql = "SELECT id, body FROM portraits WHERE table_id = $1 ORDER BY id";
    let found = query(sql).bind(&id[..]).fetch_all(&mut *reading).await?;
    let portrait = |row: &Row| {
        let id: &[u8] = row.try_get("id")?;
        let id = PortraitId::from_bytes(id.try_into().map_err(rows::unreadable)?);
        Ok((id, row.try_get("body")?))
    };
    let portraits: Result<Vec<_>, StoreError> = found.iter().map(portrait).collect();
    Ok(Some(WholeTable {
        table,
        seats: seats?,
        scenes,
        portraits: portraits?,
        damaged,
    }))
}

/// Reads the log of an encounter up to the first damage, and returns whether it is complete.
async fn log(
    reading: &mut Moment,
    encounter: EncounterId,
    promised: Option<&Head>,
) -> Result<(Vec<(u64, Record)>, bool), StoreError> {
    let summed = sums::head_of((&mut *reading).into(), encounter).await?;
    let ends = promised.into_iter().chain(&summed);
    let acknowledged = ends.map(|head| head.seq).max().unwrap_or(0);
    let (mut all, mut end) = (Vec::new(), (0, Link::first(encounter)));
    loop {
        let page = chain::page((&mut *reading).into(), encounter, end, PAGE).await?;
        end = page.end;
        let is_last = page.records.is_empty();
        all.extend(page.records);
        if page.is_cut || is_last {
            return Ok((all, !page.is_cut && end.0 >= acknowledged));
        }
    }
}

/// Inserts an imported table. Must be called within a transaction.
pub(super) async fn write(
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
        seating::make_pass(connection, pass).await?;
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
