//! Operations of [`Store`] on either database.

use std::collections::BTreeMap;

use async_trait::async_trait;
use rules::encounter::{Record, Refusal};
use rules::id::{CommandId, EncounterId, PortraitId, TableId};
use tokio::sync::watch;

use super::SqlStore;
use crate::locked;
use crate::store::chain::{self, Link};
use crate::store::portraits;
use crate::store::refusals;
use crate::store::rows::{self, EventRow, number};
use crate::store::sql::{On, Readers, Row, Value, query, select_among};
use crate::store::sums;
use crate::store::writes::{Lines, Write, Wrote};
use crate::store::{
    Append, Code, DiceSecret, End, Kept, NewPortrait, NewScene, NewTable, Outlook, Refusals, Scene,
    Size, Standing, Store, StoreError, StoreMeters, Table,
};

/// Number of encounters per status query.
const AT_ONCE: usize = 1_000;

/// Number of records loaded at once while a log is verified against its hash chain.
const FOLLOWED: u32 = 200;

/// Start of the query for the status of encounters; the list of ids is appended.
const OUTLOOK: &str = "SELECT encounters.id, standing, delay, \
    COALESCE((SELECT MAX(seq) FROM events WHERE encounter_id = encounters.id), 0) AS last, \
    (SELECT CAST(COALESCE(SUM(moves), 0) AS BIGINT) + COUNT(revoked_at) + COUNT(*) FROM seats \
     WHERE seats.table_id = encounters.table_id) AS turns \
    FROM encounters JOIN tables ON tables.id = table_id WHERE encounters.id IN ";

#[async_trait]
impl Store for SqlStore {
    async fn make_table(&self, table: NewTable) -> Result<(), StoreError> {
        let rows = EventRow::of(table.scene.id, 0, &table.records)?;
        self.writer.write(Write::Table(table, rows)).await?;
        Ok(())
    }

    async fn table(&self, id: TableId) -> Result<Option<Table>, StoreError> {
        let id = id.to_bytes();
        let of = [("id", Value::from(&id[..]))];
        self.is_as_written("this table", "tables", &of).await?;
        let sql = "SELECT * FROM tables WHERE id = $1";
        self.one(sql, &id, rows::table).await
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
        let mut old = Vec::new();
        for row in &rows {
            let id = rows::table_id(row, "id")?;
            let bytes = id.to_bytes();
            let of = [("id", Value::from(&bytes[..]))];
            // Never delete a table because of an altered row.
            if self.is_as_written("a table", "tables", &of).await.is_ok() {
                old.push(id);
            }
        }
        Ok(old)
    }

    async fn scene(&self, id: EncounterId) -> Result<Option<Scene>, StoreError> {
        let id = id.to_bytes();
        let of = [("id", Value::from(&id[..]))];
        self.is_as_written("this encounter", "encounters", &of)
            .await?;
        let sql = "SELECT * FROM encounters WHERE id = $1";
        self.one(sql, &id, rows::scene).await
    }

    async fn scenes(&self, table: TableId) -> Result<Vec<Scene>, StoreError> {
        let sql = "SELECT * FROM encounters WHERE table_id = $1 \
                   ORDER BY standing = 'current' DESC, COALESCE(ended_at, created_at) DESC, id";
        let (table, readers) = (table.to_bytes(), self.readers());
        let of = [("table_id", Value::from(&table[..]))];
        let altered = self.altered((&readers).into(), "encounters", &of).await?;
        if altered.is_empty() {
            return self.all(sql, &table, rows::scene).await;
        }
        // Return the intact encounters, as long as the current one is among them.
        let mut whole = Vec::new();
        for row in query(sql).bind(&table[..]).fetch_all(&readers).await? {
            let id = rows::encounter_id(&row)?;
            if !altered.contains(&sums::key_of_id(id.to_bytes(), !self.is_shared())) {
                whole.push(rows::scene(&row)?);
            }
        }
        match whole
            .iter()
            .any(|scene| scene.standing == Standing::Current)
        {
            true => Ok(whole),
            false => Err(StoreError::Altered("this table's encounter")),
        }
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
        let readers = self.readers();
        let page = chain::page(On::from(&readers), encounter, (after, link), most).await?;
        match page.records.is_empty() && page.is_cut {
            true => Err(StoreError::Damaged(after + 1)),
            false => Ok(page.records),
        }
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
        // The index on both columns covers this query, in this order.
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
        // A snapshot that does not belong to this log, or is ahead of it, is ignored.
        let fits = self.link(encounter, kept.seq).await? == Some(link);
        Ok(fits.then_some(kept))
    }

    async fn first_damaged(&self, encounter: EncounterId) -> Result<Option<u64>, StoreError> {
        let readers = self.readers();
        let mut end = (0, Link::first(encounter));
        loop {
            let page = chain::page((&readers).into(), encounter, end, FOLLOWED).await?;
            end = page.end;
            if page.is_cut {
                locked(&self.damaged).insert(encounter);
                return Ok(Some(end.0 + 1));
            }
            if page.records.is_empty() {
                return Ok(None);
            }
        }
    }

    async fn promised(&self, encounter: EncounterId) -> Result<u64, StoreError> {
        let readers = self.readers();
        let promised = locked(&self.promised).get(&encounter).copied();
        let summed = sums::head_of((&readers).into(), encounter).await?;
        let ends = promised.iter().chain(&summed);
        let acknowledged = ends.map(|head| head.seq).max().unwrap_or(0);
        let pictured = self.whole_snapshot(encounter).await?;
        let pictured = pictured.map_or(0, |(kept, _)| kept.seq);
        Ok(acknowledged.max(pictured))
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
