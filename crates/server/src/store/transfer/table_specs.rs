//! List of the database tables and their columns, each table after those it refers to. A test compares this list, row
//! by row, with the schema of either database.

use sha2::{Digest as _, Sha256};

use self::ColumnKind::{Bytes, Flag, Number, Text};
use crate::store::StoreError;
use crate::store::rows::to_u64;
use crate::store::sql::{Connection, SqlRow, Value, insert_rows, query_dynamic};

/// Number of rows read and written at once.
const ROWS_PER_PAGE: u32 = 200;

/// Data type of a database column, for copying its values between SQLite and Postgres.
#[derive(Clone, Copy, Debug)]
pub(super) enum ColumnKind {
    Bytes,
    Text,
    Number,
    Flag,
}

/// Name, columns and primary key of a database table, for copying and checking its rows.
#[derive(Debug)]
pub(in crate::store) struct TableSpec {
    /// Name of the table.
    pub(in crate::store) name: &'static str,
    /// Number of leading columns that form the primary key.
    key_columns: usize,
    columns: &'static [(&'static str, ColumnKind)],
    /// SQL condition for the rows to copy; `None` copies all.
    filter: Option<&'static str>,
}

/// All tables of the database that are copied from one store to another. `store` is left out because its counters
/// belong to one database, likewise the list of migrations; so is `refusals`, which matters only while servers are
/// running.
pub(in crate::store) const ALL_TABLES: [TableSpec; 11] = [
    TableSpec {
        name: "tables",
        key_columns: 1,
        columns: &[
            ("id", Bytes),
            ("name", Text),
            ("demo", Flag),
            ("created_at", Number),
            ("invite_generation", Number),
            ("code", Text),
            ("code_expires_at", Number),
            ("locked", Flag),
            ("delay", Number),
        ],
        filter: None,
    },
    TableSpec {
        name: "seats",
        key_columns: 2,
        columns: &[
            ("table_id", Bytes),
            ("seat", Number),
            ("role", Text),
            ("name", Text),
            ("browser", Bytes),
            ("moves", Number),
            ("seen_at", Number),
            ("token_hash", Bytes),
            ("created_at", Number),
            ("revoked_at", Number),
            ("revoked_by", Number),
        ],
        filter: None,
    },
    TableSpec {
        name: "likenesses",
        key_columns: 3,
        columns: &[
            ("table_id", Bytes),
            ("way", Number),
            ("reduction", Text),
            ("seat", Number),
        ],
        filter: None,
    },
    TableSpec {
        name: "passes",
        key_columns: 3,
        columns: &[
            ("table_id", Bytes),
            ("seat", Number),
            ("kind", Text),
            ("hash", Bytes),
            ("expires_at", Number),
        ],
        filter: None,
    },
    TableSpec {
        name: "encounters",
        key_columns: 1,
        columns: &[
            ("id", Bytes),
            ("table_id", Bytes),
            ("title", Text),
            ("system", Text),
            ("created_at", Number),
            ("standing", Text),
            ("called", Text),
            ("ended_at", Number),
            ("dice_id", Bytes),
            ("came", Number),
        ],
        filter: None,
    },
    TableSpec {
        name: "events",
        key_columns: 2,
        columns: &[
            ("encounter_id", Bytes),
            ("seq", Number),
            ("command_id", Bytes),
            ("at", Number),
            ("seat", Number),
            ("body", Text),
            ("link", Bytes),
        ],
        filter: None,
    },
    TableSpec {
        name: "snapshots",
        key_columns: 1,
        columns: &[
            ("encounter_id", Bytes),
            ("seq", Number),
            ("format", Text),
            ("body", Text),
            ("link", Bytes),
            ("sum", Bytes),
        ],
        // Snapshots from before links existed are rebuilt.
        filter: Some("link IS NOT NULL AND sum IS NOT NULL"),
    },
    TableSpec {
        name: "portraits",
        key_columns: 2,
        columns: &[
            ("table_id", Bytes),
            ("id", Bytes),
            ("body", Bytes),
            ("created_at", Number),
        ],
        filter: None,
    },
    TableSpec {
        name: "dice_secrets",
        key_columns: 3,
        columns: &[
            ("encounter_id", Bytes),
            ("hidden", Flag),
            ("epoch", Number),
            ("secret", Bytes),
        ],
        filter: None,
    },
    TableSpec {
        name: "sizes",
        key_columns: 1,
        columns: &[
            ("table_id", Bytes),
            ("bytes", Number),
            ("day", Number),
            ("of_day", Number),
        ],
        filter: None,
    },
    TableSpec {
        name: "shares",
        key_columns: 2,
        columns: &[
            ("table_id", Bytes),
            ("seat", Number),
            ("bytes", Number),
            ("day", Number),
            ("of_day", Number),
        ],
        filter: None,
    },
];

/// Number of rows read from a table, with an order-independent digest over them, because databases sort text
/// differently.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ContentDigest {
    /// Number of rows.
    pub(super) rows: u64,
    of: [u64; 4],
}

