//! Data folder: used by one server at a time, and closed to other users.

use std::fmt;
use std::fs::{self, DirBuilder, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use crate::auth::token::Secret;

/// Name of the database file in the data folder.
pub const FILE: &str = "coterie.sqlite3";
/// Name of the file whose lock marks the folder as in use.
pub(crate) const LOCK_FILE: &str = "lock";
/// Name of the file that says where the server that uses the folder can be opened. Nothing in it is secret.
const ADDRESS_FILE: &str = "address";
/// Suffixes of the files that the database keeps beside its own; they get the same mode when it creates them.
pub(crate) const COMPANION_SUFFIXES: [&str; 2] = ["-wal", "-shm"];

/// Reason why the data folder cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// The folder does not exist and cannot be made.
    #[error("it cannot be made: {0}. `--data` names another")]
    Make(io::Error),
    /// Another server uses the folder.
    #[error(
        "another server is using it. Two on one folder would lose what people do at their \
         tables: end the other one first, or name another folder with `--data`"
    )]
    InUse,
    /// The folder or a file in it cannot be written.
    #[error("it cannot be written: {0}. `--data` names another")]
    Write(io::Error),
    /// The folder, or something in it, belongs to another user.
    #[error("{error}. {owned}")]
    OfAnother {
        /// The owner, and what the host can do.
        owned: ForeignOwner,
        /// Error of the operating system.
        error: io::Error,
    },
}

/// A path that belongs to another user than the one this program runs as.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForeignOwner {
    path: PathBuf,
    owner: u32,
    runs_as: u32,
}

impl fmt::Display for ForeignOwner {
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

/// Finds the foreign user who owns this path or its nearest existing ancestor; `None` if the owner
/// is not foreign. Nothing is foreign to root.
#[cfg(unix)]
#[must_use]
pub fn find_foreign_owner(path: &Path) -> Option<ForeignOwner> {
    use std::os::unix::fs::MetadataExt as _;
    let path = std::path::absolute(path).ok()?;
    let there = path
        .ancestors()
        .find_map(|it| Some((it, fs::metadata(it).ok()?)));
    let (there, data) = there?;
    let (owner, runs_as) = (data.uid(), rustix::process::geteuid().as_raw());
    (owner != runs_as && runs_as != 0).then(|| ForeignOwner {
        path: there.to_owned(),
        owner,
        runs_as,
    })
}

/// Returns no owner, because this system has no Unix owners.
#[cfg(not(unix))]
#[must_use]
pub fn find_foreign_owner(_: &Path) -> Option<ForeignOwner> {
    None
}

/// Returns a converter of I/O errors at this path, which names the foreign owner where that is the
/// reason, or else calls `plain`.
fn explain_error(
    path: &Path,
    plain: fn(io::Error) -> FolderError,
) -> impl FnOnce(io::Error) -> FolderError + '_ {
    move |error| {
        let refused = error.kind() == io::ErrorKind::PermissionDenied;
        let owned = refused.then(|| find_foreign_owner(path)).flatten();
        // An own file in a folder of another user.
        let folder = || {
            path.parent()
                .filter(|_| refused)
                .and_then(find_foreign_owner)
        };
        match owned.or_else(folder) {
            Some(owned) => FolderError::OfAnother { owned, error },
            None => plain(error),
        }
    }
}

/// Lock on the data folder, held for as long as this exists.
#[derive(Debug)]
pub struct DataFolder {
    _lock: File,
    path: PathBuf,
}

impl DataFolder {
    /// Creates the folder if need be, and locks it with its database for this server alone. The operating system
    /// releases the lock when the server ends, however it ends.
    ///
    /// # Errors
    ///
    /// [`FolderError`].
    pub fn lock(path: &Path) -> Result<Self, FolderError> {
        let mut folder = DirBuilder::new();
        folder.recursive(true);
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut folder, 0o700);
        folder
            .create(path)
            .map_err(explain_error(path, FolderError::Make))?;
        let lock = open_private_or_explain(&path.join(LOCK_FILE))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(FolderError::InUse),
            // Some network file systems do not support locks.
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {
                tracing::warn!("this file system has no locks: start no second server on it");
            }
            Err(TryLockError::Error(error)) => return Err(FolderError::Write(error)),
        }
        // Earlier versions, or a copy, may have left these readable for everybody.
        let beside = COMPANION_SUFFIXES.map(|end| format!("{}{end}", FILE));
        for name in beside.iter().map(String::as_str).chain([Secret::FILE]) {
            let left = path.join(name);
            if left.exists() {
                open_private_or_explain(&left)?;
            }
        }
        open_private_or_explain(&path.join(FILE))?;
        Ok(Self {
            _lock: lock,
            path: path.to_owned(),
        })
    }

    /// Notes in the folder at which URL this server can be opened, for whoever starts a second one.
    pub(crate) fn note_address(&self, url: &str) -> NotedAddress {
        let path = self.path.join(ADDRESS_FILE);
        let noted = open_private_file(&path).and_then(|mut file| {
            // Left by a server that did not end in order.
            file.set_len(0)?;
            io::Write::write_all(&mut file, url.as_bytes())
        });
        if let Err(error) = noted {
            tracing::warn!(%error, "a second start will not find this one");
        }
        NotedAddress(path)
    }
}

/// Note of the server's URL in the data folder, which is removed when the server ends.
#[derive(Debug)]
pub(crate) struct NotedAddress(PathBuf);

impl Drop for NotedAddress {
    fn drop(&mut self) {
        _ = fs::remove_file(&self.0);
    }
}

/// Returns the URL of the server that uses a data folder, as it noted it there; `None` without a
/// note.
pub(crate) fn read_noted_address(path: &Path) -> Option<String> {
    let noted = fs::read_to_string(path.join(ADDRESS_FILE)).ok()?;
    Some(noted).filter(|url| !url.is_empty())
}

/// Opens a private file as [`open_private_file`] does, with an error that explains the failure.
fn open_private_or_explain(path: &Path) -> Result<File, FolderError> {
    open_private_file(path).map_err(explain_error(path, FolderError::Write))
}

/// Opens a file that only its owner can read, and restricts its mode. Creates it if need be; its content stays.
pub(crate) fn open_private_file(path: &Path) -> io::Result<File> {
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
        let first = DataFolder::lock(&path)?;
        let second = DataFolder::lock(&path);
        assert!(matches!(second, Err(FolderError::InUse)));
        drop(first);
        DataFolder::lock(&path)?;
        // A file stands in the way.
        let in_the_way = path.join(LOCK_FILE).join("c");
        let third = DataFolder::lock(&in_the_way);
        assert!(matches!(third, Err(FolderError::Make(_))));
        Ok(())
    }
}
