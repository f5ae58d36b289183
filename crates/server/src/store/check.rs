//! `coterie check`: verifies that everything in a data folder, or in Postgres ([`super::postgres::check_database`]), is intact.
//! The check is read-only and may run while a server is running.

mod findings;

use std::collections::HashMap;
use std::path::Path;
use std::time::Duration;

use rules::base::id::EncounterId;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions as _, Connection as _, Executor as _};

pub(super) use self::findings::CheckFindings;
pub use self::findings::CheckReport;
use super::fault::{is_corruption, is_unwritable};
use super::log_tails::{self, ACKNOWLEDGED_FILE, LogTail};
use super::needed_version::{NewerVersion, newer_than_this_in_file};
use super::sql::{Connection, query};
use super::sqlite::{CHECKSUMS_VERSION, FILE, NEWEST_VERSION, OpenError};
use crate::folder::COMPANION_SUFFIXES;

/// Selects the `CREATE` statements of all tables as raw bytes.
const SCHEMA_QUERY: &str =
    "SELECT CAST(name || tbl_name || COALESCE(sql, '') AS BLOB) FROM sqlite_schema";

/// Selects the number of the newest migration of a database.
const VERSION_QUERY: &str = "SELECT MAX(version) FROM _sqlx_migrations";
/// Number of the migration that added links to records.
const LINKS_VERSION: i64 = 6;

/// Checks that everything in the database of a data folder is intact.
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

/// Reads the ends of logs that were confirmed as durable from the file beside the database of a
/// data folder.
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

/// Ends of all logs that were confirmed as durable, read from the file beside the database.
#[derive(Debug, Default)]
pub(crate) struct Acknowledged(HashMap<EncounterId, LogTail>);

/// Checks that everything in a SQLite file, such as a backup, is intact and its logs have the ends
/// `promised`.
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
    let needed = newer_than_this_in_file(&mut connection).await;
    let unknown = (version > NEWEST_VERSION).then_some(NewerVersion::UNKNOWN);
    if let Some(newer) = needed.unwrap_or_default().or(unknown) {
        return Err(format!(
            "`{shown}` cannot be checked: {}",
            OpenError::Newer(newer)
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

/// Whether the records in a database file have links of the hash chain; older ones get them when a
/// server first opens the file.
///
/// # Errors
/// A message if the file is not a Coterie database, or was written by a newer version.
pub(crate) async fn has_links(file: &Path) -> Result<bool, String> {
    let mut connection = open_read_only(file).await?;
    let asked = async {
        let version = sqlx::query_scalar::<_, i64>(VERSION_QUERY);
        let version = version.fetch_one(&mut connection).await;
        let newer = newer_than_this_in_file(&mut connection).await?;
        connection.close().await?;
        Ok::<_, sqlx::Error>((version?, newer))
    };
    match asked.await {
        Ok((_, Some(newer))) => Err(OpenError::Newer(newer).to_string()),
        Ok((version, None)) if version > NEWEST_VERSION => {
            Err(OpenError::Newer(NewerVersion::UNKNOWN).to_string())
        }
        // A missing list of migrations means damage, not an old version.
        Ok((version, None)) => Ok(!(1..LINKS_VERSION).contains(&version)),
        Err(error) => Err(format!("it is no database of Coterie: {error}")),
    }
}
