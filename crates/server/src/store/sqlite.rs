//! Opens the store in a SQLite file. One connection writes, a few others only read.

use std::cmp::Ordering;
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex};

use sqlx::migrate::MigrateError;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions as _, Connection as _, Executor as _};

use super::StoreError;
use super::chain::link_old;
use super::disk::{self, Disk};
use super::heads::Heads;
pub(crate) use super::heads::PROMISES;
use super::migrations::{self, Step};
use super::sql::Connection;
use super::sql_store::SqlStore;
use super::sums;
use super::transactions::Database;
use super::writer::Writer;
use crate::folder::BESIDE;
pub use crate::folder::FILE;

/// All migrations, oldest first. A released file is never changed.
const MIGRATIONS: [Step; 12] = [
    (
        1,
        "tables",
        include_str!("../../../../migrations/sqlite/0001_tables.sql"),
    ),
    (
        2,
        "browsers",
        include_str!("../../../../migrations/sqlite/0002_browsers.sql"),
    ),
    (
        3,
        "several encounters",
        include_str!("../../../../migrations/sqlite/0003_several_encounters.sql"),
    ),
    (
        4,
        "portraits",
        include_str!("../../../../migrations/sqlite/0004_portraits.sql"),
    ),
    (
        5,
        "dice",
        include_str!("../../../../migrations/sqlite/0005_dice.sql"),
    ),
    (
        6,
        "chain",
        include_str!("../../../../migrations/sqlite/0006_chain.sql"),
    ),
    (
        7,
        "archives",
        include_str!("../../../../migrations/sqlite/0007_archives.sql"),
    ),
    (
        8,
        "seats",
        include_str!("../../../../migrations/sqlite/0008_seats.sql"),
    ),
    (
        10,
        "delay",
        include_str!("../../../../migrations/sqlite/0010_delay.sql"),
    ),
    (
        11,
        "refusals",
        include_str!("../../../../migrations/sqlite/0011_refusals.sql"),
    ),
    (
        12,
        "shares",
        include_str!("../../../../migrations/sqlite/0012_shares.sql"),
    ),
    (
        SUMS,
        "sums",
        include_str!("../../../../migrations/sqlite/0014_sums.sql"),
    ),
];

/// Number of the migration that added checksums of rows.
pub(super) const SUMS: i64 = 14;

/// Number of the newest migration.
pub(super) const NEWEST: i64 = MIGRATIONS[MIGRATIONS.len() - 1].0;

/// Error while opening a SQLite store.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The file was written by a newer version.
    #[error("it was written by a newer version of Coterie")]
    Newer,
    /// A server of an older version is using the file.
    #[error("the server that is using it is of an older version of Coterie")]
    Older,
    /// The file was written by an older version, and was opened only for reading.
    #[error("it was written by an older version of Coterie: start this one on it once")]
    Behind,
    /// The file already holds tables, and was to be filled with others.
    #[error("it holds tables already, and nothing of it was touched")]
    HoldsTables,
    /// The schema could not be upgraded.
    #[error("it cannot be brought up to date: {0}")]
    Migrate(MigrateError),
    /// The file could not be written.
    #[error("it cannot be written: {0}")]
    Unwritable(sqlx::Error),
    /// The file of acknowledged ends beside the database could not be read or written.
    #[error("`{PROMISES}` beside it cannot be read or written: {0}")]
    Promises(io::Error),
    /// The file could not be opened.
    #[error("{0}")]
    Database(#[from] sqlx::Error),
}

/// Opens the database in a data folder, creating it if necessary, and upgrades its schema.
///
/// # Errors
/// [`OpenError`] if the file cannot be opened, upgraded or written.
pub async fn open(data: &Path) -> Result<SqlStore, OpenError> {
    let options = disk::options(&data.join(FILE));
    let first = disk::writing(options.clone()).create_if_missing(true);
    let mut connection = first.connect().await?;
    bring_up_to_date(&mut connection).await?;
    // Detect an unwritable store now, before anybody plays.
    let started = async {
        sums::watch((&mut connection).into()).await?;
        sums::change(
            (&mut connection).into(),
            "UPDATE store SET starts = starts + 1",
        )
        .await
    };
    started.await.map_err(unwritable)?;
    let heads = Heads::open(data, &mut connection).await;
    let heads = heads.map_err(OpenError::Promises)?;
    of(data, connection, options, heads).await
}

/// Opens the database alongside the server that is using it, for reading. Nothing is created or upgraded.
///
/// # Errors
/// [`OpenError`], also if the file is of another version than this program.
pub async fn open_beside(data: &Path) -> Result<SqlStore, OpenError> {
    let options = disk::options(&data.join(FILE));
    let mut connection = options.clone().connect().await?;
    match is_newest(&mut connection).await? {
        Ordering::Equal => {}
        Ordering::Greater => return Err(OpenError::Newer),
        Ordering::Less => return Err(OpenError::Older),
    }
    // Acknowledged ends are managed by the server.
    of(data, connection, options, Heads::none(data)).await
}

