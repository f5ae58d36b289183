//! The steps by which a database of an older version is brought to this program's shape.

use sqlx::SqlSafeStr as _;
use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};

/// Its number, its name, its statements. One that was released is never changed.
pub(super) type Step = (i64, &'static str, &'static str);

/// All of them, oldest first.
pub(super) fn all(steps: &[Step]) -> Migrator {
    let all: Vec<Migration> = steps
        .iter()
        .map(|(version, name, sql)| {
            let kind = MigrationType::Simple;
            Migration::new(*version, (*name).into(), kind, sql.into_sql_str(), false)
        })
        .collect();
    Migrator::with_migrations(all)
}

/// Whether an error says that the database knows steps this program does not.
pub(super) const fn is_newer(error: &MigrateError) -> bool {
    matches!(
        error,
        MigrateError::VersionMissing(_) | MigrateError::VersionTooNew(..)
    )
}
