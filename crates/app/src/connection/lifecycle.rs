//! The line to the server: opened, kept, and opened again until it holds.
//!
//! One socket at a time. After a loss the line waits a little longer each time, with chance in
//! it, and tries at once when the browser comes back (online, shown, focused). It counts as
//! lost when the browser says that it is offline, when it does not answer a ping, or when an
//! attempt takes too long; a command that is not answered soon is a reason to ping.

use std::cell::RefCell;

use rules::encounter::{Question, Reply};
use rules::wire::{self, FromClient, FromServer, PROTOCOL, ToAsker};
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;

use crate::browser;
use crate::connection::socket::Socket;
use crate::state::prediction::Pending;
use crate::state::table_state::{Connection, Model};

const FIRST_WAIT_MS: u32 = 500;
const LONGEST_WAIT_MS: u32 = 15_000;
/// How long an attempt may be on its way before it is given up and made anew.
const CONNECT_MS: u32 = 10_000;
/// How often the line is asked whether it is there.
const PING_EVERY_MS: u32 = 10_000;
/// How long a command may go unanswered before the line is asked whether it is there.
const ANSWER_MS: u32 = 2_000;
/// How long the answer to that may take: a phone that slept often holds a line that is dead
/// and does not know it.
const PONG_MS: u32 = 3_000;

/// How an answer to a question begins.
const REPLY: &str = "{\"reply\"";

struct Line {
    model: Model,
    /// Counts the sockets, so that what was planned for one is not done to the next.
    generation: u32,
    socket: Option<Socket>,
    wait_ms: u32,
    /// When the line last said anything.
    heard_at: f64,
}

/// What is done with the answer to a question.
type Then = Box<dyn FnOnce(Reply)>;

/// Questions that wait for their answers, by number.
#[derive(Default)]
struct Asked {
    last: u32,
    waiting: Vec<(u32, Then)>,
}

/// Questions that may wait. Those that are lost with a line are never answered.
const MAX_ASKED: usize = 64;

thread_local! {
    static LINE: RefCell<Option<Line>> = const { RefCell::new(None) };
    static ASKED: RefCell<Asked> = RefCell::default();
}

/// Opens the line for the first time and keeps it.
pub fn start(model: Model) {
    LINE.with_borrow_mut(|line| {
        *line = Some(Line {
            model,
            generation: 0,
            socket: None,
            wait_ms: FIRST_WAIT_MS,
            heard_at: 0.0,
        });
    });
    connect();
    listen("online", came_online);
    listen("offline", went_offline);
    listen("pageshow", came_back);
    listen("focus", came_back);
    keep_asking();
    // What waited before the page was loaded is a command that is not answered, too.
    browser::later(ANSWER_MS, move || {
        model.trust_what_was_kept();
        if model.waits() {
            doubt();
        }
    });
}

/// Says a command, if the line is open, and looks after its answer. What is not said or not
/// answered stays in the outbox and is said again.
pub fn give(pending: &Pending) {
    say(&pending.message);
    let id = pending.id;
    browser::later(ANSWER_MS, move || {
        let waits = with(|line| line.model.waits_for(id)) == Some(true);
        if waits {
            doubt();
        }
    });
}

/// Asks the table something that changes nothing. A question that is lost on its way, or that nothing is there to answer
/// (while the page is printed), has no answer.
pub fn ask(question: Question, then: impl FnOnce(Reply) + 'static) {
    let then: Then = Box::new(then);
    let no = ASKED.with_borrow_mut(|asked| {
        asked.last = asked.last.wrapping_add(1);
        asked.waiting.push((asked.last, then));
        if asked.waiting.len() > MAX_ASKED {
            drop(asked.waiting.remove(0));
        }
        asked.last
    });
    send(&FromClient::Ask {
        no,
        question: Box::new(question),
    });
}

/// Gives an answer to what asked for it.
fn replied(no: u32, reply: Reply) {
    let then = ASKED.with_borrow_mut(|asked| {
        let at = asked.waiting.iter().position(|(asked, _)| *asked == no)?;
        Some(asked.waiting.remove(at).1)
    });
    if let Some(then) = then {
        then(reply);
    }
}

/// Drops the line and opens a new one.
pub fn again() {
    with(|line| line.wait_ms = FIRST_WAIT_MS);
    connect();
}

fn with<T>(look: impl FnOnce(&mut Line) -> T) -> Option<T> {
    LINE.with_borrow_mut(|line| line.as_mut().map(look))
}

fn send(message: &FromClient) {
    if let Ok(text) = serde_json::to_string(message) {
        say(&text);
    }
}

/// Says a message, if the line is open.
fn say(text: &str) {
    with(|line| {
        if let Some(socket) = line.socket.as_ref().filter(|socket| socket.is_open()) {
            socket.send(text);
        }
    });
}

fn listen(event: &'static str, act: fn()) {
    let act = Closure::<dyn Fn()>::new(act);
    if let Some(window) = web_sys::window() {
        _ = window.add_event_listener_with_callback(event, act.as_ref().unchecked_ref());
    }
    // The page listens as long as it lives.
    act.forget();
}

