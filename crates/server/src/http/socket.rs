//! Websocket of one browser: checks incoming messages, and sends those of the room.

use std::pin::{Pin, pin};
use std::time::Duration;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use futures_util::FutureExt as _;
use rules::wire::{self, Complaint, FromClient, FromServer, MAX_MESSAGE, PROTOCOL, Seen};
use serde::de::IgnoredAny;
use tokio::sync::mpsc;
use tokio::time::{Instant, MissedTickBehavior, timeout};
use tokio_tungstenite::tungstenite::{Error, Message, Utf8Bytes};
use tracing::Instrument as _;

use crate::App;
use crate::auth::seats::{InScene, note_seen};
use crate::http::error::HttpError;
use crate::http::limits::MESSAGES;
use crate::http::origin;
use crate::http::rate::Bucket;
use crate::http::upgrade::{self, End, Opening, Socket, Upgrade};
use crate::meters::{Meters, OneMore};
use crate::room::{Came, Ending, Mail, Request, SocketId, Told, encode, outbox};

/// Most bytes of a message that is read at all. A shorter one that is still too long is answered with a complaint;
/// beyond, the socket is closed.
const MAX_READ: usize = 4 * MAX_MESSAGE;
/// Longest time until the first message.
const HELLO_TIME: Duration = Duration::from_secs(10);
/// Longest time for a write before the browser counts as gone …
const WRITE_TIME: Duration = Duration::from_secs(6);
/// … and for a close frame, which most often waits behind unread messages.
const GOODBYE_TIME: Duration = Duration::from_secs(3);
/// Time after which a silent browser is pinged …
const PING_EVERY: Duration = Duration::from_secs(30);
/// … and after which it counts as gone.
const SILENCE: Duration = Duration::from_secs(75);
/// Number of unreadable messages after which the socket is closed.
const PATIENCE: u32 = 20;

/// `GET /ws/{encounter}`: checks the seat, then starts the socket's task.
pub(crate) async fn open(
    State(app): State<App>,
    who: InScene,
    headers: HeaderMap,
    upgrade: Upgrade,
) -> Result<Response, HttpError> {
    origin::check(&headers, app.options.public_url.as_ref(), false)?;
    // Opened in the household's name: what is sent over the socket belongs to no request.
    app.rooms.enter(&who.scene)?;
    let tasks = app.tasks.clone();
    let (answer, opening) = upgrade.accept(MAX_READ)?;
    // Within the request's span, so that the log tells sockets apart.
    let span = tracing::info_span!("socket", encounter.id = %who.scene.id);
    let attended = attend(app, Box::new(who), opening);
    tasks.spawn(attended.instrument(span));
    Ok(answer)
}

/// Runs a socket from the handshake to its end.
///
/// Arguments given by value are as small as a pointer: a task keeps room for them several times over.
async fn attend(app: App, who: Box<InScene>, opening: Opening) {
    let opened = opening.await;
    let Some(mut socket) = opened else { return };
    let end = match greet(&app, &mut socket).await {
        Ok(seen) => converse(&app, &who, seen, &mut socket).await,
        Err(end) => end,
    };
    note_seen(&app, &who.seat);
    if matches!(end, End::With(wire::close::LAGGING)) {
        app.meters.lagging.inc();
    }
    upgrade::end(socket, end, GOODBYE_TIME).await;
}

/// Waits for the hello, and returns what the browser has seen so far.
async fn greet(app: &App, socket: &mut Socket) -> Result<Option<Seen>, End> {
    let first = tokio::select! {
        first = timeout(HELLO_TIME, socket.next()) => first,
        () = app.down.cancelled() => return Err(End::With(wire::close::GOING_DOWN)),
    };
    let first = first.map_err(|_| End::With(wire::close::SILENT))?;
    let first = first.ok_or(End::Cut)?;
    let first = first.map_err(|error| upgrade::end_of(&error))?;
    match read(&app.meters, &first) {
        Heard::Message(FromClient::Hello {
            protocol: PROTOCOL,
            seen,
        }) => Ok(seen),
        Heard::Message(FromClient::Hello { .. }) => {
            _ = say(app, socket, &FromServer::Reload).await;
            Err(End::With(wire::close::MISBEHAVED))
        }
        Heard::Closing => Err(End::Answered),
        _ => {
            app.meters.unreadable(&Complaint::Hello);
            _ = say(app, socket, &FromServer::Unreadable(Complaint::Hello)).await;
            Err(End::With(wire::close::MISBEHAVED))
        }
    }
}

