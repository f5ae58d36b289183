//! What a server was not told it notices: it looks at the ends of the logs of its open rooms.

use std::time::Duration;

use super::News;
use crate::App;

/// How often that is while no news travel …
const LOOK: Duration = Duration::from_millis(800);
/// … and while they do: one may be lost.
const LOOK_SELDOM: Duration = Duration::from_secs(5);

impl News {
    /// The logs are to be looked at now: something may have been missed.
    pub(super) fn look_now(&self) {
        self.0.look.notify_one();
    }

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

/// Looks at the logs of all open rooms now and then, until the server goes down.
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
