//! Metrics of the store, the same for both databases.

use std::time::Duration;

use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::Registry;

/// Metrics of the store: committed transactions, their sizes and durations, snapshots and faults. Clones share their
/// counters.
#[derive(Clone, Debug)]
pub struct StoreMetrics {
    /// Committed transactions; each one is an fsync.
    commits: Counter,
    /// Number of writes per transaction.
    batch: Histogram,
    /// Seconds per transaction.
    seconds: Histogram,
    /// Bytes per stored snapshot.
    snapshots: Histogram,
    /// Number of disk faults.
    faults: Counter,
}

impl Default for StoreMetrics {
    fn default() -> Self {
        Self {
            commits: Counter::default(),
            batch: Histogram::new(exponential_buckets(1.0, 2.0, 11)),
            // From a tenth of a millisecond to three seconds.
            seconds: Histogram::new(exponential_buckets(0.000_1, 2.0, 16)),
            // From a kilobyte to 16 MB.
            snapshots: Histogram::new(exponential_buckets(1024.0, 4.0, 8)),
            faults: Counter::default(),
        }
    }
}

impl StoreMetrics {
    /// Registers the metrics under their names.
    pub(super) fn register(&self, all: &mut Registry) {
        let on = self.clone();
        all.register("commits", "Transactions, each with one sync", on.commits);
        all.register("commit_writes", "Writes in one transaction", on.batch);
        all.register("commit_seconds", "How long a transaction took", on.seconds);
        all.register("snapshot_bytes", "Snapshots that were kept", on.snapshots);
        all.register("store_faults", "How often the disk failed", on.faults);
    }

    /// Returns the number of transactions the store has committed since it was opened.
    pub(crate) fn commit_count(&self) -> u64 {
        self.commits.get()
    }

    /// Records a commit with its number of writes and its duration.
    pub(crate) fn record_commit(&self, writes: usize, took: Duration) {
        self.commits.inc();
        self.batch.observe(writes as f64);
        self.seconds.observe(took.as_secs_f64());
    }

    /// Records a stored snapshot of this many bytes.
    pub(crate) fn record_snapshot(&self, bytes: usize) {
        self.snapshots.observe(bytes as f64);
    }

    /// Counts a fault of the disk or database during a write.
    pub(crate) fn record_fault(&self) {
        self.faults.inc();
    }
}
