//! Opens the store in Postgres. One connection of each server writes, a few others only read.
//!
//! Several servers may write to one database, without a leader: a server that writes to a table first locks its row
//! ([`locks`]), and only then reads the end of a log.

mod address;
mod locks;
mod session;
mod transactions;

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use sqlx::migrate::MigrateError;
use sqlx::postgres::PgConnection;
use sqlx::{AssertSqlSafe, Connection as _, Executor as _};

pub use self::address::{Address, InvalidAddress};
use self::session::{APPLICATION_NAME, Backend, connect, open_readers};
use self::transactions::PostgresTarget;
use super::check::{CheckFindings, CheckReport};
use super::fault::Fault;
use super::migrations::{self, SchemaMigration};
use super::needed_version::{self, NewerVersion};
use super::sql::{Connection, ReaderPool};
use super::sql_store::SqlStore;
use super::transfer::ALL_TABLES;
use super::writer::Writer;
use super::{StoreError, row_checksums};
use crate::auth::token::Secret;

/// All migrations, oldest first. A released file is never changed.
const MIGRATIONS: [SchemaMigration; 5] = [
    (
        1,
        "tables",
        include_str!("../../../../../migrations/postgres/0001_tables.sql"),
    ),
    (
        2,
        "key",
        include_str!("../../../../../migrations/postgres/0002_key.sql"),
    ),
    (
        3,
        "refusals",
        include_str!("../../../../../migrations/postgres/0003_refusals.sql"),
    ),
    (
        4,
        "shares",
        include_str!("../../../../../migrations/postgres/0004_shares.sql"),
    ),
    (
        CHECKSUMS_VERSION,
        "sums",
        include_str!("../../../../../migrations/postgres/0005_sums.sql"),
    ),
];

/// Number of the migration that added checksums of rows.
const CHECKSUMS_VERSION: i64 = 5;

/// Number of the newest migration.
const NEWEST_VERSION: i64 = MIGRATIONS[MIGRATIONS.len() - 1].0;

/// Error while connecting to a Postgres database as the store. The message never contains the password.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The database was written by a newer version.
    #[error(
        "it was written by a newer version of Coterie{0}. Start that one, or restore a copy from before it"
    )]
    Newer(NewerVersion),
    /// The database is empty or of an older version, and was opened only for reading.
    #[error("it is not of this version of Coterie: start the server on it once")]
    Older,
    /// Another Coterie process uses the database, and exclusive access was requested.
    #[error("a server is using it: end it first")]
    InUse,
    /// The database already holds tables, and was to be filled with others.
    #[error("it holds tables already, and nothing of it was touched: name an empty database")]
    HoldsTables,
    /// The schema could not be upgraded.
    #[error(
        "it cannot be brought up to date: {0}. Start the version it was kept by, or bring a copy from before back"
    )]
    Migrate(MigrateError),
    /// The database could not be written.
    #[error(
        "it cannot be written: {0}. It needs room on its disk, and this user the right to write"
    )]
    Unwritable(sqlx::Error),
    /// The database cannot be reached, or is configured so that acknowledged data could be lost.
    #[error("{0}")]
    Unreachable(String),
}

impl From<Fault> for OpenError {
    fn from(fault: Fault) -> Self {
        Self::Unreachable(fault.to_string())
    }
}

impl From<sqlx::Error> for OpenError {
    fn from(error: sqlx::Error) -> Self {
        Self::Unreachable(error.to_string())
    }
}

/// Opens a database and upgrades its schema.
///
/// # Errors
/// [`OpenError`] if the database cannot be reached, upgraded or written.
pub async fn open(address: &Address) -> Result<SqlStore, OpenError> {
    let (mut connection, backend) = connect(address).await?;
    migrate(&mut connection).await?;
    // Detect an unwritable store now, before anybody plays.
    let started = async {
        row_checksums::start_tracking_changes((&mut connection).into()).await?;
        row_checksums::execute_tracked(
            (&mut connection).into(),
            "UPDATE store SET starts = starts + 1",
        )
        .await
    };
    started.await.map_err(unwritable_error)?;
    build_store(address, connection, backend).await
}

/// Opens a database alongside the server that is using it. Nothing is created or upgraded.
///
/// # Errors
/// [`OpenError`], also if the database is of another version than this program.
pub async fn open_alongside_server(address: &Address) -> Result<SqlStore, OpenError> {
    let (mut connection, backend) = connect(address).await?;
    check_version(&mut connection).await?;
    build_store(address, connection, backend).await
}

/// Converts the error of a failed test write to that of opening the database.
fn unwritable_error(error: StoreError) -> OpenError {
    match error {
        StoreError::Database(error) => OpenError::Unwritable(error),
        other => OpenError::Unreachable(other.to_string()),
    }
}

