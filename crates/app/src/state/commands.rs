//! Commands of the reader: each shows its effect at once, which the answer of the server confirms or reverts.

use leptos::prelude::*;
use rules::base::id::CommandId;
use rules::encounter::{Command, UndoOffer};
use rules::messages::screen as msg;

use crate::browser;
use crate::state::prediction::Pending;
use crate::state::table_state::{Model, Sender};

/// Maximum number of further steps remembered while one is pending.
const MAX_STEPS_WAIT: u8 = 4;

impl Model {
    /// Sets the function that sends commands to the server.
    pub(crate) fn connect(&self, sender: Sender) {
        self.inner.update_value(|inner| inner.sender = Some(sender));
    }

    /// Sends a command to the server. Its effect is shown at once, and confirmed or reverted by the answer.
    pub fn send(&self, command: Command) {
        self.submit(command);
    }

    /// Proposes a command to the storyteller.
    pub fn propose(&self, command: Command) {
        let command = Box::new(command);
        self.send(Command::Propose { command });
        self.notify(msg::PROPOSED_TO_THE_STORYTELLER.get());
    }

    /// Sends a command and returns its id, by which its
    /// [`Answer`](crate::state::table_state::Answer) is known; `None` once the page is left.
    pub fn submit(&self, command: Command) -> Option<CommandId> {
        if self.is_closed() {
            return None;
        }
        let id = browser::fresh_id();
        let pending = Pending::new(id, command);
        let (sender, waiting) = self
            .inner
            .with_value(|inner| (inner.sender, inner.outbox.len()));
        if let Some(send) = sender {
            send(self.queue_place(), &pending, waiting);
        }
        self.inner.update_value(|inner| inner.outbox.push(pending));
        self.refresh();
        Some(id)
    }

    /// Whether a command is not answered yet.
    pub(super) fn awaits(&self, id: CommandId) -> bool {
        let waits = |pending: &Pending| pending.id == id;
        self.inner
            .with_value(|inner| inner.outbox.iter().any(waits))
    }

    /// Returns the number of commands that wait for the server's answer.
    #[must_use]
    pub(crate) fn count_pending(&self) -> usize {
        self.inner.with_value(|inner| inner.outbox.len())
    }

    /// Goes on to the next step, as soon as it is known which that is.
    pub fn next_step(&self) {
        if self.next.get_untracked().is_some() {
            let after = self.turn.get_untracked();
            let anyway = false;
            self.send(Command::NextTurn { after, anyway });
        } else if self.pending.get_untracked() > 0 {
            self.inner.update_value(|inner| {
                inner.steps_wait = (inner.steps_wait + 1).min(MAX_STEPS_WAIT)
            });
        }
    }

    /// Undoes the log line that the undo button offers, if any.
    pub fn undo_newest(&self) {
        if let Some(UndoOffer { line, .. }) = self.undo.get_untracked() {
            self.send(Command::UndoLine { line });
        }
    }

    /// Redoes the log line that the redo button offers, if any.
    pub fn redo_newest(&self) {
        if let Some(UndoOffer { line, .. }) = self.redo.get_untracked() {
            self.send(Command::RedoLine { line });
        }
    }
}
