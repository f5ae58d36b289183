//! Database-independent execution of SQL statements and reading of rows.
//!
//! Statements are written once, in SQL that both databases accept; `$1` is the first value. Statements for only one of
//! them are in [`super::sqlite`] and [`super::postgres`].

mod lists;
mod row;

use std::borrow::Cow;

use sqlx::postgres::{PgConnection, PgPool};
use sqlx::sqlite::{SqliteConnection, SqlitePool};
use sqlx::{
    AssertSqlSafe, Connection as _, Database, Encode, Executor as _, Postgres, SqlSafeStr as _,
    SqlStr, Sqlite, Transaction, Type,
};

pub(super) use self::lists::{insert_rows, select_in, select_pairs_in};
pub(super) use self::row::SqlRow;

/// Read-write connection to the store's database, either SQLite or Postgres.
#[derive(Debug)]
pub(super) enum Connection {
    /// Connection to a SQLite file.
    Sqlite(SqliteConnection),
    /// Connection to Postgres.
    Postgres(PgConnection),
}

impl Connection {
    /// Closes the connection to the database.
    pub(super) async fn close(self) -> Result<(), sqlx::Error> {
        match self {
            Self::Sqlite(connection) => connection.close().await,
            Self::Postgres(connection) => connection.close().await,
        }
    }

    /// Executes a statement that has neither values nor a result.
    pub(super) async fn execute(&mut self, sql: &'static str) -> Result<(), sqlx::Error> {
        match self {
            Self::Sqlite(connection) => connection.execute(sql).await.map(|_| ()),
            Self::Postgres(connection) => connection.execute(sql).await.map(|_| ()),
        }
    }
}

/// Pool of read-only connections to the store's database, either SQLite or Postgres.
#[derive(Clone, Debug)]
pub(super) enum ReaderPool {
    /// Pool on a SQLite file.
    Sqlite(SqlitePool),
    /// Pool on a Postgres database.
    Postgres(PgPool),
}

impl ReaderPool {
    /// Begins a read transaction that sees one consistent snapshot, regardless of concurrent writes.
    pub(super) async fn begin_read(&self) -> Result<ReadTransaction, sqlx::Error> {
        const AS_IT_IS: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
        match self {
            Self::Sqlite(pool) => pool.begin().await.map(ReadTransaction::Sqlite),
            Self::Postgres(pool) => pool
                .begin_with(AS_IT_IS)
                .await
                .map(ReadTransaction::Postgres),
        }
    }

    /// Closes all connections of the pool.
    pub(super) async fn close(&self) {
        match self {
            Self::Sqlite(pool) => pool.close().await,
            Self::Postgres(pool) => pool.close().await,
        }
    }
}

/// Read-only transaction on one consistent snapshot of the database, either SQLite or Postgres.
#[derive(Debug)]
pub(super) enum ReadTransaction {
    Sqlite(Transaction<'static, Sqlite>),
    Postgres(Transaction<'static, Postgres>),
}

impl ReadTransaction {
    /// Ends the read-only transaction, which has changed nothing.
    pub(super) async fn finish(self) -> Result<(), sqlx::Error> {
        match self {
            Self::Sqlite(reading) => reading.rollback().await,
            Self::Postgres(reading) => reading.rollback().await,
        }
    }
}

/// Connection or pool of connections on which an SQL statement is executed.
#[derive(Debug)]
pub(super) enum Executor<'c> {
    /// Connection to a SQLite file.
    Sqlite(&'c mut SqliteConnection),
    /// Read-only pool on a SQLite file.
    SqliteReaders(&'c SqlitePool),
    /// Connection to Postgres.
    Postgres(&'c mut PgConnection),
    /// Read-only pool on a Postgres database.
    PostgresReaders(&'c PgPool),
}

impl Executor<'_> {
    /// Whether the statement is executed on SQLite, and not on Postgres.
    pub(super) const fn is_sqlite(&self) -> bool {
        matches!(self, Self::Sqlite(_) | Self::SqliteReaders(_))
    }

    /// Reborrows the executor for another statement.
    pub(super) fn reborrow(&mut self) -> Executor<'_> {
        match self {
            Self::Sqlite(on) => Executor::Sqlite(on),
            Self::SqliteReaders(on) => Executor::SqliteReaders(on),
            Self::Postgres(on) => Executor::Postgres(on),
            Self::PostgresReaders(on) => Executor::PostgresReaders(on),
        }
    }
}

impl<'c> From<&'c mut Connection> for Executor<'c> {
    fn from(connection: &'c mut Connection) -> Self {
        match connection {
            Connection::Sqlite(connection) => Self::Sqlite(connection),
            Connection::Postgres(connection) => Self::Postgres(connection),
        }
    }
}

impl<'c> From<&'c mut SqliteConnection> for Executor<'c> {
    fn from(connection: &'c mut SqliteConnection) -> Self {
        Self::Sqlite(connection)
    }
}

impl<'c> From<&'c mut PgConnection> for Executor<'c> {
    fn from(connection: &'c mut PgConnection) -> Self {
        Self::Postgres(connection)
    }
}