fn is_open() -> bool {
    with(|line| line.socket.as_ref().is_some_and(Socket::is_open)) == Some(true)
}

fn is_connecting() -> bool {
    with(|line| line.socket.as_ref().is_some_and(Socket::is_connecting)) == Some(true)
}

/// Whether the server was never heard on it: the page came, and the line does not get through.
pub fn was_never_heard() -> bool {
    with(|line| line.heard_at <= 0.0) == Some(true)
}

fn is_current(generation: u32) -> bool {
    with(|line| line.generation == generation) == Some(true)
}

/// The browser has a network again: a socket from before is not worth waiting for.
fn came_online() {
    if is_open() && with(|line| line.model.is_lost()) == Some(false) {
        probe();
    } else {
        again();
    }
}

/// The browser has no network, and knows it at once. It may be wrong about a server on the
/// same machine: then the line answers and counts again.
fn went_offline() {
    lost();
    probe();
}

/// Somebody looks at the page again.
fn came_back() {
    if is_open() {
        probe();
    } else if !is_connecting() {
        again();
    }
}

/// Something is not answered.
fn doubt() {
    if is_open() {
        probe();
    } else {
        lost();
    }
}

/// Asks whether the server is there. Without an answer in time the line counts as lost.
fn probe() {
    let Some((generation, asked_at)) = with(|line| (line.generation, browser::now())) else {
        return;
    };
    if !is_open() {
        return;
    }
    send(&FromClient::Ping);
    if let Some((seq, sum)) = with(|line| line.model).and_then(|model| model.sum()) {
        send(&FromClient::Sum(seq, sum));
    }
    browser::later(PONG_MS, move || {
        let silent =
            with(|line| line.generation == generation && line.heard_at < asked_at) == Some(true);
        if silent && is_open() {
            lost();
            connect();
        }
    });
}

fn keep_asking() {
    browser::later(PING_EVERY_MS, || {
        probe();
        keep_asking();
    });
}

fn connect() {
    let Some((model, generation)) = with(|line| {
        line.generation += 1;
        line.socket = None;
        (line.model, line.generation)
    }) else {
        return;
    };
    if model.is_over() {
        return;
    }
    let Some(address) = address(model) else {
        return;
    };
    let opened = move || {
        send(&FromClient::Hello {
            protocol: PROTOCOL,
            seen: Some(model.seen()),
        });
    };
    let closed = move |code| {
        match code {
            wire::close::SEAT_GONE => return model.gone(Connection::Gone),
            wire::close::SEAT_MOVED => return model.gone(Connection::Moved),
            // The table is at another encounter: its page shows that one.
            wire::close::ELSEWHERE => return browser::load_again(),
            _ => {}
        }
        lost();
        retry();
    };
    let Some(socket) = Socket::open(&address, opened, move |text| heard(model, &text), closed)
    else {
        return retry();
    };
    with(|line| line.socket = Some(socket));
    browser::later(CONNECT_MS, move || {
        if is_current(generation) && is_connecting() {
            lost();
            retry();
        }
    });
}

fn heard(model: Model, text: &str) {
    with(|line| line.heard_at = browser::now());
    if text.starts_with(REPLY) {
        if let Ok(ToAsker::Reply(no, reply)) = rules::reader::read(text) {
            replied(no, reply);
        }
        return;
    }
    let Ok(message) = rules::reader::read(text) else {
        return;
    };
    if matches!(
        message,
        FromServer::Snapshot(_) | FromServer::Resumed { .. }
    ) {
        with(|line| line.wait_ms = FIRST_WAIT_MS);
    }
    model.receive(message);
}

fn lost() {
    if let Some(model) = with(|line| line.model) {
        model.lost();
    }
}

/// Tries again after a wait, longer each time.
fn retry() {
    let Some((generation, wait)) = with(|line| {
        line.socket = None;
        let wait = some_of(line.wait_ms, browser::chance());
        line.wait_ms = (line.wait_ms * 2).min(LONGEST_WAIT_MS);
        (line.generation, wait)
    }) else {
        return;
    };
    browser::later(wait, move || {
        if is_current(generation) {
            connect();
        }
    });
}

/// Half of a wait at least, and the rest by chance (0 to 1): a hundred browsers whose server
/// was restarted do not all come back at the same moment.
fn some_of(wait_ms: u32, chance: f64) -> u32 {
    let half = wait_ms / 2;
    // A part of at most fifteen thousand.
    let part = (f64::from(half) * chance.clamp(0.0, 1.0)) as u32;
    half + part
}

fn address(model: Model) -> Option<String> {
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
        assert_eq!(some_of(FIRST_WAIT_MS, 0.0), 250);
        assert_eq!(some_of(FIRST_WAIT_MS, 0.5), 375);
        assert_eq!(some_of(LONGEST_WAIT_MS, 1.0), LONGEST_WAIT_MS);
        assert_eq!(some_of(LONGEST_WAIT_MS, f64::NAN), LONGEST_WAIT_MS / 2);
    }
}
