//! Command throttle of one socket: once a command came too fast, those behind it wait, so their order is kept.

use std::collections::VecDeque;
use std::time::Duration;

use rules::base::id::CommandId;
use tokio::time::Instant;

/// Time without a command after which the throttled commands are taken as abandoned.
const HOLD_TIMEOUT: Duration = Duration::from_secs(2);
/// Maximum number of command ids that the throttle remembers. Commands beyond are refused as well, and their order is
/// not kept.
const MAX_HELD: usize = 1_024;

/// Commands of one websocket, in order, that were refused as too fast and have to be sent again.
#[derive(Debug, Default)]
pub(super) struct CommandThrottle {
    ids: VecDeque<CommandId>,
    last: Option<Instant>,
}

impl CommandThrottle {
    /// Whether a command may be handled, because no earlier refused one still has to be sent again.
    pub(super) fn allows(&mut self, id: CommandId) -> bool {
        if self.last.is_some_and(|last| last.elapsed() >= HOLD_TIMEOUT) {
            *self = Self::default();
        }
        self.ids.front().is_none_or(|first| *first == id)
    }

    /// Records that this command was refused as too fast.
    pub(super) fn hold(&mut self, id: CommandId) {
        self.last = Some(Instant::now());
        if !self.ids.contains(&id) && self.ids.len() < MAX_HELD {
            self.ids.push_back(id);
        }
    }

    /// Forgets a command that was refused as too fast, because it got another answer.
    pub(super) fn release(&mut self, id: CommandId) {
        self.ids.retain(|held| *held != id);
        if self.ids.is_empty() {
            *self = Self::default();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn those_behind_wait_until_it_is_their_turn() {
        let mut held = CommandThrottle::default();
        let [a, b, c] = [1, 2, 3].map(CommandId);
        assert!(held.allows(a));
        held.hold(a);
        held.hold(b);
        held.hold(a);
        assert_eq!([a, b, c].map(|id| held.allows(id)), [true, false, false]);
        held.release(a);
        assert_eq!([b, c].map(|id| held.allows(id)), [true, false]);
        // The command may have been done on another socket.
        held.hold(c);
        held.release(b);
        assert!(held.allows(c) && !held.allows(a));
        tokio::time::advance(HOLD_TIMEOUT).await;
        assert!(held.allows(a), "the hand has rested");
    }
}
