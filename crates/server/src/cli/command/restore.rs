//! `coterie restore`: verifies a backup before anything is touched, and moves existing data aside instead of deleting
//! it.
//!
//! Whenever the restore is interrupted, the folder holds either the complete old database or the complete new one,
//! never a mix of one database and the companion files of the other.

use std::fs::{self, DirBuilder, File};
use std::io;
use std::path::{Path, PathBuf};

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions as _, Connection as _, Executor as _};

use super::backup::{self, CopyCheck};
use crate::auth::token::Secret;
use crate::folder::{COMPANION_SUFFIXES, DataFolder, FolderError, LOCK_FILE, open_private_file};
use crate::store::check::Acknowledged;
use crate::store::sqlite::{self, ACKNOWLEDGED_FILE};

/// Name of the folder in which the copy is verified.
const TRIAL_FOLDER: &str = "restoring";

/// Restores a backup into a data folder; existing tables are replaced only if `replaces`.
pub(super) async fn restore(
    data: &Path,
    file: &Path,
    replaces: bool,
    now: u64,
) -> Result<String, String> {
    let shown = file.display();
    let advice = "Name a file that `coterie backup` has written";
    let is_read =
        fs::metadata(file).map_err(|error| format!("`{shown}` cannot be read: {error}. {advice}"));
    if !is_read?.is_file() {
        return Err(format!("`{shown}` is no file. {advice}"));
    }
    if is_nonempty_file(&with_suffix(file, COMPANION_SUFFIXES[0])) {
        return Err(format!(
            "`{shown}` is a database in use and no copy of one: `coterie backup` makes copies"
        ));
    }
    let was = FolderState::capture(data);
    let folder = DataFolder::lock(data).map_err(|error| match error {
        FolderError::InUse => "a server is using the data folder: end it first".to_owned(),
        error => super::folder_error(data, &error),
    })?;
    let come = restore_into(data, file, replaces, now).await;
    drop(folder);
    if come.is_err() {
        was.undo_additions(data);
    }
    come
}