/// Opens a read-only connection to the whole database.
pub(super) async fn to_read(data: &Path) -> Result<SqliteConnection, OpenError> {
    let options = disk::options(&data.join(FILE)).read_only(true);
    let mut connection = options.connect().await?;
    match is_newest(&mut connection).await? {
        Ordering::Equal => Ok(connection),
        Ordering::Greater => Err(OpenError::Newer),
        Ordering::Less => Err(OpenError::Behind),
    }
}

/// Opens a writing connection to a database without tables, creating the file if necessary.
pub(super) async fn new_alone(data: &Path) -> Result<SqliteConnection, OpenError> {
    let file = data.join(FILE);
    if !std::fs::metadata(&file).is_ok_and(|data| data.len() > 0) {
        // Files beside a missing database belonged to another one.
        for end in BESIDE {
            _ = std::fs::remove_file(data.join(format!("{FILE}{end}")));
        }
    }
    let options = disk::options(&file);
    let mut connection = disk::writing(options)
        .create_if_missing(true)
        .connect()
        .await?;
    let sql = "SELECT COUNT(*) FROM sqlite_master WHERE name = 'tables'";
    let is_new = sqlx::query_scalar::<_, i64>(sql);
    if is_new.fetch_one(&mut connection).await? > 0 {
        let tables = sqlx::query_scalar::<_, i64>("SELECT COUNT(*) FROM tables");
        if tables.fetch_one(&mut connection).await? > 0 {
            return Err(OpenError::HoldsTables);
        }
    }
    bring_up_to_date(&mut connection).await?;
    Ok(connection)
}

/// Converts an error of a test write.
fn unwritable(error: StoreError) -> OpenError {
    OpenError::Unwritable(match error {
        StoreError::Database(error) => error,
        other => sqlx::Error::Io(io::Error::other(other.to_string())),
    })
}

/// Upgrades the schema, and adds the links and checksums that older versions lack.
async fn bring_up_to_date(connection: &mut SqliteConnection) -> Result<(), OpenError> {
    // Rows that were damaged before the upgrade stay marked as damaged.
    let before = newest(&mut *connection).await;
    let damaged = match (SUMS..NEWEST).contains(&before) {
        true => sums::bad((&mut *connection).into())
            .await
            .unwrap_or_default(),
        false => Vec::new(),
    };
    let damaged: Vec<_> = damaged.into_iter().map(|(row, _)| row).collect();
    migrate(&mut *connection).await?;
    let linked = link_old(&mut *connection).await;
    linked.map_err(OpenError::Unwritable)?;
    let summed = sums::make_once((&mut *connection).into(), NEWEST, &damaged).await;
    summed.map_err(unwritable)
}

/// Completes an import: moves the write-ahead log into the database file and acknowledges the ends of all logs.
pub(super) async fn settle(data: &Path, mut connection: SqliteConnection) -> Result<(), OpenError> {
    let moved = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").await;
    moved.map_err(OpenError::Unwritable)?;
    let promised = Heads::promise_all(data, &mut connection).await;
    promised.map_err(|error| OpenError::Promises(io::Error::other(error)))?;
    connection.close().await.map_err(OpenError::Unwritable)
}

/// Compares the schema version of a file with this program's.
async fn is_newest(connection: &mut SqliteConnection) -> Result<Ordering, sqlx::Error> {
    let newest = sqlx::query_scalar::<_, i64>("SELECT MAX(version) FROM _sqlx_migrations");
    Ok(newest.fetch_one(connection).await?.cmp(&NEWEST))
}

/// Builds the store from an open connection.
async fn of(
    data: &Path,
    mut connection: SqliteConnection,
    options: SqliteConnectOptions,
    heads: Heads,
) -> Result<SqlStore, OpenError> {
    let readers = Arc::new(Mutex::new(disk::readers(options).await?));
    let disk = Disk::new(data, Arc::clone(&readers));
    let promised = heads.promised();
    let shapes = sums::shapes((&mut connection).into()).await;
    let shapes = shapes.map_err(unwritable)?;
    let connection = Connection::Sqlite(connection);
    let writer = Writer::start(Database::new(connection, heads, disk));
    Ok(SqlStore::new(readers, writer, promised, shapes))
}

/// Runs the missing migrations step by step, with progress reports.
async fn migrate(connection: &mut SqliteConnection) -> Result<(), OpenError> {
    for stage in migrations::stages(&MIGRATIONS, newest(connection).await) {
        let ran = stage.begin().run(&mut *connection).await;
        stage
            .end(ran)
            .map_err(|error| match migrations::is_newer(&error) {
                true => OpenError::Newer,
                false => OpenError::Migrate(error),
            })?;
    }
    Ok(())
}

/// Number of the newest migration of a file; 0 if the file is new or the number cannot be read.
async fn newest(connection: &mut SqliteConnection) -> i64 {
    let newest = sqlx::query_scalar(migrations::VERSION).fetch_one(connection);
    newest.await.unwrap_or(0)
}
