//! Version of the program that stored data needs, kept beside the data, so that an older program refuses it by name.

use std::fmt;

use sqlx::postgres::PgConnection;
use sqlx::sqlite::SqliteConnection;
use sqlx::{AssertSqlSafe, Executor as _};

/// Oldest version of the program that reads what this one writes. Whoever adds a migration, or writes what older programs
/// would misread, sets it to the version in which that is released.
const NEEDED: ProgramVersion = ProgramVersion(0, 1, 0);
/// Start of the comment by which a Postgres database says what it needs.
const COMMENT: &str = "needs Coterie ";

/// Version of the program: major, minor and patch number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct ProgramVersion(u16, u16, u16);

impl ProgramVersion {
    /// Returns the version of this program.
    fn own() -> Self {
        Self::parse(env!("CARGO_PKG_VERSION")).unwrap_or(NEEDED)
    }

    /// Parses a version such as `1.2.3`; `None` if the text is none.
    fn parse(text: &str) -> Option<Self> {
        let mut numbers = text.split('.').map(str::parse);
        let version = Self(
            numbers.next()?.ok()?,
            numbers.next()?.ok()?,
            numbers.next()?.ok()?,
        );
        numbers.next().is_none().then_some(version)
    }

    /// Returns the version as one number, with three digits for each of the last two parts.
    fn to_number(self) -> i64 {
        i64::from(self.0) * 1_000_000 + i64::from(self.1) * 1_000 + i64::from(self.2)
    }

    /// Reads the version from its number; `None` for 0 and less, which stand for data of before
    /// there was one.
    fn from_number(number: i64) -> Option<Self> {
        let part = |number: i64| u16::try_from(number).ok();
        let version = Self(
            part(number / 1_000_000)?,
            part(number / 1_000 % 1_000)?,
            part(number % 1_000)?,
        );
        (number > 0).then_some(version)
    }
}

impl fmt::Display for ProgramVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(major, minor, patch) = self;
        write!(f, "{major}.{minor}.{patch}")
    }
}

/// Version of the program that stored data needs, where that is newer than this program; shown as
/// what follows the sentence that says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NewerVersion(Option<ProgramVersion>);

impl NewerVersion {
    /// Version that is not known, because the data has only migrations that this program does not know.
    pub(super) const UNKNOWN: Self = Self(None);
}

impl fmt::Display for NewerVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(needed) => {
                let own = ProgramVersion::own();
                write!(f, " and needs version {needed} or later; this is {own}")
            }
            None => Ok(()),
        }
    }
}

/// Returns the needed version if this program is older; otherwise `None`.
fn find_newer(needed: Option<ProgramVersion>) -> Option<NewerVersion> {
    needed
        .filter(|needed| *needed > ProgramVersion::own())
        .map(|needed| NewerVersion(Some(needed)))
}

/// Returns the version that a SQLite file needs if this program is older; otherwise `None`.
pub(super) async fn newer_than_this_in_file(
    connection: &mut SqliteConnection,
) -> Result<Option<NewerVersion>, sqlx::Error> {
    let number = sqlx::query_scalar::<_, i64>("PRAGMA user_version");
    let number = number.fetch_one(connection).await?;
    Ok(find_newer(ProgramVersion::from_number(number)))
}

/// Notes in a SQLite file which version of the program it needs from now on.
pub(super) async fn note_in_file(connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    let number = sqlx::query_scalar::<_, i64>("PRAGMA user_version");
    let number = number.fetch_one(&mut *connection).await?;
    if number < NEEDED.to_number() {
        let sql = format!("PRAGMA user_version = {}", NEEDED.to_number());
        connection.execute(AssertSqlSafe(sql)).await?;
    }
    Ok(())
}

/// Reads which version of the program a Postgres database needs; `None` if it notes none.
async fn needed_by_database(
    connection: &mut PgConnection,
) -> Result<Option<ProgramVersion>, sqlx::Error> {
    let sql = "SELECT obj_description(to_regclass('_sqlx_migrations'), 'pg_class')";
    let comment: Option<String> = sqlx::query_scalar(sql).fetch_one(connection).await?;
    let needed = comment.as_deref().and_then(|it| it.strip_prefix(COMMENT));
    Ok(needed.and_then(ProgramVersion::parse))
}

/// Returns the version that a Postgres database needs if this program is older; otherwise `None`.
pub(super) async fn newer_than_this_in_database(
    connection: &mut PgConnection,
) -> Result<Option<NewerVersion>, sqlx::Error> {
    Ok(find_newer(needed_by_database(connection).await?))
}

/// Notes in a Postgres database which version of the program it needs from now on.
pub(super) async fn note_in_database(connection: &mut PgConnection) -> Result<(), sqlx::Error> {
    if needed_by_database(connection).await? < Some(NEEDED) {
        let sql = format!("COMMENT ON TABLE _sqlx_migrations IS '{COMMENT}{NEEDED}'");
        connection.execute(AssertSqlSafe(sql)).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read_and_compared_by_their_numbers() {
        let version = ProgramVersion::parse;
        assert_eq!(version("1.20.3"), Some(ProgramVersion(1, 20, 3)));
        for wrong in ["", "1", "1.2", "1.2.3.4", "1.2.x", "v1.2.3", "1.2.3-rc"] {
            assert_eq!(version(wrong), None, "{wrong}");
        }
        assert!(version("0.10.0") > version("0.9.9") && version("1.0.0") > version("0.999.999"));
        for version in [ProgramVersion(0, 1, 0), ProgramVersion(12, 34, 567)] {
            let number = version.to_number();
            assert_eq!(ProgramVersion::from_number(number), Some(version));
        }
        for none in [0, -1, i64::MAX] {
            assert_eq!(ProgramVersion::from_number(none), None);
        }
        assert!(NEEDED <= ProgramVersion::own(), "nobody could start it");
    }

    #[test]
    fn what_is_newer_says_which_version_it_needs() {
        let own = ProgramVersion::own();
        assert_eq!(find_newer(Some(own)), None);
        assert_eq!(find_newer(None), None);
        let next = ProgramVersion(own.0, own.1 + 1, 0);
        let said = find_newer(Some(next)).map(|newer| newer.to_string());
        let said = said.unwrap_or_default();
        for words in [
            format!("needs version {next} or later"),
            format!("this is {own}"),
        ] {
            assert!(said.contains(&words), "{said}");
        }
        assert!(!NewerVersion::UNKNOWN.to_string().contains("needs"));
    }
}
