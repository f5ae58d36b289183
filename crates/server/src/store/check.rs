//! `coterie check`: whether everything in a data folder, or in Postgres ([`super::postgres::check`]), is as it was
//! written. It reads and changes nothing, also while a server is running.

use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

use rules::id::EncounterId;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions as _, Connection as _, Executor as _};

use super::chain::{self, Link, fitting};
use super::fault::is_damage;
use super::heads::{self, Head, PROMISES};
use super::rows;
use super::sql::{Connection, Row, query};
use super::sqlite::{FILE, NEWEST};

/// Which migration of a database is the newest.
const VERSION: &str = "SELECT MAX(version) FROM _sqlx_migrations";
/// The migration since which records have links.
const SINCE: i64 = 6;
/// Records that are read at once.
const AT_ONCE: u32 = 500;
/// Of what the database itself finds, so much is said.
const MOST_SAID: usize = 20;

/// What was found: the words to print, and whether all is as it was written.
#[derive(Debug, PartialEq, Eq)]
pub struct Checked {
    /// For people.
    pub words: String,
    /// Whether nothing is damaged.
    pub whole: bool,
}

/// Checks a data folder.
///
/// # Errors
/// In words, when it cannot be checked at all.
pub async fn check(data: &Path) -> Result<Checked, String> {
    let file = data.join(FILE);
    let shown = file.display();
    if !file.exists() {
        return Err(format!("there is no `{shown}`; `--data` names the folder"));
    }
    // Before the database is looked at: what a server that is running writes meanwhile is there then.
    let promises = data.join(PROMISES);
    let (_, promised) = heads::read(&promises)
        .map_err(|error| format!("`{}` cannot be read: {error}", promises.display()))?;
    let options = SqliteConnectOptions::new()
        .filename(&file)
        .read_only(true)
        .busy_timeout(Duration::from_secs(5));
    let cannot = |error: sqlx::Error| format!("`{shown}` cannot be read: {error}");
    let mut connection = options.connect().await.map_err(cannot)?;
    let version: i64 = match sqlx::query_scalar(VERSION).fetch_one(&mut connection).await {
        Ok(version) => version,
        Err(error) if is_damage(&error) => 0,
        Err(error) => return Err(cannot(error)),
    };
    if version > NEWEST {
        return Err(format!(
            "`{shown}` was written by a newer version of Coterie"
        ));
    }
    if (1..SINCE).contains(&version) {
        return Err(format!(
            "`{shown}` was written by an older version of Coterie: start this one once, then check"
        ));
    }
    let mut found = Found::default();
    // Everything is looked at as it was at one moment.
    connection.execute("BEGIN").await.map_err(cannot)?;
    found.database(&mut connection).await;
    let mut connection = Connection::Sqlite(connection);
    for (encounter, name) in found.encounters(&mut connection).await {
        let promised = promised.get(&encounter).copied();
        found
            .log(&mut connection, (encounter, &name), promised)
            .await;
    }
    for encounter in promised.keys() {
        if !found.seen.contains(encounter) {
            found.bad(&format!("Encounter {encounter}: it was there and is lost."));
        }
    }
    _ = connection.close().await;
    Ok(found.words())
}

/// Whether the records in a database file have links yet; they get theirs when a server first starts with it.
///
/// # Errors
/// In words, when it is none of ours, or of a newer program.
pub(crate) async fn has_links(file: &Path) -> Result<bool, String> {
    let options = SqliteConnectOptions::new().filename(file).read_only(true);
    let asked = async {
        let mut connection = options.connect().await?;
        let version = sqlx::query_scalar::<_, i64>(VERSION);
        let version = version.fetch_one(&mut connection).await;
        connection.close().await?;
        version
    };
    match asked.await {
        Ok(version) if version > NEWEST => {
            Err("it was written by a newer version of Coterie".into())
        }
        Ok(version) => Ok(version >= SINCE),
        Err(error) => Err(format!("it is no database of Coterie: {error}")),
    }
}

/// What was found so far.
#[derive(Default)]
pub(super) struct Found {
    words: String,
    damages: usize,
    seen: Vec<EncounterId>,
    records: u64,
}

impl Found {
    fn bad(&mut self, words: &str) {
        self.damages += 1;
        _ = writeln!(self.words, "{words}");
    }