/// Joins the room and exchanges messages until the socket ends.
async fn converse(app: &App, who: &InScene, seen: Option<Seen>, socket: &mut Socket) -> End {
    let (outbox, mut mail) = outbox();
    let join = |answer| Request::Join {
        seat: who.seat.clone(),
        seen,
        outbox: outbox.clone(),
        answer,
    };
    let joined = app.rooms.ask(&who.scene, join).await;
    drop(outbox);
    let Ok((id, room)) = joined else {
        return End::With(mail.goodbye().unwrap_or(wire::close::STARTING_OVER));
    };
    let _one = OneMore::of(&app.meters.sockets);
    let end = talk(app, socket, &mut mail, &room, id).await;
    _ = room.send(Request::Leave(id)).await;
    end
}

/// Exchanges messages between the socket and the room until one of them ends.
async fn talk(
    app: &App,
    socket: &mut Socket,
    mail: &mut Mail,
    room: &mpsc::Sender<Request>,
    id: SocketId,
) -> End {
    let ending = mail.ending();
    let mut down = pin!(app.down.cancelled());
    let mut ticks = tokio::time::interval_at(Instant::now() + PING_EVERY, PING_EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut heard_at = Instant::now();
    let mut pace = Bucket::full();
    let mut complaints = 0;
    loop {
        let said = tokio::select! {
            biased;
            told = mail.next() => {
                let message = match told {
                    Told::Message(message) => message,
                    Told::Goodbye(code) => return End::With(code),
                    // The room broke.
                    Told::Nothing => return End::With(wire::close::STARTING_OVER),
                };
                match deliver(app, socket, message, (mail, &ending)).await {
                    Ok(()) => continue,
                    Err(end) => return end,
                }
            }
            () = &mut down => return End::With(wire::close::GOING_DOWN),
            message = socket.next() => {
                heard_at = Instant::now();
                let message = match message {
                    Some(Ok(message)) => message,
                    // A message beyond every limit ends here too.
                    Some(Err(error)) => return upgrade::end_of(&error),
                    None => return End::Cut,
                };
                match heard(&app.meters, &message, &mut pace, (room, id)) {
                    Next::End => return End::Answered,
                    Next::Nothing => continue,
                    Next::Passes(passed) => match passed.await {
                        true => continue,
                        false => return End::With(wire::close::STARTING_OVER),
                    },
                    Next::Pong => match say(app, socket, &FromServer::Pong).await {
                        Ok(()) => continue,
                        Err(_) => return End::Cut,
                    },
                    Next::Complains(complaint) => {
                        complaints += 1;
                        app.meters.unreadable(&complaint);
                        say(app, socket, &FromServer::Unreadable(complaint)).await
                    }
                }
            }
            _ = ticks.tick() => {
                if heard_at.elapsed() > SILENCE {
                    return End::Cut;
                }
                timeout(WRITE_TIME, socket.ping()).await.unwrap_or(Err(Error::ConnectionClosed))
            }
        };
        if said.is_err() {
            return End::Cut;
        }
        if complaints >= PATIENCE {
            return End::With(wire::close::MISBEHAVED);
        }
    }
}

/// Writes a message of the room and everything queued behind it; an error where that takes too long, or the room says
/// goodbye meanwhile.
async fn deliver(
    app: &App,
    socket: &mut Socket,
    message: Utf8Bytes,
    (mail, ending): (&mut Mail, &Ending),
) -> Result<(), End> {
    let mut writing = pin!(write(app, socket, message, mail));
    // Most often the write completes at once: then no timer is set up.
    let written = match (&mut writing).now_or_never() {
        Some(written) => Ok(written),
        None => tokio::select! {
            written = timeout(WRITE_TIME, writing) => written,
            code = ending.goodbye() => return Err(End::With(code)),
        },
    };
    match written {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) => Err(End::Cut),
        Err(_) => Err(End::With(wire::close::LAGGING)),
    }
}

