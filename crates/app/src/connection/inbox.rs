//! Handling of the messages that the server sends.

use std::cell::RefCell;

use rules::base::id::{CommandId, SeatId};
use rules::encounter::Refusal;
use rules::wire::{Durability, NotDoneReason, QuestionReply, ServerMessage};

use crate::browser;
use crate::connection::lifecycle::{self, Receiver};
use crate::connection::{offline_queue, questions};
use crate::state::table_state::{Connection, Model};
use crate::words::to_sentence;

/// Longest time in milliseconds that a change waits for the answer to a pending command, and one answer for the next, so
/// that they are shown together.
const TOGETHER_MS: u32 = 200;

/// Beginning of a message that answers a question.
const REPLY: &str = "{\"reply\"";

/// Receiver of messages for a table's page.
pub const RECEIVER: Receiver = Receiver {
    receive: receive_text,
    flush,
};

/// Messages that arrived while the answer to an own command was awaited.
#[derive(Default)]
struct Heard {
    messages: Vec<ServerMessage>,
    /// Number of times that they were handled.
    settled: u32,
}

impl Heard {
    /// Returns how often messages were handled, and how many wait.
    const fn state(&self) -> (u32, usize) {
        (self.settled, self.messages.len())
    }
}

thread_local! {
    static HEARD: RefCell<Heard> = RefCell::default();
}

/// Restores the commands that were pending when the page was left.
pub fn restore_queue(model: Model) {
    model.restore_pending(offline_queue::restore(model.queue_place()));
}

/// Parses a message from the server, and handles it as the answer to a question or as news of the table.
fn receive_text(model: Model, text: &str) {
    if text.starts_with(REPLY) {
        if let Ok(QuestionReply::Reply(no, reply)) = rules::base::json_reader::read_json(text) {
            questions::deliver_reply(no, reply);
        }
        return;
    }
    if let Ok(message) = rules::base::json_reader::read_json(text) {
        receive(model, message);
    }
}

/// Handles a message from the server. What arrives while an answer is awaited is handled together with it: until then the
/// predicted effect would count twice, and a box could seem marked that is not.
fn receive(model: Model, message: ServerMessage) {
    let waits = match &message {
        ServerMessage::Changes(..) | ServerMessage::Private(..) => model.has_pending(),
        message => is_answer(message),
    };
    if waits {
        return hold(model, message);
    }
    flush(model);
    on_message(model, message);
}

/// Whether a message answers a command.
const fn is_answer(message: &ServerMessage) -> bool {
    matches!(message, ServerMessage::Done(_) | ServerMessage::NotDone(..))
}

/// Keeps a message until every pending command is answered: one message can tell the changes of several commands, whose
/// answers come after it one by one. Loaded later than the first part of the program.
#[inline(never)]
fn hold(model: Model, message: ServerMessage) {
    let (answers, late) = HEARD.with_borrow_mut(|heard| {
        heard.messages.push(message);
        let answers = heard.messages.iter().filter(|it| is_answer(it)).count();
        (answers, heard.state())
    });
    if answers > 0 && answers >= model.count_pending() {
        return flush(model);
    }
    browser::run_later(TOGETHER_MS, move || {
        // Unless they were handled, or more has come, since.
        if HEARD.with_borrow(Heard::state) == late {
            settle(model);
        }
    });
}

/// Handles the messages up to the last answer, and keeps those after it on; all of them where no answer has come.
fn settle(model: Model) {
    let later = HEARD.with_borrow_mut(|heard| {
        let last = heard.messages.iter().rposition(is_answer);
        last.map(|last| heard.messages.split_off(last.saturating_add(1)))
    });
    flush(model);
    for message in later.into_iter().flatten() {
        receive(model, message);
    }
}

/// Handles the messages that arrived while an answer was awaited.
fn flush(model: Model) {
    let messages = HEARD.with_borrow_mut(|heard| {
        heard.settled = heard.settled.wrapping_add(1);
        std::mem::take(&mut heard.messages)
    });
    for message in messages {
        on_message(model, message);
    }
}

/// Handles one message from the server.
fn on_message(model: Model, message: ServerMessage) {
    match message {
        ServerMessage::Snapshot(snapshot) => {
            let you = snapshot.you;
            model.replace_view(*snapshot);
            on_welcome(model, you);
            model.refresh();
        }
        ServerMessage::Resumed { you } => on_welcome(model, you),
        ServerMessage::Changes(seq, changes) => {
            // A gap must not happen; starting over is always right.
            if !model.apply_changes(seq, &changes) {
                lifecycle::reconnect();
            }
        }
        ServerMessage::Private(seq, changes) => {
            if !model.apply_private(seq, &changes) {
                lifecycle::reconnect();
            }
        }
        ServerMessage::Done(id) => {
            offline_queue::remove(model.queue_place(), id);
            model.take_answer(id, None);
        }
        ServerMessage::NotDone(id, why) => on_refusal(model, id, &why),
        ServerMessage::Unreadable(complaint) => model.notify(to_sentence(&complaint.to_string())),
        ServerMessage::Here(seats) => model.set_present(seats),
        ServerMessage::Reading(of) => crate::ask::reading::take_reading(&of),
        ServerMessage::Safety(call) => crate::safety::show_call(call),
        ServerMessage::Keeps(Durability::Everything) => on_connected(model),
        ServerMessage::Keeps(keeps) => model.set_connection(Connection::Unkept(keeps)),
        // The browser was wrong when it said that it is offline.
        ServerMessage::Pong if model.is_lost() => model.set_connection(Connection::Live),
        ServerMessage::Pong => {}
        ServerMessage::Reload => model.set_connection(Connection::Stale),
    }
}

/// Shows why a command was refused. Loaded later than the first part of the program.
#[inline(never)]
fn on_refusal(model: Model, id: CommandId, why: &NotDoneReason) {
    let words = match why {
        // What the rules answer to a typed command is said as they say it.
        NotDoneReason::Refused(Refusal::Chat(error)) => String::from(error.text.clone()),
        why => to_sentence(&why.to_string()),
    };
    model.forget_steps();
    // Not kept means not decided: it stays in the outbox and is said again.
    if *why == NotDoneReason::NotKept {
        return model.notify(words);
    }
    // What was typed into the log is answered where it was typed.
    if !model.is_chat_line(id) {
        browser::say_in_dialog(&words);
        model.notify(words.clone());
    }
    offline_queue::remove(model.queue_place(), id);
    model.take_answer(id, Some(words));
}

/// Handles the welcome, with which the server accepts this page as a seat.
fn on_welcome(model: Model, you: SeatId) {
    lifecycle::reset_waits();
    model.mark_welcomed(you);
    on_connected(model);
}

/// Handles an established connection to the server by sending all pending commands again. They keep
/// their ids, so that none counts twice.
fn on_connected(model: Model) {
    model.set_connection(Connection::Live);
    model.for_each_pending(lifecycle::send_command);
}
