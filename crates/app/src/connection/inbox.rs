//! Messages of the server, and what becomes of them.

use std::cell::RefCell;

use rules::encounter::Refusal;
use rules::id::{CommandId, SeatId};
use rules::wire::{FromServer, Keeps, ToAsker, Why};

use crate::browser;
use crate::connection::lifecycle::{self, Receiver};
use crate::connection::{offline_queue, questions};
use crate::state::table_state::{Connection, Model};
use crate::words::sentence;

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
    messages: Vec<FromServer>,
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
        if let Ok(ToAsker::Reply(no, reply)) = rules::reader::read(text) {
            questions::deliver_reply(no, reply);
        }
        return;
    }
    if let Ok(message) = rules::reader::read(text) {
        receive(model, message);
    }
}

/// Takes in what the server said. A change that comes while an answer is awaited is taken in together with it: what
/// was foreseen here would count twice in between, and a box under a finger seem marked that is not.
fn receive(model: Model, message: FromServer) {
    if matches!(message, FromServer::Changes(..)) && model.has_pending() {
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
fn on_message(model: Model, message: FromServer) {
    match message {
        FromServer::Snapshot(snapshot) => {
            let you = snapshot.you;
            model.replace_view(*snapshot);
            on_welcome(model, you);
            model.refresh();
        }
        FromServer::Resumed { you } => on_welcome(model, you),
        FromServer::Changes(seq, changes) => {
            // A gap must not happen; starting over is always right.
            if !model.apply_changes(seq, &changes) {
                lifecycle::reconnect();
            }
        }
        FromServer::Done(id) => {
            offline_queue::remove(model.queue_place(), id);
            model.take_answer(id, None);
        }
        FromServer::NotDone(id, why) => on_refusal(model, id, &why),
        FromServer::Unreadable(complaint) => model.notify(sentence(&complaint.to_string())),
        FromServer::Here(seats) => model.set_present(seats),
        FromServer::Keeps(Keeps::Everything) => on_connected(model),
        FromServer::Keeps(keeps) => model.set_connection(Connection::Unkept(keeps)),
        // The browser was wrong when it said that it is offline.
        FromServer::Pong if model.is_lost() => model.set_connection(Connection::Live),
        FromServer::Pong => {}
        FromServer::Reload => model.set_connection(Connection::Stale),
    }
}

/// Says why a command was not done. It comes with the rest of the program.
#[inline(never)]
fn on_refusal(model: Model, id: CommandId, why: &Why) {
    let words = match why {
        // What the rules answer to a typed command is said as they say it.
        Why::Refused(Refusal::Chat(error)) => String::from(error.text.clone()),
        why => sentence(&why.to_string()),
    };
    model.forget_steps();
    // Not kept means not decided: it stays in the outbox and is said again.
    if *why == Why::NotKept {
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
