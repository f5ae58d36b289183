//! Ends of the logs: where each chain continues, and up to which record it was acknowledged.
//!
//! Acknowledged ends are also stored in a small file beside the database, so that the loss of the end of a log is
//! detected. SQLite silently drops what it cannot read at the end of its write-ahead log.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use rules::base::id::EncounterId;
use sha2::{Digest as _, Sha256};
use sqlx::sqlite::SqliteConnection;

use super::StoreError;
use super::hash_chain::{ChainLink, StoredRecord};
use super::progress::Progress;
use super::rows::{self, EventRow, to_i64, to_u64};
use super::sql::{Connection, Executor, query};
use crate::lock;

/// Name of the file beside the database that holds the acknowledged ends.
pub(crate) const ACKNOWLEDGED_FILE: &str = "acknowledged";
/// Size in bytes of one entry in the file of acknowledged ends, with encounter, number, link, and the first 4 bytes of
/// their hash.
const ENTRY_BYTES: usize = 16 + 8 + 32 + 4;
/// Number of entries after which the file is rewritten with only the latest entry of each encounter.
const COMPACT_AFTER: usize = 20_000;

/// End of an encounter's stored log, given by the number and chain link of its last record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LogTail {
    /// Number of the last record; 0 withdraws the acknowledgement, for a deleted encounter.
    pub(super) seq: u64,
    /// Link of the last record.
    pub(super) link: ChainLink,
}

/// Acknowledged ends of logs, as far as this process or the previous one recorded them.
pub(super) type AcknowledgedTails = Arc<Mutex<HashMap<EncounterId, LogTail>>>;

/// Ends of all logs as the store's writer knows them, with those confirmed as durable kept in a
/// file.
#[derive(Debug)]
pub(super) struct LogTails {
    acknowledged: AcknowledgedTails,
    /// Ends written in the current transaction.
    uncommitted: HashMap<EncounterId, LogTail>,
    path: PathBuf,
    /// Number of entries in the file, and the open file; `None` if it cannot be written.
    file: Option<(usize, File)>,
    /// Whether other servers also write to the logs; the ends are then forgotten after each transaction.
    is_shared: bool,
}

impl LogTails {
    /// Reads the ends of logs confirmed as durable and compares them with the database. Lost ends
    /// are logged as errors and kept.
    pub(super) async fn open(data: &Path, connection: &mut SqliteConnection) -> io::Result<Self> {
        let path = data.join(ACKNOWLEDGED_FILE);
        let (entries, all) = read_acknowledged(&path)?;
        let mut broken = HashMap::new();
        let mut progress = Progress::new("the ends of logs are compared", all.len());
        for (encounter, promised) in all {
            let kept = read_tail(&mut *connection, encounter).await;
            let seq = kept.as_ref().map_or(0, |head| head.seq);
            if seq < promised.seq {
                tracing::error!(
                    encounter.id = %encounter, kept = seq, acknowledged = promised.seq,
                    "the end of a log is lost: it was acknowledged and is not there"
                );
                broken.insert(encounter, promised);
            }
            progress.advance();
        }
        let file = open_for_append(&path)?;
        // Entries after a half-written one would not be found.
        file.set_len((entries * ENTRY_BYTES) as u64)?;
        Ok(Self {
            acknowledged: Arc::new(Mutex::new(broken)),
            uncommitted: HashMap::new(),
            path,
            file: Some((entries, file)),
            is_shared: false,
        })
    }

    /// Records the ends of all logs in the database as confirmed, for imported logs, and nothing
    /// else.
    pub(super) async fn acknowledge_all(
        data: &Path,
        connection: &mut SqliteConnection,
    ) -> Result<(), StoreError> {
        let mut all = Vec::new();
        let ids = query("SELECT id FROM encounters").fetch_all(&mut *connection);
        for row in ids.await? {
            let encounter = rows::encounter_id(&row)?;
            let head = read_tail(&mut *connection, encounter).await?;
            all.extend(encode_entry(encounter, head));
        }
        replace_file(&data.join(ACKNOWLEDGED_FILE), &all).map_err(sqlx::Error::Io)?;
        Ok(())
    }

    /// Returns the ends of logs for a store opened alongside its server, which confirms nothing.
    pub(super) fn new_read_only(data: &Path) -> Self {
        Self {
            acknowledged: Arc::default(),
            uncommitted: HashMap::new(),
            path: data.join(ACKNOWLEDGED_FILE),
            file: None,
            is_shared: false,
        }
    }

    /// Returns the ends of logs for a database shared by several servers, which are read in each
    /// transaction, under its locks.
    pub(super) fn new_shared() -> Self {
        Self {
            acknowledged: Arc::default(),
            uncommitted: HashMap::new(),
            path: PathBuf::new(),
            file: None,
            is_shared: true,
        }
    }

    /// Returns a handle to the ends of logs that were confirmed as durable.
    pub(super) fn acknowledged(&self) -> AcknowledgedTails {
        Arc::clone(&self.acknowledged)
    }

    /// Advances the end of a log by one record and returns the record's link; [`StoreError::Conflict`] if the record
    /// does not have the next number.
    pub(super) async fn advance(
        &mut self,
        connection: &mut Connection,
        row: &EventRow,
    ) -> Result<ChainLink, StoreError> {
        let encounter = EncounterId::from_bytes(row.encounter);
        let known = self.uncommitted.get(&encounter).copied();
        let known = known.or_else(|| lock(&self.acknowledged).get(&encounter).copied());
        let head = match known.filter(|head| head.seq > 0) {
            Some(head) => head,
            None => read_tail(connection, encounter).await?,
        };
        if row.seq != to_i64(head.seq + 1) {
            return Err(StoreError::Conflict);
        }
        let link = head.link.next(&StoredRecord::from(row));
        let seq = head.seq + 1;
        self.uncommitted.insert(encounter, LogTail { seq, link });
        Ok(link)
    }

