//! Connections: how they are made, and what a database has to promise before it is believed.

use std::time::Duration;

use sqlx::ConnectOptions as _;
use sqlx::postgres::{PgConnectOptions, PgConnection, PgPool, PgPoolOptions};
use tokio::time::timeout;

use super::Address;
use crate::store::fault::Fault;

/// Connections that only read. One more reader waits for one of them.
const READERS: u32 = 8;
/// How long making a connection may take.
const CONNECTING: Duration = Duration::from_secs(5);
/// How long one statement may take …
const STATEMENT: &str = "10s";
/// … and how long it may wait for what another server has locked.
const LOCK: &str = "8s";
/// How long a transaction may be left alone: a server that was stopped within one keeps the others from its tables
/// no longer than this.
const LEFT_ALONE: &str = "2s";
/// When the database asks whether a silent server is there, how often, and when it is given up: in seconds, tries,
/// and for what was sent in milliseconds. A machine that is cut off must not keep its locks either.
const KEEPALIVE: [(&str, &str); 4] = [
    ("tcp_keepalives_idle", "5"),
    ("tcp_keepalives_interval", "2"),
    ("tcp_keepalives_count", "3"),
    ("tcp_user_timeout", "10000"),
];

/// A database that could lose what it acknowledged.
#[derive(Debug, thiserror::Error)]
#[error(
    "its setting `{setting}` is `{is}`: what it acknowledges could be lost with the power. Set it to `on` \
     (ALTER SYSTEM, ALTER DATABASE or ALTER ROLE)"
)]
pub(in crate::store) struct Unfit {
    setting: &'static str,
    is: String,
}

/// What a connection is called in the database, so that it can be ended from another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Backend {
    pid: i32,
    /// When it began, in microseconds: numbers of processes are given again.
    began: i64,
}

fn options(address: &Address, left_alone: &'static str) -> PgConnectOptions {
    let times = [
        ("statement_timeout", STATEMENT),
        ("lock_timeout", LOCK),
        ("idle_in_transaction_session_timeout", left_alone),
    ];
    let options = address.options().application_name("coterie");
    options.options(times).options(KEEPALIVE)
}

/// A connection to write through, to a database that keeps what it acknowledges.
pub(super) async fn connect(address: &Address) -> Result<(PgConnection, Backend), Fault> {
    let connected = async {
        let mut connection = options(address, LEFT_ALONE).connect().await?;
        for setting in ["synchronous_commit", "fsync"] {
            let sql = "SELECT current_setting($1)";
            let is = sqlx::query_scalar(sql).bind(setting);
            let is: String = is.fetch_one(&mut connection).await?;
            if is == "off" {
                return Err(Fault::Unfit(Unfit { setting, is }));
            }
        }
        let sql = "SELECT pid, (EXTRACT(EPOCH FROM backend_start) * 1000000)::BIGINT \
                   FROM pg_stat_activity WHERE pid = pg_backend_pid()";
        let (pid, began) = sqlx::query_as(sql).fetch_one(&mut connection).await?;
        Ok((connection, Backend { pid, began }))
    };
    let connected = timeout(CONNECTING, connected).await;
    connected.map_err(|_| Fault::Late)?
}

/// The connections that only read. Those that are lost are made anew when one is needed.
pub(super) fn readers(address: &Address) -> PgPool {
    PgPoolOptions::new()
        .max_connections(READERS)
        .acquire_timeout(CONNECTING)
        .connect_lazy_with(
            // Who only reads is in nobody's way.
            options(address, STATEMENT).options([("default_transaction_read_only", "on")]),
        )
}

/// Looks and ends: whether a connection is still there.
const END: &str = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
                   WHERE pid = $1 AND (EXTRACT(EPOCH FROM backend_start) * 1000000)::BIGINT = $2";

/// Sees to it that a connection that was lost is over in the database too: what it was about to commit
/// is committed or not from now on, and never later.
pub(super) async fn end(connection: &mut PgConnection, lost: Backend) -> Result<(), Fault> {
    const TRIES: u32 = 40;
    for _ in 0..TRIES {
        let ended = sqlx::query(END).bind(lost.pid).bind(lost.began);
        if ended.fetch_all(&mut *connection).await?.is_empty() {
            return Ok(());
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    Err(Fault::Late)
}
