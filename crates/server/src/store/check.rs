//! `coterie check`: verifies that everything in a data folder, or in Postgres ([`super::postgres::check_database`]), is intact.
//! The check is read-only and may run while a server is running.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

use rules::id::EncounterId;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions as _, Connection as _, Executor as _};

use super::fault::{is_corruption, is_unwritable};
use super::hash_chain::{self, ChainLink};
use super::log_tails::{self, ACKNOWLEDGED_FILE, LogTail};
use super::row_checksums;
use super::rows;
use super::sql::{Connection, SqlRow, query};
use super::sqlite::{CHECKSUMS_VERSION, FILE, NEWEST_VERSION};
use crate::folder::COMPANION_SUFFIXES;

/// Selects the `CREATE` statements of all tables as raw bytes.
const SCHEMA_QUERY: &str =
    "SELECT CAST(name || tbl_name || COALESCE(sql, '') AS BLOB) FROM sqlite_schema";

/// Selects the number of the newest migration of a database.
const VERSION_QUERY: &str = "SELECT MAX(version) FROM _sqlx_migrations";
/// Number of the migration that added links to records.
const LINKS_VERSION: i64 = 6;
/// Number of records read per query.
const RECORDS_PER_PAGE: u32 = 500;
/// Maximum number of problems reported from SQLite's own integrity check.
const MAX_REPORTED: usize = 20;

/// Result of a check: a printable report, and whether everything is intact.
#[derive(Debug, PartialEq, Eq)]
pub struct CheckReport {
    /// Report for the host.
    pub text: String,
    /// Whether no damage was found.
    pub is_intact: bool,
}

/// Checks the database in a data folder.
///
/// # Errors
/// A message if the check cannot be carried out.
pub async fn check_folder(data: &Path) -> Result<CheckReport, String> {
    let file = data.join(FILE);
    let shown = file.display();
    if !file.exists() {
        return Err(format!("there is no `{shown}`; `--data` names the folder"));
    }
    // Read before the database, which then contains at least these records even if a server is writing.
    let promised = read_acknowledged(data)?;
    check_file(&file, &promised).await
}

/// Reads the acknowledged ends of logs from the file beside the database of a data folder.
///
/// # Errors
/// A message if the file cannot be read.
pub(crate) fn read_acknowledged(data: &Path) -> Result<Acknowledged, String> {
    let promises = data.join(ACKNOWLEDGED_FILE);
    let read = log_tails::read_acknowledged(&promises);
    let (_, promised) =
        read.map_err(|error| format!("`{}` cannot be read: {error}", promises.display()))?;
    Ok(Acknowledged(promised))
}

/// Acknowledged ends of logs.
#[derive(Debug, Default)]
pub(crate) struct Acknowledged(HashMap<EncounterId, LogTail>);

/// Checks a database file: a backup, or the database of a data folder.
///
/// # Errors
/// A message if the check cannot be carried out.
pub(crate) async fn check_file(
    file: &Path,
    promised: &Acknowledged,
) -> Result<CheckReport, String> {
    let shown = file.display();
    let cannot = |error: sqlx::Error| format!("`{shown}` cannot be read: {error}");
    let mut connection = open_read_only(file).await?;
    let version: i64 = match sqlx::query_scalar(VERSION_QUERY)
        .fetch_one(&mut connection)
        .await
    {
        Ok(version) => version,
        Err(error) if is_corruption(&error) => 0,
        Err(error) => return Err(cannot(error)),
    };
    if version > NEWEST_VERSION {
        return Err(format!(
            "`{shown}` was written by a newer version of Coterie"
        ));
    }
    if (1..LINKS_VERSION).contains(&version) {
        return Err(format!(
            "`{shown}` was written by an older version of Coterie: start this one once, then check"
        ));
    }
    let mut found = CheckFindings::default();
    // One transaction, so that everything is checked in one consistent state.
    connection.execute("BEGIN").await.map_err(cannot)?;
    found.check_database_file(&mut connection).await;
    let mut connection = Connection::Sqlite(connection);
    // The version number itself may be damaged.
    let sums = "SELECT COUNT(*) FROM sqlite_schema WHERE name = 'sums'";
    let sums = query(sums).fetch_one(&mut connection).await;
    let sums = sums.map_or(0, |row| row.single_column::<i64>().unwrap_or_default());
    if version >= CHECKSUMS_VERSION || sums > 0 {
        found.check_rows(&mut connection).await;
    }
    found.check_logs(&mut connection, &promised.0).await;
    _ = connection.close().await;
    Ok(found.into_report())
}

