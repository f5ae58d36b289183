//! Shapes of the tables whose rows have checksums, read from the database.

use std::collections::BTreeMap;

use crate::store::StoreError;
use crate::store::sql::{Executor, query};

/// Name of SQLite's own table of all `CREATE` statements.
const SQLITE_SCHEMA: &str = "sqlite_schema";

/// Table name and columns, from which the SQL for the checksums of its rows is built.
#[derive(Clone, Debug)]
pub(in crate::store) struct TableSchema {
    /// Name of the table.
    pub(in crate::store) name: String,
    /// Columns of the primary key.
    pub(super) keys: Vec<String>,
    /// All columns of the table.
    columns: Vec<String>,
    /// Whether the table is in SQLite rather than in Postgres.
    is_sqlite: bool,
}

impl TableSchema {
    /// Returns the SQL expressions for the key and for the complete content of the row with alias `row`.
    pub(super) fn sql_expressions(&self, row: &str) -> [String; 2] {
        let quoted = |columns: &[String]| {
            let each: Vec<String> = columns
                .iter()
                .map(|name| format!("quote({row}.\"{name}\")"))
                .collect();
            each.join("||','||")
        };
        match self.is_sqlite {
            true => [quoted(&self.keys), quoted(&self.columns)],
            false => {
                let keys: Vec<String> = self
                    .keys
                    .iter()
                    .map(|name| format!("{row}.\"{name}\"::TEXT"))
                    .collect();
                [
                    format!("concat_ws(',', {})", keys.join(", ")),
                    format!("{row}::TEXT"),
                ]
            }
        }
    }

    /// Whether the server changes rows of this table at run time, and not only in migrations.
    pub(super) fn has_triggers(&self) -> bool {
        self.name != SQLITE_SCHEMA && !self.name.starts_with('_')
    }
}

/// Selects the columns of all SQLite tables except the log and the checksums.
const SQLITE_COLUMNS_QUERY: &str = "SELECT tables.name AS name, columns.name AS called, columns.pk AS pk \
    FROM sqlite_schema AS tables JOIN pragma_table_info(tables.name) AS columns \
    WHERE tables.type = 'table' AND tables.name NOT LIKE 'sqlite_%' AND tables.name NOT IN ('events', 'sums') \
    ORDER BY tables.name, columns.cid";

/// Selects the columns of all Postgres tables, likewise. The list of migrations is excluded as well: the text of its
/// timestamps depends on the session.
const POSTGRES_COLUMNS_QUERY: &str = "SELECT c.relname::TEXT AS name, a.attname::TEXT AS called, \
    COALESCE(array_position(i.indkey::INT2[], a.attnum) + 1, 0)::BIGINT AS pk \
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped \
    LEFT JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary \
    WHERE c.relkind = 'r' AND c.relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema()) \
    AND c.relname NOT IN ('events', 'sums', '_sqlx_migrations') ORDER BY c.relname, a.attnum";

/// Reads the schemas of all tables with checksums from the database.
pub(in crate::store) async fn load_schemas(
    mut on: Executor<'_>,
) -> Result<Vec<TableSchema>, StoreError> {
    let is_sqlite = on.is_sqlite();
    let sql = if is_sqlite {
        SQLITE_COLUMNS_QUERY
    } else {
        POSTGRES_COLUMNS_QUERY
    };
    let mut keys: BTreeMap<String, Vec<(i64, String)>> = BTreeMap::new();
    let mut shapes: Vec<TableSchema> = Vec::new();
    for row in query(sql).fetch_all(on.reborrow()).await? {
        let (name, called): (String, String) = (row.try_get("name")?, row.try_get("called")?);
        let pk: i64 = row.try_get("pk")?;
        if shapes.last().is_none_or(|shape| shape.name != name) {
            shapes.push(TableSchema {
                name: name.clone(),
                keys: Vec::new(),
                columns: Vec::new(),
                is_sqlite,
            });
        }
        if pk > 0 {
            keys.entry(name).or_default().push((pk, called.clone()));
        }
        if let Some(shape) = shapes.last_mut() {
            shape.columns.push(called);
        }
    }
    for shape in &mut shapes {
        let mut keys = keys.remove(&shape.name).unwrap_or_default();
        keys.sort();
        shape.keys = keys.into_iter().map(|(_, name)| name).collect();
    }
    if is_sqlite {
        shapes.push(TableSchema {
            name: SQLITE_SCHEMA.to_owned(),
            keys: ["type", "name"].map(str::to_owned).into(),
            columns: ["type", "name", "tbl_name", "sql"]
                .map(str::to_owned)
                .into(),
            is_sqlite,
        });
    }
    Ok(shapes)
}
