//! From a request to a websocket, and from a websocket to its end: the handshake and the
//! goodbyes of RFC 6455.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderValue, Request, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use hyper::upgrade::{OnUpgrade, Upgraded};
use hyper_util::rt::TokioIo;
use rules::wire::close;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::error::{Error, ProtocolError};
use tokio_tungstenite::tungstenite::handshake::server::create_response_with_body;
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, Role, WebSocketConfig};

use crate::App;
use crate::door::Place;
use crate::error::HttpError;

/// Bytes a socket reads at once: commands are short, and most sockets are idle.
const READ_BUFFER: usize = 4 * 1024;
/// Bytes of frames that are put together before they are written.
const WRITE_BUFFER: usize = 4 * 1024;
/// Bytes a socket may hold unwritten: a snapshot of a large fight, several times over.
const MAX_WRITE_BUFFER: usize = 2 * 1024 * 1024;
/// How long a browser may take to say goodbye back, and to hang up.
const LAST_WORD: Duration = Duration::from_secs(2);
/// The version of websockets there is.
const VERSION: &str = "13";

/// A websocket.
pub(crate) type Socket = WebSocketStream<TokioIo<Upgraded>>;

/// A proper request for a websocket, and what to answer.
pub(crate) struct Upgrade {
    on: OnUpgrade,
    answer: Response,
    place: Option<Arc<Place>>,
}

impl FromRequestParts<App> for Upgrade {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, _app: &App) -> Result<Self, Response> {
        let wrong = || HttpError::Unreadable.into_response();
        // Neither may be there twice.
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
                let ours = HeaderValue::from_static(VERSION);
                let mut answer = StatusCode::UPGRADE_REQUIRED.into_response();
                let headers = answer.headers_mut();
                headers.insert(header::SEC_WEBSOCKET_VERSION, ours);
                return Err(answer);
            }
            Err(_) => return Err(wrong()),
        };
        Ok(Self {
            on: parts.extensions.remove::<OnUpgrade>().ok_or_else(wrong)?,
            answer,
            place: parts.extensions.get::<Arc<Place>>().cloned(),
        })
    }
}

impl Upgrade {
    /// The answer, and the socket that there will be when it was sent. Messages may have so
    /// many bytes.
    pub(crate) fn accept(
        self,
        max_message: usize,
    ) -> Result<(Response, impl Future<Output = Option<Socket>> + Send), HttpError> {
        if self.place.is_some_and(|place| !place.becomes_socket()) {
            return Err(HttpError::NoRoom);
        }
        let config = WebSocketConfig::default()
            .read_buffer_size(READ_BUFFER)
            .write_buffer_size(WRITE_BUFFER)
            .max_write_buffer_size(MAX_WRITE_BUFFER)
            .max_message_size(Some(max_message))
            .max_frame_size(Some(max_message));
        let on = self.on;
        let socket = async move {
            let stream = TokioIo::new(on.await.ok()?);
            Some(WebSocketStream::from_raw_socket(stream, Role::Server, Some(config)).await)
        };
        Ok((self.answer, socket))
    }
}

/// How a socket is to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// We say goodbye, with this code.
    With(u16),
    /// They said goodbye; the library has the answer ready.
    Answered,
    /// Nobody is there to say goodbye to.
    Cut,
}

/// How a socket ends on which this was read instead of a message.
pub(crate) fn end_of(error: &Error) -> End {
    match error {
        Error::Protocol(ProtocolError::ResetWithoutClosingHandshake) => End::Cut,
        Error::Protocol(_) | Error::AttackAttempt => End::With(close::PROTOCOL),
        Error::Utf8(_) => End::With(close::NOT_UTF8),
        Error::Capacity(_) => End::With(close::TOO_LONG),
        _ => End::Cut,
    }
}

/// Ends a socket so that the other end learns why. Saying so may take as long as a message.
pub(crate) async fn end(mut socket: Socket, end: End, write_time: Duration) {
    use futures_util::{SinkExt as _, StreamExt as _};
    let said = match end {
        End::Cut => return,
        End::Answered => timeout(write_time, socket.flush()).await,
        End::With(code) => {
            let frame = CloseFrame {
                code: code.into(),
                reason: "".into(),
            };
            timeout(write_time, socket.close(Some(frame))).await
        }
    };
    if !matches!(said, Ok(Ok(()))) {
        return;
    }
    // Hanging up on what is still coming in would take the code away from the other end
    // before it is read. So what comes is read and thrown away, until they hang up.
    _ = timeout(LAST_WORD, async {
        while let Some(Ok(_)) = socket.next().await {}
        let stream = socket.get_mut();
        _ = stream.shutdown().await;
        let mut rest = [0; 1024];
        while stream.read(&mut rest).await.is_ok_and(|read| read > 0) {}
    })
    .await;
}
