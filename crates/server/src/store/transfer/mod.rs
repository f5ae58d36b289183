//! Copies everything from one database to the other: from the data folder to Postgres or back, including the key of
//! invite links.
//!
//! The source is only read. The target is written in one transaction, read back and compared before the commit, and
//! checked afterwards as by `coterie check`. Whenever the copy is interrupted, the target holds everything or nothing.

mod table_specs;

use std::fmt::Write as _;
use std::path::Path;

pub(super) use self::table_specs::ALL_TABLES;
use self::table_specs::{ContentDigest, TableSpec};
use super::check::{self, CheckReport};
use super::postgres::{self, Address};
use super::progress::Progress;
use super::sql::Connection;
use super::{StoreError, row_checksums, sqlite};
use crate::auth::token::Secret;

/// Copies everything from a data folder, which the caller has locked, into a database.
///
/// # Errors
/// A message for the host; the database is then unchanged.
pub async fn copy_to_postgres(data: &Path, address: &Address) -> Result<String, String> {
    let shown = format!("`{}`", data.display());
    require_intact(&shown, check::check_folder(data).await)?;
    let source = async {
        let connection = sqlite::connect_read_only(data).await?;
        let mut connection = Connection::Sqlite(connection);
        connection.execute("BEGIN").await?;
        Ok::<_, sqlite::OpenError>(connection)
    };
    let mut from = source
        .await
        .map_err(|error| unreadable_message(&shown, &error))?;
    let elsewhere = format!("the database {address}");
    let unusable = |error: &dyn ToString| unusable_message(&elsewhere, error);
    let target = postgres::connect_exclusive_empty(address).await;
    let mut to = Connection::Postgres(target.map_err(|error| unusable(&error))?);
    let moved = copy_all(&mut from, &mut to).await;
    let moved = moved.map_err(|error| unusable(&error))?;
    let key = Secret::read_from_folder(data).map_err(|error| unreadable_message(&shown, &error))?;
    if let (Some(key), Connection::Postgres(to)) = (key, &mut to) {
        let brought = postgres::store_key(to, &key).await;
        brought.map_err(|error| unusable(&error))?;
    }
    let summed = row_checksums::rebuild_checksums((&mut to).into(), &[]).await;
    summed.map_err(|error| unusable(&error))?;
    to.execute("COMMIT")
        .await
        .map_err(|error| unusable(&error))?;
    for connection in [from, to] {
        _ = connection.close().await;
    }
    let words = require_intact(&elsewhere, postgres::check_database(address).await)?;
    Ok(format_report(&shown, &elsewhere, &moved, &words))
}

/// Copies everything from a database into a data folder, which the caller has locked.
///
/// # Errors
/// A message for the host; the folder then holds no tables, as before.
pub async fn copy_to_folder(address: &Address, data: &Path) -> Result<String, String> {
    let elsewhere = format!("the database {address}");
    require_intact(&elsewhere, postgres::check_database(address).await)?;
    let source = postgres::connect_exclusive(address).await;
    let mut source = source.map_err(|error| unreadable_message(&elsewhere, &error))?;
    let key = postgres::read_key(&mut source).await;
    let key = key.map_err(|error| unreadable_message(&elsewhere, &error))?;
    let mut from = Connection::Postgres(source);
    let shown = format!("`{}`", data.display());
    let unusable = |error: &dyn ToString| unusable_message(&shown, error);
    let target = sqlite::create_empty(data).await;
    let mut to = Connection::Sqlite(target.map_err(|error| unusable(&error))?);
    to.execute("BEGIN IMMEDIATE")
        .await
        .map_err(|error| unusable(&error))?;
    let moved = copy_all(&mut from, &mut to).await;
    let moved = moved.map_err(|error| unusable(&error))?;
    if let Some(key) = key {
        key.save_to_folder(data).map_err(|error| unusable(&error))?;
    }
    let summed = row_checksums::rebuild_checksums((&mut to).into(), &[]).await;
    summed.map_err(|error| unusable(&error))?;
    to.execute("COMMIT")
        .await
        .map_err(|error| unusable(&error))?;
    _ = from.close().await;
    let Connection::Sqlite(to) = to else {
        return Err(unusable(&"it is no file"));
    };
    let settled = sqlite::finish_import(data, to).await;
    settled.map_err(|error| unusable(&error))?;
    let words = require_intact(&shown, check::check_folder(data).await)?;
    Ok(format_report(&elsewhere, &shown, &moved, &words))
}

