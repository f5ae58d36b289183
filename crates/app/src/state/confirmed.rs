//! The confirmed state: how the page takes in what the server said.

use leptos::prelude::*;
use rules::encounter::Change;
use rules::id::{CommandId, SeatId};
use rules::wire::{ResumePoint, RoomEpoch, Snapshot};

use crate::browser;
use crate::state::prediction::Pending;
use crate::state::table_state::{Answer, Connection, Model};
use crate::state::undo::reversed_lines;

impl Model {
    /// Takes the whole picture in the place of the one there was. What is shown follows with the next drawing.
    // It comes with the rest of the program, as the drawing does.
    #[inline(never)]
    pub(crate) fn replace_view(&self, snapshot: Snapshot) {
        let Snapshot {
            epoch, seq, view, ..
        } = snapshot;
        self.inner.update_value(|inner| {
            inner.cursor = ResumePoint { epoch, seq };
            inner.confirmed = view;
        });
    }

    /// Applies the changes with a number to what was confirmed. Returns false where the number is not the next one:
    /// then this page follows from nothing again.
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

    /// Notes what became of a command; `refused` says in words why it was not done.
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

    /// Forgets the steps that were asked for before it was known what they are.
    pub(crate) fn forget_steps(&self) {
        self.inner.update_value(|inner| inner.steps_wait = 0);
    }

    /// Whether a command that waits for its answer was typed into the log.
    pub(crate) fn is_chat_line(&self, id: CommandId) -> bool {
        self.said
            .with_untracked(|said| said.as_ref().is_some_and(|(of, _)| *of == id))
    }

    /// Notes who is at the table now.
    pub(crate) fn set_present(&self, seats: Vec<SeatId>) {
        self.here.set(seats);
    }

    /// Notes how the line to the server is.
    pub(crate) fn set_connection(&self, now: Connection) {
        self.connection.set(now);
    }

    /// Notes that the line is lost. What waits shows all the same.
    pub(crate) fn mark_lost(&self) {
        if !self.is_lost() && !self.is_closed() {
            self.connection.set(Connection::Lost(browser::now()));
        }
        self.trust_restored();
    }

    /// Notes that the server knows this page anew, and as whom. What another seat asked for from this browser is
    /// dropped.
    pub(crate) fn mark_welcomed(&self, you: SeatId) {
        self.inner
            .update_value(|inner| inner.welcomed = browser::now());
        if self.you.get_untracked() != you {
            self.drop_pending();
            self.you.set(you);
        }
    }

    /// Takes up the commands that waited for their answers when the page was left.
    pub(crate) fn restore_pending(&self, pending: Vec<Pending>) {
        if !pending.is_empty() {
            self.inner.update_value(|inner| inner.outbox = pending);
            self.refresh();
        }
    }

    /// Shows the effect of commands from before the page was loaded, done or not: their
    /// answers take longer than an eye waits.
    pub(crate) fn trust_restored(&self) {
        let changed = self.inner.try_update_value(|inner| {
            let unsure = inner.outbox.iter_mut().filter(|pending| pending.unsure);
            unsure.map(|pending| pending.unsure = false).count() > 0
        });
        if changed == Some(true) {
            self.refresh();
        }
    }

    /// Drops all commands that wait for their answers.
    pub(crate) fn drop_pending(&self) {
        self.inner.update_value(|inner| inner.outbox.clear());
        self.refresh();
    }

    /// Does something for each command that waits for its answer, in the order they were given.
    pub(crate) fn for_each_pending(&self, act: fn(&Pending)) {
        self.inner
            .with_value(|inner| inner.outbox.iter().for_each(act));
    }
}
