//! The line to the server: opened, kept, and opened again until it holds.
//!
//! One socket at a time; each has a generation, and what an old one still says is not
//! heard. After a loss it waits 0.5 s, then twice as long up to 15 s, and tries at once when
//! the browser comes back (online, shown, focused). A line that does not answer is lost.

use std::cell::{Cell, RefCell};

use rules::wire::{self, FromClient, FromServer, PROTOCOL};
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{CloseEvent, MessageEvent, WebSocket};

use super::browser;
use super::model::{Connection, Model};

const FIRST_WAIT_MS: u32 = 500;
const LONGEST_WAIT_MS: u32 = 15_000;
/// How often the line is asked whether it is there.
const PING_EVERY_MS: u32 = 10_000;
/// How long an answer may take on a page that people look at again: a phone that slept often
/// holds a line that is dead and does not know it.
const PROBE_MS: u32 = 4_000;

struct Line {
    model: Model,
    generation: u32,
    socket: Option<WebSocket>,
    wait_ms: u32,
}

thread_local! {
    static LINE: RefCell<Option<Line>> = const { RefCell::new(None) };
    /// When the line last said anything.
    static HEARD: Cell<f64> = const { Cell::new(0.0) };
    /// When it was last asked whether it is there.
    static ASKED: Cell<f64> = const { Cell::new(0.0) };
}

/// Opens the line for the first time and keeps it.
pub fn start(model: Model) {
    LINE.with_borrow_mut(|line| {
        *line = Some(Line {
            model,
            generation: 0,
            socket: None,
            wait_ms: FIRST_WAIT_MS,
        });
    });
    connect();
    for event in ["online", "pageshow", "focus"] {
        listen(event);
    }
    keep_asking();
}

/// Says something, if the line is open. What is not said stays in the outbox.
pub fn send(message: &FromClient) {
    LINE.with_borrow(|line| {
        let Some(socket) = line.as_ref().and_then(|line| line.socket.as_ref()) else {
            return;
        };
        if socket.ready_state() == WebSocket::OPEN
            && let Ok(text) = serde_json::to_string(message)
        {
            _ = socket.send_with_str(&text);
        }
    });
}

/// Drops the line and opens a new one.
pub fn again() {
    LINE.with_borrow_mut(|line| {
        if let Some(line) = line {
            line.wait_ms = FIRST_WAIT_MS;
        }
    });
    connect();
}

fn listen(event: &'static str) {
    let look = Closure::<dyn Fn()>::new(|| match state() {
        Some(WebSocket::OPEN) => {
            ask();
            browser::later(PROBE_MS, || {
                if is_silent() {
                    give_up();
                }
            });
        }
        Some(WebSocket::CONNECTING) => {}
        _ => again(),
    });
    if let Some(window) = web_sys::window() {
        _ = window.add_event_listener_with_callback(event, look.as_ref().unchecked_ref());
    }
    // The page listens as long as it lives.
    look.forget();
}

fn state() -> Option<u16> {
    LINE.with_borrow(|line| Some(line.as_ref()?.socket.as_ref()?.ready_state()))
}

fn ask() {
    ASKED.set(browser::now());
    send(&FromClient::Ping);
}

/// Whether the line has said nothing since it was asked. A page in the background is woken
/// seldom, so silence alone means nothing.
fn is_silent() -> bool {
    state() == Some(WebSocket::OPEN) && HEARD.get() < ASKED.get()
}

fn give_up() {
    lost();
    connect();
}

fn keep_asking() {
    browser::later(PING_EVERY_MS, || {
        if is_silent() {
            give_up();
        } else if state() == Some(WebSocket::OPEN) {
            ask();
        }
        keep_asking();
    });
}

fn connect() {
    let Some((model, generation)) = LINE.with_borrow_mut(|line| {
        let line = line.as_mut()?;
        if matches!(
            line.model.connection.try_get_untracked()?,
            Connection::Gone | Connection::Moved | Connection::Stale
        ) {
            return None;
        }
        line.generation += 1;
        if let Some(old) = line.socket.take() {
            _ = old.close();
        }
        Some((line.model, line.generation))
    }) else {
        return;
    };
    let Some(address) = address(model) else {
        return;
    };
    let Ok(socket) = WebSocket::new(&address) else {
        return retry(generation);
    };

    let opened = Closure::<dyn Fn()>::new(move || {
        if is_current(generation) {
            HEARD.set(browser::now());
            ASKED.set(0.0);
            send(&FromClient::Hello {
                protocol: PROTOCOL,
                seen: Some(model.seen()),
            });
            for message in model.unanswered() {
                send(&message);
            }
        }
    });
    let heard = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
        if !is_current(generation) {
            return;
        }
        HEARD.set(browser::now());
        let message = event
            .data()
            .as_string()
            .and_then(|text| serde_json::from_str(&text).ok());
        if let Some(message) = message {
            if matches!(
                message,
                FromServer::Snapshot(_) | FromServer::Resumed { .. }
            ) {
                LINE.with_borrow_mut(|line| {
                    if let Some(line) = line {
                        line.wait_ms = FIRST_WAIT_MS;
                    }
                });
            }
            model.receive(message);
        }
    });
    let closed = Closure::<dyn Fn(CloseEvent)>::new(move |event: CloseEvent| {
        if !is_current(generation) {
            return;
        }
        let without_seat = match event.code() {
            wire::close::SEAT_GONE => Some(Connection::Gone),
            wire::close::SEAT_MOVED => Some(Connection::Moved),
            _ => None,
        };
        if let Some(without_seat) = without_seat {
            model.connection.set(without_seat);
            return;
        }
        lost();
        retry(generation);
    });
    socket.set_onopen(Some(opened.as_ref().unchecked_ref()));
    socket.set_onmessage(Some(heard.as_ref().unchecked_ref()));
    socket.set_onclose(Some(closed.as_ref().unchecked_ref()));
    // They live as long as their socket may call them; a page opens few sockets.
    opened.forget();
    heard.forget();
    closed.forget();
    LINE.with_borrow_mut(|line| {
        if let Some(line) = line {
            line.socket = Some(socket);
        }
    });
}

use leptos::prelude::{GetUntracked, Set};

fn is_current(generation: u32) -> bool {
    LINE.with_borrow(|line| {
        line.as_ref()
            .is_some_and(|line| line.generation == generation)
    })
}

fn lost() {
    let model = LINE.with_borrow(|line| line.as_ref().map(|line| line.model));
    if let Some(model) = model
        && !matches!(model.connection.get_untracked(), Connection::Lost(_))
    {
        model.connection.set(Connection::Lost(browser::now()));
    }
}

fn retry(generation: u32) {
    let wait = LINE.with_borrow_mut(|line| {
        line.as_mut().map(|line| {
            let wait = line.wait_ms;
            line.wait_ms = (wait * 2).min(LONGEST_WAIT_MS);
            wait
        })
    });
    if let Some(wait) = wait {
        browser::later(wait, move || {
            if is_current(generation) {
                connect();
            }
        });
    }
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
