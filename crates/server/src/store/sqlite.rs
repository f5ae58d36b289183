//! The store in one SQLite file: one writing connection, a few that only read.

use std::cmp::Ordering;
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use rules::encounter::Record;
use rules::id::{CommandId, EncounterId, PortraitId, TableId};
use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqlitePool, SqliteRow};
use sqlx::{ConnectOptions, Executor as _, SqlSafeStr};
use tokio::sync::watch;

use super::chain::{self, Link, fitting, link_old};
use super::disk::{self, Disk, Readers};
pub(crate) use super::heads::PROMISES;
use super::heads::{Heads, Promised};
use super::portraits;
use super::rows::{self, EventRow, is_damage, number};
use super::transactions::Database;
use super::writer::{Lines, Write, Writer, Wrote};
use super::{
    Append, Code, DiceSecret, Kept, NewPortrait, NewScene, NewTable, Scene, Size, Store,
    StoreError, StoreMeters, Table,
};
use crate::locked;

/// The file in the data directory.
pub const FILE: &str = "coterie.sqlite3";

/// Every migration there is, oldest first. A file that was released is never changed.
const MIGRATIONS: [(i64, &str, &str); 9] = [
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
    (
        4,
        "portraits",
        include_str!("../../../../migrations/sqlite/0004_portraits.sql"),
    ),
    (
        5,
        "dice",
        include_str!("../../../../migrations/sqlite/0005_dice.sql"),
    ),
    (
        6,
        "chain",
        include_str!("../../../../migrations/sqlite/0006_chain.sql"),
    ),
    (
        7,
        "archives",
        include_str!("../../../../migrations/sqlite/0007_archives.sql"),
    ),
    (
        8,
        "seats",
        include_str!("../../../../migrations/sqlite/0008_seats.sql"),
    ),
    (
        10,
        "delay",
        include_str!("../../../../migrations/sqlite/0010_delay.sql"),
    ),
];

/// The number of the newest of them.
pub(super) const NEWEST: i64 = MIGRATIONS[MIGRATIONS.len() - 1].0;

/// Why a store could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The file was written by a newer program.
    #[error("it was written by a newer version of Coterie")]
    Newer,
    /// A server of an older version is using the file.
    #[error("the server that is using it is of an older version of Coterie")]
    Older,
    /// It could not be brought to this program's shape.
    #[error("it cannot be brought up to date: {0}")]
    Migrate(MigrateError),
    /// It could not be written.
    #[error("it cannot be written: {0}")]
    Unwritable(sqlx::Error),
    /// What was acknowledged could not be read or noted beside it.
    #[error("`{PROMISES}` beside it cannot be read or written: {0}")]
    Promises(io::Error),
    /// It could not be opened.
    #[error("{0}")]
    Database(#[from] sqlx::Error),
}

/// The store in one file.
#[derive(Debug)]
pub struct SqliteStore {
    readers: Readers,
    pub(super) writer: Writer,
    promised: Promised,
}

impl SqliteStore {
    /// Opens the file in a data directory, makes it if there is none, and brings it up to date.
    ///
    /// # Errors
    /// [`OpenError`].
    pub async fn open(data: &Path) -> Result<Self, OpenError> {
        let options = disk::options(&data.join(FILE));
        let first = disk::writing(options.clone()).create_if_missing(true);
        let mut connection = first.connect().await?;
        migrate(&mut connection).await?;
        // A store that cannot be written is noticed now, and not by those at a table.
        let started = connection.execute("UPDATE store SET starts = starts + 1");
        started.await.map_err(OpenError::Unwritable)?;
        let linked = link_old(&mut connection).await;
        linked.map_err(OpenError::Unwritable)?;
        let heads = Heads::open(data, &mut connection).await;
        let heads = heads.map_err(OpenError::Promises)?;
        Self::of(data, connection, options, heads).await
    }

    /// Opens the file beside a server that uses it, to read. Nothing is made or brought up to date.
    ///
    /// # Errors
    /// [`OpenError`], also when the file is of another version than this program.
    pub async fn open_beside(data: &Path) -> Result<Self, OpenError> {
        let options = disk::options(&data.join(FILE));
        let mut connection = options.clone().connect().await?;
        let newest: i64 = sqlx::query_scalar("SELECT MAX(version) FROM _sqlx_migrations")
            .fetch_one(&mut connection)
            .await?;
        match newest.cmp(&NEWEST) {
            Ordering::Equal => {}
            Ordering::Greater => return Err(OpenError::Newer),
            Ordering::Less => return Err(OpenError::Older),
        }
        // What is promised is the server's business.
        Self::of(data, connection, options, Heads::none(data)).await
    }

