//! Operations of [`Store`] on either database.

use std::collections::BTreeMap;

use async_trait::async_trait;
use rules::base::id::{CommandId, EncounterId, PortraitId, TableId};
use rules::encounter::{Record, Refusal};
use tokio::sync::watch;

use super::SqlStore;
use crate::lock;
use crate::store::hash_chain::{self, ChainLink};
use crate::store::portraits;
use crate::store::refusals;
use crate::store::row_checksums;
use crate::store::rows::{self, EventRow, to_i64};
use crate::store::sql::{Executor, ReaderPool, SqlRow, Value, query, select_in};
use crate::store::writes::{LogWrite, Write, WriteOutcome};
use crate::store::{
    Append, DiceSecret, EncounterInfo, EncounterStage, EncounterStatus, InviteCode, LogPosition,
    NewEncounter, NewPortrait, NewTable, Refusals, Snapshot, Store, StoreError, StoreMetrics,
    Table, TableUsage,
};

/// Number of encounters per status query.
const ENCOUNTERS_PER_QUERY: usize = 1_000;

/// Number of records loaded at once while a log is verified against its hash chain.
const RECORDS_PER_PAGE: u32 = 200;

/// Start of the query for the status of encounters; the list of ids is appended.
const STATUS_QUERY: &str = "SELECT encounters.id, standing, delay, \
    COALESCE((SELECT MAX(seq) FROM events WHERE encounter_id = encounters.id), 0) AS last, \
    (SELECT CAST(COALESCE(SUM(moves), 0) AS BIGINT) + COUNT(revoked_at) + COUNT(*) FROM seats \
     WHERE seats.table_id = encounters.table_id) AS turns \
    FROM encounters JOIN tables ON tables.id = table_id WHERE encounters.id IN ";

#[async_trait]
impl Store for SqlStore {
    async fn create_table(&self, table: NewTable) -> Result<(), StoreError> {
        let rows = EventRow::from_records(table.encounter.id, 0, &table.records)?;
        self.writer.write(Write::Table(table, rows)).await?;
        Ok(())
    }

    async fn table(&self, id: TableId) -> Result<Option<Table>, StoreError> {
        let id = id.to_bytes();
        let of = [("id", Value::from(&id[..]))];
        self.verify_rows("this table", "tables", &of).await?;
        let sql = "SELECT * FROM tables WHERE id = $1";
        self.query_one(sql, &id, rows::table).await
    }

    async fn table_by_code(&self, words: &str, now: u64) -> Result<Option<Table>, StoreError> {
        let row = query("SELECT * FROM tables WHERE code = $1 AND code_expires_at > $2")
            .bind(words)
            .bind(to_i64(now))
            .fetch_optional(&self.readers())
            .await?;
        row.as_ref().map(rows::table).transpose()
    }

    async fn set_invite_code(&self, table: TableId, code: InviteCode) -> Result<(), StoreError> {
        self.writer.write(Write::Code(table, code)).await?;
        Ok(())
    }

    async fn revoke_invites(&self, table: TableId) -> Result<(), StoreError> {
        self.writer.write(Write::StopInvites(table)).await?;
        Ok(())
    }

    async fn delete_table(&self, table: TableId) -> Result<(), StoreError> {
        self.writer.write(Write::Delete(table)).await?;
        Ok(())
    }

    async fn demos_created_before(&self, before: u64) -> Result<Vec<TableId>, StoreError> {
        let rows = query("SELECT id FROM tables WHERE demo AND created_at < $1")
            .bind(to_i64(before))
            .fetch_all(&self.readers())
            .await?;
        let mut old = Vec::new();
        for row in &rows {
            let id = rows::table_id(row, "id")?;
            let bytes = id.to_bytes();
            let of = [("id", Value::from(&bytes[..]))];
            // Never delete a table because of an altered row.
            if self.verify_rows("a table", "tables", &of).await.is_ok() {
                old.push(id);
            }
        }
        Ok(old)
    }

