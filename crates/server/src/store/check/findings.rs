//! Findings of a check: reads the logs and rows of a database and reports the damage.

use std::collections::HashMap;
use std::fmt::Write as _;

use rules::base::id::EncounterId;
use sqlx::sqlite::SqliteConnection;

use crate::store::hash_chain::{self, ChainLink};
use crate::store::log_tails::LogTail;
use crate::store::row_checksums;
use crate::store::rows;
use crate::store::sql::{Connection, SqlRow, query};

/// Number of records read per query.
const RECORDS_PER_PAGE: u32 = 500;
/// Maximum number of problems reported from SQLite's own integrity check.
const MAX_REPORTED: usize = 20;

/// Result of `coterie check`, with a printable report and whether all stored data is intact.
#[derive(Debug, PartialEq, Eq)]
pub struct CheckReport {
    /// Report for the host.
    pub text: String,
    /// Whether no damage was found.
    pub is_intact: bool,
}

/// Recorded ends of an encounter's log, which the check compares with the records found.
pub(in crate::store) struct KnownTails {
    /// Acknowledged end from the file beside the database; later records may exist.
    acknowledged: Option<LogTail>,
    /// End stored with the last record: `Some(None)` if it is missing or unreadable, `None` in a database older than
    /// the checksums.
    written: Option<Option<LogTail>>,
}

/// Damage and counts that `coterie check` has found in the store so far.
#[derive(Default)]
pub(in crate::store) struct CheckFindings {
    words: String,
    damages: usize,
    seen: Vec<EncounterId>,
    records: u64,
}

impl CheckFindings {
    /// Adds damage found in the store to the report of `coterie check`.
    fn report_damage(&mut self, words: &str) {
        self.damages += 1;
        _ = writeln!(self.words, "{words}");
    }

    /// Checks all logs and compares them with their acknowledged ends.
    pub(in crate::store) async fn check_logs(
        &mut self,
        connection: &mut Connection,
        promised: &HashMap<EncounterId, LogTail>,
    ) {
        // A file of an older version has no checksums.
        let mut summed = row_checksums::read_log_tails((&mut *connection).into())
            .await
            .ok();
        for (encounter, name) in self.list_encounters(connection).await {
            let written = summed
                .as_mut()
                .map(|summed| summed.remove(&row_checksums::log_key(encounter)).flatten());
            let ends = KnownTails {
                acknowledged: promised.get(&encounter).copied(),
                written,
            };
            self.check_log(connection, (encounter, &name), ends).await;
        }
        for encounter in promised.keys() {
            if !self.seen.contains(encounter) {
                self.report_damage(&format!("Encounter {encounter}: it was there and is lost."));
            }
        }
        for encounter in summed.unwrap_or_default().keys() {
            self.report_damage(&format!(
                "Encounter {encounter}: its log was there and is lost."
            ));
        }
    }

    /// Checks all rows outside of the logs against their checksums.
    pub(in crate::store) async fn check_rows(&mut self, connection: &mut Connection) {
        match row_checksums::find_damaged_rows(connection.into()).await {
            Ok(bad) => {
                for ([table, row], words) in &bad {
                    self.report_damage(&format!("`{table}`, row {row}: {words}."));
                }
            }
            Err(error) => {
                self.report_damage(&format!("The sums of the rows cannot be read: {error}."))
            }
        }
    }

    /// Runs SQLite's own integrity and foreign key checks.
    pub(super) async fn check_database_file(&mut self, connection: &mut SqliteConnection) {
        let checked = sqlx::query_scalar::<_, String>("PRAGMA integrity_check");
        match checked.fetch_all(&mut *connection).await {
            Ok(said) if said == ["ok"] => {}
            Ok(said) => {
                for said in said.iter().take(MAX_REPORTED) {
                    self.report_damage(&format!("The file: {said}."));
                }
            }
            Err(error) => self.report_damage(&format!("The file: {error}.")),
        }
        let checked = query("PRAGMA foreign_key_check").fetch_all(connection);
        match checked.await {
            Ok(rows) => {
                for row in rows.iter().take(MAX_REPORTED) {
                    let table = row.single_column::<String>().unwrap_or_default();
                    self.report_damage(&format!(
                        "The file: a row in `{table}` belongs to nothing."
                    ));
                }
            }
            Err(error) => self.report_damage(&format!("The file: {error}.")),
        }
    }