    async fn of(
        data: &Path,
        connection: SqliteConnection,
        options: SqliteConnectOptions,
        heads: Heads,
    ) -> Result<Self, OpenError> {
        let readers = Arc::new(Mutex::new(disk::readers(options).await?));
        let disk = Disk::new(data, Arc::clone(&readers));
        Ok(Self {
            readers,
            promised: heads.promised(),
            writer: Writer::start(Database::new(connection, heads, disk)),
        })
    }

    /// The connections that read.
    pub(super) fn readers(&self) -> SqlitePool {
        locked(&self.readers).clone()
    }

    pub(super) async fn one<T>(
        &self,
        sql: &'static str,
        id: &[u8],
        read: impl FnOnce(&SqliteRow) -> Result<T, StoreError>,
    ) -> Result<Option<T>, StoreError> {
        let row = sqlx::query(sql)
            .bind(id)
            .fetch_optional(&self.readers())
            .await?;
        row.as_ref().map(read).transpose()
    }

    pub(super) async fn all<T, C: FromIterator<T>>(
        &self,
        sql: &'static str,
        id: &[u8],
        read: impl Fn(&SqliteRow) -> Result<T, StoreError>,
    ) -> Result<C, StoreError> {
        let rows = sqlx::query(sql).bind(id).fetch_all(&self.readers()).await?;
        rows.iter().map(read).collect()
    }
}

/// Reading a log, damage and all.
impl SqliteStore {
    /// The link of a record.
    async fn link(&self, encounter: EncounterId, seq: u64) -> Result<Option<Link>, StoreError> {
        let row = sqlx::query("SELECT link FROM events WHERE encounter_id = ? AND seq = ?")
            .bind(&encounter.to_bytes()[..])
            .bind(number(seq))
            .fetch_optional(&self.readers())
            .await?;
        Ok(row.and_then(|row| Link::stored(&row, "link")))
    }

    /// So many rows of a log, and whether there was nothing that could not be read.
    async fn page(
        &self,
        encounter: EncounterId,
        after: u64,
        most: u32,
    ) -> Result<(Vec<SqliteRow>, bool), StoreError> {
        let rows = async |after: u64, most: u32| {
            sqlx::query(chain::PAGE)
                .bind(&encounter.to_bytes()[..])
                .bind(number(after))
                .bind(most)
                .fetch_all(&self.readers())
                .await
        };
        match rows(after, most).await {
            Ok(rows) => Ok((rows, true)),
            Err(error) if is_damage(&error) => {
                // One by one, as far as it goes.
                let mut read = Vec::new();
                for after in (after..).take(most as usize) {
                    match rows(after, 1).await {
                        Ok(rows) if rows.is_empty() => break,
                        Ok(rows) => read.extend(rows),
                        Err(error) if is_damage(&error) => break,
                        Err(error) => return Err(error.into()),
                    }
                }
                Ok((read, false))
            }
            Err(error) => Err(error.into()),
        }
    }

    /// The snapshot as it was written, with the link of its record.
    async fn whole_snapshot(
        &self,
        encounter: EncounterId,
    ) -> Result<Option<(Kept, Link)>, StoreError> {
        let sql = "SELECT seq, format, body, link, sum FROM snapshots WHERE encounter_id = ?";
        let read = |row: &SqliteRow| Ok(chain::snapshot(encounter, row));
        match self.one(sql, &encounter.to_bytes(), read).await {
            Ok(kept) => {
                if kept.as_ref().is_some_and(Option::is_none) {
                    tracing::warn!(encounter.id = %encounter, "a snapshot is damaged or old; the log will do");
                }
                Ok(kept.flatten())
            }
            Err(StoreError::Database(error)) if is_damage(&error) => Ok(None),
            Err(error) => Err(error),
        }
    }
}

/// Brings the file up to date, and says so where that may take a while: step by step, so that a host sees it go on.
async fn migrate(connection: &mut SqliteConnection) -> Result<(), OpenError> {
    let all = MIGRATIONS.map(|(version, name, sql)| {
        let kind = MigrationType::Simple;
        Migration::new(version, name.into(), kind, sql.into_sql_str(), false)
    });
    let done = newest(connection).await;
    let steps = MIGRATIONS.iter().filter(|(version, ..)| *version > done);
    let steps = steps.count();
    if done > 0 && steps > 0 {
        for left in (0..steps).rev() {
            let until = all.len().saturating_sub(left);
            let some: Vec<Migration> = all.iter().take(until).cloned().collect();
            if let Some(last) = some.last() {
                let (step, name) = (steps - left, &last.description);
                tracing::info!(step, steps, %name, "the store is brought up to date");
            }
            migrated(Migrator::with_migrations(some), connection).await?;
        }
        tracing::info!("the store is up to date");
    }
    // A new file, or one in which there is nothing to do but to see that it is none of a newer program.
    migrated(Migrator::with_migrations(all.into()), connection).await
}

