//! What takes long at a start says now and then how far it is.

use std::time::Duration;

use tokio::time::Instant;

/// How often it is said. What takes less long is not spoken of.
const EVERY: Duration = Duration::from_secs(2);

/// How far something is.
#[derive(Debug)]
pub(super) struct Progress {
    what: &'static str,
    done: usize,
    of: usize,
    said: Instant,
}

impl Progress {
    /// It begins, with so many to do.
    pub(super) fn new(what: &'static str, of: usize) -> Self {
        Self {
            what,
            done: 0,
            of,
            said: Instant::now(),
        }
    }

    /// One more is done. Answers whether that was said.
    pub(super) fn one(&mut self) -> bool {
        self.done += 1;
        let says = self.said.elapsed() >= EVERY;
        if says {
            self.said = Instant::now();
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
        assert!(!(0..1_000).any(|_| quick.one()));
        let mut long = Progress::new("it is done", 100);
        let mut said = 0;
        for _ in 0..100 {
            tokio::time::advance(Duration::from_millis(100)).await;
            said += usize::from(long.one());
        }
        // Ten seconds of it.
        assert_eq!(said, 5);
    }
}
