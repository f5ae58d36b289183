//! Hash chain over the log of an encounter. The link of a record is the hash of the previous link and the record as
//! stored, so a record that is changed, lost or moved breaks the chain.

use rules::base::id::EncounterId;
use rules::encounter::Record;
use sha2::{Digest as _, Sha256};
use sqlx::Executor as _;
use sqlx::sqlite::SqliteConnection;

use super::fault::is_corruption;
use super::progress::Progress;
use super::rows::{self, EventRow, to_i64};
use super::sql::{Executor, SqlRow, query};
use super::{Snapshot, StoreError};

/// Domain prefix hashed before the encounter id at the start of a log.
const LOG_DOMAIN: &[u8] = b"coterie log 1";
/// Domain prefix for the hash of a snapshot.
const SNAPSHOT_DOMAIN: &[u8] = b"coterie snapshot 1";
/// Number of records linked per query when an old log is migrated.
const RECORDS_PER_BATCH: u32 = 500;

/// Link of the hash chain over an encounter's log, which is the hash after one record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ChainLink(pub(super) [u8; 32]);

/// Fields of a log record as stored in the database.
pub(super) struct StoredRecord<'a> {
    /// Number of the record.
    pub(super) seq: i64,
    command: &'a [u8],
    at: i64,
    seat: Option<i64>,
    body: &'a [u8],
}

/// SQL query that selects a page of an encounter's log, which are the records after a number, up to a limit.
const PAGE_QUERY: &str = "SELECT seq, command_id, at, seat, body, link FROM events \
                               WHERE encounter_id = $1 AND seq > $2 ORDER BY seq LIMIT $3";

impl<'a> StoredRecord<'a> {
    /// Reads the fields of a log record from a database row.
    pub(super) fn from_row(row: &'a SqlRow) -> Result<Self, StoreError> {
        Ok(Self {
            seq: row.try_get("seq")?,
            command: row.try_get("command_id")?,
            at: row.try_get("at")?,
            seat: row.try_get("seat")?,
            body: row.try_get::<&str, _>("body")?.as_bytes(),
        })
    }
}

impl<'a> From<&'a EventRow> for StoredRecord<'a> {
    fn from(row: &'a EventRow) -> Self {
        Self {
            seq: row.seq,
            command: &row.command,
            at: row.at,
            seat: row.seat,
            body: row.body.as_bytes(),
        }
    }
}

/// Adds a field to the hash, preceded by its length.
fn hash_part(hash: &mut Sha256, bytes: &[u8]) {
    hash.update((bytes.len() as u64).to_be_bytes());
    hash.update(bytes);
}

impl ChainLink {
    /// Returns the link of the hash chain before the first record of a log.
    pub(super) fn genesis(encounter: EncounterId) -> Self {
        let mut hash = Sha256::new();
        hash_part(&mut hash, LOG_DOMAIN);
        hash_part(&mut hash, &encounter.to_bytes());
        Self(hash.finalize().into())
    }

    /// Returns the link of the hash chain after the next record.
    pub(super) fn next(&self, row: &StoredRecord<'_>) -> Self {
        let mut hash = Sha256::new();
        hash.update(self.0);
        hash.update(row.seq.to_be_bytes());
        hash_part(&mut hash, row.command);
        hash.update(row.at.to_be_bytes());
        match row.seat {
            None => hash.update([0]),
            Some(seat) => {
                hash.update([1]);
                hash.update(seat.to_be_bytes());
            }
        }
        hash_part(&mut hash, row.body);
        Self(hash.finalize().into())
    }

    /// Reads a link of the hash chain from a column; `None` if it is missing or malformed.
    pub(super) fn from_column(row: &SqlRow, column: &str) -> Option<Self> {
        let bytes: Option<&[u8]> = row.try_get(column).ok()?;
        Some(Self(bytes?.try_into().ok()?))
    }
}

/// Computes the checksum of an encounter's snapshot, which is bound to the link of its last record.
pub(super) fn snapshot_checksum(
    encounter: EncounterId,
    (seq, link): (i64, &ChainLink),
    (format, body): (&str, &str),
) -> ChainLink {
    let mut hash = Sha256::new();
    hash_part(&mut hash, SNAPSHOT_DOMAIN);
    hash_part(&mut hash, &encounter.to_bytes());
    hash.update(seq.to_be_bytes());
    hash.update(link.0);
    hash_part(&mut hash, format.as_bytes());
    hash_part(&mut hash, body.as_bytes());
    ChainLink(hash.finalize().into())
}

/// Reads a snapshot and the link of its last record; `None` if the checksum does not match.
pub(super) fn verify_snapshot(
    encounter: EncounterId,
    row: &SqlRow,
) -> Option<(Snapshot, ChainLink)> {
    let seq: i64 = row.try_get("seq").ok()?;
    let kept = Snapshot {
        seq: u64::try_from(seq).ok()?,
        format: row.try_get("format").ok()?,
        body: row.try_get("body").ok()?,
    };
    let link = ChainLink::from_column(row, "link")?;
    let whole = snapshot_checksum(encounter, (seq, &link), (&kept.format, &kept.body));
    (ChainLink::from_column(row, "sum") == Some(whole)).then_some((kept, link))
}

