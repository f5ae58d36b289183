//! The one writer. It takes everything that waits, writes it in one transaction with one
//! fsync, and answers each sender; what comes meanwhile is the next transaction. So a lone
//! write waits for nobody, and many at once share the price.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::time::Duration;

use rules::encounter::Refusal;
use rules::id::{CommandId, EncounterId, SeatId, TableId};
use rules::text::Name;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep_until, timeout};

use super::archive::NewWhole;
use super::fault::{self, Fault};
use super::portraits::NewPortrait;
use super::rows::EventRow;
use super::{
    Append, Code, DiceSecret, End, Folded, Kept, Moved, NewPass, NewScene, NewSeat, NewTable,
    Refusals, Revoked, SNAPSHOT_FORMAT, Sat, Size, Standing, StoreError,
};
use crate::locked;
use crate::meters::store::StoreMeters;
use crate::token::TokenHash;

/// Writes that wait. The next sender waits in line; nothing is lost.
const BACKLOG: usize = 4096;
/// Writes in one transaction, so that an answer is never far.
const TOGETHER: usize = 1024;
/// How long the disk may take before everybody is told that nothing is kept.
const PATIENCE: Duration = Duration::from_millis(1_500);
/// How soon it is tried again whether the disk is there.
const AGAIN: Duration = Duration::from_millis(500);
/// The same for a disk that fails again and again …
const AGAIN_AT_MOST: Duration = Duration::from_secs(8);
/// … and how long it has to hold to count as steady.
const STEADY: Duration = Duration::from_secs(20);

/// Something to be written.
#[derive(Debug)]
pub(super) enum Write {
    Table(NewTable, Vec<EventRow>),
    Whole(Box<NewWhole>, Vec<Vec<EventRow>>),
    Scene(NewScene, Vec<EventRow>),
    Current(EncounterId, u64, Option<End>),
    RemovePrepared(EncounterId),
    Code(TableId, Code),
    StopInvites(TableId),
    Delete(TableId),
    Seat(NewSeat),
    Lock(TableId, bool),
    Delay(TableId, u32),
    HandOver(TableId, (SeatId, SeatId)),
    Seen(TableId, SeatId, u64),
    Revoke(TableId, Revoked, u64),
    Fold(TokenHash, Vec<(TableId, TokenHash)>),
    ForgetOldTokens(TokenHash),
    Pass(NewPass),
    UsePass(TokenHash, TokenHash, u64),
    Log(Lines),
    Refused(Refusals),
    Snapshot(EncounterId, Kept),
    Portrait(NewPortrait),
}

/// What happened in one encounter, ready to be written.
#[derive(Debug)]
pub(super) struct Lines {
    pub(super) encounter: EncounterId,
    pub(super) rows: Vec<EventRow>,
    pub(super) standing: Standing,
    pub(super) leaves: Option<End>,
    pub(super) revoked: Vec<Revoked>,
    pub(super) secrets: Vec<DiceSecret>,
    pub(super) at: u64,
    pub(super) called: Option<Name>,
    pub(super) becomes_current: bool,
    pub(super) snapshot: Option<Kept>,
    pub(super) refused: BTreeMap<CommandId, Refusal>,
}

impl Lines {
    /// As an encounter's room says it; `None` where nothing happened.
    pub(super) fn of(append: Append) -> Result<Option<Self>, StoreError> {
        let Some(last) = append.records.last() else {
            return Ok(None);
        };
        let seq = append.after + append.records.len() as u64;
        let kept = |body| Kept {
            seq,
            format: SNAPSHOT_FORMAT.into(),
            body,
        };
        Ok(Some(Self {
            encounter: append.encounter,
            rows: EventRow::of(append.encounter, append.after, &append.records)?,
            standing: append.standing,
            leaves: append.leaves,
            revoked: append.revoked,
            secrets: append.secrets,
            at: last.at,
            called: append.called,
            becomes_current: append.becomes_current,
            snapshot: append.snapshot.map(kept),
            refused: append.refused,
        }))
    }
}

/// What came of a write.
#[derive(Debug)]
pub(super) enum Wrote {
    Done,
    Log(Size),
    Seat(Sat),
    HandedOver(bool),
    Folded(Folded),
    Moved(Moved),
    Portrait(bool),
}

pub(super) type Answer = Result<Wrote, StoreError>;
type Job = (Write, oneshot::Sender<Answer>);

/// The door to the writer.
#[derive(Debug)]
pub(super) struct Writer {
    jobs: Mutex<Option<mpsc::Sender<Job>>>,
    task: Mutex<Option<JoinHandle<()>>>,
    meters: StoreMeters,
    keeping: watch::Receiver<bool>,
}

impl Writer {
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