/// Returns the message for a database to copy from that cannot be read.
fn unreadable_message(what: &str, error: &dyn ToString) -> String {
    format!("{what} cannot be read: {}", error.to_string())
}

/// Returns the message for a database to copy to that cannot be used.
fn unusable_message(what: &str, error: &dyn ToString) -> String {
    let error = error.to_string();
    format!("nothing was moved: {what} cannot be used: {error}")
}

/// Returns the report of a check, or an error if it found damage.
fn require_intact(what: &str, checked: Result<CheckReport, String>) -> Result<String, String> {
    match checked? {
        CheckReport {
            text: words,
            is_intact: true,
        } => Ok(words),
        CheckReport { text: words, .. } => {
            Err(format!("{what} is not as it was written:\n{words}"))
        }
    }
}

/// Digests of the rows of each database table that `coterie move` has copied.
type CopiedTables = Vec<(&'static str, ContentDigest)>;

/// Error while `coterie move` copies all data from one database to another.
#[derive(Debug, thiserror::Error)]
enum CopyError {
    /// The target is not empty.
    #[error("it holds something already (`{0}`), and nothing of it was touched")]
    NotEmpty(&'static str),
    /// A database table was read back differently from how it was written.
    #[error("what was written to `{0}` was read back as something else")]
    Differs(&'static str),
    /// The store returned an error while copying this database table.
    #[error("`{0}`: {1}")]
    Store(&'static str, StoreError),
}

/// Copies all rows within the open transactions of both connections, and reads them back.
async fn copy_all(from: &mut Connection, to: &mut Connection) -> Result<CopiedTables, CopyError> {
    let mut rows = 0;
    for contents in &ALL_TABLES {
        let failed = |error| CopyError::Store(contents.name, error);
        if !contents.is_empty(to).await.map_err(failed)? {
            return Err(CopyError::NotEmpty(contents.name));
        }
        rows += contents.count_rows(from).await.map_err(failed)?;
    }
    let mut progress = Progress::new(
        "rows are moved",
        usize::try_from(rows).unwrap_or(usize::MAX),
    );
    let mut moved = CopiedTables::new();
    for contents in &ALL_TABLES {
        let failed = |error| CopyError::Store(contents.name, error);
        let sum = copy_table(contents, from, to, &mut progress).await;
        let sum = sum.map_err(failed)?;
        let back = contents.read_rows(to, async |_| Ok(())).await;
        if back.map_err(failed)? != sum {
            return Err(CopyError::Differs(contents.name));
        }
        tracing::info!(
            table = contents.name,
            rows = sum.rows,
            "moved and read back"
        );
        moved.push((contents.name, sum));
    }
    Ok(moved)
}

/// Copies the rows of one database table and returns their digest.
async fn copy_table(
    contents: &TableSpec,
    from: &mut Connection,
    to: &mut Connection,
    progress: &mut Progress,
) -> Result<ContentDigest, StoreError> {
    let copy = async |rows: &[Vec<super::sql::Value<'_>>]| {
        contents.write_rows(to, rows).await?;
        rows.iter().for_each(|_| _ = progress.advance());
        Ok(())
    };
    contents.read_rows(from, copy).await
}

/// Formats the report of a completed copy.
fn format_report(from: &str, to: &str, moved: &CopiedTables, checked: &str) -> String {
    let mut words = format!("What was in {from} is in {to} now:\n");
    for (name, sum) in moved {
        _ = writeln!(words, "{:>10} {name}", sum.rows);
    }
    words += "Each row was read back. ";
    words + checked
}
