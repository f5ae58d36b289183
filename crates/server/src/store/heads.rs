//! Ends of the logs: where each chain continues, and up to which record it was acknowledged.
//!
//! Acknowledged ends are also stored in a small file beside the database, so that the loss of the end of a log is
//! detected. SQLite silently drops what it cannot read at the end of its write-ahead log.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use rules::id::EncounterId;
use sha2::{Digest as _, Sha256};
use sqlx::sqlite::SqliteConnection;

use super::StoreError;
use super::chain::{Link, Stored};
use super::progress::Progress;
use super::rows::{self, EventRow, number, unsigned};
use super::sql::{Connection, On, query};
use crate::locked;

/// Name of the file beside the database that holds the acknowledged ends.
pub(crate) const PROMISES: &str = "acknowledged";
/// Bytes of one entry: encounter, number, link, and the first 4 bytes of their hash.
const ENTRY: usize = 16 + 8 + 32 + 4;
/// Number of entries after which the file is rewritten with only the latest entry of each encounter.
const MANY: usize = 20_000;

/// End of a log: number and link of its last record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Head {
    /// Number of the last record; 0 withdraws the acknowledgement, for a deleted encounter.
    pub(super) seq: u64,
    /// Link of the last record.
    pub(super) link: Link,
}

/// Acknowledged ends of logs, as far as this process or the previous one recorded them.
pub(super) type Promised = Arc<Mutex<HashMap<EncounterId, Head>>>;

/// Ends of logs as the writer knows them.
#[derive(Debug)]
pub(super) struct Heads {
    promised: Promised,
    /// Ends written in the current transaction.
    fresh: HashMap<EncounterId, Head>,
    path: PathBuf,
    /// Number of entries in the file, and the open file; `None` if it cannot be written.
    file: Option<(usize, File)>,
    /// Whether other servers also write to the logs; the ends are then forgotten after each transaction.
    shared: bool,
}

impl Heads {
    /// Reads the acknowledged ends and compares them with the database. Lost ends are logged as errors and kept.
    pub(super) async fn open(data: &Path, connection: &mut SqliteConnection) -> io::Result<Self> {
        let path = data.join(PROMISES);
        let (entries, all) = read(&path)?;
        let mut broken = HashMap::new();
        let mut progress = Progress::new("the ends of logs are compared", all.len());
        for (encounter, promised) in all {
            let kept = last(&mut *connection, encounter).await;
            let seq = kept.as_ref().map_or(0, |head| head.seq);
            if seq < promised.seq {
                tracing::error!(
                    encounter.id = %encounter, kept = seq, acknowledged = promised.seq,
                    "the end of a log is lost: it was acknowledged and is not there"
                );
                broken.insert(encounter, promised);
            }
            progress.one();
        }
        let file = own_file(&path)?;
        // Entries after a half-written one would not be found.
        file.set_len((entries * ENTRY) as u64)?;
        Ok(Self {
            promised: Arc::new(Mutex::new(broken)),
            fresh: HashMap::new(),
            path,
            file: Some((entries, file)),
            shared: false,
        })
    }

    /// Acknowledges the ends of all logs in the database, for imported logs, and nothing else.
    pub(super) async fn promise_all(
        data: &Path,
        connection: &mut SqliteConnection,
    ) -> Result<(), StoreError> {
        let mut all = Vec::new();
        let ids = query("SELECT id FROM encounters").fetch_all(&mut *connection);
        for row in ids.await? {
            let encounter = rows::encounter_id(&row)?;
            let head = last(&mut *connection, encounter).await?;
            all.extend(entry(encounter, head));
        }
        write_anew(&data.join(PROMISES), &all).map_err(sqlx::Error::Io)?;
        Ok(())
    }

    /// Returns the state for a store opened alongside its server: nothing is acknowledged.
    pub(super) fn none(data: &Path) -> Self {
        Self {
            promised: Arc::default(),
            fresh: HashMap::new(),
            path: data.join(PROMISES),
            file: None,
            shared: false,
        }
    }

    /// Returns the state for a database shared by several servers: ends are read in each transaction, under its locks.
    pub(super) fn shared() -> Self {
        Self {
            promised: Arc::default(),
            fresh: HashMap::new(),
            path: PathBuf::new(),
            file: None,
            shared: true,
        }
    }

    /// Returns a handle to the acknowledged ends.
    pub(super) fn promised(&self) -> Promised {
        Arc::clone(&self.promised)
    }

    /// Advances the end of a log by one record and returns the record's link; [`StoreError::Conflict`] if the record
    /// does not have the next number.
    pub(super) async fn next(
        &mut self,
        connection: &mut Connection,
        row: &EventRow,
    ) -> Result<Link, StoreError> {
        let encounter = EncounterId::from_bytes(row.encounter);
        let known = self.fresh.get(&encounter).copied();
        let known = known.or_else(|| locked(&self.promised).get(&encounter).copied());
        let head = match known.filter(|head| head.seq > 0) {
            Some(head) => head,
            None => last(connection, encounter).await?,
        };
        if row.seq != number(head.seq + 1) {
            return Err(StoreError::Conflict);
        }
        let link = head.link.next(&Stored::from(row));
        let seq = head.seq + 1;
        self.fresh.insert(encounter, Head { seq, link });
        Ok(link)
    }

