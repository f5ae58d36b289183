//! Websocket handshake and closing, after RFC 6455.

use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{Request, header};
use axum::response::Response;
use futures_util::{SinkExt as _, StreamExt as _};
use hyper::upgrade::{OnUpgrade, Upgraded};
use hyper_util::rt::TokioIo;
use rules::wire::close;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::error::{Error, ProtocolError};
use tokio_tungstenite::tungstenite::handshake::server::create_response_with_body;
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, Role, WebSocketConfig};

use crate::App;
use crate::http::error::HttpError;
use crate::http::listener::ConnectionSlot;

/// Bytes that a websocket reads at once. Commands are short, and most sockets are idle, which keep this buffer as long
/// as they are open.
const READ_BUFFER: usize = 256;
/// Bytes of pings, pongs and close frames collected before they are written.
const WRITE_BUFFER: usize = 256;
/// Most bytes of these that a socket may hold unwritten.
const MAX_WRITE_BUFFER: usize = 64 * 1024;
/// Bytes of messages collected before they are written.
const FLUSH_THRESHOLD: usize = 16 * 1024;
/// Longest time for a browser to answer a close frame, and to disconnect.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(2);

/// Websocket type of the library, over an upgraded HTTP connection.
type LibrarySocket = WebSocketStream<TokioIo<Upgraded>>;

/// A websocket connection to a browser, on the server's side.
///
/// Messages are written past the library, which would keep space for the longest one as long as a socket is open: a
/// whole snapshot, and most sockets are idle. The library reads, and writes the frames without text: pings, pongs,
/// close frames. The two never interleave their bytes: what the library has begun is written first, and it is not
/// called while messages are on their way.
pub(crate) struct Socket {
    library: LibrarySocket,
    /// Frames that are being written.
    unsent: Vec<u8>,
    /// Number of their bytes already written.
    written: usize,
}

impl Socket {
    /// Wraps a socket of the websocket library, with no message to be sent yet.
    const fn new(library: LibrarySocket) -> Self {
        Self {
            library,
            unsent: Vec::new(),
            written: 0,
        }
    }

    /// Waits for the next incoming message of the browser; `None` once the websocket has ended.
    pub(crate) async fn next(&mut self) -> Option<Result<Message, Error>> {
        self.library.next().await
    }

    /// Queues a message, and returns whether enough is queued to be worth flushing.
    pub(crate) fn queue(&mut self, text: &str) -> bool {
        put_frame(&mut self.unsent, text.as_bytes());
        self.unsent.len() >= FLUSH_THRESHOLD
    }

    /// Writes all queued messages to the browser's connection. If cancelled and called again, it continues where it
    /// was.
    pub(crate) async fn flush(&mut self) -> Result<(), Error> {
        self.library.flush().await?;
        while let Some(rest) = self.unsent.get(self.written..)
            && !rest.is_empty()
        {
            match self.library.get_mut().write(rest).await? {
                0 => return Err(Error::ConnectionClosed),
                some => self.written += some,
            }
        }
        // Gives the memory back.
        self.unsent = Vec::new();
        self.written = 0;
        Ok(())
    }

    /// Sends a ping to the browser.
    pub(crate) async fn ping(&mut self) -> Result<(), Error> {
        self.flush().await?;
        self.library.send(Message::Ping(Vec::new().into())).await
    }
}

/// Appends a text to the buffer as one whole websocket frame.
fn put_frame(to: &mut Vec<u8>, text: &[u8]) {
    /// First byte of a final text frame.
    const TEXT: u8 = 0x81;
    /// Length codes that announce two or eight further bytes.
    const TWO_BYTES: u8 = 126;
    const EIGHT_BYTES: u8 = 127;
    to.reserve(text.len().saturating_add(10));
    to.push(TEXT);
    let length = text.len();
    match (u8::try_from(length), u16::try_from(length)) {
        (Ok(short), _) if short < TWO_BYTES => to.push(short),
        (_, Ok(length)) => {
            to.push(TWO_BYTES);
            to.extend_from_slice(&length.to_be_bytes());
        }
        (_, Err(_)) => {
            to.push(EIGHT_BYTES);
            to.extend_from_slice(&(length as u64).to_be_bytes());
        }
    }
    to.extend_from_slice(text);
}

/// A valid request to open a websocket, and the response to it.
pub(crate) struct Upgrade {
    on: OnUpgrade,
    answer: Response,
    place: Option<Arc<ConnectionSlot>>,
}

impl FromRequestParts<App> for Upgrade {
    type Rejection = HttpError;

