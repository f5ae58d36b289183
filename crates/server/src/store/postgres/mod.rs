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

pub use self::address::{Address, NoAddress};
use self::session::{Backend, NAME, connect, readers};
use self::transactions::Database;
use super::check::{Checked, Found};
use super::fault::Fault;
use super::migrations::{self, Step};
use super::sql::{Connection, Readers};
use super::sql_store::SqlStore;
use super::transfer::ALL;
use super::writer::Writer;
use super::{StoreError, sums};
use crate::auth::token::Secret;

/// All migrations, oldest first. A released file is never changed.
const MIGRATIONS: [Step; 5] = [
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
        SUMS,
        "sums",
        include_str!("../../../../../migrations/postgres/0005_sums.sql"),
    ),
];

/// Number of the migration that added checksums of rows.
const SUMS: i64 = 5;

/// Number of the newest migration.
const NEWEST: i64 = MIGRATIONS[MIGRATIONS.len() - 1].0;

/// Error while opening a Postgres store. The message never contains the password.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The database was written by a newer version.
    #[error("it was written by a newer version of Coterie")]
    Newer,
    /// The database is empty or of an older version, and was opened only for reading.
    #[error("it is not of this version of Coterie: start the server on it once")]
    Older,
    /// Another Coterie process uses the database, and exclusive access was requested.
    #[error("a server is using it: end it first")]
    InUse,
    /// The database already holds tables, and was to be filled with others.
    #[error("it holds tables already, and nothing of it was touched")]
    HoldsTables,
    /// The schema could not be upgraded.
    #[error("it cannot be brought up to date: {0}")]
    Migrate(MigrateError),
    /// The database could not be written.
    #[error("it cannot be written: {0}")]
    Unwritable(sqlx::Error),
    /// The database cannot be reached, or is configured so that acknowledged data could be lost.
    #[error("{0}")]
    Unreached(String),
}

impl From<Fault> for OpenError {
    fn from(fault: Fault) -> Self {
        Self::Unreached(fault.to_string())
    }
}

impl From<sqlx::Error> for OpenError {
    fn from(error: sqlx::Error) -> Self {
        Self::Unreached(error.to_string())
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
        sums::watch((&mut connection).into()).await?;
        sums::change(
            (&mut connection).into(),
            "UPDATE store SET starts = starts + 1",
        )
        .await
    };
    started.await.map_err(unwritable)?;
    of(address, connection, backend).await
}

/// Opens a database alongside the server that is using it. Nothing is created or upgraded.
///
/// # Errors
/// [`OpenError`], also if the database is of another version than this program.
pub async fn open_beside(address: &Address) -> Result<SqlStore, OpenError> {
    let (mut connection, backend) = connect(address).await?;
    same_version(&mut connection).await?;
    of(address, connection, backend).await
}

/// Converts an error of a test write.
fn unwritable(error: StoreError) -> OpenError {
    match error {
        StoreError::Database(error) => OpenError::Unwritable(error),
        other => OpenError::Unreached(other.to_string()),
    }
}

/// Returns the key shared by all servers on a database, storing `own` if there is none yet. If two servers store one at
/// once, the first wins.
///
/// # Errors
/// [`OpenError`] if the database cannot be reached or written, or its key is invalid.
pub async fn key(address: &Address, own: &Secret) -> Result<Secret, OpenError> {
    let (mut connection, _) = connect(address).await?;
    let brought = async {
        sums::watch((&mut connection).into()).await?;
        connection.execute("BEGIN").await?;
        let brought = sqlx::query("UPDATE store SET secret = $1 WHERE secret IS NULL");
        let brought = brought.bind(&own.bytes()[..]);
        brought.execute(&mut connection).await?;
        sums::renew((&mut connection).into(), &HashMap::new()).await?;
        connection.execute("COMMIT").await?;
        Ok(())
    };
    brought.await.map_err(unwritable)?;
    let kept = kept_key(&mut connection).await?;
    _ = connection.close().await;
    kept.ok_or_else(|| OpenError::Unreached("it keeps no key".into()))
}

/// Reads the key stored in a database, if any.
pub(super) async fn kept_key(connection: &mut PgConnection) -> Result<Option<Secret>, OpenError> {
    let kept = sqlx::query_scalar::<_, Option<Vec<u8>>>("SELECT secret FROM store");
    let kept = kept.fetch_one(connection).await?;
    let kept = kept.map(TryInto::try_into).transpose();
    let kept = kept.map_err(|_| OpenError::Unreached("its key is none".into()))?;
    Ok(kept.map(Secret::of_bytes))
}

/// Stores the key that belongs to imported tables in their database.
pub(super) async fn bring_key(
    connection: &mut PgConnection,
    key: &Secret,
) -> Result<(), OpenError> {
    let brought = sqlx::query("UPDATE store SET secret = $1").bind(&key.bytes()[..]);
    let brought = brought.execute(connection).await;
    brought.map(|_| ()).map_err(OpenError::Unwritable)
}