    async fn encounter(&self, id: EncounterId) -> Result<Option<EncounterInfo>, StoreError> {
        let id = id.to_bytes();
        let of = [("id", Value::from(&id[..]))];
        self.verify_rows("this encounter", "encounters", &of)
            .await?;
        let sql = "SELECT * FROM encounters WHERE id = $1";
        self.query_one(sql, &id, rows::encounter_info).await
    }

    async fn encounters(&self, table: TableId) -> Result<Vec<EncounterInfo>, StoreError> {
        let sql = "SELECT * FROM encounters WHERE table_id = $1 \
                   ORDER BY standing = 'current' DESC, COALESCE(ended_at, created_at) DESC, id";
        let (table, readers) = (table.to_bytes(), self.readers());
        let of = [("table_id", Value::from(&table[..]))];
        let altered = self
            .find_altered_rows((&readers).into(), "encounters", &of)
            .await?;
        if altered.is_empty() {
            return self.query_all(sql, &table, rows::encounter_info).await;
        }
        // Return the intact encounters, as long as the current one is among them.
        let mut whole = Vec::new();
        for row in query(sql).bind(&table[..]).fetch_all(&readers).await? {
            let id = rows::encounter_id(&row)?;
            if !altered.contains(&row_checksums::id_key(id.to_bytes(), !self.is_shared())) {
                whole.push(rows::encounter_info(&row)?);
            }
        }
        match whole
            .iter()
            .any(|scene| scene.stage == EncounterStage::Current)
        {
            true => Ok(whole),
            false => Err(StoreError::Altered("this table's encounter")),
        }
    }

    async fn create_encounter(&self, scene: NewEncounter) -> Result<(), StoreError> {
        let rows = EventRow::from_records(scene.info.id, 0, &scene.records)?;
        self.writer
            .write(Write::CreateEncounter(scene, rows))
            .await?;
        Ok(())
    }

    async fn set_current_encounter(
        &self,
        id: EncounterId,
        at: u64,
        leaves: Option<LogPosition>,
    ) -> Result<(), StoreError> {
        self.writer.write(Write::SetCurrent(id, at, leaves)).await?;
        Ok(())
    }

    async fn delete_prepared_encounter(&self, id: EncounterId) -> Result<(), StoreError> {
        self.writer.write(Write::RemovePrepared(id)).await?;
        Ok(())
    }

    async fn table_usage(&self, table: TableId) -> Result<TableUsage, StoreError> {
        let sql = "SELECT bytes, day, of_day FROM sizes WHERE table_id = $1";
        let all = self
            .query_one(sql, &table.to_bytes(), rows::bytes_written)
            .await?;
        let sql = "SELECT seat, bytes, day, of_day FROM shares WHERE table_id = $1";
        let read = |row: &SqlRow| Ok((rows::seat_id(row)?, rows::bytes_written(row)?));
        let seats: Vec<_> = self.query_all(sql, &table.to_bytes(), read).await?;
        Ok(TableUsage {
            total: all.unwrap_or_default(),
            seats: Some(seats.into_iter().collect()),
        })
    }

    async fn append(&self, append: Append) -> Result<TableUsage, StoreError> {
        let Some(lines) = LogWrite::from_append(append)? else {
            return Ok(TableUsage::default());
        };
        match self.writer.write(Write::Log(lines)).await? {
            WriteOutcome::Log(size) => Ok(size),
            other => Err(rows::unreadable_error(format!("{other:?}"))),
        }
    }

    async fn record_refusals(&self, refusals: Refusals) -> Result<(), StoreError> {
        self.writer.write(Write::Refused(refusals)).await?;
        Ok(())
    }

    async fn refusals(
        &self,
        encounter: EncounterId,
    ) -> Result<BTreeMap<CommandId, Refusal>, StoreError> {
        refusals::read_refusals(self, encounter).await
    }