    pub(super) async fn write(&self, write: Write) -> Answer {
        let jobs = locked(&self.jobs).clone().ok_or(StoreError::Closed)?;
        let (answer, wrote) = oneshot::channel();
        let sent = jobs.send((write, answer)).await;
        sent.map_err(|_| StoreError::Closed)?;
        wrote.await.map_err(|_| StoreError::Closed)?
    }

    pub(super) fn meters(&self) -> StoreMeters {
        self.meters.clone()
    }

    /// How many writes wait.
    pub(super) fn waiting(&self) -> usize {
        let jobs = locked(&self.jobs);
        jobs.as_ref()
            .map_or(0, |jobs| BACKLOG.saturating_sub(jobs.capacity()))
    }

    pub(super) fn keeping(&self) -> watch::Receiver<bool> {
        self.keeping.clone()
    }

    /// Writes what waits and closes the file.
    pub(super) async fn close(&self) {
        locked(&self.jobs).take();
        let task = locked(&self.task).take();
        if let Some(task) = task {
            // It ends by itself when the last sender has gone; a panic in it was logged.
            _ = task.await;
        }
    }
}

/// What a writer writes to: the database, or a disk in memory that loses what was not synced.
pub(super) trait Medium: Send + 'static {
    /// Writes all of it or nothing, with one sync.
    fn together(
        &mut self,
        writes: &[Write],
    ) -> impl Future<Output = Result<Vec<Wrote>, StoreError>> + Send;
    /// Writes each for itself, with one sync.
    fn apart(
        &mut self,
        writes: &[Write],
    ) -> impl Future<Output = Result<Vec<Answer>, Fault>> + Send;
    /// Opens it anew after a fault. Nothing is written before that went well.
    fn again(&mut self) -> impl Future<Output = Result<(), Fault>> + Send;
    /// Puts it in order behind a write, where that is due.
    fn move_on(&mut self) -> impl Future<Output = Result<(), StoreError>> + Send;
    /// Closes it.
    fn close(self) -> impl Future<Output = ()> + Send;
}

struct WriterTask<M> {
    medium: M,
    meters: StoreMeters,
    keeps: watch::Sender<bool>,
    /// Since when nothing is kept, and when it is tried again.
    failed: Option<(Instant, Instant)>,
    /// When the disk was there again for the last time, and how soon the next try is made.
    back_at: Option<Instant>,
    again: Duration,
}

impl<M: Medium> WriterTask<M> {
    async fn run(mut self, mut inbox: mpsc::Receiver<Job>) {
        let mut jobs = Vec::new();
        loop {
            let next = self.failed.map(|(_, next)| next);
            let came = tokio::select! {
                // Writes that come all the time do not keep it from trying again.
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
            // Rooms that have something to write just now are in it, too.
            tokio::task::yield_now().await;
            while jobs.len() < TOGETHER
                && let Ok(job) = inbox.try_recv()
            {
                jobs.push(job);
            }
            let (writes, askers): (Vec<_>, Vec<_>) = jobs.drain(..).unzip();
            let answers = self.answers(&writes).await;
            for (asker, answer) in askers.into_iter().zip(answers) {
                // Who does not wait any more finds it in the log.
                _ = asker.send(answer);
            }
            self.move_on().await;
        }
        self.medium.close().await;
    }

    /// Does what waits. When the disk fails, nothing of it is done, and nothing else until it is there again.
    async fn answers(&mut self, writes: &[Write]) -> Vec<Answer> {
        if self.failed.is_none() {
            let began = Instant::now();
            let keeps = self.keeps.clone();
            let written = async {
                match self.medium.together(writes).await {
                    Ok(answers) => Ok(answers.into_iter().map(Ok).collect()),
                    Err(error) if fault::is_fault(&error) => Err(error.into()),
                    // One of them is at fault: each for itself, in one transaction all the same.
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

    /// Counts a commit and the snapshots in it.
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

    /// The disk failed: everybody is told, once.
    async fn fail(&mut self, fault: &Fault) {
        self.meters.failed();
        tracing::error!(
            %fault,
            "the disk failed: nothing is kept until it is there again, and everybody at the tables is told"
        );
        self.keeps.send_replace(false);
        let failed_at = Instant::now();
        // A disk that comes and goes is tried less and less often.
        self.again = match self.back_at {
            Some(back_at) if back_at.elapsed() < STEADY => (self.again * 2).min(AGAIN_AT_MOST),
            _ => AGAIN,
        };
        // At once and quietly: so what failed is over, and cannot be taken for done after a kill.
        if let Err(fault) = self.medium.again().await {
            tracing::debug!(%fault, "the disk is not there at once");
        }
        self.failed = Some((failed_at, Instant::now() + self.again));
    }

    /// Looks whether the disk is there again.
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

    /// Lets it be put in order.
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

/// Waits for the disk. When it takes too long everybody is told meanwhile.
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