impl ContentDigest {
    /// Adds a row of the database table to the digest of its rows.
    fn add_row(&mut self, row: &[Value<'_>]) {
        let mut hash = Sha256::new();
        for value in row {
            match value {
                Value::Bytes(None) | Value::Text(None) | Value::Number(None) => hash.update([0]),
                Value::Bytes(Some(bytes)) => hash_part(&mut hash, 1, bytes),
                Value::Text(Some(text)) => hash_part(&mut hash, 2, text.as_bytes()),
                Value::Number(Some(number)) => hash_part(&mut hash, 3, &number.to_be_bytes()),
                Value::Flag(flag) => hash_part(&mut hash, 4, &[u8::from(*flag)]),
            }
        }
        let hash: [u8; 32] = hash.finalize().into();
        let (parts, _) = hash.as_chunks::<8>();
        for (sum, part) in self.of.iter_mut().zip(parts) {
            *sum = sum.wrapping_add(u64::from_be_bytes(*part));
        }
        self.rows += 1;
    }
}

/// Adds a value to the hash, preceded by its type and length.
fn hash_part(hash: &mut Sha256, kind: u8, bytes: &[u8]) {
    hash.update([kind]);
    hash.update((bytes.len() as u64).to_be_bytes());
    hash.update(bytes);
}

impl TableSpec {
    /// Counts the rows of the database table that are to be copied.
    pub(super) async fn count_rows(&self, on: &mut Connection) -> Result<u64, StoreError> {
        let only = self.filter.unwrap_or("1 = 1");
        let sql = format!("SELECT COUNT(*) FROM {} WHERE {only}", self.name);
        Ok(to_u64(
            query_dynamic(sql).fetch_one(on).await?.single_column()?,
        ))
    }

    /// Whether the database table has no rows at all.
    pub(super) async fn is_empty(&self, on: &mut Connection) -> Result<bool, StoreError> {
        let sql = format!(
            "SELECT COUNT(*) FROM (SELECT 1 FROM {} LIMIT 1) one",
            self.name
        );
        Ok(query_dynamic(sql)
            .fetch_one(on)
            .await?
            .single_column::<i64>()?
            == 0)
    }

    /// Reads all rows page by page, passes each page to `each`, and returns the digest of all rows.
    pub(super) async fn read_rows(
        &self,
        from: &mut Connection,
        mut each: impl AsyncFnMut(&[Vec<Value<'_>>]) -> Result<(), StoreError>,
    ) -> Result<ContentDigest, StoreError> {
        let mut sum = ContentDigest::default();
        let mut last: Option<SqlRow> = None;
        loop {
            let mut page = self.read_page(from, last.as_ref()).await?;
            let rows: Result<Vec<_>, _> = page.iter().map(|row| self.row_values(row)).collect();
            let rows = rows?;
            rows.iter().for_each(|row| sum.add_row(row));
            if !rows.is_empty() {
                each(&rows).await?;
            }
            drop(rows);
            let is_last = page.len() < ROWS_PER_PAGE as usize;
            last = page.pop();
            if is_last {
                return Ok(sum);
            }
        }
    }

    /// Inserts rows into the database table as they were read from another database.
    pub(super) async fn write_rows(
        &self,
        to: &mut Connection,
        rows: &[Vec<Value<'_>>],
    ) -> Result<(), StoreError> {
        let begins = format!("INSERT INTO {} ({}) VALUES", self.name, self.column_list());
        Ok(insert_rows(to, &begins, rows, "").await?)
    }

    /// Reads the page of rows after the given one; the first page for `None`.
    async fn read_page(
        &self,
        on: &mut Connection,
        after: Option<&SqlRow>,
    ) -> Result<Vec<SqlRow>, StoreError> {
        let keys: Vec<&str> = self
            .columns
            .iter()
            .take(self.key_columns)
            .map(|(name, _)| *name)
            .collect();
        let keys = keys.join(", ");
        let (name, names) = (self.name, self.column_list());
        let only = self.filter.unwrap_or("1 = 1");
        let behind = match after {
            None => String::new(),
            Some(_) => {
                let values: Vec<String> = (1..=self.key_columns)
                    .map(|nth| format!("${nth}"))
                    .collect();
                format!(" AND ({keys}) > ({})", values.join(", "))
            }
        };
        let mut asked = query_dynamic(format!(
            "SELECT {names} FROM {name} WHERE {only}{behind} ORDER BY {keys} LIMIT {ROWS_PER_PAGE}"
        ));
        if let Some(row) = after {
            for value in self.row_values(row)?.into_iter().take(self.key_columns) {
                asked = asked.bind(value);
            }
        }
        Ok(asked.fetch_all(on).await?)
    }

    /// Returns the comma-separated list of columns.
    fn column_list(&self) -> String {
        let names: Vec<&str> = self.columns.iter().map(|(name, _)| *name).collect();
        names.join(", ")
    }

    /// Converts a row to values for insertion.
    fn row_values<'r>(&self, row: &'r SqlRow) -> Result<Vec<Value<'r>>, StoreError> {
        let columns = self.columns.iter().enumerate();
        let values = columns.map(|(at, (_, kind))| {
            Ok(match kind {
                Bytes => Value::Bytes(row.try_get(at)?),
                Text => row.try_get::<Option<&str>, _>(at)?.into(),
                Number => Value::Number(row.try_get(at)?),
                Flag => Value::Flag(row.try_get(at)?),
            })
        });
        values.collect()
    }
}
