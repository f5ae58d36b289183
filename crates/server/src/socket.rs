//! One websocket: checks what comes in, writes what goes out.

use std::time::Duration;

use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::http::HeaderMap;
use axum::response::Response;
use futures_util::{SinkExt as _, StreamExt as _};
use rules::wire::{self, Complaint, FromClient, FromServer, MAX_MESSAGE, PROTOCOL, Seen};
use serde::de::IgnoredAny;
use tokio::sync::mpsc;
use tokio::time::{Instant, MissedTickBehavior, timeout};

use crate::App;
use crate::error::HttpError;
use crate::limits::MESSAGES;
use crate::origin;
use crate::rate::Bucket;
use crate::room::{Ask, Mail, SocketId, outbox};
use crate::seats::{InScene, note_seen};
use crate::store::{Scene, Seat};

/// Bytes a socket reads at once: commands are short, and most sockets are idle.
const READ_BUFFER: usize = 4 * 1024;
/// Bytes of a message that is read at all. What is shorter and still too long is told so;
/// beyond, the line is cut.
const MAX_READ: usize = 4 * MAX_MESSAGE;
/// Bytes of frames that are put together before they are written.
const WRITE_BUFFER: usize = 4 * 1024;
/// Bytes a socket may hold unwritten: a snapshot of a large fight, several times over.
const MAX_WRITE_BUFFER: usize = 2 * 1024 * 1024;
/// How long the first message may take.
const HELLO_TIME: Duration = Duration::from_secs(10);
/// How long a write may take before the phone counts as gone.
const WRITE_TIME: Duration = Duration::from_secs(20);
/// How long a browser may take to say goodbye back.
const LAST_WORD: Duration = Duration::from_secs(2);
/// How often a silent browser is asked whether it is there …
const PING_EVERY: Duration = Duration::from_secs(30);
/// … and when it counts as gone.
const SILENCE: Duration = Duration::from_secs(75);
/// Messages that cannot be read before the socket is closed.
const PATIENCE: u32 = 20;

