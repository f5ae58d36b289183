//! The confirmed state: updates from the server.

use leptos::prelude::*;
use rules::base::id::{CommandId, SeatId};
use rules::encounter::Change;
use rules::wire::{ResumePoint, RoomEpoch, Snapshot};

use crate::browser;
use crate::state::prediction::Pending;
use crate::state::table_state::{Answer, Connection, Model};
use crate::state::undo::reversed_lines;

impl Model {
    /// Replaces the confirmed view by the server's new snapshot. What is shown follows with the next drawing.
    // It comes with the rest of the program, as the drawing does.
    #[inline(never)]
    pub(crate) fn replace_view(&self, snapshot: Snapshot) {
        let Snapshot {
            epoch, seq, view, ..
        } = snapshot;
        self.inner.update_value(|inner| {
            inner.cursor = ResumePoint { epoch, seq };
            inner.confirmed = view;
            // What the seat alone is told follows.
            inner.private = None;
        });
    }

    /// Applies the changes of one numbered message to the view that the server has confirmed. Returns false where the
    /// number is not the next one, after which the page needs a new snapshot.
    // It comes with the rest of the program, as the drawing does.
    #[inline(never)]
    pub(crate) fn apply_changes(&self, seq: u64, changes: &[Change]) -> bool {
        let heard = self.inner.try_update_value(|inner| {
            if seq != inner.cursor.seq + 1 {
                return None;
            }
            inner.cursor.seq = seq;
            let turned = reversed_lines(&inner.confirmed, changes);
            for change in changes {
                inner.confirmed.apply_change(change);
            }
            for change in changes {
                if let Change::Line(line) = change
                    && !turned.contains(&line.no)
                {
                    inner.news.push(line.no);
                }
            }
            Some(turned)
        });
        let Some(turned) = heard.flatten() else {
            self.inner.update_value(|inner| {
                inner.cursor = ResumePoint {
                    epoch: RoomEpoch(0),
                    seq: 0,
                }
            });
            return false;
        };
        self.announce_reversals(&turned);
        self.refresh_soon();
        true
    }

    /// Removes a command that was answered; `refused` is the reason in words, if it was refused.
    pub(crate) fn take_answer(&self, id: CommandId, refused: Option<String>) {
        if refused.is_none() {
            self.announce_step(id);
        }
        self.answer.set(Some(Answer { id, refused }));
        self.inner
            .update_value(|inner| inner.outbox.retain(|pending| pending.id != id));
        // Its changes came before it; nothing more belongs to it, and the hand that gave it waits.
        if !self.refresh_waiting() {
            self.refresh_soon();
        }
    }

    /// Drops the further clicks on "next step" that wait for the server's answer.
    pub(crate) fn forget_steps(&self) {
        self.inner.update_value(|inner| inner.steps_wait = 0);
    }

    /// Whether a pending command was typed into the log's input field.
    pub(crate) fn is_chat_line(&self, id: CommandId) -> bool {
        self.said
            .with_untracked(|said| said.as_ref().is_some_and(|(of, _)| *of == id))
    }

    /// Sets which seats of the table are connected at present.
    pub(crate) fn set_present(&self, seats: Vec<SeatId>) {
        self.here.set(seats);
    }

    /// Sets the state of the connection.
    pub(crate) fn set_connection(&self, now: Connection) {
        self.connection.set(now);
    }

    /// Marks the connection to the server as lost. Pending commands stay visible.
    pub(crate) fn mark_lost(&self) {
        if !self.is_lost() && !self.is_closed() {
            self.connection.set(Connection::Lost(browser::now()));
        }
        self.trust_restored();
    }

    /// Handles the welcome of the server, with the seat it knows this page as. Pending commands of another seat are
    /// dropped.
    pub(crate) fn mark_welcomed(&self, you: SeatId) {
        self.inner
            .update_value(|inner| inner.welcomed = browser::now());
        if self.you.get_untracked() != you {
            self.drop_pending();
            self.you.set(you);
        }
    }

    /// Restores the commands that were pending when the page was left.
    pub(crate) fn restore_pending(&self, pending: Vec<Pending>) {
        if !pending.is_empty() {
            self.inner.update_value(|inner| inner.outbox = pending);
            self.refresh();
        }
    }

    /// Shows the effect of commands restored from an earlier page, although they may have been
    /// carried out. Their answers take longer than a reader waits.
    pub(crate) fn trust_restored(&self) {
        let changed = self.inner.try_update_value(|inner| {
            let unsure = inner.outbox.iter_mut().filter(|pending| pending.unsure);
            unsure.map(|pending| pending.unsure = false).count() > 0
        });
        if changed == Some(true) {
            self.refresh();
        }
    }

    /// Drops all commands that wait for the server's answer, with their predicted effects.
    pub(crate) fn drop_pending(&self) {
        self.inner.update_value(|inner| inner.outbox.clear());
        self.refresh();
    }

    /// Calls a function for each pending command, in their order.
    pub(crate) fn for_each_pending(&self, act: fn(&Pending)) {
        self.inner
            .with_value(|inner| inner.outbox.iter().for_each(act));
    }
}
