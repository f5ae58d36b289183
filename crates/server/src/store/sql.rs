//! One way to say a statement to either database, and to read what it answers.
//!
//! Statements are written once, in words that both know; `$1` is the first value. What only one of them
//! knows stands beside its name: [`super::sqlite`], [`super::postgres`].

use std::borrow::Cow;
use std::fmt;

use sqlx::postgres::{PgConnection, PgPool, PgRow};
use sqlx::sqlite::{SqliteConnection, SqlitePool, SqliteRow};
use sqlx::{
    AssertSqlSafe, ColumnIndex, Connection as _, Database, Decode, Encode, Executor as _, Postgres,
    Row as _, SqlSafeStr as _, SqlStr, Sqlite, Transaction, Type,
};

use super::StoreError;

/// A connection to one of them, to read and write.
#[derive(Debug)]
pub(super) enum Connection {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

impl Connection {
    pub(super) async fn close(self) -> Result<(), sqlx::Error> {
        match self {
            Self::Sqlite(connection) => connection.close().await,
            Self::Postgres(connection) => connection.close().await,
        }
    }

    /// Says something that has no values and no answer.
    pub(super) async fn say(&mut self, sql: &'static str) -> Result<(), sqlx::Error> {
        match self {
            Self::Sqlite(connection) => connection.execute(sql).await.map(|_| ()),
            Self::Postgres(connection) => connection.execute(sql).await.map(|_| ()),
        }
    }
}

/// The connections that only read.
#[derive(Clone, Debug)]
pub(super) enum Readers {
    Sqlite(SqlitePool),
    Postgres(PgPool),
}

impl Readers {
    /// Reads one moment, whatever is written meanwhile.
    pub(super) async fn moment(&self) -> Result<Moment, sqlx::Error> {
        const AS_IT_IS: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
        match self {
            Self::Sqlite(pool) => pool.begin().await.map(Moment::Sqlite),
            Self::Postgres(pool) => pool.begin_with(AS_IT_IS).await.map(Moment::Postgres),
        }
    }

    pub(super) async fn close(&self) {
        match self {
            Self::Sqlite(pool) => pool.close().await,
            Self::Postgres(pool) => pool.close().await,
        }
    }
}

/// Everything as it is at one moment.
#[derive(Debug)]
pub(super) enum Moment {
    Sqlite(Transaction<'static, Sqlite>),
    Postgres(Transaction<'static, Postgres>),
}

impl Moment {
    pub(super) async fn end(self) -> Result<(), sqlx::Error> {
        match self {
            Self::Sqlite(reading) => reading.rollback().await,
            Self::Postgres(reading) => reading.rollback().await,
        }
    }
}

/// Whom a statement is said to.
#[derive(Debug)]
pub(super) enum On<'c> {
    Sqlite(&'c mut SqliteConnection),
    SqliteReaders(&'c SqlitePool),
    Postgres(&'c mut PgConnection),
    PostgresReaders(&'c PgPool),
}

impl On<'_> {
    pub(super) const fn is_sqlite(&self) -> bool {
        matches!(self, Self::Sqlite(_) | Self::SqliteReaders(_))
    }

    /// The same once more, for the next statement.
    pub(super) fn again(&mut self) -> On<'_> {
        match self {
            Self::Sqlite(on) => On::Sqlite(on),
            Self::SqliteReaders(on) => On::SqliteReaders(on),
            Self::Postgres(on) => On::Postgres(on),
            Self::PostgresReaders(on) => On::PostgresReaders(on),
        }
    }
}

impl<'c> From<&'c mut Connection> for On<'c> {
    fn from(connection: &'c mut Connection) -> Self {
        match connection {
            Connection::Sqlite(connection) => Self::Sqlite(connection),
            Connection::Postgres(connection) => Self::Postgres(connection),
        }
    }
}

impl<'c> From<&'c mut SqliteConnection> for On<'c> {
    fn from(connection: &'c mut SqliteConnection) -> Self {
        Self::Sqlite(connection)
    }
}

impl<'c> From<&'c mut PgConnection> for On<'c> {
    fn from(connection: &'c mut PgConnection) -> Self {
        Self::Postgres(connection)
    }
}

impl<'c> From<&'c Readers> for On<'c> {
    fn from(readers: &'c Readers) -> Self {
        match readers {
            Readers::Sqlite(pool) => Self::SqliteReaders(pool),
            Readers::Postgres(pool) => Self::PostgresReaders(pool),
        }
    }
}