/// `GET /ws/{encounter}`: checks who is asking, then hands the socket over.
pub(crate) async fn open(
    State(app): State<App>,
    who: InScene,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Result<Response, HttpError> {
    if !origin::is_ours(&headers, app.settings.public_url.as_ref(), false) {
        return Err(HttpError::Foreign);
    }
    let InScene { scene, seat } = who;
    let tasks = app.tasks.clone();
    Ok(upgrade
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(WRITE_BUFFER)
        .max_write_buffer_size(MAX_WRITE_BUFFER)
        .max_message_size(MAX_READ)
        .max_frame_size(MAX_READ)
        .on_upgrade(move |socket| tasks.track_future(attend(app, scene, seat, socket))))
}

/// From the hello to the goodbye.
async fn attend(app: App, scene: Scene, seat: Seat, mut socket: WebSocket) {
    let code = match greet(&app, &mut socket).await {
        Ok(seen) => converse(&app, &scene, &seat, seen, &mut socket).await,
        Err(code) => code,
    };
    note_seen(&app, &seat);
    if let Some(code) = code {
        let frame = CloseFrame {
            code,
            reason: "".into(),
        };
        let said = timeout(WRITE_TIME, socket.send(Message::Close(Some(frame)))).await;
        if matches!(said, Ok(Ok(()))) {
            // Hanging up on what is still coming in would take the code away from the other
            // end before it is read.
            _ = timeout(LAST_WORD, async {
                while let Some(Ok(_)) = socket.recv().await {}
            })
            .await;
        }
    }
}

/// Waits for the hello.
async fn greet(app: &App, socket: &mut WebSocket) -> Result<Option<Seen>, Option<u16>> {
    let first = tokio::select! {
        first = timeout(HELLO_TIME, socket.recv()) => first.map_err(|_| Some(wire::close::SILENT))?,
        () = app.down.cancelled() => return Err(Some(wire::close::GOING_DOWN)),
    };
    match read(&first.ok_or(None)?.map_err(|_| None)?) {
        Heard::Message(FromClient::Hello {
            protocol: PROTOCOL,
            seen,
        }) => Ok(seen),
        Heard::Message(FromClient::Hello { .. }) => {
            _ = say(socket, &FromServer::Reload).await;
            Err(Some(wire::close::MISBEHAVED))
        }
        Heard::Closing => Err(None),
        _ => {
            _ = say(socket, &FromServer::Unreadable(Complaint::Hello)).await;
            Err(Some(wire::close::MISBEHAVED))
        }
    }
}

/// Everything between hello and goodbye. Answers with the close code to say, if any.
async fn converse(
    app: &App,
    scene: &Scene,
    seat: &Seat,
    seen: Option<Seen>,
    socket: &mut WebSocket,
) -> Option<u16> {
    let (outbox, mut mail) = outbox();
    let join = |answer| Ask::Join {
        seat: seat.clone(),
        seen,
        outbox: outbox.clone(),
        answer,
    };
    let joined = app.halls.ask(scene, join).await;
    drop(outbox);
    let Ok((id, room)) = joined else {
        return Some(if mail.closed().is_cancelled() {
            mail.code()
        } else {
            wire::close::STARTING_OVER
        });
    };
    let code = talk(app, socket, &mut mail, &room, id).await;
    _ = room.send(Ask::Leave(id)).await;
    code
}

async fn talk(
    app: &App,
    socket: &mut WebSocket,
    mail: &mut Mail,
    room: &mpsc::Sender<Ask>,
    id: SocketId,
) -> Option<u16> {
    let closed = mail.closed();
    let mut ticks = tokio::time::interval(PING_EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut heard_at = Instant::now();
    let mut pace = Bucket::full();
    let mut complaints = 0;
    loop {
        let complaint = tokio::select! {
            biased;
            () = closed.cancelled() => return Some(mail.code()),
            () = app.down.cancelled() => return Some(wire::close::GOING_DOWN),
            message = mail.next() => {
                // The room is gone without a word: it broke.
                let Some(message) = message else { return Some(wire::close::STARTING_OVER) };
                let written = tokio::select! {
                    written = timeout(WRITE_TIME, write(socket, message, mail)) => written,
                    () = closed.cancelled() => return Some(mail.code()),
                };
                match written {
                    Ok(Ok(())) => continue,
                    Ok(Err(_)) => return None,
                    Err(_) => return Some(wire::close::LAGGING),
                }
            }
            message = socket.next() => {
                heard_at = Instant::now();
                let message = match message {
                    Some(Ok(message)) => message,
                    // A message beyond every bound ends here too.
                    Some(Err(_)) | None => return None,
                };
                match read(&message) {
                    Heard::Closing => return None,
                    Heard::Nothing => continue,
                    _ if !pace.take(MESSAGES) => Complaint::TooFast,
                    Heard::Message(FromClient::Do { id: command_id, command }) => {
                        let ask = Ask::Do { socket: id, id: command_id, command };
                        if room.send(ask).await.is_err() {
                            return Some(wire::close::STARTING_OVER);
                        }
                        continue;
                    }
                    Heard::Message(FromClient::Ping) => {
                        say(socket, &FromServer::Pong).await.ok()?;
                        continue;
                    }
                    Heard::Message(FromClient::Hello { .. }) => Complaint::Hello,
                    Heard::Complaint(complaint) => complaint,
                }
            }
            _ = ticks.tick() => {
                if heard_at.elapsed() > SILENCE {
                    return None;
                }
                let ping = timeout(WRITE_TIME, socket.send(Message::Ping(Vec::new().into()))).await;
                ping.ok()?.ok()?;
                continue;
            }
        };
        say(socket, &FromServer::Unreadable(complaint)).await.ok()?;
        complaints += 1;
        if complaints >= PATIENCE {
            return Some(wire::close::MISBEHAVED);
        }
    }
}

/// Writes a message and everything that waits behind it, with one flush.
async fn write(
    socket: &mut WebSocket,
    first: axum::extract::ws::Utf8Bytes,
    mail: &mut Mail,
) -> Result<(), axum::Error> {
    socket.feed(Message::Text(first)).await?;
    while let Some(message) = mail.waiting() {
        socket.feed(Message::Text(message)).await?;
    }
    socket.flush().await
}

async fn say(socket: &mut WebSocket, message: &FromServer) -> Result<(), axum::Error> {
    let text = serde_json::to_string(message).map_err(axum::Error::new)?;
    let sent = timeout(WRITE_TIME, socket.send(Message::Text(text.into()))).await;
    sent.map_err(axum::Error::new)?
}

/// What a frame turned out to be.
enum Heard {
    Message(FromClient),
    Complaint(Complaint),
    /// Pings and pongs, which the library answers.
    Nothing,
    Closing,
}

fn read(message: &Message) -> Heard {
    let text = match message {
        Message::Text(text) if text.len() > MAX_MESSAGE => {
            return Heard::Complaint(Complaint::TooLong);
        }
        Message::Text(text) => text,
        Message::Binary(_) => return Heard::Complaint(Complaint::NotText),
        Message::Ping(_) | Message::Pong(_) => return Heard::Nothing,
        Message::Close(_) => return Heard::Closing,
    };
    match serde_json::from_str(text) {
        Ok(message) => Heard::Message(message),
        Err(_) if serde_json::from_str::<IgnoredAny>(text).is_ok() => {
            Heard::Complaint(Complaint::UnknownMessage)
        }
        Err(_) => Heard::Complaint(Complaint::NotJson),
    }
}
