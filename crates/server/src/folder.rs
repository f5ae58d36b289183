//! The data folder: one server at a time, and nothing in it for other users' eyes.

use std::fmt;
use std::fs::{self, DirBuilder, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use crate::store::sqlite;
use crate::token::Secret;

/// The file whose lock says that a server is using the folder.
pub(crate) const LOCK: &str = "lock";
/// What the database puts beside its file. It takes the file's mode when it makes them.
pub(crate) const BESIDE: [&str; 2] = ["-wal", "-shm"];

/// Why the data folder cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// It is not there and cannot be made.
    #[error("it cannot be made: {0}")]
    Make(io::Error),
    /// Another server uses it.
    #[error(
        "another server is using it. Two on one folder would lose what people do at their \
         tables: end the other one first, or name another folder with `--data`"
    )]
    InUse,
    /// It or a file in it cannot be written.
    #[error("it cannot be written: {0}")]
    Write(io::Error),
    /// It, or what is in it, is another user's.
    #[error("{error}. {owned}")]
    OfAnother {
        /// Whose it is, and what the host does.
        owned: Owned,
        /// What the operating system said.
        error: io::Error,
    },
}

/// A path that belongs to another user than the one this program runs as.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Owned {
    path: PathBuf,
    owner: u32,
    runs_as: u32,
}

impl fmt::Display for Owned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            path,
            owner,
            runs_as,
        } = self;
        let path = path.display();
        write!(
            f,
            "`{path}` belongs to user {owner}, and this program runs as user {runs_as}: give it to that user with \
             `chown -R {runs_as} {path}` (in its container the program is user 10001)"
        )
    }
}

/// What another user owns on the way to this path: the path itself, or what of it there is. Root may do everything.
#[cfg(unix)]
#[must_use]
pub fn owned_by_another(path: &Path) -> Option<Owned> {
    use std::os::unix::fs::MetadataExt as _;
    let path = std::path::absolute(path).ok()?;
    let there = path
        .ancestors()
        .find_map(|it| Some((it, fs::metadata(it).ok()?)));
    let (there, data) = there?;
    let (owner, runs_as) = (data.uid(), rustix::process::geteuid().as_raw());
    (owner != runs_as && runs_as != 0).then(|| Owned {
        path: there.to_owned(),
        owner,
        runs_as,
    })
}

/// Elsewhere nobody asks.
#[cfg(not(unix))]
#[must_use]
pub fn owned_by_another(_: &Path) -> Option<Owned> {
    None
}

/// Why something at this path failed: whose it is, where that is the reason.
fn whose(
    path: &Path,
    plain: fn(io::Error) -> FolderError,
) -> impl FnOnce(io::Error) -> FolderError + '_ {
    move |error| {
        let refused = error.kind() == io::ErrorKind::PermissionDenied;
        let owned = refused.then(|| owned_by_another(path)).flatten();
        // A file of one's own, in a folder of another.
        let folder = || path.parent().filter(|_| refused).and_then(owned_by_another);
        match owned.or_else(folder) {
            Some(owned) => FolderError::OfAnother { owned, error },
            None => plain(error),
        }
    }
}

/// The data folder, for as long as this is held.
#[derive(Debug)]
pub struct Folder {
    _lock: File,
}

impl Folder {
    /// Makes the folder if there is none, and takes it with the database in it for this server alone. The
    /// operating system gives it back when the server ends, however it ends.
    ///
    /// # Errors
    /// [`FolderError`].
    pub fn take(path: &Path) -> Result<Self, FolderError> {
        let mut folder = DirBuilder::new();
        folder.recursive(true);
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut folder, 0o700);
        folder
            .create(path)
            .map_err(whose(path, FolderError::Make))?;
        let lock = taken(&path.join(LOCK))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(FolderError::InUse),
            // Some network file systems know no locks.
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {
                tracing::warn!("this file system has no locks: start no second server on it");
            }
            Err(TryLockError::Error(error)) => return Err(FolderError::Write(error)),
        }
        // Earlier versions, or a copy, may have left these for everybody.
        let beside = BESIDE.map(|end| format!("{}{end}", sqlite::FILE));
        for name in beside.iter().map(String::as_str).chain([Secret::FILE]) {
            let left = path.join(name);
            if left.exists() {
                taken(&left)?;
            }
        }
        taken(&path.join(sqlite::FILE))?;
        Ok(Self { _lock: lock })
    }
}

/// The same as [`own_file`], and why not.
fn taken(path: &Path) -> Result<File, FolderError> {
    own_file(path).map_err(whose(path, FolderError::Write))
}

/// A file that only its owner reads. It is made if there is none; what is in it stays.
pub(crate) fn own_file(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(path)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        file.set_permissions(fs::Permissions::from_mode(0o600))?;
    }
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_at_a_time() -> Result<(), Box<dyn std::error::Error>> {
        let data = tempfile::tempdir()?;
        let path = data.path().join("a/b");
        let first = Folder::take(&path)?;
        let second = Folder::take(&path);
        assert!(matches!(second, Err(FolderError::InUse)));
        drop(first);
        Folder::take(&path)?;
        // A file stands in the way.
        let in_the_way = path.join(LOCK).join("c");
        let third = Folder::take(&in_the_way);
        assert!(matches!(third, Err(FolderError::Make(_))));
        Ok(())
    }
}
