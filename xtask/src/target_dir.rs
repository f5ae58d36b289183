//! The target folder that all clones share, and the lock by which they take turns.
//!
//! Dependencies take minutes to compile and are the same in every clone, so they are compiled into one folder outside
//! of all clones. The binary and the browser's files of a clone go into its own `target/`, where no other clone can
//! replace them under a running server.
//!
//! Cargo cannot do this alone: a `target-dir` in its configuration knows neither `~` nor the other clones, a
//! `build-dir` for each workspace compiles every dependency again in each clone, and sccache would have to be
//! installed first and does not cache linked artifacts.
//!
//! Cargo identifies a source file by its path *inside* of the workspace and its modification time. An older checkout
//! in another folder looks like unchanged source of the last build, and cargo would return the other clone's program.
//! So clones take turns ([`TargetDir::claim`]), and a clone whose turn follows another clone's first touches its own
//! sources.

use crate::error::Failure;
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use std::{env, io};

/// Folders of this workspace that hold Rust sources.
const SOURCES: [&str; 3] = ["crates", "tests", "xtask"];

/// The clone of this call, and the target folder that it shares with others.
pub(crate) struct TargetDir {
    root: PathBuf,
    shared: PathBuf,
}

impl TargetDir {
    /// Finds the clone and the shared folder; creates nothing.
    pub(crate) fn find() -> Self {
        // `cargo run` sets the variable to the sources of this call; the path at compile time is the fallback.
        let xtask = env::var_os("CARGO_MANIFEST_DIR")
            .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
        let root = xtask.parent().unwrap_or(&xtask).to_path_buf();
        let named = |name| {
            env::var_os(name)
                .filter(|value| !value.is_empty())
                .map(PathBuf::from)
        };
        let shared = named("COTERIE_TARGET_DIR")
            .or_else(|| named("CARGO_TARGET_DIR"))
            .or_else(|| named("XDG_CACHE_HOME").map(|cache| cache.join("coterie/target")))
            .or_else(|| named("HOME").map(|home| home.join(".cache/coterie/target")))
            .unwrap_or_else(|| root.join("target/shared"));
        // Cargo would resolve a relative path from the folder it was called in.
        let shared = std::path::absolute(&shared).unwrap_or(shared);
        Self { root, shared }
    }

    /// Returns the root folder of this clone.
    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// Returns a path in this clone's own `target/`.
    pub(crate) fn own_path(&self, place: &str) -> PathBuf {
        self.root.join("target").join(place)
    }

    /// Returns the shared folder without a turn, for a program that takes its own.
    pub(crate) fn shared_unclaimed(&self) -> &Path {
        &self.shared
    }

    /// Waits for this clone's turn, which lasts until the returned claim is dropped.
    pub(crate) fn claim(&self) -> Result<Claim<'_>, Failure> {
        let file = |what, path: &Path, cause| Failure::file_error(what, path, &cause);
        fs::create_dir_all(&self.shared).map_err(|cause| {
            Failure::new(format!(
                "could not make {}, where compiled things are kept: {cause}; set COTERIE_TARGET_DIR to a folder of yours.",
                self.shared.display()
            ))
        })?;
        let path = self.shared.join(".turn");
        let turn = File::create(&path).map_err(|cause| file("open", &path, cause))?;
        match turn.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                eprintln!("Another cargo xtask is compiling; waiting for it to finish.");
                turn.lock().map_err(|cause| file("lock", &path, cause))?;
            }
            Err(TryLockError::Error(cause)) => return Err(file("lock", &path, cause)),
        }
        let last = self.shared.join(".last-clone");
        let me = self.root.as_os_str().as_encoded_bytes();
        if fs::read(&last).ok().as_deref() != Some(me) {
            for folder in SOURCES {
                let folder = self.root.join(folder);
                touch(&folder, SystemTime::now()).map_err(|cause| file("touch", &folder, cause))?;
            }
            fs::write(&last, me).map_err(|cause| file("write", &last, cause))?;
        }
        Ok(Claim {
            target: self,
            _turn: turn,
        })
    }
}

/// Turn of this clone on the shared folder: no other clone compiles until it is dropped.
pub(crate) struct Claim<'a> {
    target: &'a TargetDir,
    _turn: File,
}

impl Claim<'_> {
    /// Returns the shared folder, which is passed to cargo.
    pub(crate) fn shared_dir(&self) -> &Path {
        &self.target.shared
    }

    /// Returns the root folder of this clone.
    pub(crate) fn root(&self) -> &Path {
        self.target.root()
    }

    /// Returns a path in this clone's own `target/`.
    pub(crate) fn own_path(&self, place: &str) -> PathBuf {
        self.target.own_path(place)
    }
}

/// Sets the modification time of every Rust file below `folder` to `now`.
fn touch(folder: &Path, now: SystemTime) -> io::Result<()> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(cause) if cause.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(cause) => return Err(cause),
    };
    for entry in entries {
        let entry = entry?;
        let path = entry.path();
        if entry.file_type()?.is_dir() {
            if entry.file_name() != "node_modules" {
                touch(&path, now)?;
            }
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            File::options().write(true).open(&path)?.set_modified(now)?;
        }
    }
    Ok(())
}
