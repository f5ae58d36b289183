//! What was said for safety and waits for its time. Nothing here says who said it.

use rules::encounter::safety::{Boundary, SafetyCall, SafetySignal};
use tokio::time::Instant;

/// Most changes of the list that wait at a time.
const MAX_WAITING: usize = 8;

/// Record of a safety signal, or of a change to the list of what the game leaves out, that the
/// server will write.
#[derive(Clone, Debug)]
pub(super) enum SafetyDeed {
    /// A signal.
    Call(SafetySignal),
    /// A thing that the game leaves out from now on, or no longer.
    List(Boundary, bool),
}

/// Safety requests that wait for their randomly drawn time, and the newest signals.
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
    /// Creates the desk for an encounter whose newest safety signal was `last`.
    pub(super) fn new(last: Option<SafetyCall>) -> Self {
        Self {
            sent: last,
            ..Self::default()
        }
    }

    /// Lets a safety signal wait until `due`. A graver one takes the place of one that waits
    /// already, at the time drawn for that.
    pub(super) fn hold_call(&mut self, due: Instant, signal: SafetySignal) {
        let (due, waiting) = self.call.unwrap_or((due, signal));
        self.call = Some((due, signal.max(waiting)));
    }

    /// Lets a change to the list of what the game leaves out wait until `due`, if there is room for
    /// it.
    pub(super) fn hold_entry(&mut self, due: Instant, boundary: Boundary, is_new: bool) {
        if self.entries.len() < MAX_WAITING {
            self.entries.push((due, SafetyDeed::List(boundary, is_new)));
        }
    }

    /// Returns when the next safety request has waited long enough; `None` if none waits.
    pub(super) fn next_due(&self) -> Option<Instant> {
        let call = self.call.iter().map(|(due, _)| *due);
        call.chain(self.entries.iter().map(|(due, _)| *due)).min()
    }

    /// Takes the safety requests that have waited long enough.
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
