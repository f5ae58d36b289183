//! Progress reports for long operations at startup.

use std::time::Duration;

use tokio::time::Instant;

/// Interval between two reports of a long operation's progress. Shorter operations are not reported at all.
const REPORT_EVERY: Duration = Duration::from_secs(2);

/// Progress of a long operation on the store, reported from time to time to the host.
#[derive(Debug)]
pub(super) struct Progress {
    what: &'static str,
    done: usize,
    of: usize,
    last_reported: Instant,
}

impl Progress {
    /// Starts the progress of an operation with `of` steps.
    pub(super) fn new(what: &'static str, of: usize) -> Self {
        Self {
            what,
            done: 0,
            of,
            last_reported: Instant::now(),
        }
    }

    /// Counts one completed step of the long operation, and returns whether progress was reported.
    pub(super) fn advance(&mut self) -> bool {
        self.done += 1;
        let says = self.last_reported.elapsed() >= REPORT_EVERY;
        if says {
            self.last_reported = Instant::now();
            tracing::info!(done = self.done, of = self.of, "{}", self.what);
        }
        says
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn what_is_quick_is_not_spoken_of_and_what_is_long_now_and_then() {
        let mut quick = Progress::new("it is done", 1_000);
        assert!(!(0..1_000).any(|_| quick.advance()));
        let mut long = Progress::new("it is done", 100);
        let mut said = 0;
        for _ in 0..100 {
            tokio::time::advance(Duration::from_millis(100)).await;
            said += usize::from(long.advance());
        }
        // The long operation takes ten seconds.
        assert_eq!(said, 5);
    }
}