    /// Returns the ends written in the current transaction so far.
    pub(super) const fn fresh(&self) -> &HashMap<EncounterId, Head> {
        &self.fresh
    }

    /// Restores an earlier state of the current transaction.
    pub(super) fn back_to(&mut self, fresh: HashMap<EncounterId, Head>) {
        self.fresh = fresh;
    }

    /// Withdraws the acknowledgement for an encounter that the current transaction deletes.
    pub(super) fn forget(&mut self, encounter: EncounterId) {
        let link = Link::first(encounter);
        self.fresh.insert(encounter, Head { seq: 0, link });
    }

    /// Marks the ends of the committed transaction as acknowledged and appends them to the file.
    pub(super) fn keep(&mut self) {
        if self.shared {
            self.fresh.clear();
        }
        if self.fresh.is_empty() {
            return;
        }
        let mut bytes = Vec::with_capacity(self.fresh.len() * ENTRY);
        let mut promised = locked(&self.promised);
        let count = self.fresh.len();
        for (encounter, head) in self.fresh.drain() {
            bytes.extend(entry(encounter, head));
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
        if *entries > MANY.max(4 * promised.len()) {
            written = written.and_then(|()| {
                let all: Vec<u8> = promised
                    .iter()
                    .flat_map(|(encounter, head)| entry(*encounter, *head))
                    .collect();
                write_anew(&self.path, &all)?;
                (*entries, *file) = (promised.len(), own_file(&self.path)?);
                Ok(())
            });
        }
        if let Err(error) = written {
            tracing::warn!(%error, "`{PROMISES}` cannot be written: the loss of the end of a log would not be noticed");
            self.file = None;
        }
    }
}

/// Replaces a file atomically with new content.
fn write_anew(path: &Path, all: &[u8]) -> io::Result<()> {
    let new = path.with_extension("new");
    std::fs::write(&new, all)?;
    std::fs::rename(&new, path)
}

/// Opens the file for appending, readable only by its owner.
fn own_file(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Encodes an entry of the file.
fn entry(encounter: EncounterId, head: Head) -> Vec<u8> {
    let mut bytes = encounter.to_bytes().to_vec();
    bytes.extend(head.seq.to_be_bytes());
    bytes.extend(head.link.0);
    let hash = Sha256::digest(&bytes);
    bytes.extend(hash.iter().take(4));
    bytes
}

/// Reads the file: the number of entries, and the latest end of each encounter. Damaged or half-written entries are
/// ignored.
pub(super) fn read(path: &Path) -> io::Result<(usize, HashMap<EncounterId, Head>)> {
    let bytes = match std::fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
        Err(error) => return Err(error),
    };
    let mut all = HashMap::new();
    for bytes in bytes.chunks_exact(ENTRY) {
        let Some((encounter, head)) = promise(bytes) else {
            tracing::warn!("an entry in `{PROMISES}` is damaged");
            continue;
        };
        match head.seq {
            0 => _ = all.remove(&encounter),
            _ => _ = all.insert(encounter, head),
        }
    }
    Ok((bytes.len() / ENTRY, all))
}

/// Decodes an entry of the file; `None` if its hash does not match.
fn promise(bytes: &[u8]) -> Option<(EncounterId, Head)> {
    let (id, rest) = bytes.split_first_chunk::<16>()?;
    let (seq, rest) = rest.split_first_chunk::<8>()?;
    let (link, _) = rest.split_first_chunk::<32>()?;
    let encounter = EncounterId::from_bytes(*id);
    let head = Head {
        seq: u64::from_be_bytes(*seq),
        link: Link(*link),
    };
    (entry(encounter, head) == bytes).then_some((encounter, head))
}

/// Reads the end of a log from the database.
pub(super) async fn last<'c>(
    on: impl Into<On<'c>>,
    encounter: EncounterId,
) -> Result<Head, StoreError> {
    let sql = "SELECT seq, link FROM events WHERE encounter_id = $1 ORDER BY seq DESC LIMIT 1";
    let row = query(sql)
        .bind(&encounter.to_bytes()[..])
        .fetch_optional(on)
        .await?;
    let Some(row) = row else {
        let link = Link::first(encounter);
        return Ok(Head { seq: 0, link });
    };
    let link = Link::stored(&row, "link");
    Ok(Head {
        seq: unsigned(row.try_get("seq")?),
        link: link.ok_or_else(|| StoreError::Unreadable("a record without a link".into()))?,
    })
}
