//! Measures the disk alone: pages that are written and synced in the same folder.

use std::fs::File;
use std::io::{Seek as _, SeekFrom, Write as _};
use std::path::Path;
use std::time::{Duration, Instant};

use tokio::time::sleep;

use crate::BoxError;

/// Size of a page with its header, as the database writes one.
const PAGE_SIZE: usize = 4096 + 24;
/// Number of pages that are overwritten in turn.
const PAGE_COUNT: usize = 64;

/// Returns how long each of `count` synced writes took, with a pause between two.
pub(crate) async fn measure_syncs(
    folder: &Path,
    count: usize,
    pause: Duration,
) -> Result<Vec<Duration>, BoxError> {
    let path = folder.join("probe");
    let mut file = File::options()
        .create(true)
        .truncate(false)
        .write(true)
        .open(&path)?;
    let page = vec![7; PAGE_SIZE];
    let mut times = Vec::with_capacity(count);
    for number in 0..count {
        file.seek(SeekFrom::Start(u64::try_from(
            number % PAGE_COUNT * PAGE_SIZE,
        )?))?;
        let begun = Instant::now();
        file.write_all(&page)?;
        file.sync_data()?;
        times.push(begun.elapsed());
        sleep(pause).await;
    }
    Ok(times)
}
