//! The writer task. It takes all waiting writes, executes them in one transaction with one fsync, and answers each
//! sender; writes that arrive meanwhile form the next transaction. A single write thus never waits for others, and
//! concurrent writes share the cost of the sync.

use std::sync::Mutex;
use std::time::Duration;

use tokio::sync::{mpsc, oneshot, watch};
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep_until, timeout};

use super::StoreError;
use super::fault::{self, Fault};
use super::writes::{LogWrite, Write, WriteOutcome, WriteReply};
use crate::lock;
use crate::metrics::store::StoreMetrics;

/// Maximum number of queued writes; further senders wait.
const QUEUE_CAPACITY: usize = 4096;
/// Maximum number of writes in one transaction, which bounds the latency.
const MAX_BATCH: usize = 1024;
/// Time after which a slow disk is announced as not durable.
const SLOW_DISK_AFTER: Duration = Duration::from_millis(1_500);
/// Delay before the first attempt to recover from a fault.
const RETRY_AFTER: Duration = Duration::from_millis(500);
/// Maximum delay between attempts, for a disk that fails repeatedly.
const MAX_RETRY_AFTER: Duration = Duration::from_secs(8);
/// Time without a fault after which the disk counts as steady again.
const STEADY_AFTER: Duration = Duration::from_secs(20);

/// Write request with the channel for its outcome.
type Job = (Write, oneshot::Sender<WriteReply>);

/// Handle to the task that performs all writes to the store, one batch after another.
#[derive(Debug)]
pub struct Writer {
    jobs: Mutex<Option<mpsc::Sender<Job>>>,
    task: Mutex<Option<JoinHandle<()>>>,
    meters: StoreMetrics,
    durability: watch::Receiver<bool>,
}

impl Writer {
    /// Starts the task that performs all writes to the store, and returns its handle.
    pub fn start(medium: impl WriteTarget) -> Self {
        let (jobs, inbox) = mpsc::channel(QUEUE_CAPACITY);
        let meters = StoreMetrics::default();
        let (keeps, keeping) = watch::channel(true);
        let task = WriterTask {
            medium,
            meters: meters.clone(),
            is_durable: keeps,
            failed: None,
            recovered_at: None,
            retry_after: RETRY_AFTER,
        };
        Self {
            jobs: Mutex::new(Some(jobs)),
            task: Mutex::new(Some(tokio::spawn(task.run(inbox)))),
            meters,
            durability: keeping,
        }
    }

    /// Sends a write to the writer task and waits for its outcome.
    pub async fn write(&self, write: Write) -> WriteReply {
        let jobs = lock(&self.jobs).clone().ok_or(StoreError::Closed)?;
        let (answer, wrote) = oneshot::channel();
        let sent = jobs.send((write, answer)).await;
        sent.map_err(|_| StoreError::Closed)?;
        wrote.await.map_err(|_| StoreError::Closed)?
    }

    /// Returns the metrics of the store's writer.
    pub fn meters(&self) -> StoreMetrics {
        self.meters.clone()
    }

    /// Returns the number of writes that wait in the queue of the writer task.
    pub fn pending_writes(&self) -> usize {
        let jobs = lock(&self.jobs);
        jobs.as_ref()
            .map_or(0, |jobs| QUEUE_CAPACITY.saturating_sub(jobs.capacity()))
    }

    /// Returns a watch channel that tells whether writes are currently durable.
    pub fn watch_durability(&self) -> watch::Receiver<bool> {
        self.durability.clone()
    }

    /// Completes queued writes and closes the database.
    pub async fn close(&self) {
        lock(&self.jobs).take();
        let task = lock(&self.task).take();
        if let Some(task) = task {
            // The task ends when the last sender is dropped; a panic in it has been logged.
            _ = task.await;
        }
    }
}

/// Database that the store's writer task writes to; in tests also a simulated disk that loses
/// unsynced data.
pub trait WriteTarget: Send + 'static {
    /// Executes all writes or none, in one transaction with one sync.
    fn write_all(
        &mut self,
        writes: &[Write],
    ) -> impl Future<Output = Result<Vec<WriteOutcome>, StoreError>> + Send;
    /// Executes each write independently, with one sync.
    fn write_each(
        &mut self,
        writes: &[Write],
    ) -> impl Future<Output = Result<Vec<WriteReply>, Fault>> + Send;
    /// Reopens the database after a fault of the disk. Nothing is written before this succeeds.
    fn reopen(&mut self) -> impl Future<Output = Result<(), Fault>> + Send;
    /// Prepares the target for its first write, as far as that can be done before it comes.
    fn prepare(&mut self) -> impl Future<Output = ()> + Send {
        std::future::ready(())
    }
    /// Performs maintenance after a write, if it is due.
    fn maintain(&mut self) -> impl Future<Output = Result<(), StoreError>> + Send;
    /// Closes the target of the writes.
    fn close(self) -> impl Future<Output = ()> + Send;
}

/// State of the task that performs all writes to the store.
struct WriterTask<M> {
    medium: M,
    meters: StoreMetrics,
    is_durable: watch::Sender<bool>,
    /// Start of the current fault and time of the next recovery attempt.
    failed: Option<(Instant, Instant)>,
    /// Time of the last recovery, if any.
    recovered_at: Option<Instant>,
    /// Delay until the next recovery attempt.
    retry_after: Duration,
}

