//! The verbs that ask for something: a command shows at once and settles when the server answers.

use leptos::prelude::*;
use rules::encounter::{Command, UndoOffer};
use rules::id::CommandId;
use rules::messages::screen as msg;

use crate::browser;
use crate::state::prediction::Pending;
use crate::state::table_state::{Model, Sender};

/// Steps that are remembered while the one before is on its way.
const MAX_STEPS_WAIT: u8 = 4;

impl Model {
    /// Names what sends commands from now on.
    pub(crate) fn connect(&self, sender: Sender) {
        self.inner.update_value(|inner| inner.sender = Some(sender));
    }

    /// Asks for something. It shows at once and settles when the server answers.
    pub fn send(&self, command: Command) {
        self.submit(command);
    }

    /// Proposes a command to those who run the table.
    pub fn propose(&self, command: Command) {
        let command = Box::new(command);
        self.send(Command::Propose { command });
        self.notify(msg::PROPOSED_TO_THE_STORYTELLER.get());
    }

    /// Sends a command and returns its id, by which its [`Answer`](crate::state::table_state::Answer) is known; `None`
    /// once the page is over.
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

    /// Goes on to the next step; as soon as it is known which that is.
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

    /// Takes back what is offered.
    pub fn undo_newest(&self) {
        if let Some(UndoOffer { line, .. }) = self.undo.get_untracked() {
            self.send(Command::UndoLine { line });
        }
    }

    /// Brings back what is offered.
    pub fn redo_newest(&self) {
        if let Some(UndoOffer { line, .. }) = self.redo.get_untracked() {
            self.send(Command::RedoLine { line });
        }
    }
}
