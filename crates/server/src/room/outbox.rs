//! Bounded queue of messages from a room to one socket; the room never waits for it.

use std::collections::VecDeque;
use std::future::poll_fn;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};

use tokio_tungstenite::tungstenite::Utf8Bytes;

use crate::lock;

// A hand-written channel, because each of tokio's holds more than a kilobyte ready, and most sockets are idle. One
// lock, because every message to every socket takes it.

/// Most messages that wait for one socket. Beyond, the socket is closed and its browser resumes from what it has
/// seen: one stalled phone changes nobody else's latency. Every command of a burst has an answer, so the bound is
/// well above what one seat may send at once.
const MAX_WAITING: usize = 2_048;
/// Most bytes that wait for one socket behind the first message. The first may be a whole snapshot, however large.
const MAX_BYTES: usize = 128 * 1024;
/// Capacity above which an empty queue gives its memory back.
const RETAINED_CAPACITY: usize = 4;

/// Sending half of the queue of messages to one websocket, held by the room.
#[derive(Clone, Debug)]
pub(crate) struct Outbox(Arc<SenderHandle>);

/// Receiving half of the queue of messages to one websocket, held by the socket's task.
#[derive(Debug)]
pub(crate) struct OutboxReceiver {
    shared: Arc<Shared>,
}

/// Next item that the task of a websocket takes from its outbox, a message or the close code.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum OutboxItem {
    /// A message to send.
    Message(Utf8Bytes),
    /// The room closes the socket with this close code. Messages still waiting are dropped.
    Goodbye(u16),
    /// The room ended without a close code.
    Ended,
}

/// Handle shared by all senders of one socket's outbox. While one exists, more messages may come.
#[derive(Debug)]
struct SenderHandle(Arc<Shared>);

/// The queue of messages to one websocket, shared by its sender and receiver.
type Shared = Mutex<Queue>;

/// Messages of the room that wait to be written to one websocket.
#[derive(Debug, Default)]
struct Queue {
    messages: VecDeque<Utf8Bytes>,
    bytes: usize,
    goodbye: Option<u16>,
    /// Whether the room is gone, so nothing more can come.
    is_last: bool,
    /// Waker of the socket's task while it waits for a message.
    reader: Option<Waker>,
    /// Whether the socket's task waits for the close code alone, because it is still writing.
    is_busy: bool,
}

impl Queue {
    /// Takes the waker of the waiting task, also of one that is writing if `even_busy`; it is
    /// called without the lock.
    fn take_reader(&mut self, even_busy: bool) -> Option<Waker> {
        match even_busy || !self.is_busy {
            true => self.reader.take(),
            false => None,
        }
    }

    /// Registers the task to be woken by the next item; while it is busy, by the close code alone.
    fn register_reader(&mut self, context: &Context<'_>, is_busy: bool) {
        self.is_busy = is_busy;
        match &mut self.reader {
            Some(reader) => reader.clone_from(context.waker()),
            reader @ None => *reader = Some(context.waker().clone()),
        }
    }

    /// Takes the message that has waited longest out of the queue; `None` if it is empty.
    fn pop(&mut self) -> Option<Utf8Bytes> {
        let message = self.messages.pop_front()?;
        self.bytes -= message.len();
        if self.messages.is_empty() && self.messages.capacity() > RETAINED_CAPACITY {
            self.messages = VecDeque::new();
        }
        Some(message)
    }
}

/// Wakes the waiting task of a websocket, if there is one.
fn wake_reader(reader: Option<Waker>) {
    if let Some(reader) = reader {
        reader.wake();
    }
}

/// Creates the queue of messages to one websocket and returns its two halves.
pub(crate) fn outbox_channel() -> (Outbox, OutboxReceiver) {
    let shared = Arc::new(Shared::default());
    let outbox = Outbox(Arc::new(SenderHandle(Arc::clone(&shared))));
    (outbox, OutboxReceiver { shared })
}

impl Outbox {
    /// Queues a message to the websocket; returns `false` when the queue is full.
    pub(crate) fn put(&self, message: Utf8Bytes) -> bool {
        let mut waiting = lock(&self.0.0);
        let bytes = waiting.bytes + message.len();
        let fits = waiting.messages.front().is_none_or(|first| {
            bytes - first.len() <= MAX_BYTES && waiting.messages.len() < MAX_WAITING
        });
        if fits {
            waiting.bytes = bytes;
            waiting.messages.push_back(message);
            let reader = waiting.take_reader(false);
            drop(waiting);
            wake_reader(reader);
        }
        fits
    }

    /// Closes the websocket with a close code. Messages still waiting are dropped.
    pub(crate) fn close(&self, code: u16) {
        let mut waiting = lock(&self.0.0);
        waiting.goodbye = Some(code);
        let reader = waiting.take_reader(true);
        drop(waiting);
        wake_reader(reader);
    }
}

impl Drop for SenderHandle {
    fn drop(&mut self) {
        let mut waiting = lock(&self.0);
        waiting.is_last = true;
        let reader = waiting.take_reader(false);
        drop(waiting);
        wake_reader(reader);
    }
}

