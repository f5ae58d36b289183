//! Polling of the ends of the logs of loaded rooms, to notice records that were not announced.

use std::time::Duration;

use super::Cluster;
use crate::App;

/// Polling interval while no messages are delivered.
const POLL_EVERY: Duration = Duration::from_millis(800);
/// Polling interval while messages are delivered, in case one is lost.
const POLL_SELDOM: Duration = Duration::from_secs(5);

impl Cluster {
    /// Requests an immediate look into the store for other servers' changes, because a message may
    /// have been missed.
    pub(super) fn poll_now(&self) {
        self.0.poll_requested.notify_one();
    }

    /// Waits until the next look into the store for other servers' changes is due or requested.
    async fn wait_for_next_poll(&self) {
        let every = match self.is_connected() {
            true => POLL_SELDOM,
            false => POLL_EVERY,
        };
        tokio::select! {
            () = tokio::time::sleep(every) => {}
            () = self.0.poll_requested.notified() => {}
        }
    }
}

/// Looks into the store for other servers' changes to all loaded rooms, until the server shuts
/// down.
pub(crate) async fn run_polling(app: App) {
    loop {
        tokio::select! {
            () = app.rooms.cluster().wait_for_next_poll() => {}
            () = app.shutdown.cancelled() => return,
        }
        if let Err(error) = app.rooms.poll(None).await {
            tracing::debug!(%error, "the logs could not be looked at");
        }
    }
}
