//! Hash chain over the log of an encounter. The link of a record is the hash of the previous link and the record as
//! stored, so a record that is changed, lost or moved breaks the chain.

use rules::encounter::Record;
use rules::id::EncounterId;
use sha2::{Digest as _, Sha256};
use sqlx::Executor as _;
use sqlx::sqlite::SqliteConnection;

use super::fault::is_damage;
use super::progress::Progress;
use super::rows::{self, EventRow, number};
use super::sql::{On, Row, query};
use super::{Kept, StoreError};

/// Domain prefix hashed before the encounter id at the start of a log.
const BEGINS: &[u8] = b"coterie log 1";
/// Domain prefix for the hash of a snapshot.
const PICTURE: &[u8] = b"coterie snapshot 1";
/// Number of records linked per query when an old log is migrated.
const AT_ONCE: u32 = 500;

/// Link of the hash chain: the hash after a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Link(pub(super) [u8; 32]);

/// Fields of a record as stored in the database.
pub(super) struct Stored<'a> {
    /// Number of the record.
    pub(super) seq: i64,
    command: &'a [u8],
    at: i64,
    seat: Option<i64>,
    body: &'a [u8],
}

/// Selects a page of a log: records of an encounter after a number, up to a limit.
const PAGE: &str = "SELECT seq, command_id, at, seat, body, link FROM events \
                               WHERE encounter_id = $1 AND seq > $2 ORDER BY seq LIMIT $3";

impl<'a> Stored<'a> {
    /// Reads the fields from a row.
    pub(super) fn of(row: &'a Row) -> Result<Self, StoreError> {
        Ok(Self {
            seq: row.try_get("seq")?,
            command: row.try_get("command_id")?,
            at: row.try_get("at")?,
            seat: row.try_get("seat")?,
            body: row.try_get::<&str, _>("body")?.as_bytes(),
        })
    }
}

impl<'a> From<&'a EventRow> for Stored<'a> {
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

/// Hashes a field, preceded by its length.
fn part(hash: &mut Sha256, bytes: &[u8]) {
    hash.update((bytes.len() as u64).to_be_bytes());
    hash.update(bytes);
}

impl Link {
    /// Returns the link before the first record.
    pub(super) fn first(encounter: EncounterId) -> Self {
        let mut hash = Sha256::new();
        part(&mut hash, BEGINS);
        part(&mut hash, &encounter.to_bytes());
        Self(hash.finalize().into())
    }

    /// Returns the link after the next record.
    pub(super) fn next(&self, row: &Stored<'_>) -> Self {
        let mut hash = Sha256::new();
        hash.update(self.0);
        hash.update(row.seq.to_be_bytes());
        part(&mut hash, row.command);
        hash.update(row.at.to_be_bytes());
        match row.seat {
            None => hash.update([0]),
            Some(seat) => {
                hash.update([1]);
                hash.update(seat.to_be_bytes());
            }
        }
        part(&mut hash, row.body);
        Self(hash.finalize().into())
    }

    /// Reads a link from a column; `None` if it is missing or malformed.
    pub(super) fn stored(row: &Row, column: &str) -> Option<Self> {
        let bytes: Option<&[u8]> = row.try_get(column).ok()?;
        Some(Self(bytes?.try_into().ok()?))
    }
}

/// Computes the checksum of a snapshot.
pub(super) fn sum(
    encounter: EncounterId,
    (seq, link): (i64, &Link),
    (format, body): (&str, &str),
) -> Link {
    let mut hash = Sha256::new();
    part(&mut hash, PICTURE);
    part(&mut hash, &encounter.to_bytes());
    hash.update(seq.to_be_bytes());
    hash.update(link.0);
    part(&mut hash, format.as_bytes());
    part(&mut hash, body.as_bytes());
    Link(hash.finalize().into())
}

