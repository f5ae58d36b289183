//! The way from a room to one socket: bounded, and never waited for.

use std::sync::Arc;
use std::sync::atomic::{AtomicU16, AtomicUsize, Ordering};

use tokio::sync::mpsc;
use tokio_tungstenite::tungstenite::Utf8Bytes;
use tokio_util::sync::CancellationToken;

/// Messages that wait for one socket. At the bound it is closed and comes back with what it
/// has seen: one stalled phone changes nobody else's latency. Every command of a burst has an
/// answer, so it is well above what one seat may say at once.
const MAX_WAITING: usize = 2_048;
/// Bytes that wait for one socket, likewise. A snapshot of a large fight is far smaller.
const MAX_BYTES: usize = 1024 * 1024;

/// The room's end.
#[derive(Clone, Debug)]
pub(crate) struct Outbox {
    messages: mpsc::Sender<Utf8Bytes>,
    shared: Arc<Shared>,
}

/// The socket's end.
#[derive(Debug)]
pub(crate) struct Mail {
    messages: mpsc::Receiver<Utf8Bytes>,
    shared: Arc<Shared>,
}

#[derive(Debug, Default)]
struct Shared {
    closed: CancellationToken,
    code: AtomicU16,
    bytes: AtomicUsize,
}

/// A new way.
pub(crate) fn outbox() -> (Outbox, Mail) {
    let (sender, receiver) = mpsc::channel(MAX_WAITING);
    let shared = Arc::new(Shared::default());
    let outbox = Outbox {
        messages: sender,
        shared: Arc::clone(&shared),
    };
    (
        outbox,
        Mail {
            messages: receiver,
            shared,
        },
    )
}

impl Outbox {
    /// Puts a message in; `false` when it is full.
    pub(crate) fn put(&self, message: Utf8Bytes) -> bool {
        let length = message.len();
        let waiting = self.shared.bytes.fetch_add(length, Ordering::Relaxed);
        // One message always fits, however long.
        (waiting == 0 || waiting + length <= MAX_BYTES) && self.messages.try_send(message).is_ok()
    }

    /// Says goodbye with a close code. What waits is not sent any more.
    pub(crate) fn close(&self, code: u16) {
        self.shared.code.store(code, Ordering::Relaxed);
        self.shared.closed.cancel();
    }
}

impl Mail {
    /// The next message; `None` when the room is gone.
    pub(crate) async fn next(&mut self) -> Option<Utf8Bytes> {
        let message = self.messages.recv().await?;
        self.shared
            .bytes
            .fetch_sub(message.len(), Ordering::Relaxed);
        Some(message)
    }

    /// A message that waits already.
    pub(crate) fn waiting(&mut self) -> Option<Utf8Bytes> {
        let message = self.messages.try_recv().ok()?;
        self.shared
            .bytes
            .fetch_sub(message.len(), Ordering::Relaxed);
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
    fn many_bytes_are_full_too_but_one_message_always_fits() {
        let (outbox, _mail) = outbox();
        let long = "x".repeat(MAX_BYTES + 1);
        assert!(outbox.put(long.into()));
        assert!(!outbox.put("x".into()));
    }
}
