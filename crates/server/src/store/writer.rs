//! The one writer. It takes everything that waits, writes it in one transaction with one
//! fsync, and answers each sender; what comes meanwhile is the next transaction. So a lone
//! write waits for nobody, and many at once share the price.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use rules::id::{EncounterId, SeatId, TableId};
use rules::text::Name;
use sqlx::sqlite::{Sqlite, SqliteConnection};
use sqlx::{Connection, Executor, QueryBuilder};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

use super::rows::{self, EventRow, number};
use super::scenes::{make_current, make_scene, remove_prepared, set_called};
use super::seats::writing as seating;
use super::{
    Code, Folded, Kept, Moved, NewPass, NewScene, NewSeat, NewTable, Revoked, Sat, StoreError,
};
use crate::locked;
use crate::token::TokenHash;

/// Writes that wait. The next sender waits in line; nothing is lost.
const BACKLOG: usize = 4096;
/// Writes in one transaction, so that an answer is never far.
const TOGETHER: usize = 1024;
/// Rows in one statement: SQLite takes 32,766 values, and a row has six.
const ROWS: usize = 4096;

/// Something to be written.
#[derive(Debug)]
pub(super) enum Write {
    Table(NewTable, Vec<EventRow>),
    Scene(NewScene, Vec<EventRow>),
    Current(EncounterId, u64),
    RemovePrepared(EncounterId),
    Code(TableId, Code),
    StopInvites(TableId),
    Delete(TableId),
    Seat(NewSeat),
    Seen(TableId, SeatId, u64),
    Revoke(TableId, Revoked, u64),
    Fold(TokenHash, Vec<(TableId, TokenHash)>),
    ForgetOldTokens(TokenHash),
    Pass(NewPass),
    UsePass(TokenHash, TokenHash, u64),
    Log(Lines),
    Snapshot(EncounterId, Kept),
}

/// What happened in one encounter, ready to be written.
#[derive(Debug)]
pub(super) struct Lines {
    pub(super) encounter: EncounterId,
    pub(super) rows: Vec<EventRow>,
    pub(super) revoked: Vec<Revoked>,
    pub(super) at: u64,
    pub(super) called: Option<Name>,
    pub(super) becomes_current: bool,
    pub(super) snapshot: Option<Kept>,
}

/// What came of a write.
#[derive(Debug)]
pub(super) enum Wrote {
    Done,
    Seat(Sat),
    Folded(Folded),
    Moved(Moved),
}

type Answer = Result<Wrote, StoreError>;
type Job = (Write, oneshot::Sender<Answer>);

/// The door to the writer.
#[derive(Debug)]
pub(super) struct Writer {
    jobs: Mutex<Option<mpsc::Sender<Job>>>,
    task: Mutex<Option<JoinHandle<()>>>,
    commits: Arc<AtomicU64>,
}

impl Writer {
    pub(super) fn start(connection: SqliteConnection) -> Self {
        let (jobs, inbox) = mpsc::channel(BACKLOG);
        let commits = Arc::new(AtomicU64::new(0));
        let task = WriterTask {
            connection,
            commits: Arc::clone(&commits),
        };
        Self {
            jobs: Mutex::new(Some(jobs)),
            task: Mutex::new(Some(tokio::spawn(task.run(inbox)))),
            commits,
        }
    }

    pub(super) async fn write(&self, write: Write) -> Answer {
        let jobs = locked(&self.jobs).clone().ok_or(StoreError::Closed)?;
        let (answer, wrote) = oneshot::channel();
        let sent = jobs.send((write, answer)).await;
        sent.map_err(|_| StoreError::Closed)?;
        wrote.await.map_err(|_| StoreError::Closed)?
    }

    pub(super) fn commits(&self) -> u64 {
        self.commits.load(Ordering::Relaxed)
    }

    /// Writes what waits and closes the file.
    pub(super) async fn close(&self) {
        locked(&self.jobs).take();
        let task = locked(&self.task).take();
        if let Some(task) = task {
            // It ends by itself when the last sender has gone; a panic in it was logged.
            _ = task.await;
        }
    }
}

struct WriterTask {
    connection: SqliteConnection,
    commits: Arc<AtomicU64>,
}

impl WriterTask {
    async fn run(mut self, mut inbox: mpsc::Receiver<Job>) {
        let mut jobs = Vec::new();
        while inbox.recv_many(&mut jobs, TOGETHER).await > 0 {
            let (writes, askers): (Vec<_>, Vec<_>) = jobs.drain(..).unzip();
            let answers = match self.together(&writes).await {
                Ok(answers) => answers.into_iter().map(Ok).collect(),
                // One of them is at fault: each for itself, in one transaction all the same.
                Err(_) => self.apart(&writes).await,
            };
            for (asker, answer) in askers.into_iter().zip(answers) {
                // Who does not wait any more finds it in the log.
                _ = asker.send(answer);
            }
        }
        if let Err(error) = self.connection.close().await {
            tracing::warn!(%error, "could not close the database");
        }
    }