/// Page of consecutive records of an encounter's log, verified by the hash chain.
pub(super) struct LogPage {
    /// Verified records, each with its number.
    pub(super) records: Vec<(u64, Record)>,
    /// Number and link of the last verified record, or of the one before the page.
    pub(super) end: (u64, ChainLink),
    /// Whether the page ends at a record that exists but is damaged or unreadable.
    pub(super) is_truncated: bool,
}

/// Reads and verifies a page of a log after a record whose link is known. All log reads go through this function, so
/// that no record is used that does not fit the chain.
pub(super) async fn read_page(
    mut on: Executor<'_>,
    encounter: EncounterId,
    (after, mut link): (u64, ChainLink),
    most: u32,
) -> Result<LogPage, StoreError> {
    let (rows, mut is_cut) = read_rows(&mut on, encounter, after, most).await?;
    let mut records = Vec::with_capacity(rows.len());
    let mut last = after;
    for row in &rows {
        let Ok(stored) = StoredRecord::from_row(row) else {
            break;
        };
        let next = link.next(&stored);
        let fits =
            stored.seq == to_i64(last + 1) && ChainLink::from_column(row, "link") == Some(next);
        match rows::record(row) {
            Ok(record) if fits => records.push((last + 1, record)),
            _ => break,
        }
        (last, link) = (last + 1, next);
    }
    is_cut |= records.len() < rows.len();
    Ok(LogPage {
        records,
        end: (last, link),
        is_truncated: is_cut,
    })
}

/// Reads the rows of a log's page, and whether reading stopped at damage.
async fn read_rows(
    on: &mut Executor<'_>,
    encounter: EncounterId,
    after: u64,
    most: u32,
) -> Result<(Vec<SqlRow>, bool), StoreError> {
    let mut rows = async |after: u64, most: u32| {
        query(PAGE_QUERY)
            .bind(&encounter.to_bytes()[..])
            .bind(to_i64(after))
            .bind(most)
            .fetch_all(on.reborrow())
            .await
    };
    match rows(after, most).await {
        Ok(rows) => Ok((rows, false)),
        Err(error) if is_corruption(&error) => {
            // Read row by row up to the damage.
            let mut read = Vec::new();
            for after in (after..).take(most as usize) {
                match rows(after, 1).await {
                    Ok(rows) if rows.is_empty() => break,
                    Ok(rows) => read.extend(rows),
                    Err(error) if is_corruption(&error) => break,
                    Err(error) => return Err(error.into()),
                }
            }
            Ok((read, true))
        }
        Err(error) => Err(error.into()),
    }
}

/// Adds links to all records that are older than the hash chain, once per database.
pub(super) async fn backfill_links(connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    let has = sqlx::query_scalar::<_, i64>("SELECT has_links FROM store");
    if has.fetch_one(&mut *connection).await? != 0 {
        return Ok(());
    }
    connection.execute("BEGIN IMMEDIATE").await?;
    let ids = query("SELECT id FROM encounters");
    let ids = ids.fetch_all(&mut *connection).await?;
    let mut progress = Progress::new("records get their checksums", ids.len());
    for row in ids {
        let id: [u8; 16] = row.try_get::<&[u8], _>("id")?.try_into().unwrap_or([0; 16]);
        let encounter = EncounterId::from_bytes(id);
        if let Err(error) = backfill_log_links(connection, encounter).await {
            // A record that cannot be read stays without a link, and is detected as damage when its room loads.
            tracing::error!(%error, encounter.id = %encounter, "an old log cannot be read to its end");
        }
        progress.advance();
    }
    connection.execute("UPDATE store SET has_links = 1").await?;
    connection.execute("COMMIT").await?;
    Ok(())
}

/// Adds links of the hash chain to the records of one log.
async fn backfill_log_links(
    connection: &mut SqliteConnection,
    encounter: EncounterId,
) -> Result<(), StoreError> {
    let id = encounter.to_bytes();
    let (mut after, mut link) = (0, ChainLink::genesis(encounter));
    loop {
        let rows = query(PAGE_QUERY)
            .bind(&id[..])
            .bind(after)
            .bind(RECORDS_PER_BATCH)
            .fetch_all(&mut *connection)
            .await?;
        if rows.is_empty() {
            return Ok(());
        }
        for row in &rows {
            let stored = StoredRecord::from_row(row)?;
            link = link.next(&stored);
            after = stored.seq;
            query("UPDATE events SET link = $1 WHERE encounter_id = $2 AND seq = $3")
                .bind(&link.0[..])
                .bind(&id[..])
                .bind(after)
                .execute(&mut *connection)
                .await?;
        }
    }
}
