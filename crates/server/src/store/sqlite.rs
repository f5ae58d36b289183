//! The store in one SQLite file: how it is opened. One connection writes, a few only read.

use std::cmp::Ordering;
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex};

use sqlx::migrate::MigrateError;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions as _, Executor as _};

use super::chain::link_old;
use super::disk::{self, Disk};
use super::heads::Heads;
pub(crate) use super::heads::PROMISES;
use super::migrations::{self, Step};
use super::sql::Connection;
use super::sql_store::SqlStore;
use super::transactions::Database;
use super::writer::Writer;

/// The file in the data directory.
pub const FILE: &str = "coterie.sqlite3";

/// Every migration there is, oldest first. A file that was released is never changed.
const MIGRATIONS: [Step; 9] = [
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
];

/// The number of the newest of them.
pub(super) const NEWEST: i64 = MIGRATIONS[MIGRATIONS.len() - 1].0;

/// Why a store could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The file was written by a newer program.
    #[error("it was written by a newer version of Coterie")]
    Newer,
    /// A server of an older version is using the file.
    #[error("the server that is using it is of an older version of Coterie")]
    Older,
    /// It could not be brought to this program's shape.
    #[error("it cannot be brought up to date: {0}")]
    Migrate(MigrateError),
    /// It could not be written.
    #[error("it cannot be written: {0}")]
    Unwritable(sqlx::Error),
    /// What was acknowledged could not be read or noted beside it.
    #[error("`{PROMISES}` beside it cannot be read or written: {0}")]
    Promises(io::Error),
    /// It could not be opened.
    #[error("{0}")]
    Database(#[from] sqlx::Error),
}

/// Opens the file in a data directory, makes it if there is none, and brings it up to date.
///
/// # Errors
/// [`OpenError`].
pub async fn open(data: &Path) -> Result<SqlStore, OpenError> {
    let options = disk::options(&data.join(FILE));
    let first = disk::writing(options.clone()).create_if_missing(true);
    let mut connection = first.connect().await?;
    migrate(&mut connection).await?;
    // A store that cannot be written is noticed now, and not by those at a table.
    let started = connection.execute("UPDATE store SET starts = starts + 1");
    started.await.map_err(OpenError::Unwritable)?;
    let linked = link_old(&mut connection).await;
    linked.map_err(OpenError::Unwritable)?;
    let heads = Heads::open(data, &mut connection).await;
    let heads = heads.map_err(OpenError::Promises)?;
    of(data, connection, options, heads).await
}

/// Opens the file beside a server that uses it, to read. Nothing is made or brought up to date.
///
/// # Errors
/// [`OpenError`], also when the file is of another version than this program.
pub async fn open_beside(data: &Path) -> Result<SqlStore, OpenError> {
    let options = disk::options(&data.join(FILE));
    let mut connection = options.clone().connect().await?;
    let newest: i64 = sqlx::query_scalar("SELECT MAX(version) FROM _sqlx_migrations")
        .fetch_one(&mut connection)
        .await?;
    match newest.cmp(&NEWEST) {
        Ordering::Equal => {}
        Ordering::Greater => return Err(OpenError::Newer),
        Ordering::Less => return Err(OpenError::Older),
    }
    // What is promised is the server's business.
    of(data, connection, options, Heads::none(data)).await
}

async fn of(
    data: &Path,
    connection: SqliteConnection,
    options: SqliteConnectOptions,
    heads: Heads,
) -> Result<SqlStore, OpenError> {
    let readers = Arc::new(Mutex::new(disk::readers(options).await?));
    let disk = Disk::new(data, Arc::clone(&readers));
    let promised = heads.promised();
    let connection = Connection::Sqlite(connection);
    let writer = Writer::start(Database::new(connection, heads, disk));
    Ok(SqlStore::new(readers, writer, promised))
}

/// Brings the file up to date, and says so where that may take a while: step by step, so that a host sees it go on.
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

/// The number of the newest migration a file has had; 0 where it is new, or that cannot be read.
async fn newest(connection: &mut SqliteConnection) -> i64 {
    let newest = sqlx::query_scalar(migrations::VERSION).fetch_one(connection);
    newest.await.unwrap_or(0)
}
