//! The connection to the server: opened, kept alive, and reopened after a loss.
//!
//! There is one socket at a time. After a loss each wait for the next attempt is a little longer, with some randomness,
//! and the browser's return (online, visible, focused) triggers an attempt at once. The connection counts as lost when
//! the browser says that it is offline, when a ping stays unanswered, or when an attempt takes too long; a command that
//! is not answered soon triggers a ping.

use std::cell::RefCell;

use rules::wire::{self, ClientMessage, PROTOCOL_VERSION};
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;

use crate::browser;
use crate::connection::offline_queue;
use crate::connection::socket::Socket;
use crate::state::prediction::{Pending, Place};
use crate::state::table_state::{Connection, Model};

const FIRST_WAIT_MS: u32 = 500;
const LONGEST_WAIT_MS: u32 = 15_000;
/// Time in milliseconds after which an attempt to connect is abandoned and repeated.
const CONNECT_MS: u32 = 10_000;
/// Interval of pings, in milliseconds.
const PING_EVERY_MS: u32 = 10_000;
/// Time in milliseconds that a command may go unanswered before a ping is sent.
const ANSWER_MS: u32 = 2_000;
/// Time in milliseconds that the answer to a ping may take. A phone that slept often has a dead connection without
/// knowing it.
const PONG_MS: u32 = 3_000;

/// Functions that handle the messages that arrive over the connection.
#[derive(Clone, Copy)]
pub struct Receiver {
    /// Handles a message.
    pub receive: fn(Model, &str),
    /// Handles the messages that were held back, at once.
    pub flush: fn(Model),
}

/// The connection of this page to the server.
struct Link {
    model: Model,
    /// Functions that handle the messages.
    receiver: Receiver,
    /// Number of the current socket, so that timers of an earlier socket do not affect it.
    generation: u32,
    socket: Option<Socket>,
    wait_ms: u32,
    /// The time of the last message, in milliseconds since 1970.
    heard_at: f64,
}

thread_local! {
    static LINK: RefCell<Option<Link>> = const { RefCell::new(None) };
}

/// Opens the connection for the first time, and keeps it open.
pub fn start(model: Model, receiver: Receiver) {
    model.connect(keep_and_send);
    LINK.with_borrow_mut(|link| {
        *link = Some(Link {
            model,
            receiver,
            generation: 0,
            socket: None,
            wait_ms: FIRST_WAIT_MS,
            heard_at: 0.0,
        });
    });
    connect();
    listen("online", on_online);
    listen("offline", on_offline);
    listen("pageshow", on_return);
    listen("focus", on_return);
    keep_probing();
    // What waited before the page was loaded is a command that is not answered, too.
    browser::run_later(ANSWER_MS, move || {
        model.trust_restored();
        if model.has_pending() {
            probe_connection();
        }
    });
}

/// Stores a command in the browser until it is answered, and sends it; `waiting` others come before
/// it.
fn keep_and_send(place: Place, pending: &Pending, waiting: usize) {
    offline_queue::store(place, pending, waiting);
    send_command(pending);
}

/// Sends a command, if the connection is open, and expects an answer soon. Unsent and unanswered commands stay in the
/// outbox and are sent again.
pub(super) fn send_command(pending: &Pending) {
    send_text(&pending.message);
    let id = pending.id;
    browser::run_later(ANSWER_MS, move || {
        let waits = with_link(|link| link.model.is_pending(id)) == Some(true);
        if waits {
            probe_connection();
        }
    });
}

/// Drops the connection and opens a new one.
pub(super) fn reconnect() {
    reset_waits();
    connect();
}

/// Reads or changes the connection; `None` before it was started.
fn with_link<T>(look: impl FnOnce(&mut Link) -> T) -> Option<T> {
    LINK.with_borrow_mut(|link| link.as_mut().map(look))
}

/// Sends a message, if the connection is open.
pub(super) fn send(message: &ClientMessage) {
    if let Ok(text) = serde_json::to_string(message) {
        send_text(&text);
    }
}

/// Sends a message that is not stored for a later try, if the connection is open.
pub(crate) fn send_unkept(message: &ClientMessage) {
    send(message);
}

/// Sends the text of a message, if the connection is open.
fn send_text(text: &str) {
    with_link(|link| {
        if let Some(socket) = link.socket.as_ref().filter(|socket| socket.is_open()) {
            socket.send(text);
        }
    });
}

/// Calls `act` on each event of the browser window with the name `event`.
fn listen(event: &'static str, act: fn()) {
    let act = Closure::<dyn Fn()>::new(act);
    if let Some(window) = web_sys::window() {
        _ = window.add_event_listener_with_callback(event, act.as_ref().unchecked_ref());
    }
    // The page listens as long as it lives.
    act.forget();
}

/// Whether the websocket to the server is open at present.
fn is_open() -> bool {
    with_link(|link| link.socket.as_ref().is_some_and(Socket::is_open)) == Some(true)
}

/// Whether an attempt to connect is under way.
fn is_connecting() -> bool {
    with_link(|link| link.socket.as_ref().is_some_and(Socket::is_connecting)) == Some(true)
}

/// Whether no message has ever arrived over the websocket, though the page loaded.
pub fn was_never_connected() -> bool {
    with_link(|link| link.heard_at <= 0.0) == Some(true)
}

/// Whether the socket with this number is still the current one.
fn is_current(generation: u32) -> bool {
    with_link(|link| link.generation == generation) == Some(true)
}