    /// Returns all encounters, each with a name for the report.
    pub(in crate::store) async fn list_encounters(
        &mut self,
        connection: &mut Connection,
    ) -> Vec<(EncounterId, String)> {
        // The log of an encounter whose own row is lost is reported elsewhere.
        let sql = "SELECT e.id AS id, t.name AS at, COALESCE(e.called, e.title) AS title \
                   FROM encounters e LEFT JOIN tables t ON t.id = e.table_id \
                   ORDER BY t.created_at, e.created_at, e.id";
        let rows = match query(sql).fetch_all(connection).await {
            Ok(rows) => rows,
            Err(error) => {
                self.report_damage(&format!("The list of encounters cannot be read: {error}."));
                return Vec::new();
            }
        };
        let named = |row: &SqlRow| {
            let id = rows::encounter_id(row).ok()?;
            let at: Option<String> = row.try_get("at").ok()?;
            let title: String = row.try_get("title").ok()?;
            let at = at.unwrap_or_else(|| "?".into());
            Some((id, format!("Table “{at}”, encounter “{title}” ({id})")))
        };
        let all: Vec<_> = rows.iter().filter_map(named).collect();
        if all.len() < rows.len() {
            self.report_damage("The list of encounters is damaged.");
        }
        self.seen = all.iter().map(|(id, _)| *id).collect();
        all
    }

    /// Checks one log from its first record to its last, and its snapshot.
    pub(in crate::store) async fn check_log(
        &mut self,
        connection: &mut Connection,
        (encounter, name): (EncounterId, &str),
        ends: KnownTails,
    ) {
        let id = encounter.to_bytes();
        let (mut last, mut link) = (0, ChainLink::genesis(encounter));
        loop {
            let page = hash_chain::read_page(
                (&mut *connection).into(),
                encounter,
                (last, link),
                RECORDS_PER_PAGE,
            );
            let page = match page.await {
                Ok(page) => page,
                Err(error) => {
                    return self.report_damage(&format!(
                        "{name}: what comes behind record {last} cannot be read: {error}."
                    ));
                }
            };
            self.records += page.records.len() as u64;
            (last, link) = page.end;
            if page.is_truncated {
                return self.report_damage(&format!(
                    "{name}: record {} is not what was written, or is missing. The {last} before it are whole.",
                    last + 1
                ));
            }
            if page.records.is_empty() {
                break;
            }
        }
        let both = [ends.acknowledged, ends.written.flatten()];
        match both.iter().flatten().map(|head| head.seq).max() {
            Some(promised) if promised > last => self.report_damage(&format!(
                "{name}: records {} to {} were confirmed and are lost. The {last} before them are whole.",
                last + 1,
                promised
            )),
            // The end of an acknowledged log is known; a log with another end was forged.
            _ if both.iter().flatten().any(|head| head.seq == last && head.link != link) => {
                self.report_damage(&format!("{name}: its last record is not what was confirmed."));
            }
            // The end stored with each record must be that of the last record, not of an earlier one.
            _ if ends.written.is_some_and(|end| end.map_or(0, |head| head.seq) != last) => {
                self.report_damage(&format!("{name}: what is written of its end is damaged."));
            }
            _ => {}
        }
        let sql = "SELECT seq, format, body, link, sum FROM snapshots WHERE encounter_id = $1";
        let row = query(sql).bind(&id[..]).fetch_optional(connection);
        match row.await {
            // A snapshot from before links existed is never read, and will be rebuilt.
            Ok(Some(row)) if ChainLink::from_column(&row, "sum").is_some() => {
                match hash_chain::verify_snapshot(encounter, &row) {
                    Some((kept, _)) if kept.seq > last => self.report_damage(&format!(
                        "{name}: its snapshot knows {} records, its log {last}.",
                        kept.seq
                    )),
                    Some(_) => {}
                    None => self.report_damage(&format!(
                        "{name}: its snapshot is damaged. It is made anew from the log; nothing is lost."
                    )),
                }
            }
            Ok(_) => {}
            Err(error) => self.report_damage(&format!("{name}: its snapshot cannot be read: {error}.")),
        }
    }

    /// Completes the report of `coterie check` with its counts and returns it.
    pub(in crate::store) fn into_report(mut self) -> CheckReport {
        let (encounters, records) = (self.seen.len(), self.records);
        let whole = self.damages == 0;
        let end = match whole {
            true => format!(
                "Everything is as it was written: {encounters} encounters, {records} records."
            ),
            false => format!(
                "Damage in {} places; {encounters} encounters and {records} records were looked at. A damaged \
                 encounter can be read up to its damage, and its table can go on in a new one. Put back a \
                 backup if you have one.",
                self.damages
            ),
        };
        _ = writeln!(self.words, "{end}");
        CheckReport {
            text: self.words,
            is_intact: whole,
        }
    }
}
