//! SQLite database files: opening them, checking that they are still in place, and reopening them after a disk fault.
//!
//! After a failed write or sync it is unknown what reached the disk, and the operating system may report success for
//! the same file handle the next time. Nothing is acknowledged through it any more. Instead, the files are reopened,
//! a write is made through the new handle, the write-ahead log is moved into the database file, and the ends of the
//! logs are compared with those in memory.

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
use super::sums;
use crate::folder::FILE;
use crate::locked;

/// Number of read-only connections; further readers wait.
const READERS: u32 = 4;

/// Database files and the read-only pool on them.
#[derive(Debug)]
pub(super) struct Disk {
    files: [PathBuf; 2],
    /// Inode numbers of the files that were opened, to detect replaced files.
    are: Option<[u64; 2]>,
    readers: Arc<Mutex<Readers>>,
}

impl Disk {
    /// Returns the files of the database in a data folder.
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

    /// Checks that the files are still those that were opened; [`Fault::Vanished`] otherwise.
    pub(super) fn is_there(&self) -> Result<(), Fault> {
        let Some(are) = &self.are else { return Ok(()) };
        for (file, is) in self.files.iter().zip(are) {
            if number(file).ok() != Some(*is) {
                return Err(Fault::Vanished(file.clone()));
            }
        }
        Ok(())
    }

    /// Reopens the files after a fault. The old connection stays open meanwhile: if the last connection closed, SQLite
    /// would recover the file from scratch and accept what a failed commit left behind.
    pub(super) async fn again(&self, promised: &Promised) -> Result<SqliteConnection, Fault> {
        self.is_there()?;
        let options = options(&self.files[0]);
        let mut connection = writing(options.clone()).connect().await?;
        // Overwrites what the failed commit left behind, and proves that there is some space.
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
        // Each of the old connections closes when its query is done.
        tokio::spawn(async move { old.close().await });
        self.is_there()?;
        Ok(connection)
    }
}

/// Returns the inode numbers of both files.
fn which(files: &[PathBuf; 2]) -> io::Result<[u64; 2]> {
    let [one, two] = files;
    Ok([number(one)?, number(two)?])
}

/// Returns the inode number of a file.
#[cfg(unix)]
fn number(file: &Path) -> io::Result<u64> {
    std::fs::metadata(file).map(|data| std::os::unix::fs::MetadataExt::ino(&data))
}

/// Returns 0: inode numbers are not available on this system.
#[cfg(not(unix))]
fn number(file: &Path) -> io::Result<u64> {
    std::fs::metadata(file).map(|_| 0)
}

/// Returns the connection options for a database file.
pub(super) fn options(file: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(file)
        .create_if_missing(false)
        .foreign_keys(true)
        .busy_timeout(Duration::from_secs(5))
        // In WAL mode, readers and the writer do not block each other.
        .journal_mode(SqliteJournalMode::Wal)
        // A commit returns only once it is on disk.
        .synchronous(SqliteSynchronous::Full)
}

/// Returns the additional connection options of the writer.
pub(super) fn writing(options: SqliteConnectOptions) -> SqliteConnectOptions {
    // SQLite would checkpoint after a commit and not report a failure.
    let options = options.pragma("wal_autocheckpoint", "0");
    // Tracked changes are kept in memory.
    options.pragma("temp_store", "MEMORY")
}

/// Opens the pool of read-only connections.
pub(super) async fn readers(options: SqliteConnectOptions) -> Result<Readers, sqlx::Error> {
    let pool = SqlitePoolOptions::new()
        .max_connections(READERS)
        // Open all of them at once: a file that vanished can still be read through open connections, but not reopened.
        .min_connections(READERS)
        .acquire_timeout(Duration::from_secs(10))
        .connect_with(options.read_only(true))
        .await?;
    Ok(Readers::Sqlite(pool))
}