/// Handles the return of the network, either by probing a socket that still seems open or by reconnecting.
fn on_online() {
    if is_open() && with_link(|link| link.model.is_lost()) == Some(false) {
        probe();
    } else {
        reconnect();
    }
}

/// Handles the loss of the network. The browser may be wrong about a server on the same machine; an answer then
/// restores the connection.
fn on_offline() {
    mark_lost();
    probe();
}

/// Probes the connection when the page becomes visible again.
fn on_return() {
    if is_open() {
        probe();
    } else if !is_connecting() {
        reconnect();
    }
}

/// Sends a ping because a command is not answered, to find out whether the connection still works.
fn probe_connection() {
    if is_open() {
        probe();
    } else {
        mark_lost();
    }
}

/// Sends a ping to the server to find out whether the connection still works. Without an answer in time the connection
/// counts as lost.
fn probe() {
    let Some((generation, asked_at)) = with_link(|link| (link.generation, browser::now())) else {
        return;
    };
    if !is_open() {
        return;
    }
    send(&ClientMessage::Ping);
    if let Some((seq, sum)) = with_link(|link| link.model).and_then(|model| model.checksum()) {
        send(&ClientMessage::Sum(seq, sum));
    }
    browser::run_later(PONG_MS, move || {
        let silent = with_link(|link| link.generation == generation && link.heard_at < asked_at)
            == Some(true);
        if silent && is_open() {
            mark_lost();
            connect();
        }
    });
}

/// Probes the connection every few seconds.
fn keep_probing() {
    browser::run_later(PING_EVERY_MS, || {
        probe();
        keep_probing();
    });
}

/// Opens a new socket in place of the previous one.
fn connect() {
    let Some((model, generation)) = with_link(|link| {
        link.generation += 1;
        link.socket = None;
        (link.model, link.generation)
    }) else {
        return;
    };
    if model.is_closed() {
        return;
    }
    let Some(address) = socket_address(model) else {
        return;
    };
    let Some(receiver) = with_link(|link| link.receiver) else {
        return;
    };
    let opened = move || {
        (receiver.flush)(model);
        send(&ClientMessage::Hello {
            protocol: PROTOCOL_VERSION,
            seen: Some(model.cursor()),
            private: model.private_seq(),
        });
    };
    let heard = move |text: String| {
        with_link(|link| link.heard_at = browser::now());
        (receiver.receive)(model, &text);
    };
    let closed = move |code| {
        match code {
            wire::close::SEAT_GONE => return end_session(model, Connection::Gone),
            wire::close::SEAT_MOVED => return end_session(model, Connection::Moved),
            // The table is at another encounter: its page shows that one.
            wire::close::ELSEWHERE => return browser::reload_page(),
            _ => {}
        }
        mark_lost();
        retry();
    };
    let Some(socket) = Socket::open(&address, opened, heard, closed) else {
        return retry();
    };
    with_link(|link| link.socket = Some(socket));
    browser::run_later(CONNECT_MS, move || {
        if is_current(generation) && is_connecting() {
            mark_lost();
            retry();
        }
    });
}

/// Ends the session, because the seat is gone or open on another device (`now` says which), and
/// drops its pending commands.
fn end_session(model: Model, now: Connection) {
    model.drop_pending();
    offline_queue::remove_all(model.queue_place());
    model.set_connection(now);
}

/// Resets the wait before the next attempt, because the server has accepted this page.
pub(super) fn reset_waits() {
    with_link(|link| link.wait_ms = FIRST_WAIT_MS);
}

/// Shows in the model that the connection to the server is lost.
fn mark_lost() {
    if let Some(model) = with_link(|link| link.model) {
        model.mark_lost();
    }
}

/// Connects again after a wait, which is longer each time.
fn retry() {
    let Some((generation, wait)) = with_link(|link| {
        link.socket = None;
        let wait = jittered_wait(link.wait_ms, browser::random());
        link.wait_ms = (link.wait_ms * 2).min(LONGEST_WAIT_MS);
        (link.generation, wait)
    }) else {
        return;
    };
    browser::run_later(wait, move || {
        if is_current(generation) {
            connect();
        }
    });
}

/// Returns a wait between half of `wait_ms` and all of it, by a random `chance` from 0 to 1. So the
/// browsers of a restarted server do not all return at the same moment.
fn jittered_wait(wait_ms: u32, chance: f64) -> u32 {
    let half = wait_ms / 2;
    // A part of at most fifteen thousand.
    let part = (f64::from(half) * chance.clamp(0.0, 1.0)) as u32;
    half + part
}

/// Returns the address of the encounter's socket.
fn socket_address(model: Model) -> Option<String> {
    let location = web_sys::window()?.location();
    let scheme = if location.protocol().ok()? == "https:" {
        "wss"
    } else {
        "ws"
    };
    Some(format!(
        "{scheme}://{}/ws/{}",
        location.host().ok()?,
        model.encounter
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wait_has_chance_in_it_and_bounds() {
        assert_eq!(jittered_wait(FIRST_WAIT_MS, 0.0), 250);
        assert_eq!(jittered_wait(FIRST_WAIT_MS, 0.5), 375);
        assert_eq!(jittered_wait(LONGEST_WAIT_MS, 1.0), LONGEST_WAIT_MS);
        assert_eq!(
            jittered_wait(LONGEST_WAIT_MS, f64::NAN),
            LONGEST_WAIT_MS / 2
        );
    }
}
