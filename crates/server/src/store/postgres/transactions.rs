//! Postgres as a target of the writer: transactions with one sync each.

use std::collections::HashMap;
use std::time::Duration;

use sqlx::postgres::PgConnection;
use tokio::time::timeout;

use super::Address;
use super::locks::lock;
use super::session::{Backend, connect, end};
use crate::store::StoreError;
use crate::store::batch;
use crate::store::fault::{Fault, is_fault, is_lost};
use crate::store::heads::Heads;
use crate::store::sql::Connection;
use crate::store::sums;
use crate::store::writer::Medium;
use crate::store::writes::{Answer, Write, Wrote};

/// Time limit for a transaction, whatever happens to the connection.
const TRANSACTION: Duration = Duration::from_secs(20);

/// Postgres database, as used by this server's writer.
pub(super) struct Database {
    connection: Connection,
    backend: Backend,
    heads: Heads,
    address: Address,
}

impl Database {
    /// Returns the target for an open connection.
    pub(super) fn new(connection: PgConnection, backend: Backend, address: Address) -> Self {
        Self {
            connection: Connection::Postgres(connection),
            backend,
            heads: Heads::shared(),
            address,
        }
    }

    /// Begins a transaction and locks the tables that these writes touch.
    async fn begin(&mut self, writes: &[Write]) -> Result<(), StoreError> {
        self.connection.say("BEGIN").await?;
        match &mut self.connection {
            Connection::Postgres(connection) => lock(connection, writes).await,
            Connection::Sqlite(_) => Ok(()),
        }
    }

    /// Runs `work` in a transaction, which is committed as a whole or not at all.
    async fn transaction<T>(
        &mut self,
        writes: &[Write],
        work: impl AsyncFnOnce(&mut Connection, &mut Heads, &[Write]) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let written = async {
            if let Err(error) = self.begin(writes).await {
                // A connection that broke while idle is noticed only now. Nothing has been sent on it yet.
                if !is_lost(&error) || self.again().await.is_err() {
                    return Err(error);
                }
                self.begin(writes).await?;
            }
            let value = work(&mut self.connection, &mut self.heads, writes).await?;
            sums::renew((&mut self.connection).into(), self.heads.fresh()).await?;
            self.connection.say("COMMIT").await?;
            Ok(value)
        };
        let written = timeout(TRANSACTION, written).await;
        let written = written.unwrap_or(Err(StoreError::NotKept));
        self.heads.back_to(HashMap::new());
        match &written {
            // After a fault the connection is not used again.
            Err(error) if !is_fault(error) => self.connection.say("ROLLBACK").await?,
            _ => {}
        }
        written
    }
}

impl Medium for Database {
    async fn together(&mut self, writes: &[Write]) -> Result<Vec<Wrote>, StoreError> {
        self.transaction(writes, batch::all).await
    }

    async fn apart(&mut self, writes: &[Write]) -> Result<Vec<Answer>, Fault> {
        Ok(self.transaction(writes, batch::each).await?)
    }

    /// Reconnects, after the last transaction of the lost connection has definitely ended.
    async fn again(&mut self) -> Result<(), Fault> {
        let (mut connection, backend) = connect(&self.address).await?;
        let ready = async {
            end(&mut connection, self.backend).await?;
            // A read-only database has not recovered.
            sums::watch((&mut connection).into()).await?;
            let written = "UPDATE store SET comes_back = comes_back + 1";
            sums::change((&mut connection).into(), written).await?;
            Ok(())
        };
        let ready: Result<Result<(), Fault>, _> = timeout(TRANSACTION, ready).await;
        ready.map_err(|_| Fault::Late)??;
        self.connection = Connection::Postgres(connection);
        self.backend = backend;
        Ok(())
    }

    /// Does nothing: Postgres maintains itself.
    async fn move_on(&mut self) -> Result<(), StoreError> {
        Ok(())
    }

    async fn close(self) {
        if let Err(error) = self.connection.close().await {
            tracing::warn!(%error, "could not close the database");
        }
    }
}