    /// All or nothing.
    async fn together(&mut self, writes: &[Write]) -> Result<Vec<Wrote>, StoreError> {
        self.connection.execute("BEGIN IMMEDIATE").await?;
        let written = async {
            let mut logs = Vec::new();
            let mut rows = Vec::new();
            for write in writes {
                if let Write::Log(lines) = write {
                    logs.push(lines);
                    rows.extend(&lines.rows);
                }
            }
            insert(&mut self.connection, &rows).await?;
            for lines in logs {
                beside(&mut self.connection, lines).await?;
            }
            let mut answers = Vec::with_capacity(writes.len());
            for write in writes {
                answers.push(match write {
                    Write::Log(_) => Wrote::Done,
                    other => perform(&mut self.connection, other).await?,
                });
            }
            Ok(answers)
        };
        let written = written.await;
        self.end(written).await
    }

    /// Each for itself.
    async fn apart(&mut self, writes: &[Write]) -> Vec<Answer> {
        let mut answers = Vec::with_capacity(writes.len());
        let written = async {
            self.connection.execute("BEGIN IMMEDIATE").await?;
            for write in writes {
                self.connection.execute("SAVEPOINT one").await?;
                let wrote = perform(&mut self.connection, write).await;
                if wrote.is_err() {
                    self.connection.execute("ROLLBACK TO one").await?;
                }
                self.connection.execute("RELEASE one").await?;
                answers.push(wrote);
            }
            Ok(())
        };
        let written = written.await;
        match self.end(written).await {
            Ok(()) => answers,
            Err(error) => {
                tracing::error!(%error, writes = writes.len(), "a transaction failed");
                writes.iter().map(|_| Err(again(&error))).collect()
            }
        }
    }

    /// Commits what was written, or takes all of it back.
    async fn end<T>(&mut self, written: Result<T, StoreError>) -> Result<T, StoreError> {
        let written = match written {
            Ok(value) => match self.connection.execute("COMMIT").await {
                Ok(_) => {
                    self.commits.fetch_add(1, Ordering::Relaxed);
                    return Ok(value);
                }
                Err(error) => Err(error.into()),
            },
            Err(error) => Err(error),
        };
        // It may have been rolled back already; then this fails and means nothing.
        _ = self.connection.execute("ROLLBACK").await;
        written
    }
}

/// The same error for everybody in a transaction that failed as a whole.
fn again(error: &StoreError) -> StoreError {
    StoreError::Database(sqlx::Error::Protocol(error.to_string()))
}

async fn perform(connection: &mut SqliteConnection, write: &Write) -> Answer {
    match write {
        Write::Table(table, rows) => make_table(connection, table, rows).await?,
        Write::Scene(new, rows) => {
            make_scene(connection, &new.scene, new.at).await?;
            insert(connection, &rows.iter().collect::<Vec<_>>()).await?;
        }
        Write::Current(id, at) => make_current(connection, *id, *at).await?,
        Write::RemovePrepared(id) => remove_prepared(connection, *id).await?,
        Write::Code(table, code) => {
            // A code that has stopped working is free for others.
            sqlx::query("UPDATE tables SET code = NULL WHERE code = ? AND code_expires_at <= ?")
                .bind(&code.words)
                .bind(number(
                    code.expires_at.saturating_sub(crate::invite::CODE_LIFE_MS),
                ))
                .execute(&mut *connection)
                .await?;
            let set = sqlx::query("UPDATE tables SET code = ?, code_expires_at = ? WHERE id = ?")
                .bind(&code.words)
                .bind(number(code.expires_at))
                .bind(&table.to_bytes()[..])
                .execute(connection)
                .await?;
            if set.rows_affected() == 0 {
                return Err(StoreError::Gone);
            }
        }
        Write::StopInvites(table) => stop_invites(connection, *table).await?,
        Write::Delete(table) => {
            sqlx::query("DELETE FROM tables WHERE id = ?")
                .bind(&table.to_bytes()[..])
                .execute(connection)
                .await?;
        }
        Write::Seat(seat) => return seating::sit(connection, seat).await.map(Wrote::Seat),
        Write::Seen(table, seat, at) => seating::seen(connection, *table, *seat, *at).await?,
        Write::Revoke(table, seat, at) => seating::revoke(connection, *table, *seat, *at).await?,
        Write::Fold(browser, old) => {
            let folded = seating::fold(connection, *browser, old).await?;
            return Ok(Wrote::Folded(folded));
        }
        Write::ForgetOldTokens(browser) => seating::forget_old_tokens(connection, *browser).await?,
        Write::Pass(pass) => seating::make_pass(connection, pass).await?,
        Write::UsePass(hash, browser, now) => {
            let moved = seating::use_pass(connection, *hash, *browser, *now).await?;
            return Ok(Wrote::Moved(moved));
        }
        Write::Log(lines) => {
            insert(connection, &lines.rows.iter().collect::<Vec<_>>()).await?;
            beside(connection, lines).await?;
        }
        Write::Snapshot(encounter, kept) => keep(connection, *encounter, kept).await?,
    }
    Ok(Wrote::Done)
}

