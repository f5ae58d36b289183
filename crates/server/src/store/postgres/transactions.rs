//! Postgres as a target of the writer: transactions with one sync each.

use std::collections::HashMap;
use std::time::Duration;

use sqlx::postgres::PgConnection;
use tokio::time::timeout;

use super::Address;
use super::locks::lock_tables;
use super::session::{Backend, connect, terminate_backend};
use crate::store::StoreError;
use crate::store::batch;
use crate::store::fault::{Fault, is_connection_lost, is_fault};
use crate::store::log_tails::LogTails;
use crate::store::row_checksums;
use crate::store::sql::Connection;
use crate::store::writer::WriteTarget;
use crate::store::writes::{Write, WriteOutcome, WriteReply};

/// Time limit for a transaction, whatever happens to the connection.
const TRANSACTION_TIMEOUT: Duration = Duration::from_secs(20);

/// Postgres database that this server's writer task writes to.
pub(super) struct PostgresTarget {
    connection: Connection,
    backend: Backend,
    heads: LogTails,
    address: Address,
}

impl PostgresTarget {
    /// Returns the writer's target for an open connection.
    pub(super) fn new(connection: PgConnection, backend: Backend, address: Address) -> Self {
        Self {
            connection: Connection::Postgres(connection),
            backend,
            heads: LogTails::new_shared(),
            address,
        }
    }

    /// Begins a transaction and locks the tables of players that these writes change.
    async fn begin(&mut self, writes: &[Write]) -> Result<(), StoreError> {
        self.connection.execute("BEGIN").await?;
        match &mut self.connection {
            Connection::Postgres(connection) => lock_tables(connection, writes).await,
            Connection::Sqlite(_) => Ok(()),
        }
    }

    /// Runs `work` in a transaction, which is committed as a whole or not at all.
    async fn run_transaction<T>(
        &mut self,
        writes: &[Write],
        work: impl AsyncFnOnce(&mut Connection, &mut LogTails, &[Write]) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let written = async {
            if let Err(error) = self.begin(writes).await {
                // A connection that broke while idle is noticed only now. Nothing has been sent on it yet.
                if !is_connection_lost(&error) || self.reopen().await.is_err() {
                    return Err(error);
                }
                self.begin(writes).await?;
            }
            let value = work(&mut self.connection, &mut self.heads, writes).await?;
            row_checksums::update_checksums(
                (&mut self.connection).into(),
                self.heads.uncommitted(),
            )
            .await?;
            self.connection.execute("COMMIT").await?;
            Ok(value)
        };
        let written = timeout(TRANSACTION_TIMEOUT, written).await;
        let written = written.unwrap_or(Err(StoreError::NotKept));
        self.heads.rollback_to(HashMap::new());
        match &written {
            // After a fault the connection is not used again.
            Err(error) if !is_fault(error) => self.connection.execute("ROLLBACK").await?,
            _ => {}
        }
        written
    }
}

impl WriteTarget for PostgresTarget {
    async fn write_all(&mut self, writes: &[Write]) -> Result<Vec<WriteOutcome>, StoreError> {
        self.run_transaction(writes, batch::apply_all).await
    }

    async fn write_each(&mut self, writes: &[Write]) -> Result<Vec<WriteReply>, Fault> {
        Ok(self.run_transaction(writes, batch::apply_each).await?)
    }

    /// Reconnects, after the last transaction of the lost connection has definitely ended.
    async fn reopen(&mut self) -> Result<(), Fault> {
        let (mut connection, backend) = connect(&self.address).await?;
        let ready = async {
            terminate_backend(&mut connection, self.backend).await?;
            // A read-only database has not recovered.
            row_checksums::start_tracking_changes((&mut connection).into()).await?;
            let written = "UPDATE store SET comes_back = comes_back + 1";
            row_checksums::execute_tracked((&mut connection).into(), written).await?;
            Ok(())
        };
        let ready: Result<Result<(), Fault>, _> = timeout(TRANSACTION_TIMEOUT, ready).await;
        ready.map_err(|_| Fault::Timeout)??;
        self.connection = Connection::Postgres(connection);
        self.backend = backend;
        Ok(())
    }

    /// Does nothing, because Postgres maintains its files itself.
    async fn maintain(&mut self) -> Result<(), StoreError> {
        Ok(())
    }

    async fn close(self) {
        if let Err(error) = self.connection.close().await {
            tracing::warn!(%error, "could not close the database");
        }
    }
}
