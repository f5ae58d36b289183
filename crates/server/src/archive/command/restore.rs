//! A copy comes back: checked before anything is touched, and what was there is put aside and not lost.
//!
//! At whatever moment this is killed, the folder holds the old database whole or the new one, and never one with
//! what belongs beside the other.

use std::fs::{self, DirBuilder, File};
use std::io;
use std::path::{Path, PathBuf};

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions as _, Connection as _, Executor as _};

use super::backup::{self, Looked};
use crate::folder::{BESIDE, Folder, FolderError, LOCK, own_file};
use crate::store::check::Promised;
use crate::store::sqlite::{self, PROMISES};
use crate::token::Secret;

/// The folder in which a copy is looked at.
const TRIAL: &str = "restoring";

/// Puts the database of a copy into a data folder. What is there is replaced only where that is asked for.
pub(super) async fn restore(
    data: &Path,
    file: &Path,
    replaces: bool,
    now: u64,
) -> Result<String, String> {
    let shown = file.display();
    let is_read = fs::metadata(file).map_err(|error| format!("`{shown}` cannot be read: {error}"));
    if !is_read?.is_file() {
        return Err(format!("`{shown}` is no file"));
    }
    if is_more_than_nothing(&beside(file, BESIDE[0])) {
        return Err(format!(
            "`{shown}` is a database in use and no copy of one: `coterie backup` makes copies"
        ));
    }
    let was = Was::of(data);
    let folder = Folder::take(data).map_err(|error| match error {
        FolderError::InUse => "a server is using the data folder: end it first".to_owned(),
        error => super::unusable(data, &error),
    })?;
    let come = into(data, file, replaces, now).await;
    drop(folder);
    if come.is_err() {
        was.again(data);
    }
    come
}

/// What of a folder was there before, so that it holds nothing else where nothing came back.
struct Was {
    there: bool,
    files: [(&'static str, bool); 2],
}

impl Was {
    fn of(data: &Path) -> Self {
        let files = [sqlite::FILE, LOCK].map(|name| (name, data.join(name).exists()));
        Self {
            there: data.exists(),
            files,
        }
    }

    /// Takes away what came since. A file that holds something stays, for it is none of ours.
    fn again(&self, data: &Path) {
        for (name, was_there) in self.files {
            let file = data.join(name);
            if !was_there && !is_more_than_nothing(&file) {
                _ = fs::remove_file(file);
            }
        }
        if !self.there {
            _ = fs::remove_dir(data);
        }
    }
}

async fn into(data: &Path, file: &Path, replaces: bool, now: u64) -> Result<String, String> {
    let shown = file.display();
    let old = data.join(sqlite::FILE);
    if is_more_than_nothing(&old) && !replaces {
        return Err(format!(
            "`{}` holds tables already, and nothing of it was touched: with --replace they are \
             put aside, and the copy comes in their place",
            data.display()
        ));
    }
    let trial = data.join(TRIAL);
    let tried = try_out(file, &trial).await;
    let came = match tried {
        Ok(counted) => put_in_place(data, &trial, now)
            .await
            .map(|aside| (counted, aside))
            .map_err(|error| format!("`{}` cannot be written: {error}", data.display())),
        Err(why) => Err(format!("`{shown}`: {why}. Nothing was touched")),
    };
    // What is left of a trial is a copy of what is elsewhere.
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

/// Copies the file and reads the copy, from the first byte to the last link of every log.
async fn try_out(file: &Path, trial: &Path) -> Result<[i64; 3], String> {
    let copied = copy(file, trial).map_err(|error| format!("it cannot be copied: {error}"))?;
    match backup::look_at(&copied, &Promised::default()).await? {
        Looked::Whole(counted) => Ok(counted),
        Looked::Damaged(words) => Err(format!("it is not as it was written:\n{words}")),
    }
}

fn copy(file: &Path, trial: &Path) -> io::Result<PathBuf> {
    match fs::remove_dir_all(trial) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    own_folder(trial)?;
    let copied = trial.join(sqlite::FILE);
    let mut to = own_file(&copied)?;
    io::copy(&mut File::open(file)?, &mut to)?;
    to.sync_all()?;
    Ok(copied)
}

/// Puts what is there aside, and the copy in its place. Answers with where the old one is.
async fn put_in_place(data: &Path, trial: &Path, now: u64) -> io::Result<Option<PathBuf>> {
    let old = data.join(sqlite::FILE);
    // What was committed last is moved into the file, so that it is whole without what lies beside. One that is
    // too damaged for that is put aside as it is.
    if is_more_than_nothing(&old)
        && let Err(error) = settle(&old).await
    {
        tracing::warn!(%error, "the old database cannot be read, and is put aside as it is");
    }
    let [log, index] = BESIDE.map(|end| beside(&old, end));
    let promises = data.join(PROMISES);
    let there: Vec<&PathBuf> = [&old, &log, &promises]
        .into_iter()
        .filter(|path| is_more_than_nothing(path))
        .collect();
    let mut aside = None;
    if !there.is_empty() {
        let folder = data.join(format!("replaced-{now}"));
        own_folder(&folder)?;
        for path in there {
            let name = path.file_name().unwrap_or_default();
            fs::hard_link(path, folder.join(name))
                .or_else(|_| fs::copy(path, folder.join(name)).map(|_| ()))?;
        }
        sync(&folder);
        aside = Some(folder);
    }
    // Nothing of the old one may be taken for a part of the new one.
    for path in [&log, &index, &promises] {
        match fs::remove_file(path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    sync(data);
    fs::rename(trial.join(sqlite::FILE), &old)?;
    sync(data);
    Ok(aside)
}

/// Moves what is in the write-ahead log into the file.
async fn settle(file: &Path) -> Result<(), sqlx::Error> {
    let options = SqliteConnectOptions::new().filename(file);
    let mut connection: SqliteConnection = options.connect().await?;
    let moved = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").await;
    connection.close().await?;
    moved.map(|_| ())
}

fn beside(file: &Path, end: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(end);
    name.into()
}

fn is_more_than_nothing(file: &Path) -> bool {
    fs::metadata(file).is_ok_and(|data| data.len() > 0)
}

fn own_folder(path: &Path) -> io::Result<()> {
    let mut folder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut folder, 0o700);
    folder.create(path)
}

/// Some systems cannot sync a folder.
fn sync(folder: &Path) {
    _ = File::open(folder).and_then(|folder| folder.sync_all());
}
