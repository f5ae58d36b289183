//! The store in one SQLite file: one writing connection, a few that only read.

use std::path::Path;
use std::time::Duration;

use async_trait::async_trait;
use rules::encounter::Record;
use rules::id::{CommandId, EncounterId, TableId};
use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool, SqlitePoolOptions,
    SqliteRow, SqliteSynchronous,
};
use sqlx::{ConnectOptions, Row, SqlSafeStr};

use super::rows::{self, EventRow, number};
use super::writer::{Lines, Write, Writer};
use super::{
    Append, Code, Kept, NewScene, NewTable, SNAPSHOT_FORMAT, Scene, Store, StoreError, Table,
};

/// The file in the data directory.
pub const FILE: &str = "coterie.sqlite3";

/// Connections that only read. One more waits for one of them.
const READERS: u32 = 4;

/// Every migration there is, oldest first. A file that was released is never changed.
const MIGRATIONS: [(i64, &str, &str); 3] = [
    (
        1,
        "tables",
        include_str!("../../../../migrations/sqlite/0001_tables.sql"),
    ),
    (
        2,
        "browsers",
        include_str!("../../../../migrations/sqlite/0002_browsers.sql"),
    ),
    (
        3,
        "several encounters",
        include_str!("../../../../migrations/sqlite/0003_several_encounters.sql"),
    ),
];

/// Why a store could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The file was written by a newer program.
    #[error("it was written by a newer version of Coterie")]
    Newer,
    /// It could not be brought to this program's shape.
    #[error("it cannot be brought up to date: {0}")]
    Migrate(MigrateError),
    /// It could not be opened.
    #[error("{0}")]
    Database(#[from] sqlx::Error),
}

/// The store in one file.
#[derive(Debug)]
pub struct SqliteStore {
    pub(super) readers: SqlitePool,
    pub(super) writer: Writer,
}

impl SqliteStore {
    /// Opens the file in a data directory, makes it if there is none, and brings it up to date.
    ///
    /// # Errors
    /// [`OpenError`].
    pub async fn open(data: &Path) -> Result<Self, OpenError> {
        let options = SqliteConnectOptions::new()
            .filename(data.join(FILE))
            .create_if_missing(true)
            .foreign_keys(true)
            .busy_timeout(Duration::from_secs(5))
            // Readers do not wait for the writer, nor the writer for them.
            .journal_mode(SqliteJournalMode::Wal)
            // A commit returns when it is on disk and not before.
            .synchronous(SqliteSynchronous::Full);
        let mut connection = options.connect().await?;
        migrate(&mut connection).await?;
        let readers = SqlitePoolOptions::new()
            .max_connections(READERS)
            .acquire_timeout(Duration::from_secs(10))
            .connect_with(options.create_if_missing(false).read_only(true))
            .await?;
        Ok(Self {
            readers,
            writer: Writer::start(connection),
        })
    }

    pub(super) async fn one<T>(
        &self,
        sql: &'static str,
        id: &[u8],
        read: impl FnOnce(&SqliteRow) -> Result<T, StoreError>,
    ) -> Result<Option<T>, StoreError> {
        let row = sqlx::query(sql)
            .bind(id)
            .fetch_optional(&self.readers)
            .await?;
        row.as_ref().map(read).transpose()
    }

    pub(super) async fn all<T, C: FromIterator<T>>(
        &self,
        sql: &'static str,
        id: &[u8],
        read: impl Fn(&SqliteRow) -> Result<T, StoreError>,
    ) -> Result<C, StoreError> {
        let rows = sqlx::query(sql).bind(id).fetch_all(&self.readers).await?;
        rows.iter().map(read).collect()
    }
}

async fn migrate(connection: &mut SqliteConnection) -> Result<(), OpenError> {
    let all = MIGRATIONS.map(|(version, name, sql)| {
        let kind = MigrationType::Simple;
        Migration::new(version, name.into(), kind, sql.into_sql_str(), false)
    });
    let migrator = Migrator::with_migrations(all.into());
    match migrator.run(connection).await {
        Ok(()) => Ok(()),
        Err(MigrateError::VersionMissing(_) | MigrateError::VersionTooNew(..)) => {
            Err(OpenError::Newer)
        }
        Err(error) => Err(OpenError::Migrate(error)),
    }
}

#[async_trait]
impl Store for SqliteStore {
    async fn make_table(&self, table: NewTable) -> Result<(), StoreError> {
        let rows = EventRow::of(table.scene.id, 0, &table.records)?;
        self.writer.write(Write::Table(table, rows)).await?;
        Ok(())
    }

    async fn table(&self, id: TableId) -> Result<Option<Table>, StoreError> {
        let sql = "SELECT * FROM tables WHERE id = ?";
        self.one(sql, &id.to_bytes(), rows::table).await
    }

    async fn table_of_code(&self, words: &str, now: u64) -> Result<Option<Table>, StoreError> {
        let row = sqlx::query("SELECT * FROM tables WHERE code = ? AND code_expires_at > ?")
            .bind(words)
            .bind(number(now))
            .fetch_optional(&self.readers)
            .await?;
        row.as_ref().map(rows::table).transpose()
    }

