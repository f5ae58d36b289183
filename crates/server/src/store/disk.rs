//! The files of the database: how they are opened, whether they are still those, and how they are opened
//! again after the disk failed.
//!
//! After a failed write or sync nobody knows what of it is on disk, and the operating system may say of the
//! same file handle next time that all is well. So nothing is acknowledged through it any more: the files are
//! opened anew, something is written through the new handle, all that was written is brought into the
//! database file once more, and the ends of the logs are read back and compared with what memory knows.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{ConnectOptions as _, Executor as _};

use super::fault::Fault;
use super::heads::{self, Promised};
use super::sql::Readers;
use super::sqlite::FILE;
use super::sums;
use crate::locked;

/// Connections that only read. One more reader waits for one of them.
const READERS: u32 = 4;

/// The files, and how they are opened.
#[derive(Debug)]
pub(super) struct Disk {
    files: [PathBuf; 2],
    /// What tells a file from another one of the same name.
    are: Option<[u64; 2]>,
    readers: Arc<Mutex<Readers>>,
}

impl Disk {
    /// Of the database in a data folder.
    pub(super) fn new(data: &Path, readers: Arc<Mutex<Readers>>) -> Self {
        let beside = format!("{FILE}-wal");
        let files = [data.join(FILE), data.join(beside)];
        let are = which(&files).ok();
        Self {
            files,
            are,
            readers,
        }
    }

    /// Whether the files are still those that were opened.
    pub(super) fn is_there(&self) -> Result<(), Fault> {
        let Some(are) = &self.are else { return Ok(()) };
        for (file, is) in self.files.iter().zip(are) {
            if number(file).ok() != Some(*is) {
                return Err(Fault::Vanished(file.clone()));
            }
        }
        Ok(())
    }

    /// Opens the files again. The old connection stays open meanwhile: with the last one gone SQLite would
    /// look at the file afresh, and take what a failed commit left there for something that happened.
    pub(super) async fn again(&self, promised: &Promised) -> Result<SqliteConnection, Fault> {
        self.is_there()?;
        let options = options(&self.files[0]);
        let mut connection = writing(options.clone()).connect().await?;
        // It is written over what the failed commit left, and there must be some room.
        sums::watch((&mut connection).into()).await?;
        for sql in [
            "UPDATE store SET comes_back = comes_back + 1, room = zeroblob(262144)",
            "UPDATE store SET room = NULL",
        ] {
            sums::change((&mut connection).into(), sql).await?;
        }
        connection
            .execute("PRAGMA wal_checkpoint(TRUNCATE)")
            .await?;
        let all: Vec<_> = locked(promised)
            .iter()
            .map(|(id, head)| (*id, *head))
            .collect();
        for (encounter, head) in all {
            if heads::last(&mut connection, encounter).await? != head {
                return Err(Fault::NotWhatWasWritten);
            }
        }
        let fresh = readers(options).await?;
        let old = std::mem::replace(&mut *locked(&self.readers), fresh);
        // Each of its connections closes when it has finished.
        tokio::spawn(async move { old.close().await });
        self.is_there()?;
        Ok(connection)
    }
}

/// What tells the files from others.
fn which(files: &[PathBuf; 2]) -> io::Result<[u64; 2]> {
    let [one, two] = files;
    Ok([number(one)?, number(two)?])
}

#[cfg(unix)]
fn number(file: &Path) -> io::Result<u64> {
    std::fs::metadata(file).map(|data| std::os::unix::fs::MetadataExt::ino(&data))
}

#[cfg(not(unix))]
fn number(file: &Path) -> io::Result<u64> {
    std::fs::metadata(file).map(|_| 0)
}

/// How the database is opened.
pub(super) fn options(file: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(file)
        .create_if_missing(false)
        .foreign_keys(true)
        .busy_timeout(Duration::from_secs(5))
        // Readers do not wait for the writer, nor the writer for them.
        .journal_mode(SqliteJournalMode::Wal)
        // A commit returns when it is on disk and not before.
        .synchronous(SqliteSynchronous::Full)
}

/// How the writer opens it.
pub(super) fn writing(options: SqliteConnectOptions) -> SqliteConnectOptions {
    // SQLite would do it behind a commit and keep to itself that it failed.
    let options = options.pragma("wal_autocheckpoint", "0");
    // What it notes for the sums of a transaction is in no file.
    options.pragma("temp_store", "MEMORY")
}

/// The connections that only read.
pub(super) async fn readers(options: SqliteConnectOptions) -> Result<Readers, sqlx::Error> {
    let pool = SqlitePoolOptions::new()
        .max_connections(READERS)
        // All of them from the start: a file that vanished can still be read, and not be opened.
        .min_connections(READERS)
        .acquire_timeout(Duration::from_secs(10))
        .connect_with(options.read_only(true))
        .await?;
    Ok(Readers::Sqlite(pool))
}
