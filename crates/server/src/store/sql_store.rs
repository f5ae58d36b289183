//! The store in either database: what is read, and what is given to the writer.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use rules::encounter::{Record, Refusal};
use rules::id::{CommandId, EncounterId, PortraitId, TableId};
use tokio::sync::watch;

use super::chain::{self, Link, fitting};
use super::fault::is_damage;
use super::heads::Promised;
use super::portraits;
use super::refusals;
use super::rows::{self, EventRow, number};
use super::sql::{Readers, Row, Value, query, select_among};
use super::writer::{Lines, Write, Writer, Wrote};
use super::{
    Append, Code, DiceSecret, End, Kept, NewPortrait, NewScene, NewTable, Outlook, Refusals, Scene,
    Size, Store, StoreError, StoreMeters, Table,
};
use crate::locked;

/// Encounters that are asked about in one statement.
const AT_ONCE: usize = 1_000;

/// How things stand with encounters; it ends where their ids begin.
const OUTLOOK: &str = "SELECT encounters.id, standing, delay, \
    COALESCE((SELECT MAX(seq) FROM events WHERE encounter_id = encounters.id), 0) AS last, \
    (SELECT CAST(COALESCE(SUM(moves), 0) AS BIGINT) + COUNT(revoked_at) + COUNT(*) FROM seats \
     WHERE seats.table_id = encounters.table_id) AS turns \
    FROM encounters JOIN tables ON tables.id = table_id WHERE encounters.id IN ";

/// The store in one SQLite file ([`super::sqlite::open`]) or in Postgres ([`super::postgres::open`]).
#[derive(Debug)]
pub struct SqlStore {
    readers: Arc<Mutex<Readers>>,
    pub(super) writer: Writer,
    promised: Promised,
}

impl SqlStore {
    pub(super) const fn new(
        readers: Arc<Mutex<Readers>>,
        writer: Writer,
        promised: Promised,
    ) -> Self {
        Self {
            readers,
            writer,
            promised,
        }
    }

    /// The connections that read.
    pub(super) fn readers(&self) -> Readers {
        locked(&self.readers).clone()
    }

    pub(super) async fn one<T>(
        &self,
        sql: &'static str,
        id: &[u8],
        read: impl FnOnce(&Row) -> Result<T, StoreError>,
    ) -> Result<Option<T>, StoreError> {
        let row = query(sql).bind(id).fetch_optional(&self.readers()).await?;
        row.as_ref().map(read).transpose()
    }

    pub(super) async fn all<T, C: FromIterator<T>>(
        &self,
        sql: &'static str,
        id: &[u8],
        read: impl Fn(&Row) -> Result<T, StoreError>,
    ) -> Result<C, StoreError> {
        let rows = query(sql).bind(id).fetch_all(&self.readers()).await?;
        rows.iter().map(read).collect()
    }
}