    async fn set_code(&self, table: TableId, code: Code) -> Result<(), StoreError> {
        self.writer.write(Write::Code(table, code)).await?;
        Ok(())
    }

    async fn stop_invites(&self, table: TableId) -> Result<(), StoreError> {
        self.writer.write(Write::StopInvites(table)).await?;
        Ok(())
    }

    async fn delete_table(&self, table: TableId) -> Result<(), StoreError> {
        self.writer.write(Write::Delete(table)).await?;
        Ok(())
    }

    async fn old_demos(&self, before: u64) -> Result<Vec<TableId>, StoreError> {
        let rows = sqlx::query("SELECT id FROM tables WHERE demo AND created_at < ?")
            .bind(number(before))
            .fetch_all(&self.readers)
            .await?;
        rows.iter().map(|row| rows::table_id(row, "id")).collect()
    }

    async fn scene(&self, id: EncounterId) -> Result<Option<Scene>, StoreError> {
        let sql = "SELECT * FROM encounters WHERE id = ?";
        self.one(sql, &id.to_bytes(), rows::scene).await
    }

    async fn scenes(&self, table: TableId) -> Result<Vec<Scene>, StoreError> {
        let sql = "SELECT * FROM encounters WHERE table_id = ? \
                   ORDER BY standing = 'current' DESC, COALESCE(ended_at, created_at) DESC, id";
        self.all(sql, &table.to_bytes(), rows::scene).await
    }

    async fn make_scene(&self, scene: NewScene) -> Result<(), StoreError> {
        let rows = EventRow::of(scene.scene.id, 0, &scene.records)?;
        self.writer.write(Write::Scene(scene, rows)).await?;
        Ok(())
    }

    async fn make_current(&self, id: EncounterId, at: u64) -> Result<(), StoreError> {
        self.writer.write(Write::Current(id, at)).await?;
        Ok(())
    }

    async fn remove_prepared(&self, id: EncounterId) -> Result<(), StoreError> {
        self.writer.write(Write::RemovePrepared(id)).await?;
        Ok(())
    }

    async fn append(&self, append: Append) -> Result<(), StoreError> {
        let Some(last) = append.records.last() else {
            return Ok(());
        };
        let rows = EventRow::of(append.encounter, append.after, &append.records)?;
        let seq = append.after + append.records.len() as u64;
        let lines = Lines {
            encounter: append.encounter,
            rows,
            revoked: append.revoked,
            at: last.at,
            called: append.called,
            becomes_current: append.becomes_current,
            snapshot: append.snapshot.map(|body| Kept {
                seq,
                format: SNAPSHOT_FORMAT.into(),
                body,
            }),
        };
        self.writer.write(Write::Log(lines)).await?;
        Ok(())
    }

    async fn records(
        &self,
        encounter: EncounterId,
        after: u64,
        most: u32,
    ) -> Result<Vec<(u64, Record)>, StoreError> {
        let sql = "SELECT seq, command_id, at, seat, body FROM events \
                   WHERE encounter_id = ? AND seq > ? ORDER BY seq LIMIT ?";
        let rows = sqlx::query(sql)
            .bind(&encounter.to_bytes()[..])
            .bind(number(after))
            .bind(most)
            .fetch_all(&self.readers)
            .await?;
        let numbered =
            |row: &SqliteRow| Ok((rows::unsigned(row.try_get("seq")?), rows::record(row)?));
        rows.iter().map(numbered).collect()
    }

    async fn commands(
        &self,
        encounter: EncounterId,
        after: Option<CommandId>,
        most: u32,
    ) -> Result<Vec<CommandId>, StoreError> {
        // The index on both columns has all that is asked for, in this order.
        let sql = "SELECT command_id FROM events \
                   WHERE encounter_id = ? AND command_id > ? ORDER BY command_id LIMIT ?";
        let after = after.map(CommandId::to_bytes);
        let rows = sqlx::query(sql)
            .bind(&encounter.to_bytes()[..])
            .bind(after.as_ref().map_or(&[][..], |id| &id[..]))
            .bind(most)
            .fetch_all(&self.readers)
            .await?;
        rows.iter().map(rows::command_id).collect()
    }

    async fn snapshot(&self, encounter: EncounterId) -> Result<Option<Kept>, StoreError> {
        let sql = "SELECT seq, format, body FROM snapshots WHERE encounter_id = ?";
        let read = |row: &SqliteRow| {
            Ok(Kept {
                seq: rows::unsigned(row.try_get("seq")?),
                format: row.try_get("format")?,
                body: row.try_get("body")?,
            })
        };
        self.one(sql, &encounter.to_bytes(), read).await
    }

    async fn keep_snapshot(&self, encounter: EncounterId, kept: Kept) -> Result<(), StoreError> {
        self.writer.write(Write::Snapshot(encounter, kept)).await?;
        Ok(())
    }

    async fn alive(&self) -> Result<(), StoreError> {
        sqlx::query("SELECT 1").execute(&self.readers).await?;
        Ok(())
    }

    fn commits(&self) -> u64 {
        self.writer.commits()
    }

    async fn close(&self) {
        self.readers.close().await;
        self.writer.close().await;
    }
}
