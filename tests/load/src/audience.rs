//! Clients that only listen at a table: how many changes they receive, and how long each takes.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use memchr::memmem::Finder;
use serde_json::{Value, json};
use tokio::sync::{Notify, Semaphore};
use tokio::task::JoinSet;
use tokio::time::{interval, timeout};

use crate::BoxError;
use crate::connection::Connection;

/// Text that occurs once in every counted change, and nowhere else.
pub(crate) const MARK: &str = "the lamp goes out";
/// Interval at which a listening client sends a ping.
const PING_INTERVAL: Duration = Duration::from_secs(25);
/// Timeout for all waiting, longer than anything takes here.
const TIMEOUT: Duration = Duration::from_secs(120);
/// Number of sockets that are opened at once.
const JOIN_LIMIT: usize = 32;

/// Returns a command whose change everybody sees and that can be counted.
pub(crate) fn remark_command() -> Value {
    json!({"say": {"line": format!("At the end of the pier {MARK}.")}})
}

/// Deliveries to all listeners together.
#[derive(Debug)]
struct Deliveries {
    count: AtomicUsize,
    notify: Notify,
    started_at: Mutex<Instant>,
    times: Mutex<Vec<Duration>>,
}

/// Listeners at a table, each with its own task.
pub(crate) struct Audience {
    deliveries: Arc<Deliveries>,
    size: usize,
    _listeners: JoinSet<()>,
}

impl Audience {
    /// Connects all listeners to the table.
    pub(crate) async fn join(address: SocketAddr, requests: Vec<String>) -> Result<Self, BoxError> {
        let heard = Arc::new(Deliveries {
            count: AtomicUsize::new(0),
            notify: Notify::new(),
            started_at: Mutex::new(Instant::now()),
            times: Mutex::default(),
        });
        let size = requests.len();
        let mut listeners = JoinSet::new();
        for line in join_all(address, requests).await? {
            listeners.spawn(listen(line, Arc::clone(&heard)));
        }
        Ok(Self {
            deliveries: heard,
            size,
            _listeners: listeners,
        })
    }

    /// Returns the number of listeners.
    pub(crate) const fn size(&self) -> usize {
        self.size
    }

    /// Starts the clock for the next deliveries.
    pub(crate) fn start_clock(&self) {
        *lock(&self.deliveries.started_at) = Instant::now();
    }

    /// Waits until all listeners together have received `count` changes since the last call.
    pub(crate) async fn wait_for(&self, count: usize) -> Result<(), BoxError> {
        let all = async {
            while self.deliveries.count.load(Ordering::Relaxed) < count {
                self.deliveries.notify.notified().await;
            }
        };
        let waited = timeout(TIMEOUT, all).await;
        waited.map_err(|_| {
            let heard = self.deliveries.count.load(Ordering::Relaxed);
            format!("of {count} changes {heard} were heard")
        })?;
        self.deliveries.count.fetch_sub(count, Ordering::Relaxed);
        Ok(())
    }

    /// Returns the time of each delivery since the last call.
    pub(crate) fn take_times(&self) -> Vec<Duration> {
        std::mem::take(&mut *lock(&self.deliveries.times))
    }
}

/// Opens a connection for each request, some at once.
pub(crate) async fn join_all(
    address: SocketAddr,
    requests: Vec<String>,
) -> Result<Vec<Connection>, BoxError> {
    let places = Arc::new(Semaphore::new(JOIN_LIMIT));
    let mut joining = JoinSet::new();
    for request in requests {
        let place = Arc::clone(&places).acquire_owned().await?;
        joining.spawn(async move {
            let joined = Connection::join_wide(address, &request).await;
            drop(place);
            joined
        });
    }
    let mut lines = Vec::new();
    while let Some(line) = joining.join_next().await {
        lines.push(line??.0);
    }
    Ok(lines)
}

/// Receives messages and counts their marks until the connection is closed.
async fn listen(mut line: Connection, heard: Arc<Deliveries>) {
    let mut counter = MarkCounter::new();
    let mut there = interval(PING_INTERVAL);
    there.tick().await;
    loop {
        let goes_on = tokio::select! {
            goes_on = line.read_available(|bytes| {
                let count = counter.count(bytes);
                if count > 0 {
                    let took = lock(&heard.started_at).elapsed();
                    lock(&heard.times).push(took);
                    heard.count.fetch_add(count, Ordering::Relaxed);
                    heard.notify.notify_one();
                }
            }) => goes_on,
            _ = there.tick() => line.send_text("\"ping\"").await.is_ok(),
        };
        if !goes_on {
            return;
        }
    }
}

/// Locks a mutex, even if a thread panicked while it held it.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Counter of marks in a stream that arrives in pieces.
struct MarkCounter {
    finder: Finder<'static>,
    /// End of the last piece, shorter than a mark.
    tail: Vec<u8>,
}

impl MarkCounter {
    fn new() -> Self {
        Self {
            finder: Finder::new(MARK),
            tail: Vec::new(),
        }
    }

    /// Counts the marks in the next piece.
    fn count(&mut self, bytes: &[u8]) -> usize {
        let most = MARK.len() - 1;
        let mut seam = std::mem::take(&mut self.tail);
        seam.extend(bytes.iter().take(most));
        let across = self.finder.find(&seam).is_some();
        let count = usize::from(across) + self.finder.find_iter(bytes).count();
        seam.extend(bytes.iter().skip(most));
        let end = seam.len().saturating_sub(most);
        self.tail = seam.split_off(end);
        count
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_counted_wherever_they_are_cut() {
        let text = format!("{MARK}, and {MARK}{MARK}; then nothing more.").repeat(3);
        for size in 1..text.len() {
            let mut counter = MarkCounter::new();
            let pieces = text.as_bytes().chunks(size);
            let count: usize = pieces.map(|piece| counter.count(piece)).sum();
            assert_eq!(count, 9, "in pieces of {size}");
        }
    }
}
