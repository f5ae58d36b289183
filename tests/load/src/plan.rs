//! Plan of a measurement: the programs, and how much to measure.

use std::path::PathBuf;
use std::time::Duration;

use tempfile::TempDir;
use tokio::time::sleep;

use crate::BoxError;

/// Options of the command line.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// Path of the server that is measured.
    pub(crate) server: String,
    /// Folder of the baseline programs.
    pub(crate) baseline_dir: PathBuf,
    /// Whether small numbers suffice: everything runs once, and times mean nothing.
    pub(crate) quick: bool,
    /// Duration in minutes, for measurements that have one.
    pub(crate) minutes: u64,
}

impl Plan {
    /// Returns `quick` for a quick run, else `full`.
    pub(crate) fn pick<T>(&self, full: T, quick: T) -> T {
        if self.quick { quick } else { full }
    }

    /// Creates a temporary data folder, on the disk of the programs and not in memory.
    pub(crate) fn temp_dir(&self) -> Result<TempDir, BoxError> {
        let near = std::env::current_exe()?;
        let near = near.parent().ok_or("no folder")?;
        Ok(TempDir::new_in(near)?)
    }

    /// Pauses until the rate limits of all seats have recovered.
    pub(crate) async fn let_limits_recover(&self) {
        sleep(self.pick(Duration::from_millis(2_500), Duration::ZERO)).await;
    }
}
