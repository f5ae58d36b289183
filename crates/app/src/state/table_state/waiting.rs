//! What waits for its answer: how it outlives a lost line and a reload, and what the page
//! knows of the line.

use leptos::prelude::*;
use rules::id::{CommandId, SeatId};
use rules::wire::FromServer;

use crate::browser;
use crate::connection::offline_queue::Place;
use crate::connection::{lifecycle, offline_queue};
use crate::state::table_state::{Connection, Model};

/// How long a change waits at most for the answer to what was asked for here: they come together.
const TOGETHER_MS: u32 = 200;

impl Model {
    /// Takes in what the server said. A change that comes while an answer is awaited is taken in together with it: what
    /// was foreseen here would count twice in between, and a box under a finger seem marked that is not.
    pub fn receive(&self, message: FromServer) {
        if matches!(message, FromServer::Changes(..)) && self.waits() {
            let model = *self;
            let late = self.book.try_update_value(|book| {
                book.heard.push(message);
                book.settled
            });
            return browser::later(TOGETHER_MS, move || {
                // Unless an answer has come since.
                if model.book.with_value(|book| Some(book.settled) == late) {
                    model.settle();
                }
            });
        }
        self.settle();
        self.take_in(message);
    }

    /// Takes in what was heard while an answer was awaited.
    pub(crate) fn settle(&self) {
        let heard = self.book.try_update_value(|book| {
            book.settled += 1;
            std::mem::take(&mut book.heard)
        });
        for message in heard.unwrap_or_default() {
            self.take_in(message);
        }
    }

    /// Takes up what waited for its answer when the page was left.
    pub fn take_up(&self) {
        let kept = offline_queue::restore(self.place());
        if !kept.is_empty() {
            self.book.update_value(|book| book.outbox = kept);
            self.refresh();
        }
    }

    /// Where commands wait that this reader gave.
    pub(crate) fn place(&self) -> Place {
        (self.encounter, self.you.get_untracked())
    }

    /// Whether a command waits for its answer.
    #[must_use]
    pub fn waits_for(&self, id: CommandId) -> bool {
        self.book
            .with_value(|book| book.outbox.iter().any(|pending| pending.id == id))
    }

    /// Whether any command waits for its answer.
    #[must_use]
    pub fn waits(&self) -> bool {
        self.book.with_value(|book| !book.outbox.is_empty())
    }

    /// Whether the line is lost and tried again.
    #[must_use]
    pub fn is_lost(&self) -> bool {
        matches!(self.connection.get_untracked(), Connection::Lost(_))
    }

    /// Whether nothing more will come on this page.
    #[must_use]
    pub fn is_over(&self) -> bool {
        matches!(
            self.connection.get_untracked(),
            Connection::Gone | Connection::Moved | Connection::Stale
        )
    }

    /// The line is lost. What waits shows all the same.
    pub fn lost(&self) {
        if !self.is_lost() && !self.is_over() {
            self.connection.set(Connection::Lost(browser::now()));
        }
        self.trust_what_was_kept();
    }

    /// The seat is gone, or open on another device (`now` says which), and nobody wants what waited.
    pub fn gone(&self, now: Connection) {
        self.drop_waiting();
        offline_queue::forget_all(self.place());
        self.connection.set(now);
    }

    /// Shows the effect of commands from before the page was loaded, done or not: their
    /// answers take longer than an eye waits.
    pub fn trust_what_was_kept(&self) {
        let changed = self.book.try_update_value(|book| {
            let unsure = book.outbox.iter_mut().filter(|pending| pending.unsure);
            unsure.map(|pending| pending.unsure = false).count() > 0
        });
        if changed == Some(true) {
            self.refresh();
        }
    }

    fn drop_waiting(&self) {
        self.book.update_value(|book| book.outbox.clear());
        self.refresh();
    }

    /// The server knows this page again: whatever has no answer is said again, with the same
    /// ids, so that nothing counts twice.
    pub(crate) fn welcomed(&self, you: SeatId) {
        self.book
            .update_value(|book| book.welcomed = browser::now());
        if self.you.get_untracked() != you {
            // This browser sits elsewhere now; what the seat before asked for is not theirs.
            self.drop_waiting();
            self.you.set(you);
        }
        self.live();
    }

    /// The server takes what is done here, and hears again what has no answer.
    pub(crate) fn live(&self) {
        self.connection.set(Connection::Live);
        self.book
            .with_value(|book| book.outbox.iter().for_each(lifecycle::give));
    }

    pub(crate) fn answered(&self, id: CommandId) {
        offline_queue::forget(self.place(), id);
        self.book
            .update_value(|book| book.outbox.retain(|pending| pending.id != id));
        // Its changes came before it; nothing more belongs to it, and the hand that gave it waits.
        if !self.refresh_waiting() {
            self.refresh_soon();
        }
    }
}
