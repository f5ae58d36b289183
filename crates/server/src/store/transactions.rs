//! SQLite as a target of the writer: transactions with one sync each.

use std::collections::HashMap;

use super::StoreError;
use super::batch;
use super::disk::Disk;
use super::fault::{Fault, is_damage};
use super::heads::Heads;
use super::sql::Connection;
use super::sums;
use super::writer::Medium;
use super::writes::{Answer, Write, Wrote};

/// Number of commits after which the write-ahead log is moved to the database file.
const MOVED_EVERY: u32 = 250;

/// SQLite database, as used by the writer.
pub(super) struct Database {
    connection: Connection,
    heads: Heads,
    disk: Disk,
    /// Number of commits that are only in the write-ahead log.
    unmoved: u32,
}

impl Medium for Database {
    /// Executes all writes or none.
    async fn together(&mut self, writes: &[Write]) -> Result<Vec<Wrote>, StoreError> {
        self.connection.say("BEGIN IMMEDIATE").await?;
        let written = batch::all(&mut self.connection, &mut self.heads, writes).await;
        self.end(written).await
    }

    /// Executes each write independently.
    async fn apart(&mut self, writes: &[Write]) -> Result<Vec<Answer>, Fault> {
        let written = async {
            self.connection.say("BEGIN IMMEDIATE").await?;
            batch::each(&mut self.connection, &mut self.heads, writes).await
        };
        let written = written.await;
        Ok(self.end(written).await?)
    }

    /// Reopens the database files and checks that the acknowledged records are there.
    async fn again(&mut self) -> Result<(), Fault> {
        let connection = self.disk.again(&self.heads.promised()).await?;
        // This connection becomes the writer's.
        let connection = Connection::Sqlite(connection);
        let old = std::mem::replace(&mut self.connection, connection);
        // Errors on closing concern a file that is not trusted anyway.
        _ = old.close().await;
        self.unmoved = 0;
        Ok(())
    }

    /// Moves the write-ahead log to the database file from time to time.
    async fn move_on(&mut self) -> Result<(), StoreError> {
        if self.unmoved < MOVED_EVERY {
            return Ok(());
        }
        self.unmoved = 0;
        let moved = self.connection.say("PRAGMA wal_checkpoint(PASSIVE)");
        moved.await?;
        Ok(())
    }

    async fn close(self) {
        if let Err(error) = self.connection.close().await {
            tracing::warn!(%error, "could not close the database");
        }
    }
}

impl Database {
    /// Returns the target for an open connection.
    pub(super) const fn new(connection: Connection, heads: Heads, disk: Disk) -> Self {
        Self {
            connection,
            heads,
            disk,
            unmoved: 0,
        }
    }

    /// Commits the transaction, or rolls it back after an error.
    async fn end<T>(&mut self, written: Result<T, StoreError>) -> Result<T, StoreError> {
        let written = match written {
            Ok(value) => self.commit().await.map(|()| value),
            written => written,
        };
        if written.is_err() {
            // SQLite may have rolled back already; then this fails harmlessly.
            _ = self.connection.say("ROLLBACK").await;
            self.heads.back_to(HashMap::new());
        }
        written
    }

    /// Updates the checksums, commits, and marks the written records as acknowledged.
    async fn commit(&mut self) -> Result<(), StoreError> {
        // A removed file still accepts writes, which nobody would ever find.
        let is_there = |disk: &Disk| {
            let gone = |fault: Fault| sqlx::Error::Io(std::io::Error::other(fault.to_string()));
            disk.is_there().map_err(gone)
        };
        is_there(&self.disk)?;
        let sums = sums::renew((&mut self.connection).into(), self.heads.fresh()).await;
        match sums {
            // A wrong checksum is found by a check; it must not stop other writes.
            Err(StoreError::Database(error)) if is_damage(&error) => {
                tracing::error!(%error, "sums of rows are damaged and cannot be written");
            }
            renewed => renewed?,
        }
        self.connection.say("COMMIT").await?;
        self.unmoved += 1;
        // The data is in the file, even if the file was moved: put back, it is the one that was written.
        self.heads.keep();
        is_there(&self.disk)?;
        Ok(())
    }
}
