//! List of the database tables and their columns, each table after those it refers to. A test compares this list, row
//! by row, with the schema of either database.

use sha2::{Digest as _, Sha256};

use self::Kind::{Bytes, Flag, Number, Text};
use crate::store::StoreError;
use crate::store::rows::unsigned;
use crate::store::sql::{Connection, Row, Value, insert_rows, query_made};

/// Number of rows read and written at once.
const AT_ONCE: u32 = 200;

/// Type of a column.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kind {
    Bytes,
    Text,
    Number,
    Flag,
}

/// Description of a database table.
#[derive(Debug)]
pub(in crate::store) struct Contents {
    /// Name of the table.
    pub(in crate::store) name: &'static str,
    /// Number of leading columns that form the primary key.
    key: usize,
    columns: &'static [(&'static str, Kind)],
    /// SQL condition for the rows to copy; `None` copies all.
    only: Option<&'static str>,
}

/// All tables to copy. `store` is left out because its counters belong to one database, likewise the list of
/// migrations; so is `refusals`, which matters only while servers are running.
pub(in crate::store) const ALL: [Contents; 11] = [
    Contents {
        name: "tables",
        key: 1,
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
        only: None,
    },
    Contents {
        name: "seats",
        key: 2,
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
        only: None,
    },
    Contents {
        name: "likenesses",
        key: 3,
        columns: &[
            ("table_id", Bytes),
            ("way", Number),
            ("reduction", Text),
            ("seat", Number),
        ],
        only: None,
    },
    Contents {
        name: "passes",
        key: 3,
        columns: &[
            ("table_id", Bytes),
            ("seat", Number),
            ("kind", Text),
            ("hash", Bytes),
            ("expires_at", Number),
        ],
        only: None,
    },
    Contents {
        name: "encounters",
        key: 1,
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
        only: None,
    },
    Contents {
        name: "events",
        key: 2,
        columns: &[
            ("encounter_id", Bytes),
            ("seq", Number),
            ("command_id", Bytes),
            ("at", Number),
            ("seat", Number),
            ("body", Text),
            ("link", Bytes),
        ],
        only: None,
    },
    Contents {
        name: "snapshots",
        key: 1,
        columns: &[
            ("encounter_id", Bytes),
            ("seq", Number),
            ("format", Text),
            ("body", Text),
            ("link", Bytes),
            ("sum", Bytes),
        ],
        // Snapshots from before links existed are rebuilt.
        only: Some("link IS NOT NULL AND sum IS NOT NULL"),
    },
    Contents {
        name: "portraits",
        key: 2,
        columns: &[
            ("table_id", Bytes),
            ("id", Bytes),
            ("body", Bytes),
            ("created_at", Number),
        ],
        only: None,
    },
    Contents {
        name: "dice_secrets",
        key: 3,
        columns: &[
            ("encounter_id", Bytes),
            ("hidden", Flag),
            ("epoch", Number),
            ("secret", Bytes),
        ],
        only: None,
    },
    Contents {
        name: "sizes",
        key: 1,
        columns: &[
            ("table_id", Bytes),
            ("bytes", Number),
            ("day", Number),
            ("of_day", Number),
        ],
        only: None,
    },
    Contents {
        name: "shares",
        key: 2,
        columns: &[
            ("table_id", Bytes),
            ("seat", Number),
            ("bytes", Number),
            ("day", Number),
            ("of_day", Number),
        ],
        only: None,
    },
];

/// Number of rows read from a table, with an order-independent digest over them, because databases sort text
/// differently.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Sum {
    /// Number of rows.
    pub(super) rows: u64,
    of: [u64; 4],
}

