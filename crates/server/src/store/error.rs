//! Errors of the store.

/// Error returned by all operations of the store, such as a conflict or a failing disk.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Conflict with another writer: the record number is taken, the command was already written or refused, the
    /// sender's knowledge of the encounter or of the one it leaves is out of date, or the invite code is in use.
    #[error("somebody else was first")]
    Conflict,
    /// The table or the encounter no longer exists.
    #[error("it is not there any more")]
    Gone,
    /// Stored data could not be parsed.
    #[error("what was stored cannot be read: {0}")]
    Unreadable(String),
    /// A stored row other than a log record does not match its checksum.
    #[error("{0} is not what was written; `coterie check` says more")]
    Altered(&'static str),
    /// A log is damaged from this record on: the stored data does not match its hash chain.
    #[error("the log is damaged from record {0} on")]
    Damaged(u64),
    /// The disk is failing or full: nothing can be written at the moment, and nothing was changed.
    #[error("nothing is kept at the moment")]
    NotKept,
    /// The store has been closed.
    #[error("the store is closed")]
    Closed,
    /// The database returned an error.
    #[error("the database failed: {0}")]
    Database(sqlx::Error),
}
