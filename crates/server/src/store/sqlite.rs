//! Opens the store in a SQLite file. One connection writes, a few others only read.

use std::cmp::Ordering;
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex};

use sqlx::migrate::MigrateError;
use sqlx::sqlite::SqliteConnection;
use sqlx::{ConnectOptions as _, Connection as _, Executor as _};

use super::StoreError;
use super::database_files::{self, DatabaseFiles};
use super::hash_chain::backfill_links;
pub(crate) use super::log_tails::ACKNOWLEDGED_FILE;
use super::log_tails::LogTails;
use super::migrations::{self, SchemaMigration};
use super::needed_version::{self, NewerVersion};
use super::row_checksums::{self, TableSchema};
use super::sql::{Connection, ReaderPool};
use super::sql_store::SqlStore;
use super::transactions::SqliteTarget;
use super::writer::Writer;
use crate::folder::COMPANION_SUFFIXES;
pub use crate::folder::FILE;

/// All migrations, oldest first. A released file is never changed.
const MIGRATIONS: [SchemaMigration; 12] = [
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
        CHECKSUMS_VERSION,
        "sums",
        include_str!("../../../../migrations/sqlite/0014_sums.sql"),
    ),
];

/// Number of the migration that added checksums of rows.
pub(super) const CHECKSUMS_VERSION: i64 = 14;

/// Number of the newest migration.
pub(super) const NEWEST_VERSION: i64 = MIGRATIONS[MIGRATIONS.len() - 1].0;

/// Error while opening the SQLite file of a data folder as the store.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The file was written by a newer version.
    #[error(
        "it was written by a newer version of Coterie{0}. Start that one, or restore a copy from before it"
    )]
    Newer(NewerVersion),
    /// A server of an older version is using the file.
    #[error(
        "the server that is using it is of an older version of Coterie: upgrade that one first"
    )]
    Older,
    /// The file was written by an older version, and was opened only for reading.
    #[error("it was written by an older version of Coterie: start this one on it once")]
    NeedsMigration,
    /// The file already holds tables, and was to be filled with others.
    #[error("it holds tables already, and nothing of it was touched: name an empty folder")]
    HoldsTables,
    /// The schema could not be upgraded.
    #[error(
        "it cannot be brought up to date: {0}. Start the version it was kept by, or restore a copy from before"
    )]
    Migrate(MigrateError),
    /// The file could not be written.
    #[error(
        "it cannot be written: {0}. It needs room on the disk, and this user the right to write"
    )]
    Unwritable(sqlx::Error),
    /// The file of acknowledged ends beside the database could not be read or written.
    #[error(
        "`{ACKNOWLEDGED_FILE}` beside it cannot be read or written: {0}. It needs room on the disk, and this user the right to"
    )]
    AcknowledgedFile(io::Error),
    /// The file could not be opened.
    #[error("{0}. `coterie check` says more, and `coterie restore` brings a copy back")]
    Database(#[from] sqlx::Error),
}

/// Opens the database in a data folder, creating it if necessary, and upgrades its schema.
///
/// # Errors
/// [`OpenError`] if the file cannot be opened, upgraded or written.
pub async fn open(data: &Path) -> Result<SqlStore, OpenError> {
    let options = database_files::connect_options(&data.join(FILE));
    let first = database_files::writer_options(options.clone()).create_if_missing(true);
    let mut connection = first.connect().await?;
    upgrade(&mut connection).await?;
    // Detect an unwritable store now, before anybody plays.
    let started = async {
        let tracked = row_checksums::start_tracking_table((&mut connection).into(), "store");
        let shapes = tracked.await.map_err(unwritable_error)?;
        row_checksums::execute_tracked(
            (&mut connection).into(),
            "UPDATE store SET starts = starts + 1",
        )
        .await
        .map_err(unwritable_error)?;
        let heads = LogTails::open(data, &mut connection).await;
        Ok::<_, OpenError>((heads.map_err(OpenError::AcknowledgedFile)?, shapes))
    };
    // Meanwhile, as the write waits for the disk.
    let (started, readers) = tokio::join!(started, database_files::open_readers(options));
    let (heads, shapes) = started?;
    let untracked = shapes.iter().filter(|shape| shape.name != "store");
    let untracked = untracked.cloned().collect();
    let target = (connection, heads, untracked);
    Ok(build_store(data, target, readers?, shapes))
}

/// Opens the database alongside the server that is using it, for reading. Nothing is created or upgraded.
///
/// # Errors
/// [`OpenError`], also if the file is of another version than this program.
pub async fn open_alongside_server(data: &Path) -> Result<SqlStore, OpenError> {
    let options = database_files::connect_options(&data.join(FILE));
    let mut connection = options.clone().connect().await?;
    match compare_version(&mut connection).await? {
        Ordering::Equal => {}
        Ordering::Greater => return Err(OpenError::Newer(NewerVersion::UNKNOWN)),
        Ordering::Less => return Err(OpenError::Older),
    }
    // Acknowledged ends are managed by the server.
    let shapes = row_checksums::load_schemas((&mut connection).into()).await;
    let shapes = shapes.map_err(unwritable_error)?;
    let readers = database_files::open_readers(options).await?;
    let target = (connection, LogTails::new_read_only(data), Vec::new());
    Ok(build_store(data, target, readers, shapes))
}