/// Opens a read-only connection to a database file. On a read-only medium the file is opened as immutable, because
/// nobody can change it.
async fn open_read_only(file: &Path) -> Result<SqliteConnection, String> {
    let shown = file.display();
    let options = SqliteConnectOptions::new()
        .filename(file)
        .read_only(true)
        .busy_timeout(Duration::from_secs(5));
    let opened = async |options: SqliteConnectOptions| {
        let mut connection = options.connect().await?;
        // Only the first query opens the files beside the database.
        let schema: Vec<Vec<u8>> = sqlx::query_scalar(SCHEMA_QUERY)
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
        Err(error) if is_corruption(&error) => {
            let connected = options.connect().await;
            connected.map_err(|error| format!("`{shown}` cannot be read: {error}"))
        }
        Err(error) if !is_unwritable(&error) => Err(format!("`{shown}` cannot be read: {error}")),
        Err(error) => {
            let mut log = file.as_os_str().to_owned();
            log.push(COMPANION_SUFFIXES[0]);
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
    let mut connection = open_read_only(file).await?;
    let asked = async {
        let version = sqlx::query_scalar::<_, i64>(VERSION_QUERY);
        let version = version.fetch_one(&mut connection).await;
        connection.close().await?;
        version
    };
    match asked.await {
        Ok(version) if version > NEWEST_VERSION => {
            Err("it was written by a newer version of Coterie".into())
        }
        // A missing list of migrations means damage, not an old version.
        Ok(version) => Ok(!(1..LINKS_VERSION).contains(&version)),
        Err(error) => Err(format!("it is no database of Coterie: {error}")),
    }
}

/// Recorded ends of a log.
pub(super) struct KnownTails {
    /// Acknowledged end from the file beside the database; later records may exist.
    acknowledged: Option<LogTail>,
    /// End stored with the last record: `Some(None)` if it is missing or unreadable, `None` in a database older than
    /// the checksums.
    written: Option<Option<LogTail>>,
}

/// Findings of a check so far.
#[derive(Default)]
pub(super) struct CheckFindings {
    words: String,
    damages: usize,
    seen: Vec<EncounterId>,
    records: u64,
}

impl CheckFindings {
    /// Adds damage to the report.
    fn report_damage(&mut self, words: &str) {
        self.damages += 1;
        _ = writeln!(self.words, "{words}");
    }

    /// Checks all logs and compares them with their acknowledged ends.
    pub(super) async fn check_logs(
        &mut self,
        connection: &mut Connection,
        promised: &HashMap<EncounterId, LogTail>,
    ) {
        // A file of an older version has no checksums.
        let mut summed = row_checksums::read_log_tails((&mut *connection).into())
            .await
            .ok();
        for (encounter, name) in self.list_encounters(connection).await {
            let written = summed
                .as_mut()
                .map(|summed| summed.remove(&row_checksums::log_key(encounter)).flatten());
            let ends = KnownTails {
                acknowledged: promised.get(&encounter).copied(),
                written,
            };
            self.check_log(connection, (encounter, &name), ends).await;
        }
        for encounter in promised.keys() {
            if !self.seen.contains(encounter) {
                self.report_damage(&format!("Encounter {encounter}: it was there and is lost."));
            }
        }
        for encounter in summed.unwrap_or_default().keys() {
            self.report_damage(&format!(
                "Encounter {encounter}: its log was there and is lost."
            ));
        }
    }

    /// Checks all rows outside of the logs against their checksums.
    pub(super) async fn check_rows(&mut self, connection: &mut Connection) {
        match row_checksums::find_damaged_rows(connection.into()).await {
            Ok(bad) => {
                for ([table, row], words) in &bad {
                    self.report_damage(&format!("`{table}`, row {row}: {words}."));
                }
            }
            Err(error) => {
                self.report_damage(&format!("The sums of the rows cannot be read: {error}."))
            }
        }
    }

    /// Runs SQLite's own integrity and foreign key checks.
    async fn check_database_file(&mut self, connection: &mut SqliteConnection) {
        let checked = sqlx::query_scalar::<_, String>("PRAGMA integrity_check");
        match checked.fetch_all(&mut *connection).await {
            Ok(said) if said == ["ok"] => {}
            Ok(said) => {
                for said in said.iter().take(MAX_REPORTED) {
                    self.report_damage(&format!("The file: {said}."));
                }
            }
            Err(error) => self.report_damage(&format!("The file: {error}.")),
        }
        let checked = query("PRAGMA foreign_key_check").fetch_all(connection);
        match checked.await {
            Ok(rows) => {
                for row in rows.iter().take(MAX_REPORTED) {
                    let table = row.single_column::<String>().unwrap_or_default();
                    self.report_damage(&format!(
                        "The file: a row in `{table}` belongs to nothing."
                    ));
                }
            }
            Err(error) => self.report_damage(&format!("The file: {error}.")),
        }
    }

    /// Returns all encounters, each with a name for the report.
    pub(super) async fn list_encounters(
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
                self.report_damage(&format!("The list of encounters cannot be read: {error}."));
                return Vec::new();
            }
        };
        let named = |row: &SqlRow| {
            let id = rows::encounter_id(row).ok()?;
            let at: Option<String> = row.try_get("at").ok()?;
            let title: String = row.try_get("title").ok()?;
            let at = at.unwrap_or_else(|| "?".into());
            Some((id, format!("Table “{at}”, encounter “{title}” ({id})")))
        };
        let all: Vec<_> = rows.iter().filter_map(named).collect();
        if all.len() < rows.len() {
            self.report_damage("The list of encounters is damaged.");
        }
        self.seen = all.iter().map(|(id, _)| *id).collect();
        all
    }

    /// Checks one log from its first record to its last, and its snapshot.
    pub(super) async fn check_log(
        &mut self,
        connection: &mut Connection,
        (encounter, name): (EncounterId, &str),
        ends: KnownTails,
    ) {
        let id = encounter.to_bytes();
        let (mut last, mut link) = (0, ChainLink::genesis(encounter));
        loop {
            let page = hash_chain::read_page(
                (&mut *connection).into(),
                encounter,
                (last, link),
                RECORDS_PER_PAGE,
            );
            let page = match page.await {
                Ok(page) => page,
                Err(error) => {
                    return self.report_damage(&format!(
                        "{name}: what comes behind record {last} cannot be read: {error}."
                    ));
                }
            };
            self.records += page.records.len() as u64;
            (last, link) = page.end;
            if page.is_truncated {
                return self.report_damage(&format!(
                    "{name}: record {} is not what was written, or is missing. The {last} before it are whole.",
                    last + 1
                ));
            }
            if page.records.is_empty() {
                break;
            }
        }
        let both = [ends.acknowledged, ends.written.flatten()];
        match both.iter().flatten().map(|head| head.seq).max() {
            Some(promised) if promised > last => self.report_damage(&format!(
                "{name}: records {} to {} were confirmed and are lost. The {last} before them are whole.",
                last + 1,
                promised
            )),
            // The end of an acknowledged log is known; a log with another end was forged.
            _ if both.iter().flatten().any(|head| head.seq == last && head.link != link) => {
                self.report_damage(&format!("{name}: its last record is not what was confirmed."));
            }
            // The end stored with each record must be that of the last record, not of an earlier one.
            _ if ends.written.is_some_and(|end| end.map_or(0, |head| head.seq) != last) => {
                self.report_damage(&format!("{name}: what is written of its end is damaged."));
            }
            _ => {}
        }
        let sql = "SELECT seq, format, body, link, sum FROM snapshots WHERE encounter_id = $1";
        let row = query(sql).bind(&id[..]).fetch_optional(connection);
        match row.await {
            // A snapshot from before links existed is never read, and will be rebuilt.
            Ok(Some(row)) if ChainLink::from_column(&row, "sum").is_some() => {
                match hash_chain::verify_snapshot(encounter, &row) {
                    Some((kept, _)) if kept.seq > last => self.report_damage(&format!(
                        "{name}: its snapshot knows {} records, its log {last}.",
                        kept.seq
                    )),
                    Some(_) => {}
                    None => self.report_damage(&format!(
                        "{name}: its snapshot is damaged. It is made anew from the log; nothing is lost."
                    )),
                }
            }
            Ok(_) => {}
            Err(error) => self.report_damage(&format!("{name}: its snapshot cannot be read: {error}.")),
        }
    }

    /// Completes the report.
    pub(super) fn into_report(mut self) -> CheckReport {
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
        CheckReport {
            text: self.words,
            is_intact: whole,
        }
    }
}
