//! Rows of query results from either database.

use std::fmt;

use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;
use sqlx::{ColumnIndex, Decode, Postgres, Row as _, Sqlite, Type};

use crate::store::StoreError;

/// Type of column values that both databases can decode.
pub(in crate::store) trait ColumnValue<'r>:
    Decode<'r, Sqlite> + Type<Sqlite> + Decode<'r, Postgres> + Type<Postgres>
{
}

impl<'r, T> ColumnValue<'r> for T where
    T: Decode<'r, Sqlite> + Type<Sqlite> + Decode<'r, Postgres> + Type<Postgres>
{
}

/// Row of a query result from either database.
pub(in crate::store) enum SqlRow {
    Sqlite(SqliteRow),
    Postgres(PgRow),
}

impl fmt::Debug for SqlRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Sqlite(_) => "a row of SQLite",
            Self::Postgres(_) => "a row of Postgres",
        })
    }
}

impl SqlRow {
    /// Decodes the value of a column.
    pub(in crate::store) fn try_get<'r, T: ColumnValue<'r>, I>(
        &'r self,
        column: I,
    ) -> Result<T, sqlx::Error>
    where
        I: ColumnIndex<SqliteRow> + ColumnIndex<PgRow>,
    {
        match self {
            Self::Sqlite(row) => row.try_get(column),
            Self::Postgres(row) => row.try_get(column),
        }
    }

    /// Returns the raw bytes of a text column, which need not be valid UTF-8 in a damaged file.
    pub(in crate::store) fn text_bytes(&self, column: &str) -> Result<Option<&[u8]>, sqlx::Error> {
        match self {
            Self::Sqlite(row) => row.try_get(column),
            Self::Postgres(row) => Ok(row.try_get::<Option<&str>, _>(column)?.map(str::as_bytes)),
        }
    }

    /// Decodes the value of the only column.
    pub(in crate::store) fn single_column<'r, T: ColumnValue<'r>>(
        &'r self,
    ) -> Result<T, StoreError> {
        Ok(self.try_get(0)?)
    }
}