    async fn from_request_parts(parts: &mut Parts, _app: &App) -> Result<Self, HttpError> {
        let wrong = || HttpError::BadHandshake;
        if !parts.headers.contains_key(header::UPGRADE) {
            // A browser that opens a websocket sends several headers for it; a proxy removes this one.
            let meant = parts.headers.contains_key(header::SEC_WEBSOCKET_KEY);
            return Err(match meant {
                true => HttpError::NoUpgrade,
                false => HttpError::NotAPage,
            });
        }
        // Neither header may be there twice.
        for name in [header::SEC_WEBSOCKET_KEY, header::SEC_WEBSOCKET_VERSION] {
            if parts.headers.get_all(name).iter().count() > 1 {
                return Err(wrong());
            }
        }
        let mut request = Request::new(());
        request.method_mut().clone_from(&parts.method);
        request.headers_mut().clone_from(&parts.headers);
        *request.version_mut() = parts.version;
        let answer = match create_response_with_body(&request, Body::empty) {
            Ok(answer) => answer,
            Err(Error::Protocol(ProtocolError::MissingSecWebSocketVersionHeader)) => {
                return Err(HttpError::OtherVersion);
            }
            Err(_) => return Err(wrong()),
        };
        Ok(Self {
            on: parts.extensions.remove::<OnUpgrade>().ok_or_else(wrong)?,
            answer,
            place: parts.extensions.get::<Arc<ConnectionSlot>>().cloned(),
        })
    }
}

impl Upgrade {
    /// Returns the response that opens the websocket, and the future socket, which is ready once it
    /// was sent. Messages may have at most `max_message` bytes.
    pub(crate) fn accept(self, max_message: usize) -> Result<(Response, SocketFuture), HttpError> {
        if self.place.is_some_and(|place| !place.upgrade_to_socket()) {
            return Err(HttpError::NoPlace);
        }
        let config = WebSocketConfig::default()
            .read_buffer_size(READ_BUFFER)
            .write_buffer_size(WRITE_BUFFER)
            .max_write_buffer_size(MAX_WRITE_BUFFER)
            .max_message_size(Some(max_message))
            .max_frame_size(Some(max_message));
        let on = self.on;
        let opening = async move {
            let stream = TokioIo::new(on.await.ok()?);
            let library = WebSocketStream::from_raw_socket(stream, Role::Server, Some(config));
            Some(Box::new(Socket::new(library.await)))
        };
        Ok((self.answer, Box::pin(opening)))
    }
}

/// Future of a socket; `None` where the connection broke. Boxed, as the socket is: a task that waits for it would
/// keep space for all of it as long as it has the socket.
pub(crate) type SocketFuture = Pin<Box<dyn Future<Output = Option<Box<Socket>>> + Send>>;

/// End of a websocket to a browser, either by a close frame or by a lost connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SocketEnd {
    /// The server sends a close frame with this code.
    Close(u16),
    /// The browser sent a close frame; the library has the answer ready.
    Answered,
    /// The connection is gone.
    Disconnected,
}

/// Returns the way a socket ends after this error.
pub(crate) fn end_for_error(error: &Error) -> SocketEnd {
    match error {
        Error::Protocol(ProtocolError::ResetWithoutClosingHandshake) => SocketEnd::Disconnected,
        Error::Protocol(_) | Error::AttackAttempt => SocketEnd::Close(close::PROTOCOL_VERSION),
        Error::Utf8(_) => SocketEnd::Close(close::NOT_UTF8),
        Error::Capacity(_) => SocketEnd::Close(close::TOO_LONG),
        _ => SocketEnd::Disconnected,
    }
}

/// Ends a websocket so that the browser learns the reason. Writing the close frame may take as long
/// as a message.
pub(crate) async fn close_socket(mut socket: Box<Socket>, end: SocketEnd, write_time: Duration) {
    // A message that is half written is completed first.
    let goodbye = async {
        socket.flush().await?;
        if let SocketEnd::Close(code) = end {
            let frame = CloseFrame {
                code: code.into(),
                reason: "".into(),
            };
            socket.library.close(Some(frame)).await?;
        }
        Ok::<_, Error>(())
    };
    if end == SocketEnd::Disconnected {
        return;
    }
    let said = timeout(write_time, goodbye).await;
    if !matches!(said, Ok(Ok(()))) {
        return;
    }
    // Disconnecting while data is still arriving would discard the close code before the other end reads it. So the
    // rest is read and dropped, until the other end disconnects.
    _ = timeout(CLOSE_TIMEOUT, async {
        while let Some(Ok(_)) = socket.next().await {}
        let stream = socket.library.get_mut();
        _ = stream.shutdown().await;
        let mut rest = [0; 128];
        while stream.read(&mut rest).await.is_ok_and(|read| read > 0) {}
    })
    .await;
}

#[cfg(test)]
mod tests {
    use tokio_tungstenite::tungstenite::protocol::frame::{Frame, FrameSocket};

    use super::*;

    #[test]
    fn frames_of_all_lengths_read_back() {
        let lengths = [0, 1, 125, 126, 127, 65_535, 65_536, 200_000];
        let texts = lengths.map(|length| "x".repeat(length));
        let mut bytes = Vec::new();
        for text in &texts {
            put_frame(&mut bytes, text.as_bytes());
        }
        let mut reader = FrameSocket::new(std::io::Cursor::new(bytes));
        for text in texts {
            let frame = reader.read(None).ok().flatten();
            assert_eq!(
                frame,
                Some(Frame::message(
                    text,
                    tokio_tungstenite::tungstenite::protocol::frame::coding::OpCode::Data(
                        tokio_tungstenite::tungstenite::protocol::frame::coding::Data::Text,
                    ),
                    true,
                ))
            );
        }
        assert!(reader.read(None).is_ok_and(|frame| frame.is_none()));
    }
}