async fn stop_invites(connection: &mut SqliteConnection, table: TableId) -> Result<(), StoreError> {
    let sql = "UPDATE tables SET invite_generation = invite_generation + 1, \
               code = NULL, code_expires_at = NULL WHERE id = ?";
    sqlx::query(sql)
        .bind(&table.to_bytes()[..])
        .execute(connection)
        .await?;
    Ok(())
}

async fn insert(connection: &mut SqliteConnection, rows: &[&EventRow]) -> Result<(), StoreError> {
    for rows in rows.chunks(ROWS) {
        let mut sql = QueryBuilder::<Sqlite>::new(
            "INSERT INTO events (encounter_id, seq, command_id, at, seat, body) ",
        );
        sql.push_values(rows, |mut values, row| {
            values
                .push_bind(&row.encounter[..])
                .push_bind(row.seq)
                .push_bind(&row.command[..])
                .push_bind(row.at)
                .push_bind(row.seat)
                .push_bind(row.body.as_str());
        });
        // Its text depends on how many rows there are: not worth remembering.
        sql.build()
            .persistent(false)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

/// What goes with an append: revoked seats, another title or standing, and now and then a snapshot. A seat that was shown out
/// knows the invite links, so those stop with the seat.
async fn beside(connection: &mut SqliteConnection, lines: &Lines) -> Result<(), StoreError> {
    if !lines.revoked.is_empty() {
        let sql = "SELECT table_id FROM encounters WHERE id = ?";
        let row = sqlx::query(sql)
            .bind(&lines.encounter.to_bytes()[..])
            .fetch_one(&mut *connection)
            .await?;
        let table = rows::table_id(&row, "table_id")?;
        for revoked in &lines.revoked {
            seating::revoke(connection, table, *revoked, lines.at).await?;
        }
        let shown_out = |revoked: &Revoked| revoked.by != Some(revoked.seat);
        if lines.revoked.iter().any(shown_out) {
            stop_invites(connection, table).await?;
        }
    }
    if let Some(called) = &lines.called {
        set_called(connection, lines.encounter, called).await?;
    }
    if lines.becomes_current {
        make_current(connection, lines.encounter, lines.at).await?;
    }
    if let Some(kept) = &lines.snapshot {
        keep(connection, lines.encounter, kept).await?;
    }
    Ok(())
}

async fn keep(
    connection: &mut SqliteConnection,
    encounter: EncounterId,
    kept: &Kept,
) -> Result<(), StoreError> {
    let sql = "INSERT INTO snapshots (encounter_id, seq, format, body) VALUES (?, ?, ?, ?) \
               ON CONFLICT (encounter_id) DO UPDATE \
               SET seq = excluded.seq, format = excluded.format, body = excluded.body";
    sqlx::query(sql)
        .bind(&encounter.to_bytes()[..])
        .bind(number(kept.seq))
        .bind(&kept.format)
        .bind(&kept.body)
        .execute(connection)
        .await?;
    Ok(())
}

async fn make_table(
    connection: &mut SqliteConnection,
    table: &NewTable,
    rows: &[EventRow],
) -> Result<(), StoreError> {
    let (id, scene) = (table.scene.table.to_bytes(), &table.scene);
    sqlx::query("INSERT INTO tables (id, name, demo, created_at) VALUES (?, ?, ?, ?)")
        .bind(&id[..])
        .bind(&table.name)
        .bind(i64::from(table.demo))
        .bind(number(table.at))
        .execute(&mut *connection)
        .await?;
    make_scene(connection, scene, table.at).await?;
    insert(connection, &rows.iter().collect::<Vec<_>>()).await?;
    let storyteller = NewSeat {
        table: scene.table,
        role: rules::seat::Role::Storyteller,
        name: table.storyteller.clone(),
        browser: table.browser,
        at: table.at,
        most: 1,
        most_of_role: 1,
    };
    seating::sit(connection, &storyteller).await?;
    Ok(())
}
