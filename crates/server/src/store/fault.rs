//! Classification of database errors: faults of the disk or the database, as opposed to invalid writes.

use std::path::PathBuf;

use sqlx::postgres::PgDatabaseError;
use sqlx::sqlite::SqliteError;

use super::StoreError;

/// Fault of the disk or database that prevents all writes, described for the host.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// A database file was removed or replaced.
    #[error(
        "a file of the database has vanished or was put in the place of the one that was opened: {0}"
    )]
    Vanished(PathBuf),
    /// After reopening, the end of a log differs from what was written.
    #[error("the end of a log on the disk is not what was written there")]
    NotWhatWasWritten,
    /// The database did not answer in time.
    #[error("the database did not answer in time")]
    Timeout,
    /// A setting of the database could lose acknowledged data.
    #[error("{0}")]
    UnsafeSetting(#[from] UnsafeSetting),
    /// The store returned an error.
    #[error("{0}")]
    Store(#[from] StoreError),
}

/// Database setting under which acknowledged data could be lost.
#[derive(Debug, thiserror::Error)]
#[error(
    "its setting `{setting}` is `{is}`: what it acknowledges could be lost with the power. Set it to `on` \
     (ALTER SYSTEM, ALTER DATABASE or ALTER ROLE)"
)]
pub struct UnsafeSetting {
    pub(super) setting: &'static str,
    pub(super) is: String,
}

impl From<sqlx::Error> for Fault {
    fn from(error: sqlx::Error) -> Self {
        Self::Store(error.into())
    }
}

/// Returns SQLite's code for an error; `None` for an error of another kind. The lowest byte is the
/// primary code, the rest a subcode.
fn sqlite_code(error: &sqlx::Error) -> Option<u32> {
    let error = error.as_database_error()?;
    error.try_downcast_ref::<SqliteError>()?;
    error.code()?.parse().ok()
}

/// Returns Postgres' five-character code for an error; `None` for an error of another kind. The
/// first two characters are its class.
fn postgres_code(error: &sqlx::Error) -> Option<&str> {
    let error = error.as_database_error()?;
    Some(error.try_downcast_ref::<PgDatabaseError>()?.code())
}

/// Whether the database's error says that its files are corrupt.
pub(crate) fn is_corruption(error: &sqlx::Error) -> bool {
    const CORRUPT: u32 = 11;
    const NO_DATABASE: u32 = 26;
    sqlite_code(error).is_some_and(|code| matches!(code & 0xff, CORRUPT | NO_DATABASE))
        || postgres_code(error).is_some_and(|code| matches!(code, "XX001" | "XX002"))
}

/// Whether the database's error says that a file cannot be opened because its folder is not
/// writable.
pub(super) fn is_unwritable(error: &sqlx::Error) -> bool {
    const READ_ONLY: u32 = 8;
    const CANNOT_OPEN: u32 = 14;
    sqlite_code(error).is_some_and(|code| matches!(code & 0xff, READ_ONLY | CANNOT_OPEN))
}

/// Whether the error means that the disk or the database failed.
pub(super) fn is_fault(error: &StoreError) -> bool {
    match error {
        StoreError::NotKept => true,
        StoreError::Database(error) => match error {
            sqlx::Error::Database(_) => {
                sqlite_code(error).is_some_and(is_sqlite_fault)
                    || postgres_code(error).is_some_and(is_postgres_fault)
            }
            sqlx::Error::Io(_)
            | sqlx::Error::Tls(_)
            | sqlx::Error::Protocol(_)
            | sqlx::Error::WorkerCrashed
            | sqlx::Error::PoolTimedOut => true,
            _ => false,
        },
        _ => false,
    }
}

/// Whether the error means that the connection is lost.
pub(super) fn is_connection_lost(error: &StoreError) -> bool {
    /// Terminated by an administrator, by a crash, or by the idle timeout.
    const ENDED: [&str; 3] = ["57P01", "57P02", "25P03"];
    match error {
        StoreError::Database(error) => match error {
            sqlx::Error::Io(_) | sqlx::Error::Protocol(_) => true,
            sqlx::Error::Database(_) => {
                postgres_code(error).is_some_and(|code| ENDED.contains(&code))
            }
            _ => false,
        },
        _ => false,
    }
}

/// Whether a SQLite code means that the disk or the database failed.
fn is_sqlite_fault(code: u32) -> bool {
    /// Busy, locked, out of memory, read-only, I/O error, full, cannot open, locking protocol, not a database.
    const FAULTS: [u32; 9] = [5, 6, 7, 8, 10, 13, 14, 15, 26];
    FAULTS.contains(&(code & 0xff))
}

/// Whether a Postgres code means that the disk or the database failed.
fn is_postgres_fault(code: &str) -> bool {
    /// Connection errors; insufficient resources; operator intervention; system errors; internal errors.
    const FAULTS: [&str; 5] = ["08", "53", "57", "58", "XX"];
    /// Read-only transaction; deadlock; idle transaction timeout; lock timeout.
    const ALSO: [&str; 4] = ["25006", "40P01", "25P03", "55P03"];
    FAULTS.iter().any(|class| code.starts_with(class)) || ALSO.contains(&code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_write_did_wrong_is_no_fault() {
        // Unique, foreign key, not null, invalid text, syntax.
        for code in ["23505", "23503", "23502", "22021", "42601"] {
            assert!(!is_postgres_fault(code), "{code}");
        }
        // Constraint violations and an error in the statement.
        for code in [19, 1555, 2067, 787, 1] {
            assert!(!is_sqlite_fault(code), "{code}");
        }
    }

    #[test]
    fn a_database_that_is_full_stopped_or_gone_is_a_fault() {
        for code in [
            "53100", "57P01", "57P03", "57014", "08006", "58030", "25006",
        ] {
            assert!(is_postgres_fault(code), "{code}");
        }
        for code in [5, 13, 10, 778, 1034] {
            assert!(is_sqlite_fault(code), "{code}");
        }
    }
}