    /// What the database says about its own file.
    async fn database(&mut self, connection: &mut SqliteConnection) {
        let checked = sqlx::query_scalar::<_, String>("PRAGMA integrity_check");
        match checked.fetch_all(&mut *connection).await {
            Ok(said) if said == ["ok"] => {}
            Ok(said) => {
                for said in said.iter().take(MOST_SAID) {
                    self.bad(&format!("The file: {said}."));
                }
            }
            Err(error) => self.bad(&format!("The file: {error}.")),
        }
        let checked = query("PRAGMA foreign_key_check").fetch_all(connection);
        match checked.await {
            Ok(rows) => {
                for row in rows.iter().take(MOST_SAID) {
                    let table = row.only::<String>().unwrap_or_default();
                    self.bad(&format!("The file: a row in `{table}` belongs to nothing."));
                }
            }
            Err(error) => self.bad(&format!("The file: {error}.")),
        }
    }

    /// All encounters, each with a name for people.
    pub(super) async fn encounters(
        &mut self,
        connection: &mut Connection,
    ) -> Vec<(EncounterId, String)> {
        // Also those whose own row is gone and whose log is not.
        let sql = "SELECT e.id AS id, t.name AS at, COALESCE(e.called, e.title) AS title \
                   FROM encounters e LEFT JOIN tables t ON t.id = e.table_id \
                   ORDER BY t.created_at, e.created_at, e.id";
        let rows = match query(sql).fetch_all(connection).await {
            Ok(rows) => rows,
            Err(error) => {
                self.bad(&format!("The list of encounters cannot be read: {error}."));
                return Vec::new();
            }
        };
        let named = |row: &Row| {
            let id = rows::encounter_id(row).ok()?;
            let at: Option<String> = row.try_get("at").ok()?;
            let title: String = row.try_get("title").ok()?;
            let at = at.unwrap_or_else(|| "?".into());
            Some((id, format!("Table “{at}”, encounter “{title}” ({id})")))
        };
        let all: Vec<_> = rows.iter().filter_map(named).collect();
        if all.len() < rows.len() {
            self.bad("The list of encounters is damaged.");
        }
        self.seen = all.iter().map(|(id, _)| *id).collect();
        all
    }

    /// One log from its first record to its last, and its snapshot.
    pub(super) async fn log(
        &mut self,
        connection: &mut Connection,
        (encounter, name): (EncounterId, &str),
        promised: Option<Head>,
    ) {
        let id = encounter.to_bytes();
        let (mut last, mut link) = (0, Link::first(encounter));
        loop {
            let page = query(chain::PAGE)
                .bind(&id[..])
                .bind(rows::number(last))
                .bind(AT_ONCE)
                .fetch_all(&mut *connection)
                .await;
            let page = match page {
                Ok(page) if page.is_empty() => break,
                Ok(page) => page,
                Err(error) => {
                    return self.bad(&format!(
                        "{name}: what comes behind record {last} cannot be read: {error}."
                    ));
                }
            };
            let fits = fitting(&page, (last, link), |row| {
                rows::record(row)?;
                Ok(Link::stored(row, "link"))
            });
            self.records += fits.len() as u64;
            if let Some((number, Some(of_it))) = fits.last() {
                (last, link) = (*number, *of_it);
            }
            if fits.len() < page.len() {
                return self.bad(&format!(
                    "{name}: record {} is not what was written, or is missing. The {last} before it are whole.",
                    last + 1
                ));
            }
        }
        match promised {
            Some(promised) if promised.seq > last => self.bad(&format!(
                "{name}: records {} to {} were confirmed and are lost. The {last} before them are whole.",
                last + 1,
                promised.seq
            )),
            _ => {}
        }
        let sql = "SELECT seq, format, body, link, sum FROM snapshots WHERE encounter_id = $1";
        let row = query(sql).bind(&id[..]).fetch_optional(connection);
        match row.await {
            // One from before there were links is not read, and made anew.
            Ok(Some(row)) if Link::stored(&row, "sum").is_some() => {
                match chain::snapshot(encounter, &row) {
                    Some((kept, _)) if kept.seq > last => self.bad(&format!(
                        "{name}: its snapshot knows {} records, its log {last}.",
                        kept.seq
                    )),
                    Some(_) => {}
                    None => self.bad(&format!(
                        "{name}: its snapshot is damaged. It is made anew from the log; nothing is lost."
                    )),
                }
            }
            Ok(_) => {}
            Err(error) => self.bad(&format!("{name}: its snapshot cannot be read: {error}.")),
        }
    }

    pub(super) fn words(mut self) -> Checked {
        let (encounters, records) = (self.seen.len(), self.records);
        let whole = self.damages == 0;
        let end = match whole {
            true => format!(
                "Everything is as it was written: {encounters} encounters, {records} records."
            ),
            false => format!(
                "Damage in {} places; {encounters} encounters and {records} records were looked at. A damaged \
                 encounter can be read up to its damage, and its table can go on in a new one. Put back a \
                 backup if you have one.",
                self.damages
            ),
        };
        _ = writeln!(self.words, "{end}");
        Checked {
            words: self.words,
            whole,
        }
    }
}
