//! The chain over an encounter's log: each record's link is the hash of the link before it and of the
//! record as it is stored. A record that was changed, lost or put elsewhere does not fit any more.

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

/// What a log begins with, before the encounter's id.
const BEGINS: &[u8] = b"coterie log 1";
/// What the hash of a snapshot begins with.
const PICTURE: &[u8] = b"coterie snapshot 1";
/// Records that are linked at once when an old log is.
const AT_ONCE: u32 = 500;

/// The hash behind a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Link(pub(super) [u8; 32]);

/// A record as it is stored.
pub(super) struct Stored<'a> {
    pub(super) seq: i64,
    command: &'a [u8],
    at: i64,
    seat: Option<i64>,
    body: &'a [u8],
}

/// What reads a page of a log: of an encounter, behind a number, so many.
const PAGE: &str = "SELECT seq, command_id, at, seat, body, link FROM events \
                               WHERE encounter_id = $1 AND seq > $2 ORDER BY seq LIMIT $3";

impl<'a> Stored<'a> {
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

/// A part of what is hashed, told apart from the next by its length.
fn part(hash: &mut Sha256, bytes: &[u8]) {
    hash.update((bytes.len() as u64).to_be_bytes());
    hash.update(bytes);
}

impl Link {
    /// Before the first record.
    pub(super) fn first(encounter: EncounterId) -> Self {
        let mut hash = Sha256::new();
        part(&mut hash, BEGINS);
        part(&mut hash, &encounter.to_bytes());
        Self(hash.finalize().into())
    }

    /// Behind the next record.
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

    /// As it is stored with a record or a snapshot; `None` when nothing of the kind is.
    pub(super) fn stored(row: &Row, column: &str) -> Option<Self> {
        let bytes: Option<&[u8]> = row.try_get(column).ok()?;
        Some(Self(bytes?.try_into().ok()?))
    }
}

/// The hash of a snapshot.
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

/// A snapshot as it was written, with the link of its last record; `None` when it is not as it was.
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

/// A page of a log: what is as it was written, as far as that goes without a gap.
pub(super) struct Page {
    /// The records, each with its number.
    pub(super) records: Vec<(u64, Record)>,
    /// The number and the link of the last record, or of the one before the page.
    pub(super) end: (u64, Link),
    /// Whether the next record is there and is not what was written, or cannot be read.
    pub(super) is_cut: bool,
}

/// Reads a page of a log behind a record whose link is known. Whatever reads records reads them here, so nobody
/// takes a record for true that does not fit behind those before it.
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

/// So many rows of a log, and whether there was something that could not be read.
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
            Ok((read, true))
        }
        Err(error) => Err(error.into()),
    }
}

/// Gives every record from before there were links its own, once.
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
            // What cannot be read has no links and is noticed as damage when its room wakes.
            tracing::error!(%error, encounter.id = %encounter, "an old log cannot be read to its end");
        }
        progress.one();
    }
    connection.execute("UPDATE store SET has_links = 1").await?;
    connection.execute("COMMIT").await?;
    Ok(())
}

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
