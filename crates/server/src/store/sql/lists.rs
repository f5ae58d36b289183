//! Statements with lists of values, whose text is generated.

use sqlx::AssertSqlSafe;

use super::{Executor, ReaderPool, SqlRow, Value, bind_values, wrap_rows};

/// Maximum number of rows or values for which a generated statement stays in the statement cache. A single command
/// writes one row; larger statements vary in length and rarely repeat.
const MAX_CACHED_ROWS: usize = 4;

/// Inserts several rows with one SQL statement. `begins` ends with `VALUES`; `ends` is appended
/// after the values.
pub(in crate::store) async fn insert_rows(
    on: impl Into<Executor<'_>>,
    begins: &str,
    rows: &[Vec<Value<'_>>],
    ends: &str,
) -> Result<(), sqlx::Error> {
    let on = on.into();
    let mut sql = String::from(begins);
    sql.push(' ');
    push_placeholders(&mut sql, on.is_sqlite(), rows.iter().map(Vec::len));
    sql.push_str(ends);
    let values: Vec<Value<'_>> = rows.iter().flatten().cloned().collect();
    fetch_dynamic(on, sql, &values, rows.len() <= MAX_CACHED_ROWS).await?;
    Ok(())
}

/// Executes the statement `begins`, which ends with `IN `, completed by a list of pairs, and
/// returns its rows.
pub(in crate::store) async fn select_pairs_in(
    on: Executor<'_>,
    begins: &'static str,
    pairs: &[&[String; 2]],
) -> Result<Vec<SqlRow>, sqlx::Error> {
    let mut sql = format!("{begins}(VALUES ");
    push_placeholders(
        &mut sql,
        on.is_sqlite(),
        pairs.iter().map(|pair| pair.len()),
    );
    sql.push(')');
    let values: Vec<Value<'_>> = pairs
        .iter()
        .flat_map(|pair| pair.iter().map(Value::from))
        .collect();
    fetch_dynamic(on, sql, &values, pairs.len() <= MAX_CACHED_ROWS).await
}

/// Appends a list of placeholder tuples; `rows` gives the number of values in each.
fn push_placeholders(sql: &mut String, is_sqlite: bool, rows: impl Iterator<Item = usize>) {
    let mut number = 0;
    for (nth, values) in rows.enumerate() {
        sql.push_str(if nth == 0 { "(" } else { ", (" });
        for nth in 0..values {
            number += 1;
            let comma = if nth == 0 { "" } else { ", " };
            // SQLite searches numbered parameters linearly, so anonymous ones are used: there can be thousands.
            sql.push_str(&match is_sqlite {
                true => format!("{comma}?"),
                false => format!("{comma}${number}"),
            });
        }
        sql.push(')');
    }
}

/// Executes a generated statement and returns its rows; `often` keeps it in the statement cache.
async fn fetch_dynamic(
    on: Executor<'_>,
    sql: String,
    values: &[Value<'_>],
    often: bool,
) -> Result<Vec<SqlRow>, sqlx::Error> {
    let sql = AssertSqlSafe(sql);
    Ok(match on {
        Executor::Sqlite(on) => {
            let query = bind_values(sqlx::query(sql), values).persistent(often);
            wrap_rows(query.fetch_all(on).await?, SqlRow::Sqlite)
        }
        Executor::SqliteReaders(on) => {
            let query = bind_values(sqlx::query(sql), values).persistent(often);
            wrap_rows(query.fetch_all(on).await?, SqlRow::Sqlite)
        }
        Executor::Postgres(on) => {
            let query = bind_values(sqlx::query(sql), values).persistent(often);
            wrap_rows(query.fetch_all(on).await?, SqlRow::Postgres)
        }
        Executor::PostgresReaders(on) => {
            let query = bind_values(sqlx::query(sql), values).persistent(often);
            wrap_rows(query.fetch_all(on).await?, SqlRow::Postgres)
        }
    })
}

/// Executes the statement `begins`, which ends with `IN `, completed by a list of values, and
/// returns its rows.
pub(in crate::store) async fn select_in(
    readers: &ReaderPool,
    begins: &'static str,
    values: Vec<Value<'_>>,
) -> Result<Vec<SqlRow>, sqlx::Error> {
    let mut sql = format!("{begins}(");
    for number in 1..=values.len() {
        let comma = if number == 1 { "" } else { ", " };
        sql.push_str(&format!("{comma}${number}"));
    }
    sql.push(')');
    fetch_dynamic(
        readers.into(),
        sql,
        &values,
        values.len() <= MAX_CACHED_ROWS,
    )
    .await
}
