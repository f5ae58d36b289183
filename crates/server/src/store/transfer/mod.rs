//! Copies everything from one database to the other: from the data folder to Postgres or back, including the key of
//! invite links.
//!
//! The source is only read. The target is written in one transaction, read back and compared before the commit, and
//! checked afterwards as by `coterie check`. Whenever the copy is interrupted, the target holds everything or nothing.

mod contents;

use std::fmt::Write as _;
use std::path::Path;

pub(super) use self::contents::ALL;
use self::contents::{Contents, Sum};
use super::check::{self, Checked};
use super::postgres::{self, Address};
use super::progress::Progress;
use super::sql::Connection;
use super::{StoreError, sqlite, sums};
use crate::auth::token::Secret;

/// Copies everything from a data folder, which the caller has locked, into a database.
///
/// # Errors
/// A message for the host; the database is then unchanged.
pub async fn to_postgres(data: &Path, address: &Address) -> Result<String, String> {
    let shown = format!("`{}`", data.display());
    is_whole(&shown, check::check(data).await)?;
    let source = async {
        let connection = sqlite::to_read(data).await?;
        let mut connection = Connection::Sqlite(connection);
        connection.say("BEGIN").await?;
        Ok::<_, sqlite::OpenError>(connection)
    };
    let mut from = source.await.map_err(|error| unread(&shown, &error))?;
    let elsewhere = format!("the database {address}");
    let unusable = |error: &dyn ToString| unused(&elsewhere, error);
    let target = postgres::alone_and_new(address).await;
    let mut to = Connection::Postgres(target.map_err(|error| unusable(&error))?);
    let moved = move_all(&mut from, &mut to).await;
    let moved = moved.map_err(|error| unusable(&error))?;
    let key = Secret::in_folder(data).map_err(|error| unread(&shown, &error))?;
    if let (Some(key), Connection::Postgres(to)) = (key, &mut to) {
        let brought = postgres::bring_key(to, &key).await;
        brought.map_err(|error| unusable(&error))?;
    }
    let summed = sums::make((&mut to).into(), &[]).await;
    summed.map_err(|error| unusable(&error))?;
    to.say("COMMIT").await.map_err(|error| unusable(&error))?;
    for connection in [from, to] {
        _ = connection.close().await;
    }
    let words = is_whole(&elsewhere, postgres::check(address).await)?;
    Ok(report(&shown, &elsewhere, &moved, &words))
}

/// Copies everything from a database into a data folder, which the caller has locked.
///
/// # Errors
/// A message for the host; the folder then holds no tables, as before.
pub async fn to_folder(address: &Address, data: &Path) -> Result<String, String> {
    let elsewhere = format!("the database {address}");
    is_whole(&elsewhere, postgres::check(address).await)?;
    let source = postgres::alone(address).await;
    let mut source = source.map_err(|error| unread(&elsewhere, &error))?;
    let key = postgres::kept_key(&mut source).await;
    let key = key.map_err(|error| unread(&elsewhere, &error))?;
    let mut from = Connection::Postgres(source);
    let shown = format!("`{}`", data.display());
    let unusable = |error: &dyn ToString| unused(&shown, error);
    let target = sqlite::new_alone(data).await;
    let mut to = Connection::Sqlite(target.map_err(|error| unusable(&error))?);
    to.say("BEGIN IMMEDIATE")
        .await
        .map_err(|error| unusable(&error))?;
    let moved = move_all(&mut from, &mut to).await;
    let moved = moved.map_err(|error| unusable(&error))?;
    if let Some(key) = key {
        key.keep(data).map_err(|error| unusable(&error))?;
    }
    let summed = sums::make((&mut to).into(), &[]).await;
    summed.map_err(|error| unusable(&error))?;
    to.say("COMMIT").await.map_err(|error| unusable(&error))?;
    _ = from.close().await;
    let Connection::Sqlite(to) = to else {
        return Err(unusable(&"it is no file"));
    };
    let settled = sqlite::settle(data, to).await;
    settled.map_err(|error| unusable(&error))?;
    let words = is_whole(&shown, check::check(data).await)?;
    Ok(report(&elsewhere, &shown, &moved, &words))
}

/// Returns the message for a source that cannot be read.
fn unread(what: &str, error: &dyn ToString) -> String {
    format!("{what} cannot be read: {}", error.to_string())
}

/// Returns the message for a target that cannot be used.
fn unused(what: &str, error: &dyn ToString) -> String {
    let error = error.to_string();
    format!("nothing was moved: {what} cannot be used: {error}")
}

/// Returns the report of a check, or an error if it found damage.
fn is_whole(what: &str, checked: Result<Checked, String>) -> Result<String, String> {
    match checked? {
        Checked { words, whole: true } => Ok(words),
        Checked { words, .. } => Err(format!("{what} is not as it was written:\n{words}")),
    }
}

/// Digest of each copied database table.
type Moved = Vec<(&'static str, Sum)>;

/// Error while copying.
#[derive(Debug, thiserror::Error)]
enum NotMoved {
    /// The target is not empty.
    #[error("it holds something already (`{0}`), and nothing of it was touched")]
    Holds(&'static str),
    /// A database table was read back differently from how it was written.
    #[error("what was written to `{0}` was read back as something else")]
    Differs(&'static str),
    /// The store returned an error while copying this database table.
    #[error("`{0}`: {1}")]
    Store(&'static str, StoreError),
}

/// Copies all rows within the open transactions of both connections, and reads them back.
async fn move_all(from: &mut Connection, to: &mut Connection) -> Result<Moved, NotMoved> {
    let mut rows = 0;
    for contents in &ALL {
        let failed = |error| NotMoved::Store(contents.name, error);
        if !contents.is_empty(to).await.map_err(failed)? {
            return Err(NotMoved::Holds(contents.name));
        }
        rows += contents.count(from).await.map_err(failed)?;
    }
    let mut progress = Progress::new(
        "rows are moved",
        usize::try_from(rows).unwrap_or(usize::MAX),
    );
    let mut moved = Moved::new();
    for contents in &ALL {
        let failed = |error| NotMoved::Store(contents.name, error);
        let sum = one(contents, from, to, &mut progress).await;
        let sum = sum.map_err(failed)?;
        let back = contents.read(to, async |_| Ok(())).await;
        if back.map_err(failed)? != sum {
            return Err(NotMoved::Differs(contents.name));
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
async fn one(
    contents: &Contents,
    from: &mut Connection,
    to: &mut Connection,
    progress: &mut Progress,
) -> Result<Sum, StoreError> {
    let copy = async |rows: &[Vec<super::sql::Value<'_>>]| {
        contents.write(to, rows).await?;
        rows.iter().for_each(|_| _ = progress.one());
        Ok(())
    };
    contents.read(from, copy).await
}

/// Formats the report of a completed copy.
fn report(from: &str, to: &str, moved: &Moved, checked: &str) -> String {
    let mut words = format!("What was in {from} is in {to} now:\n");
    for (name, sum) in moved {
        _ = writeln!(words, "{:>10} {name}", sum.rows);
    }
    words += "Each row was read back. ";
    words + checked
}
