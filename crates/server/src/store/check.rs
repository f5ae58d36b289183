//! `coterie check`: verifies that everything in a data folder, or in Postgres ([`super::postgres::check`]), is intact.
//! The check is read-only and may run while a server is running.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

use rules::id::EncounterId;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions as _, Connection as _, Executor as _};

use super::chain::{self, Link};
use super::fault::{is_damage, is_unwritable};
use super::heads::{self, Head, PROMISES};
use super::rows;
use super::sql::{Connection, Row, query};
use super::sqlite::{FILE, NEWEST, SUMS};
use super::sums;
use crate::folder::BESIDE;

/// Selects the `CREATE` statements of all tables as raw bytes.
const SCHEMA: &str =
    "SELECT CAST(name || tbl_name || COALESCE(sql, '') AS BLOB) FROM sqlite_schema";

/// Selects the number of the newest migration of a database.
const VERSION: &str = "SELECT MAX(version) FROM _sqlx_migrations";
/// Number of the migration that added links to records.
const SINCE: i64 = 6;
/// Number of records read per query.
const AT_ONCE: u32 = 500;
/// Maximum number of problems reported from SQLite's own integrity check.
const MOST_SAID: usize = 20;

/// Result of a check: a printable report, and whether everything is intact.
#[derive(Debug, PartialEq, Eq)]
pub struct Checked {
    /// Report for the host.
    pub words: String,
    /// Whether no damage was found.
    pub whole: bool,
}

/// Checks the database in a data folder.
///
/// # Errors
/// A message if the check cannot be carried out.
pub async fn check(data: &Path) -> Result<Checked, String> {
    let file = data.join(FILE);
    let shown = file.display();
    if !file.exists() {
        return Err(format!("there is no `{shown}`; `--data` names the folder"));
    }
    // Read before the database, which then contains at least these records even if a server is writing.
    let promised = promised(data)?;
    check_file(&file, &promised).await
}

/// Reads the acknowledged ends of logs from the file beside the database of a data folder.
///
/// # Errors
/// A message if the file cannot be read.
pub(crate) fn promised(data: &Path) -> Result<Promised, String> {
    let promises = data.join(PROMISES);
    let read = heads::read(&promises);
    let (_, promised) =
        read.map_err(|error| format!("`{}` cannot be read: {error}", promises.display()))?;
    Ok(Promised(promised))
}

/// Acknowledged ends of logs.
#[derive(Debug, Default)]
pub(crate) struct Promised(HashMap<EncounterId, Head>);

/// Checks a database file: a backup, or the database of a data folder.
///
/// # Errors
/// A message if the check cannot be carried out.
pub(crate) async fn check_file(file: &Path, promised: &Promised) -> Result<Checked, String> {
    let shown = file.display();
    let cannot = |error: sqlx::Error| format!("`{shown}` cannot be read: {error}");
    let mut connection = to_look_at(file).await?;
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
    // One transaction, so that everything is checked in one consistent state.
    connection.execute("BEGIN").await.map_err(cannot)?;
    found.database(&mut connection).await;
    let mut connection = Connection::Sqlite(connection);
    // The version number itself may be damaged.
    let sums = "SELECT COUNT(*) FROM sqlite_schema WHERE name = 'sums'";
    let sums = query(sums).fetch_one(&mut connection).await;
    let sums = sums.map_or(0, |row| row.only::<i64>().unwrap_or_default());
    if version >= SUMS || sums > 0 {
        found.rows(&mut connection).await;
    }
    found.everything(&mut connection, &promised.0).await;
    _ = connection.close().await;
    Ok(found.words())
}

/// Opens a read-only connection to a database file. On a read-only medium the file is opened as immutable, because
/// nobody can change it.
async fn to_look_at(file: &Path) -> Result<SqliteConnection, String> {
    let shown = file.display();
    let options = SqliteConnectOptions::new()
        .filename(file)
        .read_only(true)
        .busy_timeout(Duration::from_secs(5));
    let opened = async |options: SqliteConnectOptions| {
        let mut connection = options.connect().await?;
        // Only the first query opens the files beside the database.
        let schema: Vec<Vec<u8>> = sqlx::query_scalar(SCHEMA)
            .fetch_all(&mut connection)
            .await?;
        // The library assumes that `CREATE` statements are valid UTF-8.
        if schema
            .iter()
            .all(|words| std::str::from_utf8(words).is_ok())
        {
            return Ok(connection);
        }
        let _ = connection.close().await;
        Err(sqlx::Error::Decode(
            "the words for its tables are damaged".into(),
        ))
    };
    match opened(options.clone()).await {
        Ok(connection) => Ok(connection),
        Err(error) if is_damage(&error) => {
            let connected = options.connect().await;
            connected.map_err(|error| format!("`{shown}` cannot be read: {error}"))
        }
        Err(error) if !is_unwritable(&error) => Err(format!("`{shown}` cannot be read: {error}")),
        Err(error) => {
            let mut log = file.as_os_str().to_owned();
            log.push(BESIDE[0]);
            if std::fs::metadata(&log).is_ok_and(|data| data.len() > 0) {
                return Err(format!(
                    "`{shown}` cannot be read where it is ({error}): what was written last lies beside it, and is \
                     read only where something can be written. Copy the whole folder to where that is so, and check \
                     the copy"
                ));
            }
            let connected = opened(options.immutable(true)).await;
            connected.map_err(|error| format!("`{shown}` cannot be read: {error}"))
        }
    }
}

