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
use super::log_tails::{self, AcknowledgedTails};
use super::row_checksums;
use super::sql::ReaderPool;
use crate::folder::FILE;
use crate::lock;

/// Number of read-only connections; further readers wait.
const READERS: u32 = 4;

/// SQLite files of the store and the read-only pool of connections to them.
#[derive(Debug)]
pub(super) struct DatabaseFiles {
    files: [PathBuf; 2],
    /// Inode numbers of the files that were opened, to detect replaced files.
    inodes: Option<[u64; 2]>,
    readers: Arc<Mutex<ReaderPool>>,
}

impl DatabaseFiles {
    /// Returns the files of the database in a data folder.
    pub(super) fn new(data: &Path, readers: Arc<Mutex<ReaderPool>>) -> Self {
        let beside = format!("{FILE}-wal");
        let files = [data.join(FILE), data.join(beside)];
        let are = inodes_of(&files).ok();
        Self {
            files,
            inodes: are,
            readers,
        }
    }

    /// Checks that the files are still those that were opened; [`Fault::Vanished`] otherwise.
    pub(super) fn check_present(&self) -> Result<(), Fault> {
        let Some(are) = &self.inodes else {
            return Ok(());
        };
        for (file, is) in self.files.iter().zip(are) {
            if inode(file).ok() != Some(*is) {
                return Err(Fault::Vanished(file.clone()));
            }
        }
        Ok(())
    }

    /// Reopens the SQLite database files after a fault of the disk. The old connection stays open meanwhile: if the
    /// last connection closed, SQLite would recover the file from scratch and accept what a failed commit left behind.
    pub(super) async fn reopen(
        &self,
        promised: &AcknowledgedTails,
    ) -> Result<SqliteConnection, Fault> {
        self.check_present()?;
        let options = connect_options(&self.files[0]);
        let mut connection = writer_options(options.clone()).connect().await?;
        // Overwrites what the failed commit left behind, and proves that there is some space.
        row_checksums::start_tracking_changes((&mut connection).into()).await?;
        for sql in [
            "UPDATE store SET comes_back = comes_back + 1, room = zeroblob(262144)",
            "UPDATE store SET room = NULL",
        ] {
            row_checksums::execute_tracked((&mut connection).into(), sql).await?;
        }
        connection
            .execute("PRAGMA wal_checkpoint(TRUNCATE)")
            .await?;
        let all: Vec<_> = lock(promised)
            .iter()
            .map(|(id, head)| (*id, *head))
            .collect();
        for (encounter, head) in all {
            if log_tails::read_tail(&mut connection, encounter).await? != head {
                return Err(Fault::NotWhatWasWritten);
            }
        }
        let fresh = open_readers(options).await?;
        let old = std::mem::replace(&mut *lock(&self.readers), fresh);
        // Each of the old connections closes when its query is done.
        tokio::spawn(async move { old.close().await });
        self.check_present()?;
        Ok(connection)
    }
}

/// Returns the inode numbers of the database file and its write-ahead log.
fn inodes_of(files: &[PathBuf; 2]) -> io::Result<[u64; 2]> {
    let [one, two] = files;
    Ok([inode(one)?, inode(two)?])
}

/// Returns the inode number of a file.
#[cfg(unix)]
fn inode(file: &Path) -> io::Result<u64> {
    std::fs::metadata(file).map(|data| std::os::unix::fs::MetadataExt::ino(&data))
}

/// Returns 0, because inode numbers are not available on this system.
#[cfg(not(unix))]
fn inode(file: &Path) -> io::Result<u64> {
    std::fs::metadata(file).map(|_| 0)
}

/// Returns the connection options for a database file.
pub(super) fn connect_options(file: &Path) -> SqliteConnectOptions {
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
pub(super) fn writer_options(options: SqliteConnectOptions) -> SqliteConnectOptions {
    // SQLite would checkpoint after a commit and not report a failure.
    let options = options.pragma("wal_autocheckpoint", "0");
    // Tracked changes are kept in memory.
    options.pragma("temp_store", "MEMORY")
}

/// Opens the pool of read-only connections.
pub(super) async fn open_readers(options: SqliteConnectOptions) -> Result<ReaderPool, sqlx::Error> {
    let pool = SqlitePoolOptions::new()
        .max_connections(READERS)
        // Open all of them at once: a file that vanished can still be read through open connections, but not reopened.
        .min_connections(READERS)
        .acquire_timeout(Duration::from_secs(10))
        .connect_with(options.read_only(true))
        .await?;
    Ok(ReaderPool::Sqlite(pool))
}
