//! The steps by which a database of an older version is brought to this program's shape.

use sqlx::SqlSafeStr as _;
use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};

/// Its number, its name, its statements. One that was released is never changed.
pub(super) type Step = (i64, &'static str, &'static str);

/// Asks for the number of the newest step a database has had.
pub(super) const VERSION: &str = "SELECT COALESCE(MAX(version), 0) FROM _sqlx_migrations";

/// Which step something is, of how many, and its name.
type HowFar = (usize, usize, &'static str);

/// A part of the way, and what is said when it begins.
#[derive(Debug)]
pub(super) struct Stage {
    /// `None` where all is done at once.
    step: Option<HowFar>,
    migrator: Migrator,
}

impl Stage {
    /// Says how far it is. What comes back is to be run.
    pub(super) fn begin(&self) -> &Migrator {
        if let Some((step, steps, name)) = self.step {
            tracing::info!(step, steps, %name, "the store is brought up to date");
        }
        &self.migrator
    }

    /// Says when the end is reached. Another program may be further along the same way already, so whether the
    /// database is of a newer version is seen with all steps.
    pub(super) fn end(&self, ran: Result<(), MigrateError>) -> Result<(), MigrateError> {
        let Some((step, steps, _)) = self.step else {
            return ran;
        };
        match ran {
            Err(error) if !is_newer(&error) => return Err(error),
            _ if step == steps => tracing::info!("the store is up to date"),
            _ => {}
        }
        Ok(())
    }
}

/// The way from the step a database has had last (0 where it is new) to the newest, so that a host sees it go on:
/// a new one takes it at once and without a word.
pub(super) fn stages(steps: &[Step], done: i64) -> Vec<Stage> {
    let ahead = steps.iter().filter(|(version, ..)| *version > done).count();
    let before = steps.len().saturating_sub(ahead);
    let mut stages = Vec::new();
    if done > 0 {
        for (nth, (_, name, _)) in steps.iter().enumerate().skip(before) {
            stages.push(Stage {
                step: Some((nth + 1 - before, ahead, name)),
                migrator: all(steps.get(..=nth).unwrap_or(steps)),
            });
        }
    }
    stages.push(Stage {
        step: None,
        migrator: all(steps),
    });
    stages
}

fn all(steps: &[Step]) -> Migrator {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// What is said at each stage, and how many steps a database has had behind it.
    fn way(done: i64) -> Vec<(Option<HowFar>, usize)> {
        let steps = [(1, "one", ""), (2, "two", ""), (4, "four", "")];
        let stages = stages(&steps, done);
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
        let stages = stages(&[(1, "one", ""), (2, "two", "")], 1);
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