impl<M: WriteTarget> WriterTask<M> {
    /// Processes jobs until all senders are gone.
    async fn run(mut self, mut inbox: mpsc::Receiver<Job>) {
        self.medium.prepare().await;
        let mut jobs = Vec::new();
        loop {
            let next = self.failed.map(|(_, next)| next);
            let came = tokio::select! {
                // A constant stream of writes must not prevent recovery.
                biased;
                () = sleep_until(next.unwrap_or_else(Instant::now)), if next.is_some() => {
                    self.try_recover().await;
                    continue;
                }
                came = inbox.recv_many(&mut jobs, MAX_BATCH) => came,
            };
            if came == 0 {
                break;
            }
            // Let other rooms add what they have to write right now.
            tokio::task::yield_now().await;
            while jobs.len() < MAX_BATCH
                && let Ok(job) = inbox.try_recv()
            {
                jobs.push(job);
            }
            let (writes, askers): (Vec<_>, Vec<_>) = jobs.drain(..).unzip();
            let answers = self.write_batch(&writes).await;
            for (asker, answer) in askers.into_iter().zip(answers) {
                // A sender that no longer waits finds the result in the log.
                _ = asker.send(answer);
            }
            self.maintain().await;
        }
        self.medium.close().await;
    }

    /// Executes a batch of writes with one sync and returns their results. During a fault, every write fails with
    /// [`StoreError::NotKept`].
    async fn write_batch(&mut self, writes: &[Write]) -> Vec<WriteReply> {
        if self.failed.is_none() {
            let began = Instant::now();
            let keeps = self.is_durable.clone();
            let written = async {
                match self.medium.write_all(writes).await {
                    Ok(answers) => Ok(answers.into_iter().map(Ok).collect()),
                    Err(error) if fault::is_fault(&error) => Err(error.into()),
                    // One write is invalid: execute each independently, still in one transaction.
                    Err(_) => self.medium.write_each(writes).await,
                }
            };
            match await_with_stall_notice(&keeps, written).await {
                Ok(answers) => {
                    self.record_metrics(writes, &answers, began.elapsed());
                    return answers;
                }
                Err(fault) => self.suspend_writes(&fault).await,
            }
        }
        writes.iter().map(|_| Err(StoreError::NotKept)).collect()
    }

    /// Records the metrics of a commit and of the snapshots in it.
    fn record_metrics(&self, writes: &[Write], answers: &[WriteReply], took: Duration) {
        self.meters.record_commit(writes.len(), took);
        let done = writes.iter().zip(answers);
        for (write, _) in done.filter(|(_, answer)| answer.is_ok()) {
            if let Write::Log(LogWrite {
                snapshot: Some(kept),
                ..
            })
            | Write::Snapshot(_, kept) = write
            {
                self.meters.record_snapshot(kept.body.len());
            }
        }
    }

    /// Suspends all writes after a fault and announces it.
    async fn suspend_writes(&mut self, fault: &Fault) {
        self.meters.record_fault();
        tracing::error!(
            %fault,
            "the disk failed: nothing is kept until it is there again, and everybody at the tables is told"
        );
        self.is_durable.send_replace(false);
        let failed_at = Instant::now();
        // A flapping disk is retried less and less often.
        self.retry_after = match self.recovered_at {
            Some(back_at) if back_at.elapsed() < STEADY_AFTER => {
                (self.retry_after * 2).min(MAX_RETRY_AFTER)
            }
            _ => RETRY_AFTER,
        };
        // Reopen at once and quietly: this ends the failed transaction, so that it cannot become visible after a crash.
        if let Err(fault) = self.medium.reopen().await {
            tracing::debug!(%fault, "the disk is not there at once");
        }
        self.failed = Some((failed_at, Instant::now() + self.retry_after));
    }

    /// Tries to reopen the store after a fault of the disk or database.
    async fn try_recover(&mut self) {
        let Some((failed_at, _)) = self.failed else {
            return;
        };
        match self.medium.reopen().await {
            Ok(()) => {
                self.failed = None;
                self.recovered_at = Some(Instant::now());
                self.is_durable.send_replace(true);
                let seconds = failed_at.elapsed().as_secs();
                tracing::warn!(seconds, "the disk is there again, and what is done is kept");
            }
            Err(fault) => {
                self.failed = Some((failed_at, Instant::now() + self.retry_after));
                tracing::debug!(%fault, "the disk is not there yet");
            }
        }
    }

    /// Runs the maintenance of the database when it is due.
    async fn maintain(&mut self) {
        if self.failed.is_some() {
            return;
        }
        let keeps = self.is_durable.clone();
        if let Err(error) = await_with_stall_notice(&keeps, self.medium.maintain()).await {
            self.suspend_writes(&error.into()).await;
        }
    }
}

/// Waits for a write to the store's disk; while it takes too long, writes are announced as not
/// durable.
async fn await_with_stall_notice<T>(
    keeps: &watch::Sender<bool>,
    work: impl Future<Output = T>,
) -> T {
    let mut work = std::pin::pin!(work);
    if let Ok(done) = timeout(SLOW_DISK_AFTER, &mut work).await {
        return done;
    }
    tracing::warn!(
        "the disk has not answered for {} ms",
        SLOW_DISK_AFTER.as_millis()
    );
    keeps.send_replace(false);
    let done = work.await;
    keeps.send_replace(true);
    tracing::warn!("the disk answers again");
    done
}
