//! A copy of everything while a server runs, which is opened and checked before it is called one.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions as _, Connection as _};

use crate::folder::{BESIDE, Folder};
use crate::store::check::{self, Checked, Promised};
use crate::store::{is_damage, sqlite};

/// Copies the database of a data folder into a new file. A copy that is not whole is kept all the same, and is an error:
/// it may be all there is.
pub(super) async fn backup(data: &Path, file: &Path) -> Result<String, String> {
    let shown = file.display();
    if file.exists() {
        return Err(format!("`{shown}` is there already: name a new file"));
    }
    let part = beside(file);
    let failed = |error: &dyn ToString| {
        let error = error.to_string();
        format!("`{shown}` could not be written: {error}")
    };
    own_file(&part).map_err(|error| failed(&error))?;
    let made = async {
        // Before the copy: what was acknowledged by now is in it.
        let promised = check::promised(data)?;
        copy(data, &part).await?;
        let looked_at = look_at(&part, &promised).await?;
        keep(&part, file).map_err(|error| error.to_string())?;
        Ok::<_, String>(looked_at)
    };
    match made.await {
        Ok(Looked::Whole([tables, encounters, records])) => Ok(format!(
            "`{shown}` holds {tables} tables, {encounters} encounters and {records} records, \
             and was read back whole. `coterie restore` brings it back.\n"
        )),
        Ok(Looked::Damaged(words)) => Err(format!(
            "`{shown}` was written and is NOT whole, for what it is a copy of is damaged. `coterie restore` does not \
             take it; keep an older copy.\n{words}"
        )),
        Err(error) => {
            // Half a copy is none.
            _ = fs::remove_file(&part);
            Err(failed(&error))
        }
    }
}

/// What a copy is.
pub(super) enum Looked {
    /// What was written: so many tables, encounters and records.
    Whole([i64; 3]),
    /// Something else, in words.
    Damaged(String),
}

/// Reads a copy as `coterie check` reads a folder, from the first byte to the last link and the last sum.
pub(super) async fn look_at(copy: &Path, promised: &Promised) -> Result<Looked, String> {
    // What is older than the links is as whole as the database says.
    if check::has_links(copy).await? {
        let Checked { words, whole } = check::check_file(copy, promised).await?;
        if !whole {
            return Ok(Looked::Damaged(words));
        }
    }
    count(copy).await.map(Looked::Whole)
}

/// Where the copy stands before it is whole.
fn beside(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".part");
    name.into()
}

/// An empty file that only its owner reads: it will hold every secret there is.
fn own_file(path: &Path) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).map(|_| ())
}

/// Copies what is committed at this moment. Writers do not wait for it.
async fn copy(data: &Path, part: &Path) -> Result<(), String> {
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
    // What cannot be read to its end is copied byte by byte, if nobody writes to it and all of it is in the one file.
    let log = data.join(format!("{}{}", sqlite::FILE, BESIDE[0]));
    let is_alone = !fs::metadata(log).is_ok_and(|log| log.len() > 0);
    match Folder::take(data) {
        Ok(_folder) if is_damage(&error) && is_alone => {
            let copied = fs::copy(data.join(sqlite::FILE), part);
            copied.map(|_| ()).map_err(|error| error.to_string())
        }
        _ => Err(error.to_string()),
    }
}

/// Reads the copy back: the whole of it, and what refers to what. Answers with what it holds.
async fn count(part: &Path) -> Result<[i64; 3], String> {
    let options = SqliteConnectOptions::new().filename(part).read_only(true);
    let checked = async {
        let mut connection = options.connect().await?;
        let checked = counted(&mut connection).await;
        connection.close().await?;
        checked
    };
    match checked.await {
        Ok(Ok(counted)) => Ok(counted),
        Ok(Err(wrong)) => Err(format!("the copy is not whole: {wrong}")),
        Err(error) => Err(error.to_string()),
    }
}

async fn counted(
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

/// Gives the copy its name once it is on the disk.
fn keep(part: &Path, file: &Path) -> io::Result<()> {
    File::open(part)?.sync_all()?;
    if file.exists() {
        return Err(io::Error::other("another file of that name came meanwhile"));
    }
    fs::rename(part, file)?;
    let folder = match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    // Some systems cannot sync a folder; the copy itself is on the disk.
    _ = File::open(folder).and_then(|folder| folder.sync_all());
    Ok(())
}
