//! SQLite as a target of the writer: transactions with one sync each.

use std::collections::HashMap;

use super::StoreError;
use super::batch;
use super::database_files::DatabaseFiles;
use super::fault::{Fault, is_corruption};
use super::log_tails::LogTails;
use super::row_checksums::{self, TableSchema};
use super::sql::Connection;
use super::writer::WriteTarget;
use super::writes::{Write, WriteOutcome, WriteReply};

/// Number of commits after which the write-ahead log is moved to the database file.
const CHECKPOINT_EVERY: u32 = 250;

/// SQLite database that the store's writer task writes to.
pub(super) struct SqliteTarget {
    connection: Connection,
    heads: LogTails,
    disk: DatabaseFiles,
    /// Tables whose changes the connection does not note yet.
    untracked: Vec<TableSchema>,
    /// Number of commits that are only in the write-ahead log.
    commits_since_checkpoint: u32,
}

impl WriteTarget for SqliteTarget {
    /// Executes all writes or none.
    async fn write_all(&mut self, writes: &[Write]) -> Result<Vec<WriteOutcome>, StoreError> {
        self.begin().await?;
        let written = batch::apply_all(&mut self.connection, &mut self.heads, writes).await;
        self.finish_transaction(written).await
    }

    /// Executes each write independently.
    async fn write_each(&mut self, writes: &[Write]) -> Result<Vec<WriteReply>, Fault> {
        let written = async {
            self.begin().await?;
            batch::apply_each(&mut self.connection, &mut self.heads, writes).await
        };
        let written = written.await;
        Ok(self.finish_transaction(written).await?)
    }

    /// Reopens the database files and checks that the acknowledged records are there.
    async fn reopen(&mut self) -> Result<(), Fault> {
        let connection = self.disk.reopen(&self.heads.acknowledged()).await?;
        // This connection becomes the writer's.
        let connection = Connection::Sqlite(connection);
        let old = std::mem::replace(&mut self.connection, connection);
        // Errors on closing concern a file that is not trusted anyway.
        _ = old.close().await;
        self.commits_since_checkpoint = 0;
        self.untracked.clear();
        Ok(())
    }

    /// Notes the changes of all tables from now on; what fails is tried again with the first write.
    async fn prepare(&mut self) {
        _ = self.track_rest().await;
    }

    /// Moves the write-ahead log to the database file from time to time.
    async fn maintain(&mut self) -> Result<(), StoreError> {
        if self.commits_since_checkpoint < CHECKPOINT_EVERY {
            return Ok(());
        }
        self.commits_since_checkpoint = 0;
        let moved = self.connection.execute("PRAGMA wal_checkpoint(PASSIVE)");
        moved.await?;
        Ok(())
    }

    async fn close(self) {
        if let Err(error) = self.connection.close().await {
            tracing::warn!(%error, "could not close the database");
        }
    }
}

impl SqliteTarget {
    /// Returns the writer's target for an open connection.
    pub(super) const fn new(
        connection: Connection,
        heads: LogTails,
        disk: DatabaseFiles,
        untracked: Vec<TableSchema>,
    ) -> Self {
        Self {
            connection,
            heads,
            disk,
            untracked,
            commits_since_checkpoint: 0,
        }
    }

    /// Begins a transaction whose changes to rows are all noted, for their checksums.
    async fn begin(&mut self) -> Result<(), StoreError> {
        self.track_rest().await?;
        self.connection.execute("BEGIN IMMEDIATE").await?;
        Ok(())
    }

    /// Makes the connection note its changes to all tables, for their checksums.
    async fn track_rest(&mut self) -> Result<(), StoreError> {
        if !self.untracked.is_empty() {
            let tracked =
                row_checksums::track_tables((&mut self.connection).into(), &self.untracked);
            tracked.await?;
            self.untracked.clear();
        }
        Ok(())
    }

    /// Commits the transaction, or rolls it back after an error.
    async fn finish_transaction<T>(
        &mut self,
        written: Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let written = match written {
            Ok(value) => self.commit().await.map(|()| value),
            written => written,
        };
        if written.is_err() {
            // SQLite may have rolled back already; then this fails harmlessly.
            _ = self.connection.execute("ROLLBACK").await;
            self.heads.rollback_to(HashMap::new());
        }
        written
    }

    /// Updates the checksums, commits, and marks the written records as acknowledged.
    async fn commit(&mut self) -> Result<(), StoreError> {
        // A removed file still accepts writes, which nobody would ever find.
        let is_there = |disk: &DatabaseFiles| {
            let gone = |fault: Fault| sqlx::Error::Io(std::io::Error::other(fault.to_string()));
            disk.check_present().map_err(gone)
        };
        is_there(&self.disk)?;
        let sums = row_checksums::update_checksums(
            (&mut self.connection).into(),
            self.heads.uncommitted(),
        )
        .await;
        match sums {
            // A wrong checksum is found by a check; it must not stop other writes.
            Err(StoreError::Database(error)) if is_corruption(&error) => {
                tracing::error!(%error, "sums of rows are damaged and cannot be written");
            }
            renewed => renewed?,
        }
        self.connection.execute("COMMIT").await?;
        self.commits_since_checkpoint += 1;
        // The data is in the file, even if the file was moved: put back, it is the one that was written.
        self.heads.commit();
        is_there(&self.disk)?;
        Ok(())
    }
}