/// The number of the newest migration a file has had; 0 where it is new, or that cannot be read.
async fn newest(connection: &mut SqliteConnection) -> i64 {
    let sql = "SELECT COALESCE(MAX(version), 0) FROM _sqlx_migrations";
    let newest = sqlx::query_scalar(sql).fetch_one(connection);
    newest.await.unwrap_or(0)
}

async fn migrated(migrator: Migrator, connection: &mut SqliteConnection) -> Result<(), OpenError> {
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
            .fetch_optional(&self.readers())
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
            .fetch_all(&self.readers())
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

    async fn size(&self, table: TableId) -> Result<Size, StoreError> {
        let sql = "SELECT bytes, day, of_day FROM sizes WHERE table_id = ?";
        let size = self.one(sql, &table.to_bytes(), rows::size).await?;
        Ok(size.unwrap_or_default())
    }

    async fn append(&self, append: Append) -> Result<Size, StoreError> {
        let Some(lines) = Lines::of(append)? else {
            return Ok(Size::default());
        };
        match self.writer.write(Write::Log(lines)).await? {
            Wrote::Log(size) => Ok(size),
            other => Err(rows::unreadable(format!("{other:?}"))),
        }
    }

    async fn records(
        &self,
        encounter: EncounterId,
        after: u64,
        most: u32,
    ) -> Result<Vec<(u64, Record)>, StoreError> {
        let link = match after {
            0 => Some(Link::first(encounter)),
            _ => self.link(encounter, after).await?,
        };
        let link = link.ok_or(StoreError::Damaged(after))?;
        let (rows, whole) = self.page(encounter, after, most).await?;
        let records = fitting(&rows, (after, link), rows::record);
        if records.is_empty() && !(rows.is_empty() && whole) {
            return Err(StoreError::Damaged(after + 1));
        }
        Ok(records)
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
            .fetch_all(&self.readers())
            .await?;
        rows.iter().map(rows::command_id).collect()
    }

    async fn dice_secrets(&self, encounter: EncounterId) -> Result<Vec<DiceSecret>, StoreError> {
        let sql = "SELECT hidden, epoch, secret FROM dice_secrets \
                   WHERE encounter_id = ? ORDER BY hidden, epoch";
        self.all(sql, &encounter.to_bytes(), rows::dice_secret)
            .await
    }

    async fn snapshot(&self, encounter: EncounterId) -> Result<Option<Kept>, StoreError> {
        let Some((kept, link)) = self.whole_snapshot(encounter).await? else {
            return Ok(None);
        };
        // One that does not belong to this log, or is ahead of it, is as good as none.
        let fits = self.link(encounter, kept.seq).await? == Some(link);
        Ok(fits.then_some(kept))
    }

    async fn promised(&self, encounter: EncounterId) -> Result<u64, StoreError> {
        let promised = locked(&self.promised).get(&encounter).copied();
        let pictured = self.whole_snapshot(encounter).await?;
        let pictured = pictured.map_or(0, |(kept, _)| kept.seq);
        Ok(promised.map_or(0, |head| head.seq).max(pictured))
    }

    async fn keep_snapshot(&self, encounter: EncounterId, kept: Kept) -> Result<(), StoreError> {
        self.writer.write(Write::Snapshot(encounter, kept)).await?;
        Ok(())
    }

    async fn keep_portrait(&self, new: NewPortrait) -> Result<bool, StoreError> {
        let wrote = self.writer.write(Write::Portrait(new)).await?;
        Ok(matches!(wrote, Wrote::Portrait(true)))
    }

    async fn portrait(
        &self,
        table: TableId,
        id: PortraitId,
    ) -> Result<Option<Vec<u8>>, StoreError> {
        portraits::read(self, table, id).await
    }

    async fn alive(&self) -> Result<(), StoreError> {
        sqlx::query("SELECT 1").execute(&self.readers()).await?;
        Ok(())
    }

    fn keeping(&self) -> watch::Receiver<bool> {
        self.writer.keeping()
    }

    fn meters(&self) -> StoreMeters {
        self.writer.meters()
    }

    fn waiting(&self) -> usize {
        self.writer.waiting()
    }

    async fn close(&self) {
        self.readers().close().await;
        self.writer.close().await;
    }
}
