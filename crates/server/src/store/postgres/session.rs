//! Connections to Postgres, and the settings a database must have to be trusted.

use std::time::Duration;

use sqlx::ConnectOptions as _;
use sqlx::postgres::{PgConnectOptions, PgConnection, PgPool, PgPoolOptions};
use tokio::time::timeout;

use super::Address;
use crate::store::fault::{Fault, UnsafeSetting};

/// Number of read-only connections; further readers wait.
const READERS: u32 = 8;
/// Time limit for connecting to the Postgres database.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// Time limit for one SQL statement on Postgres.
const STATEMENT_TIMEOUT: &str = "10s";
/// Time limit for waiting on a lock of another server.
const LOCK_TIMEOUT: &str = "8s";
/// Time limit for an idle transaction on Postgres. A server suspended within one blocks the others no longer than this.
const IDLE_TIMEOUT: &str = "2s";
/// Keepalive settings of the database: idle seconds before probing, seconds between probes, number of probes, and
/// milliseconds for unacknowledged data. A disconnected server must not keep its locks either.
const KEEPALIVE: [(&str, &str); 4] = [
    ("tcp_keepalives_idle", "5"),
    ("tcp_keepalives_interval", "2"),
    ("tcp_keepalives_count", "3"),
    ("tcp_user_timeout", "10000"),
];

/// Process number and start time of a database connection, so that another connection can terminate
/// it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Backend {
    pid: i32,
    /// Start of the connection, in microseconds since 1970, because process numbers are reused.
    started_at: i64,
}

/// Application name of all Coterie connections.
pub(super) const APPLICATION_NAME: &str = "coterie";

/// Returns the connection options with the store's time limits; `left_alone` is that of an idle
/// transaction.
fn connect_options(address: &Address, left_alone: &'static str) -> PgConnectOptions {
    let times = [
        ("statement_timeout", STATEMENT_TIMEOUT),
        ("lock_timeout", LOCK_TIMEOUT),
        ("idle_in_transaction_session_timeout", left_alone),
    ];
    let options = address.options().application_name(APPLICATION_NAME);
    options.options(times).options(KEEPALIVE)
}

/// Opens a writing connection; [`Fault::UnsafeSetting`] if the database could lose acknowledged data.
pub(super) async fn connect(address: &Address) -> Result<(PgConnection, Backend), Fault> {
    let connected = async {
        let mut connection = connect_options(address, IDLE_TIMEOUT).connect().await?;
        for setting in ["synchronous_commit", "fsync"] {
            let sql = "SELECT current_setting($1)";
            let is = sqlx::query_scalar(sql).bind(setting);
            let is: String = is.fetch_one(&mut connection).await?;
            if is == "off" {
                return Err(Fault::UnsafeSetting(UnsafeSetting { setting, is }));
            }
        }
        let sql = "SELECT pid, (EXTRACT(EPOCH FROM backend_start) * 1000000)::BIGINT \
                   FROM pg_stat_activity WHERE pid = pg_backend_pid()";
        let (pid, began) = sqlx::query_as(sql).fetch_one(&mut connection).await?;
        Ok((
            connection,
            Backend {
                pid,
                started_at: began,
            },
        ))
    };
    let connected = timeout(CONNECT_TIMEOUT, connected).await;
    connected.map_err(|_| Fault::Timeout)?
}

/// Creates the pool of read-only connections, which connects on demand.
pub(super) fn open_readers(address: &Address) -> PgPool {
    PgPoolOptions::new()
        .max_connections(READERS)
        .acquire_timeout(CONNECT_TIMEOUT)
        .connect_lazy_with(
            // Readers do not block anybody.
            connect_options(address, STATEMENT_TIMEOUT)
                .options([("default_transaction_read_only", "on")]),
        )
}

/// Terminates a connection; returns no rows if it is gone.
const TERMINATE_QUERY: &str = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
                   WHERE pid = $1 AND (EXTRACT(EPOCH FROM backend_start) * 1000000)::BIGINT = $2";

/// Terminates a lost connection and waits until it is gone. Its pending commit has then either happened or never will.
pub(super) async fn terminate_backend(
    connection: &mut PgConnection,
    lost: Backend,
) -> Result<(), Fault> {
    const TRIES: u32 = 40;
    for _ in 0..TRIES {
        let ended = sqlx::query(TERMINATE_QUERY)
            .bind(lost.pid)
            .bind(lost.started_at);
        if ended.fetch_all(&mut *connection).await?.is_empty() {
            return Ok(());
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    Err(Fault::Timeout)
}
