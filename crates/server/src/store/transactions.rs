//! What the writer does with the SQLite file: transactions, each with one sync.

use std::collections::HashMap;

use super::StoreError;
use super::batch;
use super::disk::Disk;
use super::fault::{Fault, is_damage};
use super::heads::Heads;
use super::sql::Connection;
use super::sums;
use super::writer::{Answer, Medium, Write, Wrote};

/// Commits after which what they wrote is moved from the write-ahead log to the database file.
const MOVED_EVERY: u32 = 250;

/// The database, as its one writer has it.
pub(super) struct Database {
    connection: Connection,
    heads: Heads,
    disk: Disk,
    /// Commits that are in the write-ahead log only.
    unmoved: u32,
}

impl Medium for Database {
    /// All or nothing.
    async fn together(&mut self, writes: &[Write]) -> Result<Vec<Wrote>, StoreError> {
        self.connection.say("BEGIN IMMEDIATE").await?;
        let written = batch::all(&mut self.connection, &mut self.heads, writes).await;
        self.end(written).await
    }

    /// Each for itself.
    async fn apart(&mut self, writes: &[Write]) -> Result<Vec<Answer>, Fault> {
        let written = async {
            self.connection.say("BEGIN IMMEDIATE").await?;
            batch::each(&mut self.connection, &mut self.heads, writes).await
        };
        let written = written.await;
        Ok(self.end(written).await?)
    }

    async fn again(&mut self) -> Result<(), Fault> {
        let connection = self.disk.again(&self.heads.promised()).await?;
        // From now on this connection writes.
        let connection = Connection::Sqlite(connection);
        let old = std::mem::replace(&mut self.connection, connection);
        // What it says about closing is about a file that is not trusted anyway.
        _ = old.close().await;
        self.unmoved = 0;
        Ok(())
    }

    /// Moves what is in the write-ahead log to the database file, now and then.
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
    pub(super) const fn new(connection: Connection, heads: Heads, disk: Disk) -> Self {
        Self {
            connection,
            heads,
            disk,
            unmoved: 0,
        }
    }

    /// Commits what was written, or takes all of it back.
    async fn end<T>(&mut self, written: Result<T, StoreError>) -> Result<T, StoreError> {
        let written = match written {
            Ok(value) => self.commit().await.map(|()| value),
            written => written,
        };
        if written.is_err() {
            // It may have been rolled back already; then this fails and means nothing.
            _ = self.connection.say("ROLLBACK").await;
            self.heads.back_to(HashMap::new());
        }
        written
    }

    async fn commit(&mut self) -> Result<(), StoreError> {
        // A file that was removed takes what is written, and nobody finds it again.
        let is_there = |disk: &Disk| {
            let gone = |fault: Fault| sqlx::Error::Io(std::io::Error::other(fault.to_string()));
            disk.is_there().map_err(gone)
        };
        is_there(&self.disk)?;
        let sums = sums::renew((&mut self.connection).into(), self.heads.fresh()).await;
        match sums {
            // What does not fit its sum is found by a check; it does not keep others from going on.
            Err(StoreError::Database(error)) if is_damage(&error) => {
                tracing::error!(%error, "sums of rows are damaged and cannot be written");
            }
            renewed => renewed?,
        }
        self.connection.say("COMMIT").await?;
        self.unmoved += 1;
        // It is in the file, wherever that is by now: put back, the file is the one that was written.
        self.heads.keep();
        is_there(&self.disk)?;
        Ok(())
    }
}
