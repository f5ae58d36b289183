//! Polling of the ends of the logs of loaded rooms, to notice records that were not announced.

use std::time::Duration;

use super::News;
use crate::App;

/// Polling interval while no messages are delivered.
const LOOK: Duration = Duration::from_millis(800);
/// Polling interval while messages are delivered, in case one is lost.
const LOOK_SELDOM: Duration = Duration::from_secs(5);

impl News {
    /// Requests an immediate poll, because something may have been missed.
    pub(super) fn look_now(&self) {
        self.0.look.notify_one();
    }

    /// Waits until the next poll is due or requested.
    async fn next_look(&self) {
        let every = match self.hears() {
            true => LOOK_SELDOM,
            false => LOOK,
        };
        tokio::select! {
            () = tokio::time::sleep(every) => {}
            () = self.0.look.notified() => {}
        }
    }
}

/// Polls the logs of all loaded rooms until the server shuts down.
pub(crate) async fn keep_looking(app: App) {
    loop {
        tokio::select! {
            () = app.rooms.news().next_look() => {}
            () = app.down.cancelled() => return,
        }
        if let Err(error) = app.rooms.look(None).await {
            tracing::debug!(%error, "the logs could not be looked at");
        }
    }
}
