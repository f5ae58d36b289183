//! The ends of the logs that were written to: where the chain goes on, and what was promised.
//!
//! What was acknowledged stands also in a small file beside the database, so that the end of a log cannot
//! be lost without a word. SQLite leaves out, silently, what it cannot read at the end of its write-ahead log.

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

/// The file beside the database.
pub(crate) const PROMISES: &str = "acknowledged";
/// Bytes of one promise: an encounter, a number, a link, and the beginning of their hash.
const ENTRY: usize = 16 + 8 + 32 + 4;
/// Promises after which the file is written anew, with the newest of each encounter only.
const MANY: usize = 20_000;

/// The end of a log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Head {
    /// The number of the last record; 0 promises nothing any more.
    pub(super) seq: u64,
    pub(super) link: Link,
}

/// What was acknowledged, as far as this program or the one before it wrote it.
pub(super) type Promised = Arc<Mutex<HashMap<EncounterId, Head>>>;

/// The writer's knowledge of ends.
#[derive(Debug)]
pub(super) struct Heads {
    promised: Promised,
    /// In the transaction that is being written.
    fresh: HashMap<EncounterId, Head>,
    path: PathBuf,
    /// Entries in the file, and the file; `None` when it cannot be written.
    file: Option<(usize, File)>,
    /// Whether others write to the logs as well: what was their end is forgotten with each transaction.
    shared: bool,
}

impl Heads {
    /// Compares what was promised with what is there. Promises that are not kept stay, and are said.
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
        // Behind an entry that was written by half the next ones would not be found.
        file.set_len((entries * ENTRY) as u64)?;
        Ok(Self {
            promised: Arc::new(Mutex::new(broken)),
            fresh: HashMap::new(),
            path,
            file: Some((entries, file)),
            shared: false,
        })
    }

    /// Promises what is there, for logs that came whole from elsewhere, and nothing else.
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

    /// Of a store that is read beside the server whose it is: nothing is promised.
    pub(super) fn none(data: &Path) -> Self {
        Self {
            promised: Arc::default(),
            fresh: HashMap::new(),
            path: data.join(PROMISES),
            file: None,
            shared: false,
        }
    }

    /// Of a database that several programs write to: it is asked in each transaction, under its own lock.
    pub(super) fn shared() -> Self {
        Self {
            promised: Arc::default(),
            fresh: HashMap::new(),
            path: PathBuf::new(),
            file: None,
            shared: true,
        }
    }

    pub(super) fn promised(&self) -> Promised {
        Arc::clone(&self.promised)
    }

    /// The link of the next record of a log; [`StoreError::Conflict`] when it is not the next.
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

    /// What is written in this transaction so far.
    pub(super) const fn fresh(&self) -> &HashMap<EncounterId, Head> {
        &self.fresh
    }

    /// Goes back to what was written in this transaction before.
    pub(super) fn back_to(&mut self, fresh: HashMap<EncounterId, Head>) {
        self.fresh = fresh;
    }

    /// An encounter is deleted with the transaction.
    pub(super) fn forget(&mut self, encounter: EncounterId) {
        let link = Link::first(encounter);
        self.fresh.insert(encounter, Head { seq: 0, link });
    }

    /// The transaction is on disk: what is in it may be acknowledged, and is promised.
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

/// Written beside, and then in the place of what was there.
fn write_anew(path: &Path, all: &[u8]) -> io::Result<()> {
    let new = path.with_extension("new");
    std::fs::write(&new, all)?;
    std::fs::rename(&new, path)
}

/// The file for adding to it.
fn own_file(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

fn entry(encounter: EncounterId, head: Head) -> Vec<u8> {
    let mut bytes = encounter.to_bytes().to_vec();
    bytes.extend(head.seq.to_be_bytes());
    bytes.extend(head.link.0);
    let hash = Sha256::digest(&bytes);
    bytes.extend(hash.iter().take(4));
    bytes
}

/// What a file promises: how many entries it has, and the newest of each encounter. An entry that was
/// written by half, or is damaged itself, promises nothing.
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

/// The end of a log as it is in the database.
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
