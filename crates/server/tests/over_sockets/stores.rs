//! Tests of what is kept run on both databases: as they stand on SQLite, and named again by [`in_postgres_too`] on
//! a Postgres of the tests' own.

use std::cell::RefCell;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

use server::store::postgres::{self, Address};
use server::store::{SqlStore, sqlite};
use sha2::Digest as _;
use sqlx::postgres::PgConnection;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions as _, Connection as _, Executor as _};

use crate::cluster::shared;

thread_local! {
    /// On this thread: the database that is in the place of the one in a data folder, for each folder.
    static ELSEWHERE: RefCell<Option<HashMap<PathBuf, Address>>> = const { RefCell::new(None) };
}

/// Runs tests of this module once more, in Postgres.
macro_rules! in_postgres_too {
    ($($test:ident),+ $(,)?) => {
        mod in_postgres {
            $(
                #[test]
                fn $test() {
                    crate::stores::in_postgres(super::$test);
                }
            )+
        }
    };
}
pub(crate) use in_postgres_too;

/// Runs a test in Postgres. Where there is none it says so.
pub(crate) fn in_postgres(test: fn()) {
    if shared().is_none() {
        return;
    }
    ELSEWHERE.set(Some(HashMap::new()));
    test();
    let used = ELSEWHERE.take().is_some_and(|used| !used.is_empty());
    assert!(used, "it kept something in Postgres");
}

/// The database that is in the place of the one in this folder, if this test runs in Postgres.
pub(crate) async fn elsewhere(data: &Path) -> Option<Address> {
    let known = ELSEWHERE.with_borrow(|all| Some(all.as_ref()?.get(data).cloned()));
    match known? {
        Some(address) => Some(address),
        None => {
            let address = shared().expect("a Postgres").database().await;
            ELSEWHERE.with_borrow_mut(|all| {
                let all = all.as_mut().expect("a test in Postgres");
                all.insert(data.to_owned(), address.clone());
            });
            Some(address)
        }
    }
}

/// Opens what a server with this data folder keeps.
pub(crate) async fn open(data: &Path) -> SqlStore {
    match elsewhere(data).await {
        None => sqlite::open(data).await.expect("a store"),
        Some(address) => postgres::open(&address).await.expect("a store"),
    }
}

/// A connection beside the server's own.
pub(crate) enum Beside {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

/// Connects to what a server with this data folder keeps.
pub(crate) async fn beside(data: &Path) -> Beside {
    match elsewhere(data).await {
        None => {
            let options = SqliteConnectOptions::new().filename(data.join(sqlite::FILE));
            Beside::Sqlite(options.connect().await.expect("a database"))
        }
        Some(address) => Beside::Postgres(address.connect().await.expect("a database")),
    }
}

impl Beside {
    /// A number.
    pub(crate) async fn count(&mut self, sql: &'static str) -> i64 {
        let counted = match self {
            Self::Sqlite(connection) => sqlx::query_scalar(sql).fetch_one(connection).await,
            Self::Postgres(connection) => sqlx::query_scalar(sql).fetch_one(connection).await,
        };
        counted.expect("a number")
    }

    /// Changes what is kept.
    pub(crate) async fn run(&mut self, sql: String) {
        let sql = sqlx::AssertSqlSafe(sql);
        let done = match self {
            Self::Sqlite(connection) => connection.execute(sql).await.map(|it| it.rows_affected()),
            Self::Postgres(connection) => {
                connection.execute(sql).await.map(|it| it.rows_affected())
            }
        };
        assert!(done.expect("a database") > 0);
    }

    /// Sums up the rows of a table that a condition picks out, as the program does with what it writes.
    pub(crate) async fn sum_up(&mut self, table: &str, of: &str) {
        let columns = format!("SELECT name, pk FROM pragma_table_info('{table}') ORDER BY cid");
        let quoted = |columns: &[&String]| {
            let each = columns.iter().map(|name| format!("quote(\"{name}\")"));
            each.collect::<Vec<_>>().join("||','||")
        };
        let (words, sums) = match self {
            Self::Sqlite(connection) => {
                let asked = sqlx::query_as(sqlx::AssertSqlSafe(columns)).fetch_all(connection);
                let columns: Vec<(String, i64)> = asked.await.expect("a database");
                let mut keys: Vec<_> = columns.iter().filter(|(_, pk)| *pk > 0).collect();
                keys.sort_by_key(|(_, pk)| *pk);
                let keys: Vec<&String> = keys.iter().map(|(name, _)| name).collect();
                let all: Vec<&String> = columns.iter().map(|(name, _)| name).collect();
                (
                    format!("{}, {}", quoted(&keys), quoted(&all)),
                    "INSERT INTO sums (name, key, sum) VALUES (?, ?, ?)",
                )
            }
            Self::Postgres(_) => (
                format!("concat_ws(',', table_id::TEXT, seat::TEXT), {table}::TEXT"),
                "INSERT INTO sums (name, key, sum) VALUES ($1, $2, $3)",
            ),
        };
        let words = sqlx::AssertSqlSafe(format!("SELECT {words} FROM {table} WHERE {of}"));
        let rows: Vec<(String, String)> = match self {
            Self::Sqlite(connection) => sqlx::query_as(words).fetch_all(connection).await,
            Self::Postgres(connection) => sqlx::query_as(words).fetch_all(connection).await,
        }
        .expect("a database");
        assert!(!rows.is_empty(), "{of}");
        for (key, row) in rows {
            let sum = sha2::Sha256::digest(row.as_bytes())[..16].to_vec();
            let done = match self {
                Self::Sqlite(connection) => {
                    let sql = sqlx::query(sums).bind(table).bind(key).bind(sum);
                    sql.execute(connection).await.map(|it| it.rows_affected())
                }
                Self::Postgres(connection) => {
                    let sql = sqlx::query(sums).bind(table).bind(key).bind(sum);
                    sql.execute(connection).await.map(|it| it.rows_affected())
                }
            };
            assert_eq!(done.expect("a database"), 1);
        }
    }

    /// Keeps everybody else from writing, as a slow disk does.
    pub(crate) async fn hold(&mut self) {
        match self {
            Self::Sqlite(connection) => connection.execute("BEGIN IMMEDIATE").await.map(|_| ()),
            Self::Postgres(connection) => {
                let sql = "BEGIN; LOCK TABLE events IN EXCLUSIVE MODE";
                connection.execute(sql).await.map(|_| ())
            }
        }
        .expect("the lock");
    }

    /// With it goes the lock.
    pub(crate) async fn close(self) {
        match self {
            Self::Sqlite(connection) => connection.close().await,
            Self::Postgres(connection) => connection.close().await,
        }
        .expect("a connection");
    }
}