/// Whether the records in a database file have links yet; older ones get them when a server first opens the file.
///
/// # Errors
/// A message if the file is not a Coterie database, or was written by a newer version.
pub(crate) async fn has_links(file: &Path) -> Result<bool, String> {
    let mut connection = to_look_at(file).await?;
    let asked = async {
        let version = sqlx::query_scalar::<_, i64>(VERSION);
        let version = version.fetch_one(&mut connection).await;
        connection.close().await?;
        version
    };
    match asked.await {
        Ok(version) if version > NEWEST => {
            Err("it was written by a newer version of Coterie".into())
        }
        // A missing list of migrations means damage, not an old version.
        Ok(version) => Ok(!(1..SINCE).contains(&version)),
        Err(error) => Err(format!("it is no database of Coterie: {error}")),
    }
}

/// Recorded ends of a log.
pub(super) struct Ends {
    /// Acknowledged end from the file beside the database; later records may exist.
    promised: Option<Head>,
    /// End stored with the last record: `Some(None)` if it is missing or unreadable, `None` in a database older than
    /// the checksums.
    written: Option<Option<Head>>,
}

/// Findings of a check so far.
#[derive(Default)]
pub(super) struct Found {
    words: String,
    damages: usize,
    seen: Vec<EncounterId>,
    records: u64,
}

impl Found {
    /// Adds damage to the report.
    fn bad(&mut self, words: &str) {
        self.damages += 1;
        _ = writeln!(self.words, "{words}");
    }

    /// Checks all logs and compares them with their acknowledged ends.
    pub(super) async fn everything(
        &mut self,
        connection: &mut Connection,
        promised: &HashMap<EncounterId, Head>,
    ) {
        // A file of an older version has no checksums.
        let mut summed = sums::heads((&mut *connection).into()).await.ok();
        for (encounter, name) in self.encounters(connection).await {
            let written = summed
                .as_mut()
                .map(|summed| summed.remove(&sums::key_of_log(encounter)).flatten());
            let ends = Ends {
                promised: promised.get(&encounter).copied(),
                written,
            };
            self.log(connection, (encounter, &name), ends).await;
        }
        for encounter in promised.keys() {
            if !self.seen.contains(encounter) {
                self.bad(&format!("Encounter {encounter}: it was there and is lost."));
            }
        }
        for encounter in summed.unwrap_or_default().keys() {
            self.bad(&format!(
                "Encounter {encounter}: its log was there and is lost."
            ));
        }
    }

    /// Checks all rows outside of the logs against their checksums.
    pub(super) async fn rows(&mut self, connection: &mut Connection) {
        match sums::bad(connection.into()).await {
            Ok(bad) => {
                for ([table, row], words) in &bad {
                    self.bad(&format!("`{table}`, row {row}: {words}."));
                }
            }
            Err(error) => self.bad(&format!("The sums of the rows cannot be read: {error}.")),
        }
    }

    /// Runs SQLite's own integrity and foreign key checks.
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

    /// Returns all encounters, each with a name for the report.
    pub(super) async fn encounters(
        &mut self,
        connection: &mut Connection,
    ) -> Vec<(EncounterId, String)> {
        // The log of an encounter whose own row is lost is reported elsewhere.
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

    /// Checks one log from its first record to its last, and its snapshot.
    pub(super) async fn log(
        &mut self,
        connection: &mut Connection,
        (encounter, name): (EncounterId, &str),
        ends: Ends,
    ) {
        let id = encounter.to_bytes();
        let (mut last, mut link) = (0, Link::first(encounter));
        loop {
            let page = chain::page((&mut *connection).into(), encounter, (last, link), AT_ONCE);
            let page = match page.await {
                Ok(page) => page,
                Err(error) => {
                    return self.bad(&format!(
                        "{name}: what comes behind record {last} cannot be read: {error}."
                    ));
                }
            };
            self.records += page.records.len() as u64;
            (last, link) = page.end;
            if page.is_cut {
                return self.bad(&format!(
                    "{name}: record {} is not what was written, or is missing. The {last} before it are whole.",
                    last + 1
                ));
            }
            if page.records.is_empty() {
                break;
            }
        }
        let both = [ends.promised, ends.written.flatten()];
        match both.iter().flatten().map(|head| head.seq).max() {
            Some(promised) if promised > last => self.bad(&format!(
                "{name}: records {} to {} were confirmed and are lost. The {last} before them are whole.",
                last + 1,
                promised
            )),
            // The end of an acknowledged log is known; a log with another end was forged.
            _ if both.iter().flatten().any(|head| head.seq == last && head.link != link) => {
                self.bad(&format!("{name}: its last record is not what was confirmed."));
            }
            // The end stored with each record must be that of the last record, not of an earlier one.
            _ if ends.written.is_some_and(|end| end.map_or(0, |head| head.seq) != last) => {
                self.bad(&format!("{name}: what is written of its end is damaged."));
            }
            _ => {}
        }
        let sql = "SELECT seq, format, body, link, sum FROM snapshots WHERE encounter_id = $1";
        let row = query(sql).bind(&id[..]).fetch_optional(connection);
        match row.await {
            // A snapshot from before links existed is never read, and will be rebuilt.
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

    /// Completes the report.
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
