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
use super::writes::{Answer, Lines, Write, Wrote};
use crate::locked;
use crate::meters::store::StoreMeters;

/// Maximum number of queued writes; further senders wait.
const BACKLOG: usize = 4096;
/// Maximum number of writes in one transaction, which bounds the latency.
const TOGETHER: usize = 1024;
/// Time after which a slow disk is announced as not durable.
const PATIENCE: Duration = Duration::from_millis(1_500);
/// Delay before the first attempt to recover from a fault.
const AGAIN: Duration = Duration::from_millis(500);
/// Maximum delay between attempts, for a disk that fails repeatedly.
const AGAIN_AT_MOST: Duration = Duration::from_secs(8);
/// Time without a fault after which the disk counts as steady again.
const STEADY: Duration = Duration::from_secs(20);

/// Write request with the channel for its outcome.
type Job = (Write, oneshot::Sender<Answer>);

/// Handle to the writer task.
#[derive(Debug)]
pub(super) struct Writer {
    jobs: Mutex<Option<mpsc::Sender<Job>>>,
    task: Mutex<Option<JoinHandle<()>>>,
    meters: StoreMeters,
    keeping: watch::Receiver<bool>,
}

impl Writer {
    /// Starts the writer task.
    pub(super) fn start(medium: impl Medium) -> Self {
        let (jobs, inbox) = mpsc::channel(BACKLOG);
        let meters = StoreMeters::default();
        let (keeps, keeping) = watch::channel(true);
        let task = WriterTask {
            medium,
            meters: meters.clone(),
            keeps,
            failed: None,
            back_at: None,
            again: AGAIN,
        };
        Self {
            jobs: Mutex::new(Some(jobs)),
            task: Mutex::new(Some(tokio::spawn(task.run(inbox)))),
            meters,
            keeping,
        }
    }

    /// Sends a write to the writer task and waits for its outcome.
    pub(super) async fn write(&self, write: Write) -> Answer {
        let jobs = locked(&self.jobs).clone().ok_or(StoreError::Closed)?;
        let (answer, wrote) = oneshot::channel();
        let sent = jobs.send((write, answer)).await;
        sent.map_err(|_| StoreError::Closed)?;
        wrote.await.map_err(|_| StoreError::Closed)?
    }

    /// Returns the metrics of the writer.
    pub(super) fn meters(&self) -> StoreMeters {
        self.meters.clone()
    }

    /// Number of queued writes.
    pub(super) fn waiting(&self) -> usize {
        let jobs = locked(&self.jobs);
        jobs.as_ref()
            .map_or(0, |jobs| BACKLOG.saturating_sub(jobs.capacity()))
    }

    /// Returns a watch channel that tells whether writes are currently durable.
    pub(super) fn keeping(&self) -> watch::Receiver<bool> {
        self.keeping.clone()
    }

    /// Completes queued writes and closes the database.
    pub(super) async fn close(&self) {
        locked(&self.jobs).take();
        let task = locked(&self.task).take();
        if let Some(task) = task {
            // The task ends when the last sender is dropped; a panic in it has been logged.
            _ = task.await;
        }
    }
}

/// Target of the writer task: a database, or a simulated disk that loses unsynced data.
pub(super) trait Medium: Send + 'static {
    /// Executes all writes or none, with one sync.
    fn together(
        &mut self,
        writes: &[Write],
    ) -> impl Future<Output = Result<Vec<Wrote>, StoreError>> + Send;
    /// Executes each write independently, with one sync.
    fn apart(
        &mut self,
        writes: &[Write],
    ) -> impl Future<Output = Result<Vec<Answer>, Fault>> + Send;
    /// Reopens the target after a fault. Nothing is written before this succeeds.
    fn again(&mut self) -> impl Future<Output = Result<(), Fault>> + Send;
    /// Performs maintenance after a write, if it is due.
    fn move_on(&mut self) -> impl Future<Output = Result<(), StoreError>> + Send;
    /// Closes the target.
    fn close(self) -> impl Future<Output = ()> + Send;
}

/// State of the writer task.
struct WriterTask<M> {
    medium: M,
    meters: StoreMeters,
    keeps: watch::Sender<bool>,
    /// Start of the current fault and time of the next recovery attempt.
    failed: Option<(Instant, Instant)>,
    /// Time of the last recovery, if any.
    back_at: Option<Instant>,
    /// Delay until the next recovery attempt.
    again: Duration,
}

