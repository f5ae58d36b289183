//! The way from a room to one socket: bounded, and never waited for.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU16, Ordering};
use std::sync::{Arc, Mutex};

use tokio::sync::Notify;
use tokio_tungstenite::tungstenite::Utf8Bytes;
use tokio_util::sync::CancellationToken;

use crate::locked;

// Not a channel of tokio's: each keeps more than a kilobyte ready, and most sockets are idle.

/// Messages that wait for one socket. At the bound it is closed and comes back with what it
/// has seen: one stalled phone changes nobody else's latency. Every command of a burst has an
/// answer, so it is well above what one seat may say at once.
const MAX_WAITING: usize = 2_048;
/// Bytes that wait for one socket behind the first message, likewise. That one may be a whole picture, however large.
const MAX_BYTES: usize = 128 * 1024;
/// Messages for which there stays room when all have gone.
const ROOM: usize = 4;

/// The room's end.
#[derive(Clone, Debug)]
pub(crate) struct Outbox(Arc<RoomsEnd>);

/// The socket's end.
#[derive(Debug)]
pub(crate) struct Mail {
    shared: Arc<Shared>,
}

/// As long as any of it is there, something may come.
#[derive(Debug)]
struct RoomsEnd(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    closed: CancellationToken,
    code: AtomicU16,
    waiting: Mutex<Waiting>,
    news: Notify,
}

#[derive(Debug, Default)]
struct Waiting {
    messages: VecDeque<Utf8Bytes>,
    bytes: usize,
    /// Nothing comes any more: the room is gone.
    is_last: bool,
}

/// A new way.
pub(crate) fn outbox() -> (Outbox, Mail) {
    let shared = Arc::new(Shared::default());
    let outbox = Outbox(Arc::new(RoomsEnd(Arc::clone(&shared))));
    (outbox, Mail { shared })
}

impl Outbox {
    /// Puts a message in; `false` when it is full.
    pub(crate) fn put(&self, message: Utf8Bytes) -> bool {
        let shared = &self.0.0;
        let mut waiting = locked(&shared.waiting);
        let bytes = waiting.bytes + message.len();
        let fits = waiting.messages.front().is_none_or(|first| {
            bytes - first.len() <= MAX_BYTES && waiting.messages.len() < MAX_WAITING
        });
        if fits {
            waiting.bytes = bytes;
            waiting.messages.push_back(message);
            drop(waiting);
            shared.news.notify_one();
        }
        fits
    }

    /// Says goodbye with a close code. What waits is not sent any more.
    pub(crate) fn close(&self, code: u16) {
        let shared = &self.0.0;
        shared.code.store(code, Ordering::Relaxed);
        shared.closed.cancel();
    }
}

impl Drop for RoomsEnd {
    fn drop(&mut self) {
        locked(&self.0.waiting).is_last = true;
        self.0.news.notify_one();
    }
}

impl Mail {
    /// The next message; `None` when the room is gone.
    pub(crate) async fn next(&mut self) -> Option<Utf8Bytes> {
        loop {
            let is_last = locked(&self.shared.waiting).is_last;
            match self.waiting() {
                None if is_last => return None,
                // What came in between is remembered by the bell.
                None => self.shared.news.notified().await,
                message => return message,
            }
        }
    }

    /// A message that waits already.
    pub(crate) fn waiting(&mut self) -> Option<Utf8Bytes> {
        let mut waiting = locked(&self.shared.waiting);
        let message = waiting.messages.pop_front()?;
        waiting.bytes -= message.len();
        if waiting.messages.is_empty() && waiting.messages.capacity() > ROOM {
            waiting.messages = VecDeque::new();
        }
        Some(message)
    }

    /// Resolves when the room says goodbye.
    pub(crate) fn closed(&self) -> CancellationToken {
        self.shared.closed.clone()
    }

    /// The close code it said.
    pub(crate) fn code(&self) -> u16 {
        self.shared.code.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn full_is_full_and_nobody_waits() {
        let (outbox, mut mail) = outbox();
        for _ in 0..MAX_WAITING {
            assert!(outbox.put("x".into()));
        }
        assert!(!outbox.put("x".into()));
        assert_eq!(mail.next().await.as_deref(), Some("x"));
        outbox.close(4000);
        assert!(mail.closed().is_cancelled());
        assert_eq!(mail.code(), 4000);
    }

    #[test]
    fn many_bytes_are_full_too_but_the_first_message_always_fits() {
        let (outbox, mut mail) = outbox();
        let picture = "x".repeat(3 * MAX_BYTES);
        assert!(outbox.put(picture.into()));
        let half = "x".repeat(MAX_BYTES / 2);
        assert!(outbox.put(half.as_str().into()));
        assert!(outbox.put(half.as_str().into()));
        assert!(!outbox.put("x".into()));
        assert!(mail.waiting().is_some());
        assert!(outbox.put(half.as_str().into()));
        assert!(!outbox.put("x".into()));
    }

    #[tokio::test]
    async fn what_was_put_in_comes_out_before_the_end() {
        let (outbox, mut mail) = outbox();
        let other = outbox.clone();
        drop(outbox);
        let listening = tokio::spawn(async move {
            let mut heard = Vec::new();
            while let Some(message) = mail.next().await {
                heard.push(message.to_string());
            }
            heard
        });
        for text in ["a", "b"] {
            tokio::task::yield_now().await;
            assert!(other.put(text.into()));
        }
        assert!(other.put("c".into()));
        drop(other);
        let heard = listening.await.expect("it ends");
        assert_eq!(heard, ["a", "b", "c"]);
    }

    #[tokio::test]
    async fn who_reads_makes_room_again() {
        let (outbox, mut mail) = outbox();
        let half = "x".repeat(MAX_BYTES / 2);
        for _ in 0..5 {
            for _ in 0..3 {
                assert!(outbox.put(half.as_str().into()));
            }
            assert!(!outbox.put("x".into()));
            for _ in 0..3 {
                assert_eq!(mail.next().await.as_deref(), Some(half.as_str()));
            }
            assert!(mail.waiting().is_none());
        }
    }
}
