//! `coterie backup`: copies the database, also while a server is running, and verifies the copy.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions as _, Connection as _};

use crate::folder::{COMPANION_SUFFIXES, DataFolder};
use crate::store::check::{self, Acknowledged, CheckReport};
use crate::store::{is_corruption, sqlite};

/// Copies the database of a data folder into a new file. A damaged copy is kept but reported as an error: it may be all
/// that is left.
pub(super) async fn backup(data: &Path, file: &Path) -> Result<String, String> {
    let shown = file.display();
    if file.exists() {
        return Err(format!("`{shown}` is there already: name a new file"));
    }
    let part = part_path(file);
    let failed = |error: &dyn ToString| {
        let error = error.to_string();
        format!(
            "`{shown}` could not be written: {error}. `coterie check` says whether what it copies is whole; a copy needs as much room as that, in a folder you may write"
        )
    };
    create_private_file(&part).map_err(|error| failed(&error))?;
    let made = async {
        // Read before the copy, which then contains everything acknowledged by now.
        let promised = check::read_acknowledged(data)?;
        copy_database(data, &part).await?;
        let looked_at = check_copy(&part, &promised).await?;
        publish_copy(&part, file).map_err(|error| error.to_string())?;
        Ok::<_, String>(looked_at)
    };
    match made.await {
        Ok(CopyCheck::Whole([tables, encounters, records])) => Ok(format!(
            "`{shown}` holds {tables} tables, {encounters} encounters and {records} records, \
             and was read back whole. `coterie restore` brings it back.\n"
        )),
        Ok(CopyCheck::Damaged(words)) => Err(format!(
            "`{shown}` was written and is NOT whole, for what it is a copy of is damaged. `coterie restore` does not \
             take it; keep an older copy.\n{words}"
        )),
        Err(error) => {
            // Half a copy is useless.
            _ = fs::remove_file(&part);
            Err(failed(&error))
        }
    }
}

/// Result of verifying the copy that `coterie backup` has made of the database.
pub(super) enum CopyCheck {
    /// The copy is intact, with these numbers of tables, encounters and records.
    Whole([i64; 3]),
    /// The copy is damaged; the report describes the damage.
    Damaged(String),
}

/// Verifies a copy as `coterie check` verifies a folder, including all links and checksums.
pub(super) async fn check_copy(copy: &Path, promised: &Acknowledged) -> Result<CopyCheck, String> {
    // A database older than the links is only checked by SQLite itself.
    if check::has_links(copy).await? {
        let CheckReport {
            text: words,
            is_intact: whole,
        } = check::check_file(copy, promised).await?;
        if !whole {
            return Ok(CopyCheck::Damaged(words));
        }
    }
    verify_and_count(copy).await.map(CopyCheck::Whole)
}

/// Returns the path at which the copy of the database is written until it is complete.
fn part_path(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".part");
    name.into()
}

/// Creates an empty file that only its owner can read, because it will hold every secret.
fn create_private_file(path: &Path) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).map(|_| ())
}

/// Copies everything committed so far to the file `part`, without blocking writers.
async fn copy_database(data: &Path, part: &Path) -> Result<(), String> {
    let part = part.to_str().ok_or("the name of the file is no text")?;
    let options = SqliteConnectOptions::new()
        .filename(data.join(sqlite::FILE))
        .busy_timeout(Duration::from_secs(30));
    let copied = async {
        let mut connection = options.connect().await?;
        let copied = sqlx::query("VACUUM INTO ?")
            .bind(part)
            .execute(&mut connection)
            .await;
        connection.close().await?;
        copied
    };
    let Err(error) = copied.await else {
        return Ok(());
    };
    // An unreadable database is copied byte by byte, if nobody writes to it and all of it is in the one file.
    let log = data.join(format!("{}{}", sqlite::FILE, COMPANION_SUFFIXES[0]));
    let is_alone = !fs::metadata(log).is_ok_and(|log| log.len() > 0);
    match DataFolder::lock(data) {
        Ok(_folder) if is_corruption(&error) && is_alone => {
            let copied = fs::copy(data.join(sqlite::FILE), part);
            copied.map(|_| ()).map_err(|error| error.to_string())
        }
        _ => Err(error.to_string()),
    }
}

/// Runs SQLite's integrity and foreign key checks on the copy and counts its contents.
async fn verify_and_count(part: &Path) -> Result<[i64; 3], String> {
    let options = SqliteConnectOptions::new().filename(part).read_only(true);
    let checked = async {
        let mut connection = options.connect().await?;
        let checked = count_rows(&mut connection).await;
        connection.close().await?;
        checked
    };
    match checked.await {
        Ok(Ok(counted)) => Ok(counted),
        Ok(Err(wrong)) => Err(format!("the copy is not whole: {wrong}")),
        Err(error) => Err(error.to_string()),
    }
}

/// Runs the checks and counts tables, encounters and records; the inner error describes damage.
async fn count_rows(
    connection: &mut SqliteConnection,
) -> Result<Result<[i64; 3], String>, sqlx::Error> {
    let whole: String = sqlx::query_scalar("PRAGMA integrity_check")
        .fetch_one(&mut *connection)
        .await?;
    if whole != "ok" {
        return Ok(Err(whole));
    }
    let lost = sqlx::query("PRAGMA foreign_key_check")
        .fetch_all(&mut *connection)
        .await?;
    if !lost.is_empty() {
        return Ok(Err(format!("{} rows refer to nothing", lost.len())));
    }
    let mut counted = [0; 3];
    for (count, sql) in counted.iter_mut().zip([
        "SELECT COUNT(*) FROM tables",
        "SELECT COUNT(*) FROM encounters",
        "SELECT COUNT(*) FROM events",
    ]) {
        *count = sqlx::query_scalar(sql).fetch_one(&mut *connection).await?;
    }
    Ok(Ok(counted))
}

/// Renames the copy `part` to its final name once it is synced to disk.
fn publish_copy(part: &Path, file: &Path) -> io::Result<()> {
    // Windows syncs only what may be written.
    OpenOptions::new().write(true).open(part)?.sync_all()?;
    if file.exists() {
        return Err(io::Error::other("another file of that name came meanwhile"));
    }
    fs::rename(part, file)?;
    let folder = match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    // Some systems cannot sync a folder; the copy itself is on disk.
    _ = File::open(folder).and_then(|folder| folder.sync_all());
    Ok(())
}