/// Builds the store from an open connection.
async fn of(
    address: &Address,
    mut connection: PgConnection,
    backend: Backend,
) -> Result<SqlStore, OpenError> {
    let shapes = sums::shapes((&mut connection).into()).await;
    let shapes = shapes.map_err(unwritable)?;
    let readers = Arc::new(Mutex::new(Readers::Postgres(readers(address))));
    let database = Database::new(connection, backend, address.clone());
    Ok(SqlStore::new(
        readers,
        Writer::start(database),
        Arc::default(),
        shapes,
    ))
}

/// Opens a connection with exclusive write access to the whole database, in a transaction that sees one consistent
/// snapshot.
pub(super) async fn alone(address: &Address) -> Result<PgConnection, OpenError> {
    let (mut connection, _) = connect(address).await?;
    same_version(&mut connection).await?;
    take(&mut connection).await?;
    Ok(connection)
}

/// Opens an exclusive connection to an empty database, or to one without tables, and upgrades its schema.
pub(super) async fn alone_and_new(address: &Address) -> Result<PgConnection, OpenError> {
    let (mut connection, _) = connect(address).await?;
    if newest(&mut connection).await? > 0 {
        let tables = sqlx::query_scalar("SELECT EXISTS (SELECT FROM tables)");
        if tables.fetch_one(&mut connection).await? {
            return Err(OpenError::HoldsTables);
        }
    }
    migrate(&mut connection).await?;
    take(&mut connection).await?;
    Ok(connection)
}

/// Selects the number of other Coterie connections to a database.
const OTHERS: &str = "SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() \
                      AND application_name = $1 AND pid <> pg_backend_pid()";

/// Whether another Coterie process is connected to a database.
async fn is_used(connection: &mut PgConnection) -> Result<bool, sqlx::Error> {
    let others = sqlx::query_scalar::<_, i64>(OTHERS).bind(NAME);
    Ok(others.fetch_one(connection).await? > 0)
}

/// Begins a transaction that locks out all other writers; [`OpenError::InUse`] if there are any.
async fn take(connection: &mut PgConnection) -> Result<(), OpenError> {
    // A process that has just ended stays listed for a moment.
    const TRIES: u32 = 20;
    for _ in 0..TRIES {
        if !is_used(connection).await? {
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
    let all = ALL
        .iter()
        .map(|contents| contents.name)
        .chain(["store", "sums"]);
    let all: Vec<&str> = all.collect();
    let all = all.join(", ");
    let lock = format!("LOCK TABLE {all} IN SHARE ROW EXCLUSIVE MODE");
    connection.execute(AssertSqlSafe(lock)).await?;
    match is_used(connection).await? {
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
    let before = newest(connection).await?;
    // Rows that were damaged before the upgrade stay marked as damaged.
    let damaged = match (SUMS..NEWEST).contains(&before) {
        true => sums::bad((&mut *connection).into())
            .await
            .unwrap_or_default(),
        false => Vec::new(),
    };
    let damaged: Vec<_> = damaged.into_iter().map(|(row, _)| row).collect();
    for stage in migrations::stages(&MIGRATIONS, before) {
        let ran = stage.begin().run(&mut *connection).await;
        stage
            .end(ran)
            .map_err(|error| match migrations::is_newer(&error) {
                true => OpenError::Newer,
                false => OpenError::Migrate(error),
            })?;
    }
    let summed = sums::make_once((&mut *connection).into(), NEWEST, &damaged).await;
    summed.map_err(unwritable)?;
    for sql in ["RESET statement_timeout", "RESET lock_timeout"] {
        connection.execute(sql).await?;
    }
    Ok(())
}

/// Number of the newest migration of a database; 0 if the database is empty.
async fn newest(connection: &mut PgConnection) -> Result<i64, sqlx::Error> {
    let there = "SELECT to_regclass('_sqlx_migrations') IS NOT NULL";
    let there = sqlx::query_scalar(there).fetch_one(&mut *connection);
    match there.await? {
        true => {
            let newest = sqlx::query_scalar(migrations::VERSION);
            newest.fetch_one(connection).await
        }
        false => Ok(0),
    }
}

/// Checks that a database is of this program's version.
async fn same_version(connection: &mut PgConnection) -> Result<(), OpenError> {
    match newest(connection).await?.cmp(&NEWEST) {
        std::cmp::Ordering::Equal => Ok(()),
        std::cmp::Ordering::Greater => Err(OpenError::Newer),
        std::cmp::Ordering::Less => Err(OpenError::Older),
    }
}

/// `coterie check`: verifies that everything in a database is intact. The check is read-only and may run while servers
/// are running.
///
/// # Errors
/// A message if the check cannot be carried out.
pub async fn check(address: &Address) -> Result<Checked, String> {
    let checked = async {
        let (mut connection, _) = connect(address).await?;
        same_version(&mut connection).await?;
        // A long log takes a while; one transaction sees everything in one consistent state.
        for sql in [
            "SET statement_timeout = 0",
            "SET idle_in_transaction_session_timeout = 0",
            "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
        ] {
            connection.execute(sql).await?;
        }
        let mut connection = Connection::Postgres(connection);
        let mut found = Found::default();
        found.rows(&mut connection).await;
        found.everything(&mut connection, &HashMap::new()).await;
        _ = connection.close().await;
        Ok::<_, OpenError>(found.words())
    };
    let checked = checked.await;
    checked.map_err(|error| format!("the database {address} cannot be checked: {error}"))
}
