//! Websocket of one browser: checks incoming messages, and sends those of the room.

use std::pin::{Pin, pin};
use std::time::Duration;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use futures_util::FutureExt as _;
use rules::wire::{
    self, ClientMessage, MAX_MESSAGE_BYTES, MessageError, PROTOCOL_VERSION, ResumePoint,
    SafetyMessage, ServerMessage,
};
use serde::de::IgnoredAny;
use tokio::sync::mpsc;
use tokio::time::{Instant, MissedTickBehavior, timeout};
use tokio_tungstenite::tungstenite::{Error, Message, Utf8Bytes};
use tracing::Instrument as _;

use crate::App;
use crate::auth::seats::{SceneSeat, record_visit};
use crate::http::error::HttpError;
use crate::http::limits::MESSAGES;
use crate::http::origin;
use crate::http::rate::Bucket;
use crate::http::upgrade::{self, Socket, SocketEnd, SocketFuture, Upgrade};
use crate::metrics::{GaugeGuard, Metrics};
use crate::room::{
    CloseListener, OutboxItem, OutboxReceiver, ReceivedAt, Request, SafetyRequest, SocketId,
    encode, outbox_channel,
};

/// Most bytes of a message that is read at all. A shorter one that is still too long is answered with a complaint;
/// beyond, the socket is closed.
const MAX_READ: usize = 4 * MAX_MESSAGE_BYTES;
/// Longest time until the first message of a new websocket.
const HELLO_TIME: Duration = Duration::from_secs(10);
/// Longest time for a write to a websocket before the browser counts as gone.
const WRITE_TIME: Duration = Duration::from_secs(6);
/// Longest time to write a close frame to a websocket, which most often waits behind unread messages.
const GOODBYE_TIME: Duration = Duration::from_secs(3);
/// Time after which a silent browser is pinged over its websocket.
const PING_INTERVAL: Duration = Duration::from_secs(30);
/// Time after which a silent browser counts as gone.
const MAX_SILENCE: Duration = Duration::from_secs(75);
/// Number of unreadable messages after which the socket is closed.
const MAX_COMPLAINTS: u32 = 20;

/// Handles `GET /ws/{encounter}`, which checks the seat, then starts the websocket's task.
pub(crate) async fn open(
    State(app): State<App>,
    who: SceneSeat,
    headers: HeaderMap,
    upgrade: Upgrade,
) -> Result<Response, HttpError> {
    origin::check_origin(&headers, app.options.public_url.as_ref(), false)?;
    // Opened in the household's name: what is sent over the socket belongs to no request.
    app.rooms.open_or_find(&who.scene)?;
    let tasks = app.tasks.clone();
    let (answer, opening) = upgrade.accept(MAX_READ)?;
    // Within the request's span, so that the log tells sockets apart.
    let span = tracing::info_span!("socket", encounter.id = %who.scene.id);
    let attended = run_socket(app, Box::new(who), opening);
    tasks.spawn(attended.instrument(span));
    Ok(answer)
}

/// Runs a socket from the handshake to its end.
///
/// Arguments given by value are as small as a pointer: a task keeps room for them several times over.
async fn run_socket(app: App, who: Box<SceneSeat>, opening: SocketFuture) {
    let opened = opening.await;
    let Some(mut socket) = opened else { return };
    let end = match wait_for_hello(&app, &mut socket).await {
        Ok(seen) => join_room(&app, &who, seen, &mut socket).await,
        Err(end) => end,
    };
    record_visit(&app, &who.seat);
    if matches!(end, SocketEnd::Close(wire::close::LAGGING)) {
        app.meters.lagging.inc();
    }
    upgrade::close_socket(socket, end, GOODBYE_TIME).await;
}

/// Position up to which a browser is current: of its class, and the number of the last private message. Boxed, because
/// the task of a socket keeps room for it.
type Seen = Box<(Option<ResumePoint>, Option<u64>)>;

/// Waits for a browser's first message on its websocket, which says what it has seen so far.
async fn wait_for_hello(app: &App, socket: &mut Socket) -> Result<Seen, SocketEnd> {
    let first = tokio::select! {
        first = timeout(HELLO_TIME, socket.next()) => first,
        () = app.shutdown.cancelled() => return Err(SocketEnd::Close(wire::close::GOING_DOWN)),
    };
    let first = first.map_err(|_| SocketEnd::Close(wire::close::SILENT))?;
    let first = first.ok_or(SocketEnd::Disconnected)?;
    let first = first.map_err(|error| upgrade::end_for_error(&error))?;
    match parse_frame(&app.meters, &first) {
        ParsedFrame::Message(ClientMessage::Hello {
            protocol: PROTOCOL_VERSION,
            seen,
            private,
        }) => Ok(Box::new((seen, private))),
        ParsedFrame::Message(ClientMessage::Hello { .. }) => {
            _ = send_now(app, socket, &ServerMessage::Reload).await;
            Err(SocketEnd::Close(wire::close::MISBEHAVED))
        }
        ParsedFrame::Closing => Err(SocketEnd::Answered),
        _ => {
            app.meters.count_unreadable(&MessageError::Hello);
            _ = send_now(app, socket, &ServerMessage::Unreadable(MessageError::Hello)).await;
            Err(SocketEnd::Close(wire::close::MISBEHAVED))
        }
    }
}