/// Files and folder that existed before a restore, so that a failed one leaves nothing behind.
struct FolderState {
    there: bool,
    files: [(&'static str, bool); 2],
}

impl FolderState {
    /// Records which files exist in a data folder before a restore.
    fn capture(data: &Path) -> Self {
        let files = [sqlite::FILE, LOCK_FILE].map(|name| (name, data.join(name).exists()));
        Self {
            there: data.exists(),
            files,
        }
    }

    /// Deletes files that a failed restore added, except those that are not empty, because they are
    /// not ours.
    fn undo_additions(&self, data: &Path) {
        for (name, was_there) in self.files {
            let file = data.join(name);
            if !was_there && !is_nonempty_file(&file) {
                _ = fs::remove_file(file);
            }
        }
        if !self.there {
            _ = fs::remove_dir(data);
        }
    }
}

/// Restores a backup into a data folder that is locked by the caller.
async fn restore_into(
    data: &Path,
    file: &Path,
    replaces: bool,
    now: u64,
) -> Result<String, String> {
    let shown = file.display();
    let old = data.join(sqlite::FILE);
    if is_nonempty_file(&old) && !replaces {
        return Err(format!(
            "`{}` holds tables already, and nothing of it was touched: with --replace they are \
             put aside, and the copy comes in their place",
            data.display()
        ));
    }
    let trial = data.join(TRIAL_FOLDER);
    let tried = check_trial_copy(file, &trial).await;
    let came = match tried {
        Ok(counted) => install_copy(data, &trial, now)
            .await
            .map(|aside| (counted, aside))
            .map_err(|error| {
                format!(
                    "`{}` cannot be written: {error}. `--data` names another folder",
                    data.display()
                )
            }),
        Err(why) => Err(format!(
            "`{shown}`: {why}. Nothing was touched: try an older copy"
        )),
    };
    // The trial folder holds only a copy.
    _ = fs::remove_dir_all(&trial);
    let ([tables, encounters, records], aside) = came?;
    let data_shown = data.display();
    let mut words = format!(
        "`{data_shown}` holds what `{shown}` held: {tables} tables, {encounters} encounters and \
         {records} records.\n"
    );
    if let Some(aside) = aside {
        words += &format!(
            "What it held before is in `{}`; when nobody misses it, delete that folder.\n",
            aside.display()
        );
    }
    if !data.join(Secret::FILE).exists() {
        words += &format!(
            "There is no `{}` in it, so invite links from before do not work: put the old \
             folder's there before the server starts, or make new links.\n",
            Secret::FILE
        );
    }
    Ok(words)
}

/// Copies a backup into the trial folder, verifies it completely and returns its counts of tables,
/// encounters and records.
async fn check_trial_copy(file: &Path, trial: &Path) -> Result<[i64; 3], String> {
    let copied =
        copy_to_trial(file, trial).map_err(|error| format!("it cannot be copied: {error}"))?;
    match backup::check_copy(&copied, &Acknowledged::default()).await? {
        CopyCheck::Whole(counted) => Ok(counted),
        CopyCheck::Damaged(words) => Err(format!("it is not as it was written:\n{words}")),
    }
}

/// Copies a backup into a fresh trial folder, and returns the path of the copy.
fn copy_to_trial(file: &Path, trial: &Path) -> io::Result<PathBuf> {
    match fs::remove_dir_all(trial) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    create_private_folder(trial)?;
    let copied = trial.join(sqlite::FILE);
    let mut to = open_private_file(&copied)?;
    io::copy(&mut File::open(file)?, &mut to)?;
    to.sync_all()?;
    Ok(copied)
}

/// Moves the old database aside and the copy into its place. Returns the folder with the old database, if any.
async fn install_copy(data: &Path, trial: &Path, now: u64) -> io::Result<Option<PathBuf>> {
    let old = data.join(sqlite::FILE);
    // The write-ahead log is moved into the file, so that the file is complete by itself. A database too damaged for
    // that is moved aside as it is.
    if is_nonempty_file(&old)
        && let Err(error) = checkpoint(&old).await
    {
        tracing::warn!(%error, "the old database cannot be read, and is put aside as it is");
    }
    let [log, index] = COMPANION_SUFFIXES.map(|end| with_suffix(&old, end));
    let promises = data.join(ACKNOWLEDGED_FILE);
    let there: Vec<&PathBuf> = [&old, &log, &promises]
        .into_iter()
        .filter(|path| is_nonempty_file(path))
        .collect();
    let mut aside = None;
    if !there.is_empty() {
        let folder = data.join(format!("replaced-{now}"));
        create_private_folder(&folder)?;
        for path in there {
            let name = path.file_name().unwrap_or_default();
            fs::hard_link(path, folder.join(name))
                .or_else(|_| fs::copy(path, folder.join(name)).map(|_| ()))?;
        }
        sync_folder(&folder);
        aside = Some(folder);
    }
    // Companion files of the old database must not be used with the new one.
    for path in [&log, &index, &promises] {
        match fs::remove_file(path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    sync_folder(data);
    fs::rename(trial.join(sqlite::FILE), &old)?;
    sync_folder(data);
    Ok(aside)
}

/// Moves the write-ahead log of a SQLite database into its file.
async fn checkpoint(file: &Path) -> Result<(), sqlx::Error> {
    let options = SqliteConnectOptions::new().filename(file);
    let mut connection: SqliteConnection = options.connect().await?;
    let moved = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").await;
    connection.close().await?;
    moved.map(|_| ())
}

/// Returns the path with a suffix appended.
fn with_suffix(file: &Path, end: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(end);
    name.into()
}

/// Whether the file exists and is not empty.
fn is_nonempty_file(file: &Path) -> bool {
    fs::metadata(file).is_ok_and(|data| data.len() > 0)
}

/// Creates a folder that only its owner can access.
fn create_private_folder(path: &Path) -> io::Result<()> {
    let mut folder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut folder, 0o700);
    folder.create(path)
}

/// Syncs a folder, ignoring systems that cannot do so.
fn sync_folder(folder: &Path) {
    _ = File::open(folder).and_then(|folder| folder.sync_all());
}