/// Returns the key shared by all servers on a database, storing `own` if there is none yet. If two servers store one at
/// once, the first wins.
///
/// # Errors
/// [`OpenError`] if the database cannot be reached or written, or its key is invalid.
pub async fn shared_key(address: &Address, own: &Secret) -> Result<Secret, OpenError> {
    let (mut connection, _) = connect(address).await?;
    let brought = async {
        row_checksums::start_tracking_changes((&mut connection).into()).await?;
        connection.execute("BEGIN").await?;
        let brought = sqlx::query("UPDATE store SET secret = $1 WHERE secret IS NULL");
        let brought = brought.bind(&own.as_bytes()[..]);
        brought.execute(&mut connection).await?;
        row_checksums::update_checksums((&mut connection).into(), &HashMap::new()).await?;
        connection.execute("COMMIT").await?;
        Ok(())
    };
    brought.await.map_err(unwritable_error)?;
    let kept = read_key(&mut connection).await?;
    _ = connection.close().await;
    kept.ok_or_else(|| OpenError::Unreachable("it keeps no key".into()))
}

/// Reads the key stored in a database, if any.
pub(super) async fn read_key(connection: &mut PgConnection) -> Result<Option<Secret>, OpenError> {
    let kept = sqlx::query_scalar::<_, Option<Vec<u8>>>("SELECT secret FROM store");
    let kept = kept.fetch_one(connection).await?;
    let kept = kept.map(TryInto::try_into).transpose();
    let kept = kept.map_err(|_| OpenError::Unreachable("its key is none".into()))?;
    Ok(kept.map(Secret::from_bytes))
}

/// Stores the key that belongs to imported tables in their database.
pub(super) async fn store_key(
    connection: &mut PgConnection,
    key: &Secret,
) -> Result<(), OpenError> {
    let brought = sqlx::query("UPDATE store SET secret = $1").bind(&key.as_bytes()[..]);
    let brought = brought.execute(connection).await;
    brought.map(|_| ()).map_err(OpenError::Unwritable)
}

/// Builds the store from an open connection.
async fn build_store(
    address: &Address,
    mut connection: PgConnection,
    backend: Backend,
) -> Result<SqlStore, OpenError> {
    let shapes = row_checksums::load_schemas((&mut connection).into()).await;
    let shapes = shapes.map_err(unwritable_error)?;
    let readers = Arc::new(Mutex::new(ReaderPool::Postgres(open_readers(address))));
    let database = PostgresTarget::new(connection, backend, address.clone());
    Ok(SqlStore::new(
        readers,
        Writer::start(database),
        Arc::default(),
        shapes,
    ))
}

/// Opens a connection with exclusive write access to the whole database, in a transaction that sees one consistent
/// snapshot.
pub(super) async fn connect_exclusive(address: &Address) -> Result<PgConnection, OpenError> {
    let (mut connection, _) = connect(address).await?;
    check_version(&mut connection).await?;
    lock_database(&mut connection).await?;
    Ok(connection)
}

/// Opens an exclusive connection to an empty database, or to one without tables, and upgrades its schema.
pub(super) async fn connect_exclusive_empty(address: &Address) -> Result<PgConnection, OpenError> {
    let (mut connection, _) = connect(address).await?;
    if schema_version(&mut connection).await? > 0 {
        let tables = sqlx::query_scalar("SELECT EXISTS (SELECT FROM tables)");
        if tables.fetch_one(&mut connection).await? {
            return Err(OpenError::HoldsTables);
        }
    }
    migrate(&mut connection).await?;
    lock_database(&mut connection).await?;
    Ok(connection)
}

/// Selects the number of other Coterie connections to a database.
const OTHER_CONNECTIONS_QUERY: &str = "SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() \
                      AND application_name = $1 AND pid <> pg_backend_pid()";

/// Whether another Coterie process is connected to a database.
async fn has_other_users(connection: &mut PgConnection) -> Result<bool, sqlx::Error> {
    let others = sqlx::query_scalar::<_, i64>(OTHER_CONNECTIONS_QUERY).bind(APPLICATION_NAME);
    Ok(others.fetch_one(connection).await? > 0)
}