impl<'c> From<&'c ReaderPool> for Executor<'c> {
    fn from(readers: &'c ReaderPool) -> Self {
        match readers {
            ReaderPool::Sqlite(pool) => Self::SqliteReaders(pool),
            ReaderPool::Postgres(pool) => Self::PostgresReaders(pool),
        }
    }
}

impl<'c> From<&'c mut ReadTransaction> for Executor<'c> {
    fn from(moment: &'c mut ReadTransaction) -> Self {
        match moment {
            ReadTransaction::Sqlite(reading) => Self::Sqlite(&mut *reading),
            ReadTransaction::Postgres(reading) => Self::Postgres(&mut *reading),
        }
    }
}

/// Value bound to a parameter of an SQL statement, such as bytes, text, a number, or null.
#[derive(Clone, Debug)]
pub(super) enum Value<'q> {
    /// Bytes or null.
    Bytes(Option<&'q [u8]>),
    /// Text or null.
    Text(Option<Cow<'q, str>>),
    /// Number or null.
    Number(Option<i64>),
    /// Boolean value.
    Flag(bool),
}

/// Implements `From` for each type a [`Value`] can be made from.
macro_rules! values {
    ($($from:ty, $value:ident => $as:expr;)+) => {$(
        impl<'q> From<$from> for Value<'q> {
            fn from($value: $from) -> Self {
                $as
            }
        }
    )+};
}

values! {
    &'q [u8], bytes => Self::Bytes(Some(bytes));
    Option<&'q [u8]>, bytes => Self::Bytes(bytes);
    &'q Vec<u8>, bytes => Self::Bytes(Some(bytes));
    &'q str, text => Self::Text(Some(text.into()));
    &'q String, text => Self::Text(Some(text.into()));
    String, text => Self::Text(Some(text.into()));
    Option<&'q str>, text => Self::Text(text.map(Cow::Borrowed));
    i64, number => Self::Number(Some(number));
    Option<i64>, number => Self::Number(number);
    u32, number => Self::Number(Some(number.into()));
    bool, flag => Self::Flag(flag);
}

/// An SQL statement with its bound values, which runs on SQLite and Postgres alike.
#[must_use]
#[derive(Debug)]
pub(super) struct Query<'q> {
    sql: SqlStr,
    values: Vec<Value<'q>>,
}

/// Returns a query without bound values yet, for a constant SQL statement.
pub(super) fn query<'q>(sql: &'static str) -> Query<'q> {
    Query {
        sql: sql.into_sql_str(),
        values: Vec::new(),
    }
}

/// Returns a query for a statement assembled at run time from the program's own names.
pub(super) fn query_dynamic<'q>(sql: String) -> Query<'q> {
    Query {
        sql: AssertSqlSafe(sql).into_sql_str(),
        values: Vec::new(),
    }
}

impl<'q> Query<'q> {
    /// Binds a value to the next parameter of the SQL statement.
    pub(super) fn bind(mut self, value: impl Into<Value<'q>>) -> Self {
        self.values.push(value.into());
        self
    }