/// Joins the encounter's room with a websocket and exchanges messages until it ends.
async fn join_room(app: &App, who: &SceneSeat, seen: Seen, socket: &mut Socket) -> SocketEnd {
    let (outbox, mut mail) = outbox_channel();
    let join = |answer| Request::Join {
        seat: who.seat.clone(),
        seen: seen.0,
        private: seen.1,
        outbox: outbox.clone(),
        answer,
    };
    let joined = app.rooms.send_request(&who.scene, join).await;
    drop(outbox);
    let Ok((id, room)) = joined else {
        return SocketEnd::Close(mail.close_code().unwrap_or(wire::close::STARTING_OVER));
    };
    let _one = GaugeGuard::new(&app.meters.sockets);
    let end = exchange_messages(app, socket, &mut mail, &room, id).await;
    _ = room.send(Request::SocketClosed(id)).await;
    end
}

/// Exchanges messages between the socket and the room until one of them ends.
async fn exchange_messages(
    app: &App,
    socket: &mut Socket,
    mail: &mut OutboxReceiver,
    room: &mpsc::Sender<Request>,
    id: SocketId,
) -> SocketEnd {
    let ending = mail.close_listener();
    let mut down = pin!(app.shutdown.cancelled());
    let mut ticks = tokio::time::interval_at(Instant::now() + PING_INTERVAL, PING_INTERVAL);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut heard_at = Instant::now();
    let mut pace = Bucket::full();
    let mut complaints = 0;
    loop {
        let said = tokio::select! {
            biased;
            told = mail.next() => {
                let message = match told {
                    OutboxItem::Message(message) => message,
                    OutboxItem::Goodbye(code) => return SocketEnd::Close(code),
                    // The room broke.
                    OutboxItem::Ended => return SocketEnd::Close(wire::close::STARTING_OVER),
                };
                match deliver_messages(app, socket, message, (mail, &ending)).await {
                    Ok(()) => continue,
                    Err(end) => return end,
                }
            }
            () = &mut down => return SocketEnd::Close(wire::close::GOING_DOWN),
            message = socket.next() => {
                heard_at = Instant::now();
                let message = match message {
                    Some(Ok(message)) => message,
                    // A message beyond every limit ends here too.
                    Some(Err(error)) => return upgrade::end_for_error(&error),
                    None => return SocketEnd::Disconnected,
                };
                match action_for(&app.meters, &message, &mut pace, (room, id)) {
                    MessageAction::End => return SocketEnd::Answered,
                    MessageAction::Ignore => continue,
                    MessageAction::Forward(passed) => match passed.await {
                        true => continue,
                        false => return SocketEnd::Close(wire::close::STARTING_OVER),
                    },
                    MessageAction::Pong => match send_now(app, socket, &ServerMessage::Pong).await {
                        Ok(()) => continue,
                        Err(_) => return SocketEnd::Disconnected,
                    },
                    MessageAction::Complain(complaint) => {
                        complaints += 1;
                        app.meters.count_unreadable(&complaint);
                        send_now(app, socket, &ServerMessage::Unreadable(complaint)).await
                    }
                }
            }
            _ = ticks.tick() => {
                if heard_at.elapsed() > MAX_SILENCE {
                    return SocketEnd::Disconnected;
                }
                timeout(WRITE_TIME, socket.ping()).await.unwrap_or(Err(Error::ConnectionClosed))
            }
        };
        if said.is_err() {
            return SocketEnd::Disconnected;
        }
        if complaints >= MAX_COMPLAINTS {
            return SocketEnd::Close(wire::close::MISBEHAVED);
        }
    }
}

/// Writes a message of the room and everything queued behind it to the websocket. Fails where that
/// takes too long, or the room closes the socket meanwhile.
async fn deliver_messages(
    app: &App,
    socket: &mut Socket,
    message: Utf8Bytes,
    (mail, ending): (&mut OutboxReceiver, &CloseListener),
) -> Result<(), SocketEnd> {
    let mut writing = pin!(write_queued(app, socket, message, mail));
    // Most often the write completes at once: then no timer is set up.
    let written = match (&mut writing).now_or_never() {
        Some(written) => Ok(written),
        None => tokio::select! {
            written = timeout(WRITE_TIME, writing) => written,
            code = ending.wait_for_close() => return Err(SocketEnd::Close(code)),
        },
    };
    match written {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) => Err(SocketEnd::Disconnected),
        Err(_) => Err(SocketEnd::Close(wire::close::LAGGING)),
    }
}

