//! Messages of the server, and what becomes of them.

use std::cell::RefCell;

use rules::encounter::Refusal;
use rules::id::{CommandId, SeatId};
use rules::wire::{Durability, NotDoneReason, QuestionReply, ServerMessage};

use crate::browser;
use crate::connection::lifecycle::{self, Receiver};
use crate::connection::{offline_queue, questions};
use crate::state::table_state::{Connection, Model};
use crate::words::to_sentence;

/// How long a change waits at most for the answer to what was asked for here: they come together.
const TOGETHER_MS: u32 = 200;

/// How an answer to a question begins.
const REPLY: &str = "{\"reply\"";

/// The receiver of a table's page.
pub const RECEIVER: Receiver = Receiver {
    receive: receive_text,
    flush,
};

/// Messages that came while an answer was awaited.
#[derive(Default)]
struct Heard {
    messages: Vec<ServerMessage>,
    /// Number of times that was taken in.
    settled: u32,
}

thread_local! {
    static HEARD: RefCell<Heard> = RefCell::default();
}

/// Takes up the commands that waited for their answers when the page was left.
pub fn restore_queue(model: Model) {
    model.restore_pending(offline_queue::restore(model.queue_place()));
}

/// Reads a message, which is an answer to a question or of the table.
fn receive_text(model: Model, text: &str) {
    if text.starts_with(REPLY) {
        if let Ok(QuestionReply::Reply(no, reply)) = rules::json_reader::read_json(text) {
            questions::deliver_reply(no, reply);
        }
        return;
    }
    if let Ok(message) = rules::json_reader::read_json(text) {
        receive(model, message);
    }
}

/// Takes in what the server said. A change that comes while an answer is awaited is taken in together with it: what
/// was foreseen here would count twice in between, and a box under a finger seem marked that is not.
fn receive(model: Model, message: ServerMessage) {
    if matches!(message, ServerMessage::Changes(..)) && model.has_pending() {
        let late = HEARD.with_borrow_mut(|heard| {
            heard.messages.push(message);
            heard.settled
        });
        return browser::later(TOGETHER_MS, move || {
            // Unless an answer has come since.
            if HEARD.with_borrow(|heard| heard.settled) == late {
                flush(model);
            }
        });
    }
    flush(model);
    on_message(model, message);
}

/// Takes in what was heard while an answer was awaited.
fn flush(model: Model) {
    let messages = HEARD.with_borrow_mut(|heard| {
        heard.settled = heard.settled.wrapping_add(1);
        std::mem::take(&mut heard.messages)
    });
    for message in messages {
        on_message(model, message);
    }
}

/// Takes in one message of the server.
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
        ServerMessage::Done(id) => {
            offline_queue::remove(model.queue_place(), id);
            model.take_answer(id, None);
        }
        ServerMessage::NotDone(id, why) => on_refusal(model, id, &why),
        ServerMessage::Unreadable(complaint) => model.notify(to_sentence(&complaint.to_string())),
        ServerMessage::Here(seats) => model.set_present(seats),
        ServerMessage::Keeps(Durability::Everything) => on_connected(model),
        ServerMessage::Keeps(keeps) => model.set_connection(Connection::Unkept(keeps)),
        // The browser was wrong when it said that it is offline.
        ServerMessage::Pong if model.is_lost() => model.set_connection(Connection::Live),
        ServerMessage::Pong => {}
        ServerMessage::Reload => model.set_connection(Connection::Stale),
    }
}

/// Says why a command was not done. It comes with the rest of the program.
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
        model.notify(words.clone());
    }
    offline_queue::remove(model.queue_place(), id);
    model.take_answer(id, Some(words));
}

/// The server knows this page again.
fn on_welcome(model: Model, you: SeatId) {
    lifecycle::reset_waits();
    model.mark_welcomed(you);
    on_connected(model);
}

/// The server takes what is done here, and hears again whatever has no answer: with the same ids, so that nothing
/// counts twice.
fn on_connected(model: Model) {
    model.set_connection(Connection::Live);
    model.for_each_pending(lifecycle::send_command);
}