    /// Executes the query and returns all rows.
    pub(super) async fn fetch_all<'c>(
        self,
        on: impl Into<Executor<'c>>,
    ) -> Result<Vec<SqlRow>, sqlx::Error> {
        Ok(match on.into() {
            Executor::Sqlite(on) => {
                wrap_rows(self.into_sqlx().fetch_all(on).await?, SqlRow::Sqlite)
            }
            Executor::SqliteReaders(on) => {
                wrap_rows(self.into_sqlx().fetch_all(on).await?, SqlRow::Sqlite)
            }
            Executor::Postgres(on) => {
                wrap_rows(self.into_sqlx().fetch_all(on).await?, SqlRow::Postgres)
            }
            Executor::PostgresReaders(on) => {
                wrap_rows(self.into_sqlx().fetch_all(on).await?, SqlRow::Postgres)
            }
        })
    }

    /// Executes the query and returns the first row, if any.
    pub(super) async fn fetch_optional<'c>(
        self,
        on: impl Into<Executor<'c>>,
    ) -> Result<Option<SqlRow>, sqlx::Error> {
        Ok(self.fetch_all(on).await?.into_iter().next())
    }

    /// Executes the query and returns the first row; an error if there is none.
    pub(super) async fn fetch_one<'c>(
        self,
        on: impl Into<Executor<'c>>,
    ) -> Result<SqlRow, sqlx::Error> {
        let row = self.fetch_optional(on).await?;
        row.ok_or(sqlx::Error::RowNotFound)
    }

    /// Executes the query and returns the number of affected rows.
    pub(super) async fn execute<'c>(self, on: impl Into<Executor<'c>>) -> Result<u64, sqlx::Error> {
        Ok(match on.into() {
            Executor::Sqlite(on) => self.into_sqlx().execute(on).await?.rows_affected(),
            Executor::SqliteReaders(on) => self.into_sqlx().execute(on).await?.rows_affected(),
            Executor::Postgres(on) => self.into_sqlx().execute(on).await?.rows_affected(),
            Executor::PostgresReaders(on) => self.into_sqlx().execute(on).await?.rows_affected(),
        })
    }

    /// Converts the query to an `sqlx` query for one of the databases.
    fn into_sqlx<DB>(self) -> sqlx::query::Query<'static, DB, DB::Arguments>
    where
        DB: Database,
        for<'v> Option<&'v [u8]>: Encode<'v, DB> + Type<DB>,
        for<'v> Option<&'v str>: Encode<'v, DB> + Type<DB>,
        for<'v> Option<i64>: Encode<'v, DB> + Type<DB>,
        for<'v> bool: Encode<'v, DB> + Type<DB>,
    {
        bind_values(sqlx::query(self.sql), &self.values)
    }
}

/// Wraps the rows of a query's result as [`SqlRow`]s, by the constructor for their database.
fn wrap_rows<R>(rows: Vec<R>, of: impl Fn(R) -> SqlRow) -> Vec<SqlRow> {
    rows.into_iter().map(of).collect()
}

/// Binds all values to an `sqlx` query.
fn bind_values<DB>(
    mut query: sqlx::query::Query<'static, DB, DB::Arguments>,
    values: &[Value<'_>],
) -> sqlx::query::Query<'static, DB, DB::Arguments>
where
    DB: Database,
    for<'v> Option<&'v [u8]>: Encode<'v, DB> + Type<DB>,
    for<'v> Option<&'v str>: Encode<'v, DB> + Type<DB>,
    for<'v> Option<i64>: Encode<'v, DB> + Type<DB>,
    for<'v> bool: Encode<'v, DB> + Type<DB>,
{
    for value in values {
        query = match value {
            Value::Bytes(bytes) => query.bind(*bytes),
            Value::Text(text) => query.bind(text.as_deref()),
            Value::Number(number) => query.bind(*number),
            Value::Flag(flag) => query.bind(*flag),
        };
    }
    query
}
