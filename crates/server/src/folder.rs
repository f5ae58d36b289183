//! The data folder: one server at a time, and nothing in it for other users' eyes.

use std::fs::{self, DirBuilder, File, OpenOptions, TryLockError};
use std::io;
use std::path::Path;

use crate::store::sqlite;
use crate::token::Secret;

/// The file whose lock says that a server is using the folder.
const LOCK: &str = "lock";
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
        folder.create(path).map_err(FolderError::Make)?;
        let lock = own_file(&path.join(LOCK)).map_err(FolderError::Write)?;
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
                own_file(&left).map_err(FolderError::Write)?;
            }
        }
        own_file(&path.join(sqlite::FILE)).map_err(FolderError::Write)?;
        Ok(Self { _lock: lock })
    }
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
