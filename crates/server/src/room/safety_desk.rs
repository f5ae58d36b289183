//! What was said for safety and waits for its time. Nothing here says who said it.

use rules::encounter::safety::{Boundary, SafetyCall, SafetySignal};
use tokio::time::Instant;

/// Most changes of the list that wait at a time.
const MAX_WAITING: usize = 8;

/// Record that the server is going to write for safety.
#[derive(Clone, Debug)]
pub(super) enum SafetyDeed {
    /// A signal.
    Call(SafetySignal),
    /// A thing that the game leaves out from now on, or no longer.
    List(Boundary, bool),
}

/// Requests for safety that wait for their time, and the newest signal of another encounter of the table.
#[derive(Default)]
pub(super) struct SafetyDesk {
    /// The signal that waits, and until when.
    pub(super) call: Option<(Instant, SafetySignal)>,
    entries: Vec<(Instant, SafetyDeed)>,
    /// The newest signal of another encounter of the table.
    pub(super) elsewhere: Option<SafetyCall>,
    /// The newest signal that the sockets were sent.
    pub(super) sent: Option<SafetyCall>,
}

impl SafetyDesk {
    /// Creates a desk for an encounter whose newest signal was this one.
    pub(super) fn new(last: Option<SafetyCall>) -> Self {
        Self {
            sent: last,
            ..Self::default()
        }
    }

    /// Lets a signal wait. A graver one takes the place of one that waits already, at the time drawn for that.
    pub(super) fn hold_call(&mut self, due: Instant, signal: SafetySignal) {
        let (due, waiting) = self.call.unwrap_or((due, signal));
        self.call = Some((due, signal.max(waiting)));
    }

    /// Lets a change of the list wait, if there is room for it.
    pub(super) fn hold_entry(&mut self, due: Instant, boundary: Boundary, is_new: bool) {
        if self.entries.len() < MAX_WAITING {
            self.entries.push((due, SafetyDeed::List(boundary, is_new)));
        }
    }

    /// Returns when the next request has waited long enough.
    pub(super) fn next_due(&self) -> Option<Instant> {
        let call = self.call.iter().map(|(due, _)| *due);
        call.chain(self.entries.iter().map(|(due, _)| *due)).min()
    }

    /// Takes the requests that have waited long enough.
    pub(super) fn take_due(&mut self) -> Vec<SafetyDeed> {
        let now = Instant::now();
        let mut due = Vec::new();
        if let Some((_, signal)) = self.call.take_if(|(at, _)| *at <= now) {
            due.push(SafetyDeed::Call(signal));
        }
        let (ready, waiting) = std::mem::take(&mut self.entries)
            .into_iter()
            .partition(|(at, _)| *at <= now);
        self.entries = waiting;
        let ready: Vec<(Instant, SafetyDeed)> = ready;
        due.extend(ready.into_iter().map(|(_, deed)| deed));
        due
    }
}