/// Opens a read-only connection to the whole database.
pub(super) async fn connect_read_only(data: &Path) -> Result<SqliteConnection, OpenError> {
    let options = database_files::connect_options(&data.join(FILE)).read_only(true);
    let mut connection = options.connect().await?;
    match compare_version(&mut connection).await? {
        Ordering::Equal => Ok(connection),
        Ordering::Greater => Err(OpenError::Newer(NewerVersion::UNKNOWN)),
        Ordering::Less => Err(OpenError::NeedsMigration),
    }
}

/// Opens a writing connection to a database without tables, creating the file if necessary.
pub(super) async fn create_empty(data: &Path) -> Result<SqliteConnection, OpenError> {
    let file = data.join(FILE);
    if !std::fs::metadata(&file).is_ok_and(|data| data.len() > 0) {
        // Files beside a missing database belonged to another one.
        for end in COMPANION_SUFFIXES {
            _ = std::fs::remove_file(data.join(format!("{FILE}{end}")));
        }
    }
    let options = database_files::connect_options(&file);
    let mut connection = database_files::writer_options(options)
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
    upgrade(&mut connection).await?;
    Ok(connection)
}

/// Converts the error of a failed test write to that of opening the database.
fn unwritable_error(error: StoreError) -> OpenError {
    OpenError::Unwritable(match error {
        StoreError::Database(error) => error,
        other => sqlx::Error::Io(io::Error::other(other.to_string())),
    })
}

/// Upgrades the database's schema, and adds the links and checksums that older versions lack.
async fn upgrade(connection: &mut SqliteConnection) -> Result<(), OpenError> {
    require_own_version(connection).await?;
    // Rows that were damaged before the upgrade stay marked as damaged.
    let before = schema_version(&mut *connection).await;
    let damaged = match (CHECKSUMS_VERSION..NEWEST_VERSION).contains(&before) {
        true => row_checksums::find_damaged_rows((&mut *connection).into())
            .await
            .unwrap_or_default(),
        false => Vec::new(),
    };
    let damaged: Vec<_> = damaged.into_iter().map(|(row, _)| row).collect();
    migrate(&mut *connection).await?;
    let linked = backfill_links(&mut *connection).await;
    linked.map_err(OpenError::Unwritable)?;
    let summed =
        row_checksums::rebuild_once((&mut *connection).into(), NEWEST_VERSION, &damaged).await;
    summed.map_err(unwritable_error)?;
    let noted = needed_version::note_in_file(connection).await;
    noted.map_err(OpenError::Unwritable)
}

/// Checks that a database file does not need a newer version of the program.
async fn require_own_version(connection: &mut SqliteConnection) -> Result<(), OpenError> {
    match needed_version::newer_than_this_in_file(connection).await? {
        Some(newer) => Err(OpenError::Newer(newer)),
        None => Ok(()),
    }
}

/// Completes the import of a whole database. Moves the write-ahead log into the database file and acknowledges the ends
/// of all logs.
pub(super) async fn finish_import(
    data: &Path,
    mut connection: SqliteConnection,
) -> Result<(), OpenError> {
    let moved = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").await;
    moved.map_err(OpenError::Unwritable)?;
    let promised = LogTails::acknowledge_all(data, &mut connection).await;
    promised.map_err(|error| OpenError::AcknowledgedFile(io::Error::other(error)))?;
    connection.close().await.map_err(OpenError::Unwritable)
}

/// Compares the schema version of a file with this program's.
async fn compare_version(connection: &mut SqliteConnection) -> Result<Ordering, OpenError> {
    require_own_version(connection).await?;
    let newest = sqlx::query_scalar::<_, i64>("SELECT MAX(version) FROM _sqlx_migrations");
    Ok(newest.fetch_one(connection).await?.cmp(&NEWEST_VERSION))
}

/// Builds the store from an open connection, the ends of the logs, and the tables whose changes the
/// connection does not note yet.
fn build_store(
    data: &Path,
    (connection, heads, untracked): (SqliteConnection, LogTails, Vec<TableSchema>),
    readers: ReaderPool,
    shapes: Vec<TableSchema>,
) -> SqlStore {
    let readers = Arc::new(Mutex::new(readers));
    let disk = DatabaseFiles::new(data, Arc::clone(&readers));
    let promised = heads.acknowledged();
    let connection = Connection::Sqlite(connection);
    let writer = Writer::start(SqliteTarget::new(connection, heads, disk, untracked));
    SqlStore::new(readers, writer, promised, shapes)
}

/// Runs the missing migrations step by step, with progress reports.
async fn migrate(connection: &mut SqliteConnection) -> Result<(), OpenError> {
    for stage in migrations::plan_stages(&MIGRATIONS, schema_version(connection).await) {
        let ran = stage.begin().run(&mut *connection).await;
        stage
            .end(ran)
            .map_err(|error| match migrations::is_schema_newer(&error) {
                true => OpenError::Newer(NewerVersion::UNKNOWN),
                false => OpenError::Migrate(error),
            })?;
    }
    Ok(())
}

/// Returns the number of the newest migration of a file; 0 if the file is new or the number cannot
/// be read.
async fn schema_version(connection: &mut SqliteConnection) -> i64 {
    let newest = sqlx::query_scalar(migrations::VERSION_QUERY).fetch_one(connection);
    newest.await.unwrap_or(0)
}
