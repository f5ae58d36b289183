//! Plan of a measurement: the programs, and how much to measure.

use std::path::PathBuf;
use std::time::Duration;

use tempfile::TempDir;
use tokio::time::sleep;

use crate::Trouble;

/// Options of the command line.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// Path of the server that is measured.
    pub(crate) server: String,
    /// Folder of the baseline programs.
    pub(crate) programs: PathBuf,
    /// Whether small numbers suffice: everything runs once, and times mean nothing.
    pub(crate) quick: bool,
    /// Duration in minutes, for measurements that have one.
    pub(crate) minutes: u64,
}

impl Plan {
    /// Returns `quick` for a quick run, else `full`.
    pub(crate) fn either<T>(&self, full: T, quick: T) -> T {
        if self.quick { quick } else { full }
    }

    /// Creates a temporary data folder, on the disk of the programs and not in memory.
    pub(crate) fn folder(&self) -> Result<TempDir, Trouble> {
        let near = std::env::current_exe()?;
        let near = near.parent().ok_or("no folder")?;
        Ok(TempDir::new_in(near)?)
    }

    /// Pauses until the rate limits of all seats have recovered.
    pub(crate) async fn rest(&self) {
        sleep(self.either(Duration::from_millis(2_500), Duration::ZERO)).await;
    }
}
