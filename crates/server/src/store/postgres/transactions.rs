//! What the writer does with Postgres: transactions, each with one wait for its log.

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
use crate::store::writer::{Answer, Medium, Write, Wrote};

/// How long a transaction may take, whatever becomes of the line to the database.
const TRANSACTION: Duration = Duration::from_secs(20);

/// The database, as this program's writer has it.
pub(super) struct Database {
    connection: Connection,
    backend: Backend,
    heads: Heads,
    address: Address,
}

impl Database {
    pub(super) fn new(connection: PgConnection, backend: Backend, address: Address) -> Self {
        Self {
            connection: Connection::Postgres(connection),
            backend,
            heads: Heads::shared(),
            address,
        }
    }

    async fn begin(&mut self, writes: &[Write]) -> Result<(), StoreError> {
        self.connection.say("BEGIN").await?;
        match &mut self.connection {
            Connection::Postgres(connection) => lock(connection, writes).await,
            Connection::Sqlite(_) => Ok(()),
        }
    }

    /// One transaction: all of it is committed, or nothing.
    async fn transaction<T>(
        &mut self,
        writes: &[Write],
        work: impl AsyncFnOnce(&mut Connection, &mut Heads, &[Write]) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let written = async {
            if let Err(error) = self.begin(writes).await {
                // A line that was cut while nobody wrote is noticed only now. Nothing went over it yet.
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
            // After a fault the connection is not used any more.
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

    /// Connects anew. What the lost connection was about is over then, one way or the other.
    async fn again(&mut self) -> Result<(), Fault> {
        let (mut connection, backend) = connect(&self.address).await?;
        let ready = async {
            end(&mut connection, self.backend).await?;
            // A database that only reads has not come back.
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

    /// It keeps itself in order.
    async fn move_on(&mut self) -> Result<(), StoreError> {
        Ok(())
    }

    async fn close(self) {
        if let Err(error) = self.connection.close().await {
            tracing::warn!(%error, "could not close the database");
        }
    }
}