/// Writes a message and everything queued behind it, with as few writes as possible.
async fn write_queued(
    app: &App,
    socket: &mut Socket,
    first: Utf8Bytes,
    mail: &mut OutboxReceiver,
) -> Result<(), Error> {
    let mut next = Some(first);
    while let Some(message) = next {
        app.meters.sent.count(message.len());
        if socket.queue(&message) {
            socket.flush().await?;
        }
        next = mail.try_next();
    }
    socket.flush().await
}

/// Sends one message to the browser over the websocket at once, before those in the outbox.
async fn send_now(app: &App, socket: &mut Socket, message: &ServerMessage) -> Result<(), Error> {
    let Some(text) = encode(message) else {
        return Ok(());
    };
    app.meters.sent.count(text.len());
    socket.queue(&text);
    let said = timeout(WRITE_TIME, socket.flush()).await;
    said.unwrap_or(Err(Error::ConnectionClosed))
}

/// Action that the server takes on a message from a browser's websocket.
enum MessageAction<'a> {
    Ignore,
    End,
    Pong,
    Complain(MessageError),
    /// The room gets the request; yields whether there still is a room.
    Forward(ForwardFuture<'a>),
}

/// Future that forwards a message of the websocket to the room. It is boxed, and only while it lasts, since a command
/// is large, and space for one in every idle socket would be most of its memory.
type ForwardFuture<'a> = Pin<Box<dyn Future<Output = bool> + Send + 'a>>;

/// Determines what to do about a message of a websocket, such as passing it to the room.
fn action_for<'a>(
    meters: &Metrics,
    message: &Message,
    pace: &mut Bucket,
    (room, socket): (&'a mpsc::Sender<Request>, SocketId),
) -> MessageAction<'a> {
    let request = match parse_frame(meters, message) {
        ParsedFrame::Closing => return MessageAction::End,
        ParsedFrame::Control => return MessageAction::Ignore,
        _ if !pace.take(MESSAGES) => return MessageAction::Complain(MessageError::TooFast),
        ParsedFrame::Complaint(complaint) => return MessageAction::Complain(complaint),
        ParsedFrame::Message(ClientMessage::Hello { .. }) => {
            return MessageAction::Complain(MessageError::Hello);
        }
        ParsedFrame::Message(ClientMessage::Ping) => return MessageAction::Pong,
        ParsedFrame::Message(ClientMessage::Do { id, command }) => Request::SocketCommand {
            socket,
            id,
            command,
            came: ReceivedAt::now(),
        },
        ParsedFrame::Message(ClientMessage::Ask { no, question }) => Request::Question {
            socket,
            no,
            question,
        },
        ParsedFrame::Message(ClientMessage::Safety(said)) => Request::Safety(match said {
            SafetyMessage::Call(signal) => SafetyRequest::Call(signal),
            SafetyMessage::Add(boundary) => SafetyRequest::Add(boundary),
            SafetyMessage::Remove(boundary) => SafetyRequest::Remove(socket, boundary),
        }),
        ParsedFrame::Message(ClientMessage::Reading(ask)) => Request::Reading(socket, ask),
        ParsedFrame::Message(ClientMessage::Sum(seq, sum)) => {
            Request::Checksum { socket, seq, sum }
        }
    };
    MessageAction::Forward(Box::pin(async move { room.send(request).await.is_ok() }))
}

/// A websocket frame from a browser, parsed as a message or found unreadable.
enum ParsedFrame {
    Message(ClientMessage),
    Complaint(MessageError),
    /// Pings and pongs, which the library answers.
    Control,
    Closing,
}

/// Parses a websocket frame as a message of the browser, and counts it in the metrics.
fn parse_frame(meters: &Metrics, message: &Message) -> ParsedFrame {
    if matches!(message, Message::Text(_) | Message::Binary(_)) {
        meters.received.count(message.len());
    }
    let text = match message {
        Message::Text(text) if text.len() > MAX_MESSAGE_BYTES => {
            return ParsedFrame::Complaint(MessageError::TooLong);
        }
        Message::Text(text) => text,
        Message::Binary(_) => return ParsedFrame::Complaint(MessageError::NotText),
        Message::Ping(_) | Message::Pong(_) | Message::Frame(_) => return ParsedFrame::Control,
        Message::Close(_) => return ParsedFrame::Closing,
    };
    match serde_json::from_str(text) {
        Ok(message) => ParsedFrame::Message(message),
        Err(_) if serde_json::from_str::<IgnoredAny>(text).is_ok() => {
            ParsedFrame::Complaint(MessageError::UnknownMessage)
        }
        Err(_) => ParsedFrame::Complaint(MessageError::NotJson),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the size of the state that an async function with three arguments keeps between two polls.
    const fn future_size<A, B, C, F>(_of: &impl Fn(A, B, C) -> F) -> usize {
        size_of::<F>()
    }

    #[test]
    fn an_idle_socket_keeps_little() {
        let task = future_size(&run_socket);
        let kept = task + size_of::<Socket>() + size_of::<SceneSeat>();
        assert!(
            kept <= 1_792,
            "{kept} bytes for each socket, {task} in its task"
        );
    }
}