impl<'c> From<&'c mut Moment> for On<'c> {
    fn from(moment: &'c mut Moment) -> Self {
        match moment {
            Moment::Sqlite(reading) => Self::Sqlite(&mut *reading),
            Moment::Postgres(reading) => Self::Postgres(&mut *reading),
        }
    }
}

/// A value that goes with a statement.
#[derive(Clone, Debug)]
pub(super) enum Value<'q> {
    Bytes(Option<&'q [u8]>),
    Text(Option<Cow<'q, str>>),
    Number(Option<i64>),
    Flag(bool),
}

/// What a value may be made of.
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

/// A statement with its values.
#[must_use]
#[derive(Debug)]
pub(super) struct Query<'q> {
    sql: SqlStr,
    values: Vec<Value<'q>>,
}

/// A statement whose values are still to come.
pub(super) fn query<'q>(sql: &'static str) -> Query<'q> {
    Query {
        sql: sql.into_sql_str(),
        values: Vec::new(),
    }
}

/// The same of a statement that was put together from names of the program's own.
pub(super) fn query_made<'q>(sql: String) -> Query<'q> {
    Query {
        sql: AssertSqlSafe(sql).into_sql_str(),
        values: Vec::new(),
    }
}

impl<'q> Query<'q> {
    pub(super) fn bind(mut self, value: impl Into<Value<'q>>) -> Self {
        self.values.push(value.into());
        self
    }

    /// All it answers.
    pub(super) async fn fetch_all<'c>(
        self,
        on: impl Into<On<'c>>,
    ) -> Result<Vec<Row>, sqlx::Error> {
        Ok(match on.into() {
            On::Sqlite(on) => rows(self.for_one().fetch_all(on).await?, Row::Sqlite),
            On::SqliteReaders(on) => rows(self.for_one().fetch_all(on).await?, Row::Sqlite),
            On::Postgres(on) => rows(self.for_one().fetch_all(on).await?, Row::Postgres),
            On::PostgresReaders(on) => rows(self.for_one().fetch_all(on).await?, Row::Postgres),
        })
    }

    /// The first row, if there is one.
    pub(super) async fn fetch_optional<'c>(
        self,
        on: impl Into<On<'c>>,
    ) -> Result<Option<Row>, sqlx::Error> {
        Ok(self.fetch_all(on).await?.into_iter().next())
    }

    /// The first row.
    pub(super) async fn fetch_one<'c>(self, on: impl Into<On<'c>>) -> Result<Row, sqlx::Error> {
        let row = self.fetch_optional(on).await?;
        row.ok_or(sqlx::Error::RowNotFound)
    }

    /// How many rows it changed.
    pub(super) async fn execute<'c>(self, on: impl Into<On<'c>>) -> Result<u64, sqlx::Error> {
        Ok(match on.into() {
            On::Sqlite(on) => self.for_one().execute(on).await?.rows_affected(),
            On::SqliteReaders(on) => self.for_one().execute(on).await?.rows_affected(),
            On::Postgres(on) => self.for_one().execute(on).await?.rows_affected(),
            On::PostgresReaders(on) => self.for_one().execute(on).await?.rows_affected(),
        })
    }

    /// As one of the databases takes it.
    fn for_one<DB>(self) -> sqlx::query::Query<'static, DB, DB::Arguments>
    where
        DB: Database,
        for<'v> Option<&'v [u8]>: Encode<'v, DB> + Type<DB>,
        for<'v> Option<&'v str>: Encode<'v, DB> + Type<DB>,
        for<'v> Option<i64>: Encode<'v, DB> + Type<DB>,
        for<'v> bool: Encode<'v, DB> + Type<DB>,
    {
        bound(sqlx::query(self.sql), &self.values)
    }
}

fn rows<R>(rows: Vec<R>, of: impl Fn(R) -> Row) -> Vec<Row> {
    rows.into_iter().map(of).collect()
}