/// Reading a log, damage and all.
impl SqlStore {
    /// The link of a record.
    async fn link(&self, encounter: EncounterId, seq: u64) -> Result<Option<Link>, StoreError> {
        let row = query("SELECT link FROM events WHERE encounter_id = $1 AND seq = $2")
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
    ) -> Result<(Vec<Row>, bool), StoreError> {
        let rows = async |after: u64, most: u32| {
            query(chain::PAGE)
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
        let sql = "SELECT seq, format, body, link, sum FROM snapshots WHERE encounter_id = $1";
        let read = |row: &Row| Ok(chain::snapshot(encounter, row));
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

#[async_trait]
impl Store for SqlStore {
    async fn make_table(&self, table: NewTable) -> Result<(), StoreError> {
        let rows = EventRow::of(table.scene.id, 0, &table.records)?;
        self.writer.write(Write::Table(table, rows)).await?;
        Ok(())
    }

    async fn table(&self, id: TableId) -> Result<Option<Table>, StoreError> {
        let sql = "SELECT * FROM tables WHERE id = $1";
        self.one(sql, &id.to_bytes(), rows::table).await
    }

    async fn table_of_code(&self, words: &str, now: u64) -> Result<Option<Table>, StoreError> {
        let row = query("SELECT * FROM tables WHERE code = $1 AND code_expires_at > $2")
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
        let rows = query("SELECT id FROM tables WHERE demo AND created_at < $1")
            .bind(number(before))
            .fetch_all(&self.readers())
            .await?;
        rows.iter().map(|row| rows::table_id(row, "id")).collect()
    }

    async fn scene(&self, id: EncounterId) -> Result<Option<Scene>, StoreError> {
        let sql = "SELECT * FROM encounters WHERE id = $1";
        self.one(sql, &id.to_bytes(), rows::scene).await
    }

    async fn scenes(&self, table: TableId) -> Result<Vec<Scene>, StoreError> {
        let sql = "SELECT * FROM encounters WHERE table_id = $1 \
                   ORDER BY standing = 'current' DESC, COALESCE(ended_at, created_at) DESC, id";
        self.all(sql, &table.to_bytes(), rows::scene).await
    }

    async fn make_scene(&self, scene: NewScene) -> Result<(), StoreError> {
        let rows = EventRow::of(scene.scene.id, 0, &scene.records)?;
        self.writer.write(Write::Scene(scene, rows)).await?;
        Ok(())
    }

    async fn make_current(
        &self,
        id: EncounterId,
        at: u64,
        leaves: Option<End>,
    ) -> Result<(), StoreError> {
        self.writer.write(Write::Current(id, at, leaves)).await?;
        Ok(())
    }

    async fn remove_prepared(&self, id: EncounterId) -> Result<(), StoreError> {
        self.writer.write(Write::RemovePrepared(id)).await?;
        Ok(())
    }

    async fn size(&self, table: TableId) -> Result<Size, StoreError> {
        let sql = "SELECT bytes, day, of_day FROM sizes WHERE table_id = $1";
        let all = self.one(sql, &table.to_bytes(), rows::written).await?;
        let sql = "SELECT seat, bytes, day, of_day FROM shares WHERE table_id = $1";
        let read = |row: &Row| Ok((rows::seat_id(row)?, rows::written(row)?));
        let seats: Vec<_> = self.all(sql, &table.to_bytes(), read).await?;
        Ok(Size {
            all: all.unwrap_or_default(),
            seats: Some(seats.into_iter().collect()),
        })
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

    async fn refuse(&self, refusals: Refusals) -> Result<(), StoreError> {
        self.writer.write(Write::Refused(refusals)).await?;
        Ok(())
    }

    async fn refused(
        &self,
        encounter: EncounterId,
    ) -> Result<BTreeMap<CommandId, Refusal>, StoreError> {
        refusals::read(self, encounter).await
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

    async fn outlook(&self, encounters: &[EncounterId]) -> Result<Vec<Outlook>, StoreError> {
        let ids: Vec<_> = encounters.iter().map(|id| id.to_bytes()).collect();
        let mut all = Vec::with_capacity(ids.len());
        for ids in ids.chunks(AT_ONCE) {
            let ids = ids.iter().map(|id| Value::from(&id[..])).collect();
            let found = select_among(&self.readers(), OUTLOOK, ids).await?;
            for row in &found {
                all.push(rows::outlook(row)?);
            }
        }
        Ok(all)
    }

    async fn commands(
        &self,
        encounter: EncounterId,
        after: Option<CommandId>,
        most: u32,
    ) -> Result<Vec<CommandId>, StoreError> {
        // The index on both columns has all that is asked for, in this order.
        let sql = "SELECT command_id FROM events \
                   WHERE encounter_id = $1 AND command_id > $2 ORDER BY command_id LIMIT $3";
        let after = after.map(CommandId::to_bytes);
        let rows = query(sql)
            .bind(&encounter.to_bytes()[..])
            .bind(after.as_ref().map_or(&[][..], |id| &id[..]))
            .bind(most)
            .fetch_all(&self.readers())
            .await?;
        rows.iter().map(rows::command_id).collect()
    }

    async fn dice_secrets(&self, encounter: EncounterId) -> Result<Vec<DiceSecret>, StoreError> {
        let sql = "SELECT hidden, epoch, secret FROM dice_secrets \
                   WHERE encounter_id = $1 ORDER BY hidden, epoch";
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

    fn is_shared(&self) -> bool {
        matches!(&*locked(&self.readers), Readers::Postgres(_))
    }

    async fn alive(&self) -> Result<(), StoreError> {
        query("SELECT 1").execute(&self.readers()).await?;
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