impl Sum {
    /// Adds a row to the digest.
    fn add(&mut self, row: &[Value<'_>]) {
        let mut hash = Sha256::new();
        for value in row {
            match value {
                Value::Bytes(None) | Value::Text(None) | Value::Number(None) => hash.update([0]),
                Value::Bytes(Some(bytes)) => part(&mut hash, 1, bytes),
                Value::Text(Some(text)) => part(&mut hash, 2, text.as_bytes()),
                Value::Number(Some(number)) => part(&mut hash, 3, &number.to_be_bytes()),
                Value::Flag(flag) => part(&mut hash, 4, &[u8::from(*flag)]),
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

/// Hashes a value, preceded by its type and length.
fn part(hash: &mut Sha256, kind: u8, bytes: &[u8]) {
    hash.update([kind]);
    hash.update((bytes.len() as u64).to_be_bytes());
    hash.update(bytes);
}

impl Contents {
    /// Counts the rows to copy.
    pub(super) async fn count(&self, on: &mut Connection) -> Result<u64, StoreError> {
        let only = self.only.unwrap_or("1 = 1");
        let sql = format!("SELECT COUNT(*) FROM {} WHERE {only}", self.name);
        Ok(unsigned(query_made(sql).fetch_one(on).await?.only()?))
    }

    /// Whether the table has no rows at all.
    pub(super) async fn is_empty(&self, on: &mut Connection) -> Result<bool, StoreError> {
        let sql = format!(
            "SELECT COUNT(*) FROM (SELECT 1 FROM {} LIMIT 1) one",
            self.name
        );
        Ok(query_made(sql).fetch_one(on).await?.only::<i64>()? == 0)
    }

    /// Reads all rows page by page, passes each page to `each`, and returns the digest of all rows.
    pub(super) async fn read(
        &self,
        from: &mut Connection,
        mut each: impl AsyncFnMut(&[Vec<Value<'_>>]) -> Result<(), StoreError>,
    ) -> Result<Sum, StoreError> {
        let mut sum = Sum::default();
        let mut last: Option<Row> = None;
        loop {
            let mut page = self.page(from, last.as_ref()).await?;
            let rows: Result<Vec<_>, _> = page.iter().map(|row| self.values(row)).collect();
            let rows = rows?;
            rows.iter().for_each(|row| sum.add(row));
            if !rows.is_empty() {
                each(&rows).await?;
            }
            drop(rows);
            let is_last = page.len() < AT_ONCE as usize;
            last = page.pop();
            if is_last {
                return Ok(sum);
            }
        }
    }

    /// Inserts rows as they were read.
    pub(super) async fn write(
        &self,
        to: &mut Connection,
        rows: &[Vec<Value<'_>>],
    ) -> Result<(), StoreError> {
        let begins = format!("INSERT INTO {} ({}) VALUES", self.name, self.names());
        Ok(insert_rows(to, &begins, rows, "").await?)
    }

    /// Reads the page of rows after the given one.
    async fn page(&self, on: &mut Connection, after: Option<&Row>) -> Result<Vec<Row>, StoreError> {
        let keys: Vec<&str> = self
            .columns
            .iter()
            .take(self.key)
            .map(|(name, _)| *name)
            .collect();
        let keys = keys.join(", ");
        let (name, names) = (self.name, self.names());
        let only = self.only.unwrap_or("1 = 1");
        let behind = match after {
            None => String::new(),
            Some(_) => {
                let values: Vec<String> = (1..=self.key).map(|nth| format!("${nth}")).collect();
                format!(" AND ({keys}) > ({})", values.join(", "))
            }
        };
        let mut asked = query_made(format!(
            "SELECT {names} FROM {name} WHERE {only}{behind} ORDER BY {keys} LIMIT {AT_ONCE}"
        ));
        if let Some(row) = after {
            for value in self.values(row)?.into_iter().take(self.key) {
                asked = asked.bind(value);
            }
        }
        Ok(asked.fetch_all(on).await?)
    }

    /// Returns the comma-separated list of columns.
    fn names(&self) -> String {
        let names: Vec<&str> = self.columns.iter().map(|(name, _)| *name).collect();
        names.join(", ")
    }

    /// Converts a row to values for insertion.
    fn values<'r>(&self, row: &'r Row) -> Result<Vec<Value<'r>>, StoreError> {
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
