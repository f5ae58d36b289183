//! The store in Postgres: how it is opened. One connection of each program writes, a few only read.
//!
//! Several programs may write to one database. None of them leads: a program that writes to a table locks its row
//! first ([`locks`]), and reads the end of a log only then.

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
pub(super) use self::session::Unfit;
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
use crate::token::Secret;

/// Every migration there is, oldest first. A file that was released is never changed.
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

/// The migration since which rows have sums.
const SUMS: i64 = 5;

/// The number of the newest of them.
const NEWEST: i64 = MIGRATIONS[MIGRATIONS.len() - 1].0;

/// Why a database could not be opened. No word of it holds the password.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// It was written by a newer program.
    #[error("it was written by a newer version of Coterie")]
    Newer,
    /// It is of an older version, or empty, and is only to be read.
    #[error("it is not of this version of Coterie: start the server on it once")]
    Older,
    /// Another program of ours uses it, and it is to be had alone.
    #[error("a server is using it: end it first")]
    InUse,
    /// It holds tables, and is to be filled with others.
    #[error("it holds tables already, and nothing of it was touched")]
    HoldsTables,
    /// It could not be brought to this program's shape.
    #[error("it cannot be brought up to date: {0}")]
    Migrate(MigrateError),
    /// It could not be written.
    #[error("it cannot be written: {0}")]
    Unwritable(sqlx::Error),
    /// It is set up so that what was acknowledged could be lost, or it cannot be reached.
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

/// Opens a database and brings it up to date.
///
/// # Errors
/// [`OpenError`].
pub async fn open(address: &Address) -> Result<SqlStore, OpenError> {
    let (mut connection, backend) = connect(address).await?;
    migrate(&mut connection).await?;
    // A store that cannot be written is noticed now, and not by those at a table.
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

/// Opens a database beside the server that uses it. Nothing is made or brought up to date.
///
/// # Errors
/// [`OpenError`], also when it is of another version than this program.
pub async fn open_beside(address: &Address) -> Result<SqlStore, OpenError> {
    let (mut connection, backend) = connect(address).await?;
    same_version(&mut connection).await?;
    of(address, connection, backend).await
}

fn unwritable(error: StoreError) -> OpenError {
    match error {
        StoreError::Database(error) => OpenError::Unwritable(error),
        other => OpenError::Unreached(other.to_string()),
    }
}

/// The key of all servers on a database: the one that is there, or this one from now on. Of two servers that
/// bring one at once the first is believed.
///
/// # Errors
/// [`OpenError`].
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

/// The key that lies in a database, if there is one.
pub(super) async fn kept_key(connection: &mut PgConnection) -> Result<Option<Secret>, OpenError> {
    let kept = sqlx::query_scalar::<_, Option<Vec<u8>>>("SELECT secret FROM store");
    let kept = kept.fetch_one(connection).await?;
    let kept = kept.map(TryInto::try_into).transpose();
    let kept = kept.map_err(|_| OpenError::Unreached("its key is none".into()))?;
    Ok(kept.map(Secret::of_bytes))
}

/// Puts the key of tables that come with it into their database.
pub(super) async fn bring_key(
    connection: &mut PgConnection,
    key: &Secret,
) -> Result<(), OpenError> {
    let brought = sqlx::query("UPDATE store SET secret = $1").bind(&key.bytes()[..]);
    let brought = brought.execute(connection).await;
    brought.map(|_| ()).map_err(OpenError::Unwritable)
}

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

/// A connection that has all of a database to itself, in a transaction that sees one moment: nobody else writes
/// until it ends.
pub(super) async fn alone(address: &Address) -> Result<PgConnection, OpenError> {
    let (mut connection, _) = connect(address).await?;
    same_version(&mut connection).await?;
    take(&mut connection).await?;
    Ok(connection)
}

/// The same with a database that holds no tables, or is empty.
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

/// How many other programs of ours use a database.
const OTHERS: &str = "SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() \
                      AND application_name = $1 AND pid <> pg_backend_pid()";

/// Whether another program of ours uses a database.
async fn is_used(connection: &mut PgConnection) -> Result<bool, sqlx::Error> {
    let others = sqlx::query_scalar::<_, i64>(OTHERS).bind(NAME);
    Ok(others.fetch_one(connection).await? > 0)
}

/// Keeps everybody else from writing, if nobody does yet.
async fn take(connection: &mut PgConnection) -> Result<(), OpenError> {
    // One that has just ended is a moment longer in the list.
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
    // A server writes to the last one when it starts.
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

/// Brings a database up to date, and says so where that may take a while.
async fn migrate(connection: &mut PgConnection) -> Result<(), OpenError> {
    // A large one takes its time.
    for sql in ["SET statement_timeout = 0", "SET lock_timeout = 0"] {
        connection.execute(sql).await?;
    }
    let before = newest(connection).await?;
    // What is damaged before is damaged behind it.
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

/// The number of the newest migration a database has had; 0 where it is empty.
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

/// Whether a database is of this program's version.
async fn same_version(connection: &mut PgConnection) -> Result<(), OpenError> {
    match newest(connection).await?.cmp(&NEWEST) {
        std::cmp::Ordering::Equal => Ok(()),
        std::cmp::Ordering::Greater => Err(OpenError::Newer),
        std::cmp::Ordering::Less => Err(OpenError::Older),
    }
}

/// `coterie check`: whether everything in a database is as it was written. It reads and changes nothing,
/// also while a server is running.
///
/// # Errors
/// In words, when it cannot be checked at all.
pub async fn check(address: &Address) -> Result<Checked, String> {
    let checked = async {
        let (mut connection, _) = connect(address).await?;
        same_version(&mut connection).await?;
        // A long log takes its time; everything is looked at as it was at one moment.
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