fn bound<DB>(
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

/// A statement whose text depends on how many rows or values it has is remembered up to so many: a lone command writes one
/// row. The others are each seen once in a long while.
const OFTEN: usize = 4;

/// Writes several rows in one statement, with something behind their values.
pub(super) async fn insert_rows(
    on: impl Into<On<'_>>,
    begins: &str,
    rows: &[Vec<Value<'_>>],
    ends: &str,
) -> Result<(), sqlx::Error> {
    let on = on.into();
    let mut sql = String::from(begins);
    sql.push(' ');
    list(&mut sql, on.is_sqlite(), rows.iter().map(Vec::len));
    sql.push_str(ends);
    let values: Vec<Value<'_>> = rows.iter().flatten().cloned().collect();
    answer(on, sql, &values, rows.len() <= OFTEN).await?;
    Ok(())
}

/// What a statement answers that ends where the pairs begin among which something is.
pub(super) async fn select_pairs(
    on: On<'_>,
    begins: &'static str,
    pairs: &[&[String; 2]],
) -> Result<Vec<Row>, sqlx::Error> {
    let mut sql = format!("{begins}(VALUES ");
    list(
        &mut sql,
        on.is_sqlite(),
        pairs.iter().map(|pair| pair.len()),
    );
    sql.push(')');
    let values: Vec<Value<'_>> = pairs
        .iter()
        .flat_map(|pair| pair.iter().map(Value::from))
        .collect();
    answer(on, sql, &values, pairs.len() <= OFTEN).await
}

/// The places of so many values, row by row.
fn list(sql: &mut String, is_sqlite: bool, rows: impl Iterator<Item = usize>) {
    let mut number = 0;
    for (nth, values) in rows.enumerate() {
        sql.push_str(if nth == 0 { "(" } else { ", (" });
        for nth in 0..values {
            number += 1;
            let comma = if nth == 0 { "" } else { ", " };
            // SQLite looks a named value up among all the others: thousands have no names.
            sql.push_str(&match is_sqlite {
                true => format!("{comma}?"),
                false => format!("{comma}${number}"),
            });
        }
        sql.push(')');
    }
}

async fn answer(
    on: On<'_>,
    sql: String,
    values: &[Value<'_>],
    often: bool,
) -> Result<Vec<Row>, sqlx::Error> {
    let sql = AssertSqlSafe(sql);
    Ok(match on {
        On::Sqlite(on) => {
            let query = bound(sqlx::query(sql), values).persistent(often);
            rows(query.fetch_all(on).await?, Row::Sqlite)
        }
        On::SqliteReaders(on) => {
            let query = bound(sqlx::query(sql), values).persistent(often);
            rows(query.fetch_all(on).await?, Row::Sqlite)
        }
        On::Postgres(on) => {
            let query = bound(sqlx::query(sql), values).persistent(often);
            rows(query.fetch_all(on).await?, Row::Postgres)
        }
        On::PostgresReaders(on) => {
            let query = bound(sqlx::query(sql), values).persistent(often);
            rows(query.fetch_all(on).await?, Row::Postgres)
        }
    })
}

/// What a statement answers that ends where the values begin among which something is.
pub(super) async fn select_among(
    readers: &Readers,
    begins: &'static str,
    values: Vec<Value<'_>>,
) -> Result<Vec<Row>, sqlx::Error> {
    let mut sql = format!("{begins}(");
    for number in 1..=values.len() {
        let comma = if number == 1 { "" } else { ", " };
        sql.push_str(&format!("{comma}${number}"));
    }
    sql.push(')');
    answer(readers.into(), sql, &values, values.len() <= OFTEN).await
}

/// What can be read from a row of either.
pub(super) trait Read<'r>:
    Decode<'r, Sqlite> + Type<Sqlite> + Decode<'r, Postgres> + Type<Postgres>
{
}

impl<'r, T> Read<'r> for T where
    T: Decode<'r, Sqlite> + Type<Sqlite> + Decode<'r, Postgres> + Type<Postgres>
{
}

/// A row of an answer.
pub(super) enum Row {
    Sqlite(SqliteRow),
    Postgres(PgRow),
}

impl fmt::Debug for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Sqlite(_) => "a row of SQLite",
            Self::Postgres(_) => "a row of Postgres",
        })
    }
}

impl Row {
    /// What stands in a column.
    pub(super) fn try_get<'r, T: Read<'r>, I>(&'r self, column: I) -> Result<T, sqlx::Error>
    where
        I: ColumnIndex<SqliteRow> + ColumnIndex<PgRow>,
    {
        match self {
            Self::Sqlite(row) => row.try_get(column),
            Self::Postgres(row) => row.try_get(column),
        }
    }

    /// The bytes of a text, which may be none any more in a file that is damaged.
    pub(super) fn bytes_of_text(&self, column: &str) -> Result<Option<&[u8]>, sqlx::Error> {
        match self {
            Self::Sqlite(row) => row.try_get(column),
            Self::Postgres(row) => Ok(row.try_get::<Option<&str>, _>(column)?.map(str::as_bytes)),
        }
    }

    /// What stands in the only column.
    pub(super) fn only<'r, T: Read<'r>>(&'r self) -> Result<T, StoreError> {
        Ok(self.try_get(0)?)
    }
}