    /// Returns the ends of logs written in the current, uncommitted transaction.
    pub(super) const fn uncommitted(&self) -> &HashMap<EncounterId, LogTail> {
        &self.uncommitted
    }

    /// Restores the ends of logs to an earlier state of the current transaction.
    pub(super) fn rollback_to(&mut self, fresh: HashMap<EncounterId, LogTail>) {
        self.uncommitted = fresh;
    }

    /// Withdraws the confirmed end of an encounter's log that the current transaction deletes.
    pub(super) fn forget_encounter(&mut self, encounter: EncounterId) {
        let link = ChainLink::genesis(encounter);
        self.uncommitted.insert(encounter, LogTail { seq: 0, link });
    }

    /// Marks the ends of logs written by the committed transaction as confirmed, and appends them
    /// to the file.
    pub(super) fn commit(&mut self) {
        if self.is_shared {
            self.uncommitted.clear();
        }
        if self.uncommitted.is_empty() {
            return;
        }
        let mut bytes = Vec::with_capacity(self.uncommitted.len() * ENTRY_BYTES);
        let mut promised = lock(&self.acknowledged);
        let count = self.uncommitted.len();
        for (encounter, head) in self.uncommitted.drain() {
            bytes.extend(encode_entry(encounter, head));
            match head.seq {
                0 => _ = promised.remove(&encounter),
                _ => _ = promised.insert(encounter, head),
            }
        }
        let Some((entries, file)) = &mut self.file else {
            return;
        };
        *entries += count;
        let mut written = file.write_all(&bytes);
        if *entries > COMPACT_AFTER.max(4 * promised.len()) {
            written = written.and_then(|()| {
                let all: Vec<u8> = promised
                    .iter()
                    .flat_map(|(encounter, head)| encode_entry(*encounter, *head))
                    .collect();
                replace_file(&self.path, &all)?;
                (*entries, *file) = (promised.len(), open_for_append(&self.path)?);
                Ok(())
            });
        }
        if let Err(error) = written {
            tracing::warn!(%error, "`{ACKNOWLEDGED_FILE}` cannot be written: the loss of the end of a log would not be noticed");
            self.file = None;
        }
    }
}

/// Replaces a file atomically with new content.
fn replace_file(path: &Path, all: &[u8]) -> io::Result<()> {
    let new = path.with_extension("new");
    std::fs::write(&new, all)?;
    std::fs::rename(&new, path)
}

/// Opens the file of confirmed ends of logs for appending, readable only by its owner.
fn open_for_append(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Encodes an entry for the file of confirmed ends of logs.
fn encode_entry(encounter: EncounterId, head: LogTail) -> Vec<u8> {
    let mut bytes = encounter.to_bytes().to_vec();
    bytes.extend(head.seq.to_be_bytes());
    bytes.extend(head.link.0);
    let hash = Sha256::digest(&bytes);
    bytes.extend(hash.iter().take(4));
    bytes
}

/// Reads the file with the confirmed ends of all logs. Returns the number of entries, and the
/// latest end of each encounter. Damaged or half-written entries are ignored.
pub(super) fn read_acknowledged(path: &Path) -> io::Result<(usize, HashMap<EncounterId, LogTail>)> {
    let bytes = match std::fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
        Err(error) => return Err(error),
    };
    let mut all = HashMap::new();
    for bytes in bytes.chunks_exact(ENTRY_BYTES) {
        let Some((encounter, head)) = decode_entry(bytes) else {
            tracing::warn!("an entry in `{ACKNOWLEDGED_FILE}` is damaged");
            continue;
        };
        match head.seq {
            0 => _ = all.remove(&encounter),
            _ => _ = all.insert(encounter, head),
        }
    }
    Ok((bytes.len() / ENTRY_BYTES, all))
}

/// Decodes an entry of the file of confirmed ends; `None` if its hash does not match.
fn decode_entry(bytes: &[u8]) -> Option<(EncounterId, LogTail)> {
    let (id, rest) = bytes.split_first_chunk::<16>()?;
    let (seq, rest) = rest.split_first_chunk::<8>()?;
    let (link, _) = rest.split_first_chunk::<32>()?;
    let encounter = EncounterId::from_bytes(*id);
    let head = LogTail {
        seq: u64::from_be_bytes(*seq),
        link: ChainLink(*link),
    };
    (encode_entry(encounter, head) == bytes).then_some((encounter, head))
}

/// Reads the end of a log from the database.
pub(super) async fn read_tail<'c>(
    on: impl Into<Executor<'c>>,
    encounter: EncounterId,
) -> Result<LogTail, StoreError> {
    let sql = "SELECT seq, link FROM events WHERE encounter_id = $1 ORDER BY seq DESC LIMIT 1";
    let row = query(sql)
        .bind(&encounter.to_bytes()[..])
        .fetch_optional(on)
        .await?;
    let Some(row) = row else {
        let link = ChainLink::genesis(encounter);
        return Ok(LogTail { seq: 0, link });
    };
    let link = ChainLink::from_column(&row, "link");
    Ok(LogTail {
        seq: to_u64(row.try_get("seq")?),
        link: link.ok_or_else(|| StoreError::Unreadable("a record without a link".into()))?,
    })
}
