//! How much is measured, and of what.

use std::path::PathBuf;
use std::time::Duration;

use tempfile::TempDir;
use tokio::time::sleep;

use crate::Trouble;

/// What was asked for.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// The program that is measured.
    pub(crate) server: String,
    /// Where the programs beside it are.
    pub(crate) programs: PathBuf,
    /// Whether small numbers will do: everything is gone through, and no time means anything.
    pub(crate) quick: bool,
    /// For how many minutes, where that can be said.
    pub(crate) minutes: u64,
}

impl Plan {
    /// The one, or where it has to be quick the other.
    pub(crate) fn either<T>(&self, full: T, quick: T) -> T {
        if self.quick { quick } else { full }
    }

    /// A data folder that goes away by itself: on the disk on which the programs are, not in memory.
    pub(crate) fn folder(&self) -> Result<TempDir, Trouble> {
        let near = std::env::current_exe()?;
        let near = near.parent().ok_or("no folder")?;
        Ok(TempDir::new_in(near)?)
    }

    /// Lets seats get back what they may do at once.
    pub(crate) async fn rest(&self) {
        sleep(self.either(Duration::from_millis(2_500), Duration::ZERO)).await;
    }
}