    async fn records(
        &self,
        encounter: EncounterId,
        after: u64,
        most: u32,
    ) -> Result<Vec<(u64, Record)>, StoreError> {
        let link = match after {
            0 => Some(ChainLink::genesis(encounter)),
            _ => self.record_link(encounter, after).await?,
        };
        let link = link.ok_or(StoreError::Damaged(after))?;
        let readers = self.readers();
        let page =
            hash_chain::read_page(Executor::from(&readers), encounter, (after, link), most).await?;
        match page.records.is_empty() && page.is_truncated {
            true => Err(StoreError::Damaged(after + 1)),
            false => Ok(page.records),
        }
    }

    async fn poll_status(
        &self,
        encounters: &[EncounterId],
    ) -> Result<Vec<EncounterStatus>, StoreError> {
        let ids: Vec<_> = encounters.iter().map(|id| id.to_bytes()).collect();
        let mut all = Vec::with_capacity(ids.len());
        for ids in ids.chunks(ENCOUNTERS_PER_QUERY) {
            let ids = ids.iter().map(|id| Value::from(&id[..])).collect();
            let found = select_in(&self.readers(), STATUS_QUERY, ids).await?;
            for row in &found {
                all.push(rows::encounter_status(row)?);
            }
        }
        Ok(all)
    }

    async fn command_ids(
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
        self.query_all(sql, &encounter.to_bytes(), rows::dice_secret)
            .await
    }

    async fn latest_snapshot(
        &self,
        encounter: EncounterId,
    ) -> Result<Option<Snapshot>, StoreError> {
        let Some((kept, link)) = self.intact_snapshot(encounter).await? else {
            return Ok(None);
        };
        // A snapshot that does not belong to this log, or is ahead of it, is ignored.
        let fits = self.record_link(encounter, kept.seq).await? == Some(link);
        Ok(fits.then_some(kept))
    }

    async fn find_first_damaged(&self, encounter: EncounterId) -> Result<Option<u64>, StoreError> {
        let readers = self.readers();
        let mut end = (0, ChainLink::genesis(encounter));
        loop {
            let page =
                hash_chain::read_page((&readers).into(), encounter, end, RECORDS_PER_PAGE).await?;
            end = page.end;
            if page.is_truncated {
                lock(&self.damaged_encounters).insert(encounter);
                return Ok(Some(end.0 + 1));
            }
            if page.records.is_empty() {
                return Ok(None);
            }
        }
    }

    async fn acknowledged_seq(&self, encounter: EncounterId) -> Result<u64, StoreError> {
        let readers = self.readers();
        let promised = lock(&self.acknowledged).get(&encounter).copied();
        let summed = row_checksums::log_tail_of((&readers).into(), encounter).await?;
        let ends = promised.iter().chain(&summed);
        let acknowledged = ends.map(|head| head.seq).max().unwrap_or(0);
        let pictured = self.intact_snapshot(encounter).await?;
        let pictured = pictured.map_or(0, |(kept, _)| kept.seq);
        Ok(acknowledged.max(pictured))
    }

    async fn save_snapshot(
        &self,
        encounter: EncounterId,
        kept: Snapshot,
    ) -> Result<(), StoreError> {
        self.writer.write(Write::Snapshot(encounter, kept)).await?;
        Ok(())
    }

    async fn save_portrait(&self, new: NewPortrait) -> Result<bool, StoreError> {
        let wrote = self.writer.write(Write::Portrait(new)).await?;
        Ok(matches!(wrote, WriteOutcome::Portrait(true)))
    }

    async fn portrait(
        &self,
        table: TableId,
        id: PortraitId,
    ) -> Result<Option<Vec<u8>>, StoreError> {
        portraits::read_portrait(self, table, id).await
    }

    fn is_shared(&self) -> bool {
        matches!(&*lock(&self.readers), ReaderPool::Postgres(_))
    }

    async fn ping(&self) -> Result<(), StoreError> {
        query("SELECT 1").execute(&self.readers()).await?;
        Ok(())
    }

    fn watch_durability(&self) -> watch::Receiver<bool> {
        self.writer.watch_durability()
    }

    fn meters(&self) -> StoreMetrics {
        self.writer.meters()
    }

    fn pending_writes(&self) -> usize {
        self.writer.pending_writes()
    }

    async fn close(&self) {
        self.readers().close().await;
        self.writer.close().await;
    }
}