/// Reads a snapshot and the link of its last record; `None` if the checksum does not match.
pub(super) fn snapshot(encounter: EncounterId, row: &Row) -> Option<(Kept, Link)> {
    let seq: i64 = row.try_get("seq").ok()?;
    let kept = Kept {
        seq: u64::try_from(seq).ok()?,
        format: row.try_get("format").ok()?,
        body: row.try_get("body").ok()?,
    };
    let link = Link::stored(row, "link")?;
    let whole = sum(encounter, (seq, &link), (&kept.format, &kept.body));
    (Link::stored(row, "sum") == Some(whole)).then_some((kept, link))
}

/// Page of verified log records without gaps.
pub(super) struct Page {
    /// Verified records, each with its number.
    pub(super) records: Vec<(u64, Record)>,
    /// Number and link of the last verified record, or of the one before the page.
    pub(super) end: (u64, Link),
    /// Whether the page ends at a record that exists but is damaged or unreadable.
    pub(super) is_cut: bool,
}

/// Reads and verifies a page of a log after a record whose link is known. All log reads go through this function, so
/// that no record is used that does not fit the chain.
pub(super) async fn page(
    mut on: On<'_>,
    encounter: EncounterId,
    (after, mut link): (u64, Link),
    most: u32,
) -> Result<Page, StoreError> {
    let (rows, mut is_cut) = rows(&mut on, encounter, after, most).await?;
    let mut records = Vec::with_capacity(rows.len());
    let mut last = after;
    for row in &rows {
        let Ok(stored) = Stored::of(row) else { break };
        let next = link.next(&stored);
        let fits = stored.seq == number(last + 1) && Link::stored(row, "link") == Some(next);
        match rows::record(row) {
            Ok(record) if fits => records.push((last + 1, record)),
            _ => break,
        }
        (last, link) = (last + 1, next);
    }
    is_cut |= records.len() < rows.len();
    Ok(Page {
        records,
        end: (last, link),
        is_cut,
    })
}

/// Reads the rows of a page, and whether reading stopped at damage.
async fn rows(
    on: &mut On<'_>,
    encounter: EncounterId,
    after: u64,
    most: u32,
) -> Result<(Vec<Row>, bool), StoreError> {
    let mut rows = async |after: u64, most: u32| {
        query(PAGE)
            .bind(&encounter.to_bytes()[..])
            .bind(number(after))
            .bind(most)
            .fetch_all(on.again())
            .await
    };
    match rows(after, most).await {
        Ok(rows) => Ok((rows, false)),
        Err(error) if is_damage(&error) => {
            // Read row by row up to the damage.
            let mut read = Vec::new();
            for after in (after..).take(most as usize) {
                match rows(after, 1).await {
                    Ok(rows) if rows.is_empty() => break,
                    Ok(rows) => read.extend(rows),
                    Err(error) if is_damage(&error) => break,
                    Err(error) => return Err(error.into()),
                }
            }
            Ok((read, true))
        }
        Err(error) => Err(error.into()),
    }
}

/// Adds links to all records from before the hash chain, once per database.
pub(super) async fn link_old(connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
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
        if let Err(error) = link_old_log(connection, encounter).await {
            // A record that cannot be read stays without a link, and is detected as damage when its room loads.
            tracing::error!(%error, encounter.id = %encounter, "an old log cannot be read to its end");
        }
        progress.one();
    }
    connection.execute("UPDATE store SET has_links = 1").await?;
    connection.execute("COMMIT").await?;
    Ok(())
}

/// Adds links to the records of one log.
async fn link_old_log(
    connection: &mut SqliteConnection,
    encounter: EncounterId,
) -> Result<(), StoreError> {
    let id = encounter.to_bytes();
    let (mut after, mut link) = (0, Link::first(encounter));
    loop {
        let rows = query(PAGE)
            .bind(&id[..])
            .bind(after)
            .bind(AT_ONCE)
            .fetch_all(&mut *connection)
            .await?;
        if rows.is_empty() {
            return Ok(());
        }
        for row in &rows {
            let stored = Stored::of(row)?;
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
