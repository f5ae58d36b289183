//! `coterie check`: whether everything in a data folder, or in Postgres ([`super::postgres::check`]), is as it was
//! written. It reads and changes nothing, also while a server is running.

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

/// The words for all tables.
const SCHEMA: &str =
    "SELECT CAST(name || tbl_name || COALESCE(sql, '') AS BLOB) FROM sqlite_schema";

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
    let promised = promised(data)?;
    check_file(&file, &promised).await
}

/// What was acknowledged beside the database of a data folder.
///
/// # Errors
/// In words, when that cannot be read.
pub(crate) fn promised(data: &Path) -> Result<Promised, String> {
    let promises = data.join(PROMISES);
    let read = heads::read(&promises);
    let (_, promised) =
        read.map_err(|error| format!("`{}` cannot be read: {error}", promises.display()))?;
    Ok(Promised(promised))
}

/// The ends of logs that were acknowledged.
#[derive(Debug, Default)]
pub(crate) struct Promised(HashMap<EncounterId, Head>);

/// Checks a database file, a copy or the one of a data folder.
///
/// # Errors
/// In words, when it cannot be checked at all.
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
    // Everything is looked at as it was at one moment.
    connection.execute("BEGIN").await.map_err(cannot)?;
    found.database(&mut connection).await;
    let mut connection = Connection::Sqlite(connection);
    // A version may be damaged itself.
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

/// A connection that looks at a file. One on a medium that cannot be written is read as it is, for nobody changes it.
async fn to_look_at(file: &Path) -> Result<SqliteConnection, String> {
    let shown = file.display();
    let options = SqliteConnectOptions::new()
        .filename(file)
        .read_only(true)
        .busy_timeout(Duration::from_secs(5));
    let opened = async |options: SqliteConnectOptions| {
        let mut connection = options.connect().await?;
        // Only now it looks for what lies beside.
        let schema: Vec<Vec<u8>> = sqlx::query_scalar(SCHEMA)
            .fetch_all(&mut connection)
            .await?;
        // What reads a table takes the words for it for text.
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

/// Whether the records in a database file have links yet; they get theirs when a server first starts with it.
///
/// # Errors
/// In words, when it is none of ours, or of a newer program.
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
        // A list of migrations that is gone is damage and not age.
        Ok(version) => Ok(!(1..SINCE).contains(&version)),
        Err(error) => Err(format!("it is no database of Coterie: {error}")),
    }
}

/// What is known of where a log ends.
pub(super) struct Ends {
    /// What was acknowledged beside the database; records may have come since.
    promised: Option<Head>,
    /// What was written with the last record, `Some(None)` if that is gone or no end; `None` in a database that is
    /// older than the sums.
    written: Option<Option<Head>>,
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

    /// All logs, and what of them was acknowledged.
    pub(super) async fn everything(
        &mut self,
        connection: &mut Connection,
        promised: &HashMap<EncounterId, Head>,
    ) {
        // An older file has no sums.
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

    /// All rows beside the logs, each against its sum.
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
            // Of a log that was promised anything the end is known; one whose end is another was made up.
            _ if both.iter().flatten().any(|head| head.seq == last && head.link != link) => {
                self.bad(&format!("{name}: its last record is not what was confirmed."));
            }
            // The end that is written with each record is that of the last one, and not an earlier one.
            _ if ends.written.is_some_and(|end| end.map_or(0, |head| head.seq) != last) => {
                self.bad(&format!("{name}: what is written of its end is damaged."));
            }
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