impl<M: Medium> WriterTask<M> {
    /// Processes jobs until all senders are gone.
    async fn run(mut self, mut inbox: mpsc::Receiver<Job>) {
        let mut jobs = Vec::new();
        loop {
            let next = self.failed.map(|(_, next)| next);
            let came = tokio::select! {
                // A constant stream of writes must not prevent recovery.
                biased;
                () = sleep_until(next.unwrap_or_else(Instant::now)), if next.is_some() => {
                    self.come_back().await;
                    continue;
                }
                came = inbox.recv_many(&mut jobs, TOGETHER) => came,
            };
            if came == 0 {
                break;
            }
            // Let other rooms add what they have to write right now.
            tokio::task::yield_now().await;
            while jobs.len() < TOGETHER
                && let Ok(job) = inbox.try_recv()
            {
                jobs.push(job);
            }
            let (writes, askers): (Vec<_>, Vec<_>) = jobs.drain(..).unzip();
            let answers = self.answers(&writes).await;
            for (asker, answer) in askers.into_iter().zip(answers) {
                // A sender that no longer waits finds the result in the log.
                _ = asker.send(answer);
            }
            self.move_on().await;
        }
        self.medium.close().await;
    }

    /// Executes a batch. During a fault, every write fails with [`StoreError::NotKept`].
    async fn answers(&mut self, writes: &[Write]) -> Vec<Answer> {
        if self.failed.is_none() {
            let began = Instant::now();
            let keeps = self.keeps.clone();
            let written = async {
                match self.medium.together(writes).await {
                    Ok(answers) => Ok(answers.into_iter().map(Ok).collect()),
                    Err(error) if fault::is_fault(&error) => Err(error.into()),
                    // One write is invalid: execute each independently, still in one transaction.
                    Err(_) => self.medium.apart(writes).await,
                }
            };
            match watched(&keeps, written).await {
                Ok(answers) => {
                    self.note(writes, &answers, began.elapsed());
                    return answers;
                }
                Err(fault) => self.fail(&fault).await,
            }
        }
        writes.iter().map(|_| Err(StoreError::NotKept)).collect()
    }

    /// Records the metrics of a commit and of the snapshots in it.
    fn note(&self, writes: &[Write], answers: &[Answer], took: Duration) {
        self.meters.committed(writes.len(), took);
        let done = writes.iter().zip(answers);
        for (write, _) in done.filter(|(_, answer)| answer.is_ok()) {
            if let Write::Log(Lines {
                snapshot: Some(kept),
                ..
            })
            | Write::Snapshot(_, kept) = write
            {
                self.meters.pictured(kept.body.len());
            }
        }
    }

    /// Suspends all writes after a fault and announces it.
    async fn fail(&mut self, fault: &Fault) {
        self.meters.failed();
        tracing::error!(
            %fault,
            "the disk failed: nothing is kept until it is there again, and everybody at the tables is told"
        );
        self.keeps.send_replace(false);
        let failed_at = Instant::now();
        // A flapping disk is retried less and less often.
        self.again = match self.back_at {
            Some(back_at) if back_at.elapsed() < STEADY => (self.again * 2).min(AGAIN_AT_MOST),
            _ => AGAIN,
        };
        // Reopen at once and quietly: this ends the failed transaction, so that it cannot become visible after a crash.
        if let Err(fault) = self.medium.again().await {
            tracing::debug!(%fault, "the disk is not there at once");
        }
        self.failed = Some((failed_at, Instant::now() + self.again));
    }

    /// Tries to recover from a fault.
    async fn come_back(&mut self) {
        let Some((failed_at, _)) = self.failed else {
            return;
        };
        match self.medium.again().await {
            Ok(()) => {
                self.failed = None;
                self.back_at = Some(Instant::now());
                self.keeps.send_replace(true);
                let seconds = failed_at.elapsed().as_secs();
                tracing::warn!(seconds, "the disk is there again, and what is done is kept");
            }
            Err(fault) => {
                self.failed = Some((failed_at, Instant::now() + self.again));
                tracing::debug!(%fault, "the disk is not there yet");
            }
        }
    }

    /// Runs the maintenance of the target.
    async fn move_on(&mut self) {
        if self.failed.is_some() {
            return;
        }
        let keeps = self.keeps.clone();
        if let Err(error) = watched(&keeps, self.medium.move_on()).await {
            self.fail(&error.into()).await;
        }
    }
}

/// Waits for the disk. If it takes too long, writes are announced as not durable meanwhile.
async fn watched<T>(keeps: &watch::Sender<bool>, work: impl Future<Output = T>) -> T {
    let mut work = std::pin::pin!(work);
    if let Ok(done) = timeout(PATIENCE, &mut work).await {
        return done;
    }
    tracing::warn!("the disk has not answered for {} ms", PATIENCE.as_millis());
    keeps.send_replace(false);
    let done = work.await;
    keeps.send_replace(true);
    tracing::warn!("the disk answers again");
    done
}