/// Begins a transaction that locks out all other writers; [`OpenError::InUse`] if there are any.
async fn lock_database(connection: &mut PgConnection) -> Result<(), OpenError> {
    // A process that has just ended stays listed for a moment.
    const TRIES: u32 = 20;
    for _ in 0..TRIES {
        if !has_other_users(connection).await? {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    for sql in [
        "SET statement_timeout = 0",
        "SET idle_in_transaction_session_timeout = 0",
        "SET lock_timeout = '5s'",
        "BEGIN ISOLATION LEVEL REPEATABLE READ",
    ] {
        connection.execute(sql).await?;
    }
    // A server writes to the last two when it starts.
    let all = ALL_TABLES
        .iter()
        .map(|contents| contents.name)
        .chain(["store", "sums"]);
    let all: Vec<&str> = all.collect();
    let all = all.join(", ");
    let lock = format!("LOCK TABLE {all} IN SHARE ROW EXCLUSIVE MODE");
    connection.execute(AssertSqlSafe(lock)).await?;
    match has_other_users(connection).await? {
        false => Ok(()),
        true => Err(OpenError::InUse),
    }
}

/// Runs the missing migrations step by step, with progress reports, and adds missing checksums.
async fn migrate(connection: &mut PgConnection) -> Result<(), OpenError> {
    // Upgrading a large database takes a while.
    for sql in ["SET statement_timeout = 0", "SET lock_timeout = 0"] {
        connection.execute(sql).await?;
    }
    require_own_version(connection).await?;
    let before = schema_version(connection).await?;
    // Rows that were damaged before the upgrade stay marked as damaged.
    let damaged = match (CHECKSUMS_VERSION..NEWEST_VERSION).contains(&before) {
        true => row_checksums::find_damaged_rows((&mut *connection).into())
            .await
            .unwrap_or_default(),
        false => Vec::new(),
    };
    let damaged: Vec<_> = damaged.into_iter().map(|(row, _)| row).collect();
    for stage in migrations::plan_stages(&MIGRATIONS, before) {
        let ran = stage.begin().run(&mut *connection).await;
        stage
            .end(ran)
            .map_err(|error| match migrations::is_schema_newer(&error) {
                true => OpenError::Newer(NewerVersion::UNKNOWN),
                false => OpenError::Migrate(error),
            })?;
    }
    let summed =
        row_checksums::rebuild_once((&mut *connection).into(), NEWEST_VERSION, &damaged).await;
    summed.map_err(unwritable_error)?;
    let noted = needed_version::note_in_database(connection).await;
    noted.map_err(OpenError::Unwritable)?;
    for sql in ["RESET statement_timeout", "RESET lock_timeout"] {
        connection.execute(sql).await?;
    }
    Ok(())
}

/// Checks that a database does not need a newer version of the program.
async fn require_own_version(connection: &mut PgConnection) -> Result<(), OpenError> {
    match needed_version::newer_than_this_in_database(connection).await? {
        Some(newer) => Err(OpenError::Newer(newer)),
        None => Ok(()),
    }
}

/// Returns the number of the newest migration of a database; 0 if the database is empty.
async fn schema_version(connection: &mut PgConnection) -> Result<i64, sqlx::Error> {
    let there = "SELECT to_regclass('_sqlx_migrations') IS NOT NULL";
    let there = sqlx::query_scalar(there).fetch_one(&mut *connection);
    match there.await? {
        true => {
            let newest = sqlx::query_scalar(migrations::VERSION_QUERY);
            newest.fetch_one(connection).await
        }
        false => Ok(0),
    }
}

/// Checks that a database is of this program's version.
async fn check_version(connection: &mut PgConnection) -> Result<(), OpenError> {
    require_own_version(connection).await?;
    match schema_version(connection).await?.cmp(&NEWEST_VERSION) {
        std::cmp::Ordering::Equal => Ok(()),
        std::cmp::Ordering::Greater => Err(OpenError::Newer(NewerVersion::UNKNOWN)),
        std::cmp::Ordering::Less => Err(OpenError::Older),
    }
}

/// Carries out `coterie check` on Postgres, which verifies that everything in the database is intact. The check is
/// read-only and may run while servers are running.
///
/// # Errors
/// A message if the check cannot be carried out.
pub async fn check_database(address: &Address) -> Result<CheckReport, String> {
    let checked = async {
        let (mut connection, _) = connect(address).await?;
        check_version(&mut connection).await?;
        // A long log takes a while; one transaction sees everything in one consistent state.
        for sql in [
            "SET statement_timeout = 0",
            "SET idle_in_transaction_session_timeout = 0",
            "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
        ] {
            connection.execute(sql).await?;
        }
        let mut connection = Connection::Postgres(connection);
        let mut found = CheckFindings::default();
        found.check_rows(&mut connection).await;
        found.check_logs(&mut connection, &HashMap::new()).await;
        _ = connection.close().await;
        Ok::<_, OpenError>(found.into_report())
    };
    let checked = checked.await;
    checked.map_err(|error| format!("the database {address} cannot be checked: {error}"))
}