/// Writes a message and everything queued behind it, with as few writes as possible.
async fn write(
    app: &App,
    socket: &mut Socket,
    first: Utf8Bytes,
    mail: &mut Mail,
) -> Result<(), Error> {
    let mut next = Some(first);
    while let Some(message) = next {
        app.meters.sent.count(message.len());
        if socket.put(&message) {
            socket.flush().await?;
        }
        next = mail.waiting();
    }
    socket.flush().await
}

/// Sends one message now.
async fn say(app: &App, socket: &mut Socket, message: &FromServer) -> Result<(), Error> {
    let Some(text) = encode(message) else {
        return Ok(());
    };
    app.meters.sent.count(text.len());
    socket.put(&text);
    let said = timeout(WRITE_TIME, socket.flush()).await;
    said.unwrap_or(Err(Error::ConnectionClosed))
}

/// Action that a message requires.
enum Next<'a> {
    Nothing,
    End,
    Pong,
    Complains(Complaint),
    /// The room gets the request; yields whether there still is a room.
    Passes(Passing<'a>),
}

/// Boxed, and only while it lasts: a command is large, and space for one in every idle socket would be most of its
/// memory.
type Passing<'a> = Pin<Box<dyn Future<Output = bool> + Send + 'a>>;

/// Determines what to do about a message of this socket.
fn heard<'a>(
    meters: &Meters,
    message: &Message,
    pace: &mut Bucket,
    (room, socket): (&'a mpsc::Sender<Request>, SocketId),
) -> Next<'a> {
    let request = match read(meters, message) {
        Heard::Closing => return Next::End,
        Heard::Nothing => return Next::Nothing,
        _ if !pace.take(MESSAGES) => return Next::Complains(Complaint::TooFast),
        Heard::Complaint(complaint) => return Next::Complains(complaint),
        Heard::Message(FromClient::Hello { .. }) => return Next::Complains(Complaint::Hello),
        Heard::Message(FromClient::Ping) => return Next::Pong,
        Heard::Message(FromClient::Do { id, command }) => Request::Do {
            socket,
            id,
            command,
            came: Came::now(),
        },
        Heard::Message(FromClient::Ask { no, question }) => Request::Ask {
            socket,
            no,
            question,
        },
        Heard::Message(FromClient::Sum(seq, sum)) => Request::Sum { socket, seq, sum },
    };
    Next::Passes(Box::pin(async move { room.send(request).await.is_ok() }))
}

/// A frame, parsed.
enum Heard {
    Message(FromClient),
    Complaint(Complaint),
    /// Pings and pongs, which the library answers.
    Nothing,
    Closing,
}

/// Parses a frame.
fn read(meters: &Meters, message: &Message) -> Heard {
    if matches!(message, Message::Text(_) | Message::Binary(_)) {
        meters.received.count(message.len());
    }
    let text = match message {
        Message::Text(text) if text.len() > MAX_MESSAGE => {
            return Heard::Complaint(Complaint::TooLong);
        }
        Message::Text(text) => text,
        Message::Binary(_) => return Heard::Complaint(Complaint::NotText),
        Message::Ping(_) | Message::Pong(_) | Message::Frame(_) => return Heard::Nothing,
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the size of the state that an async function with three arguments keeps between two polls.
    const fn kept<A, B, C, F>(_of: &impl Fn(A, B, C) -> F) -> usize {
        size_of::<F>()
    }

    #[test]
    fn an_idle_socket_keeps_little() {
        let task = kept(&attend);
        let kept = task + size_of::<Socket>() + size_of::<InScene>();
        assert!(
            kept <= 1_792,
            "{kept} bytes for each socket, {task} in its task"
        );
    }
}