impl OutboxReceiver {
    /// Waits for the next message to a websocket, or the code to close it with.
    pub(crate) async fn next(&mut self) -> OutboxItem {
        poll_fn(|context| {
            let mut waiting = lock(&self.shared);
            if let Some(code) = waiting.goodbye {
                return Poll::Ready(OutboxItem::Goodbye(code));
            }
            match waiting.pop() {
                Some(message) => Poll::Ready(OutboxItem::Message(message)),
                None if waiting.is_last => Poll::Ready(OutboxItem::Ended),
                None => {
                    waiting.register_reader(context, false);
                    Poll::Pending
                }
            }
        })
        .await
    }

    /// Takes a message that is waiting in the queue already; `None` if there is none.
    pub(crate) fn try_next(&mut self) -> Option<Utf8Bytes> {
        lock(&self.shared).pop()
    }

    /// Returns the close code, if the room has closed the socket.
    pub(crate) fn close_code(&self) -> Option<u16> {
        lock(&self.shared).goodbye
    }

    /// Returns a listener for the close code alone, for use while messages are being written.
    pub(crate) fn close_listener(&self) -> CloseListener {
        CloseListener {
            shared: Arc::clone(&self.shared),
        }
    }
}

/// Listener for the close code of a socket.
pub(crate) struct CloseListener {
    shared: Arc<Shared>,
}

impl CloseListener {
    /// Waits until the room closes the socket, and returns the close code.
    pub(crate) async fn wait_for_close(&self) -> u16 {
        poll_fn(|context| {
            let mut waiting = lock(&self.shared);
            if let Some(code) = waiting.goodbye {
                return Poll::Ready(code);
            }
            waiting.register_reader(context, true);
            Poll::Pending
        })
        .await
    }
}

#[cfg(test)]
mod tests {
    use std::pin::pin;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::task::Wake;

    use super::*;

    #[tokio::test]
    async fn full_is_full_and_nobody_waits() {
        let (outbox, mut mail) = outbox_channel();
        for _ in 0..MAX_WAITING {
            assert!(outbox.put("x".into()));
        }
        assert!(!outbox.put("x".into()));
        assert_eq!(mail.next().await, OutboxItem::Message("x".into()));
        assert_eq!(mail.close_code(), None);
        outbox.close(4000);
        assert_eq!(mail.close_code(), Some(4000));
        assert_eq!(mail.next().await, OutboxItem::Goodbye(4000));
    }

    #[test]
    fn many_bytes_are_full_too_but_the_first_message_always_fits() {
        let (outbox, mut mail) = outbox_channel();
        let picture = "x".repeat(3 * MAX_BYTES);
        assert!(outbox.put(picture.into()));
        let half = "x".repeat(MAX_BYTES / 2);
        assert!(outbox.put(half.as_str().into()));
        assert!(outbox.put(half.as_str().into()));
        assert!(!outbox.put("x".into()));
        assert!(mail.try_next().is_some());
        assert!(outbox.put(half.as_str().into()));
        assert!(!outbox.put("x".into()));
    }

    #[tokio::test]
    async fn what_was_put_in_comes_out_before_the_end() {
        let (outbox, mut mail) = outbox_channel();
        let other = outbox.clone();
        drop(outbox);
        let listening = tokio::spawn(async move {
            let mut heard = Vec::new();
            while let OutboxItem::Message(message) = mail.next().await {
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
        let (outbox, mut mail) = outbox_channel();
        let half = "x".repeat(MAX_BYTES / 2);
        for _ in 0..5 {
            for _ in 0..3 {
                assert!(outbox.put(half.as_str().into()));
            }
            assert!(!outbox.put("x".into()));
            for _ in 0..3 {
                assert_eq!(mail.next().await, OutboxItem::Message(half.as_str().into()));
            }
            assert!(mail.try_next().is_none());
        }
    }

    /// Waker that records whether it was woken.
    #[derive(Default)]
    struct WakeRecorder(AtomicBool);

    impl Wake for WakeRecorder {
        fn wake(self: Arc<Self>) {
            self.0.store(true, Ordering::Relaxed);
        }
    }

    #[test]
    fn who_is_busy_writing_is_woken_by_the_goodbye_alone() {
        let bell = Arc::new(WakeRecorder::default());
        let rang = || bell.0.swap(false, Ordering::Relaxed);
        let waker = Waker::from(Arc::clone(&bell));
        let mut context = Context::from_waker(&waker);
        let (outbox, mut mail) = outbox_channel();
        let ending = mail.close_listener();
        let mut goodbye = pin!(ending.wait_for_close());
        assert_eq!(goodbye.as_mut().poll(&mut context), Poll::Pending);
        assert!(outbox.put("x".into()));
        assert!(!rang(), "it is read when all is written");
        assert_eq!(mail.try_next().as_deref(), Some("x"));
        // A task that waits for messages is woken by each of them.
        let mut next = Box::pin(mail.next());
        assert_eq!(next.as_mut().poll(&mut context), Poll::Pending);
        assert!(outbox.put("y".into()));
        assert!(rang());
        let told = Poll::Ready(OutboxItem::Message("y".into()));
        assert_eq!(next.as_mut().poll(&mut context), told);
        assert_eq!(goodbye.as_mut().poll(&mut context), Poll::Pending);
        outbox.close(4000);
        assert!(rang());
        assert_eq!(goodbye.as_mut().poll(&mut context), Poll::Ready(4000));
    }
}
