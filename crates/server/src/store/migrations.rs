//! Schema migrations, applied step by step.

use sqlx::SqlSafeStr as _;
use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};

/// Migration of the database schema, with its number, name and SQL statements. A released migration is never changed.
pub(super) type SchemaMigration = (i64, &'static str, &'static str);

/// Selects the number of the newest migration applied to a database.
pub(super) const VERSION_QUERY: &str = "SELECT COALESCE(MAX(version), 0) FROM _sqlx_migrations";

/// Position of a step, total number of steps, and name of the step.
type StepPosition = (usize, usize, &'static str);

/// Stage of a schema upgrade, with the progress to report when it begins.
#[derive(Debug)]
pub(super) struct MigrationStage {
    /// Progress to report; `None` for the stage that applies all migrations at once.
    step: Option<StepPosition>,
    migrator: Migrator,
}

impl MigrationStage {
    /// Begins the stage of a database migration by reporting its progress, and returns the migrator to run.
    pub(super) fn begin(&self) -> &Migrator {
        if let Some((step, steps, name)) = self.step {
            tracing::info!(step, steps, %name, "the store is brought up to date");
        }
        &self.migrator
    }

    /// Evaluates the result of the migrator and reports the end of the upgrade. Another server may already have
    /// upgraded further, so whether the database is newer than this program is only decided in the final stage.
    pub(super) fn end(&self, ran: Result<(), MigrateError>) -> Result<(), MigrateError> {
        let Some((step, steps, _)) = self.step else {
            return ran;
        };
        match ran {
            Err(error) if !is_schema_newer(&error) => return Err(error),
            _ if step == steps => tracing::info!("the store is up to date"),
            _ => {}
        }
        Ok(())
    }
}

/// Returns the stages of an upgrade from migration number `done` (0 for a new database) to the newest. An existing
/// database is upgraded step by step so that the host sees progress; a new one at once and silently.
pub(super) fn plan_stages(steps: &[SchemaMigration], done: i64) -> Vec<MigrationStage> {
    let ahead = steps.iter().filter(|(version, ..)| *version > done).count();
    let before = steps.len().saturating_sub(ahead);
    let mut stages = Vec::new();
    if done > 0 {
        for (nth, (_, name, _)) in steps.iter().enumerate().skip(before) {
            stages.push(MigrationStage {
                step: Some((nth + 1 - before, ahead, name)),
                migrator: build_migrator(steps.get(..=nth).unwrap_or(steps)),
            });
        }
    }
    stages.push(MigrationStage {
        step: None,
        migrator: build_migrator(steps),
    });
    stages
}

/// Builds a database migrator from these schema migrations.
fn build_migrator(steps: &[SchemaMigration]) -> Migrator {
    let all: Vec<Migration> = steps
        .iter()
        .map(|(version, name, sql)| {
            let kind = MigrationType::Simple;
            Migration::new(*version, (*name).into(), kind, sql.into_sql_str(), false)
        })
        .collect();
    Migrator::with_migrations(all)
}

/// Whether the error says that the database has migrations this program does not know.
pub(super) const fn is_schema_newer(error: &MigrateError) -> bool {
    matches!(
        error,
        MigrateError::VersionMissing(_) | MigrateError::VersionTooNew(..)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns, for each stage, its progress and the number of migrations its migrator contains.
    fn way(done: i64) -> Vec<(Option<StepPosition>, usize)> {
        let steps = [(1, "one", ""), (2, "two", ""), (4, "four", "")];
        let stages = plan_stages(&steps, done);
        let stages = stages
            .iter()
            .map(|stage| (stage.step, stage.migrator.iter().count()));
        stages.collect()
    }

    #[test]
    fn an_old_one_goes_step_by_step_and_a_new_one_at_once() {
        let (two, four) = ((Some((1, 2, "two")), 2), (Some((2, 2, "four")), 3));
        assert_eq!(way(1), [two, four, (None, 3)]);
        assert_eq!(way(2), [(Some((1, 1, "four")), 3), (None, 3)]);
        for done in [0, 4, 9] {
            assert_eq!(way(done), [(None, 3)], "{done}");
        }
    }

    #[test]
    fn only_all_steps_together_say_that_a_database_is_newer() {
        let newer = || Err(MigrateError::VersionMissing(9));
        let stages = plan_stages(&[(1, "one", ""), (2, "two", "")], 1);
        let said: Vec<bool> = stages
            .iter()
            .map(|stage| stage.end(newer()).is_err())
            .collect();
        assert_eq!(said, [false, true]);
        let broken = Err(MigrateError::Dirty(2));
        assert!(stages.iter().all(|stage| stage.end(Ok(())).is_ok()));
        assert!(stages[0].end(broken).is_err());
    }
}
