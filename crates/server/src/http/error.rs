//! Every way in which a request is refused: its status, its text, its readers, and its log message.
//!
//! Whatever a reader may not know of gets the same answer ([`HttpError::NotHere`]): a link that is unknown, used up
//! or replaced, a table that does not exist, a seat that is not the reader's. All other refusals state their reason.

#[cfg(test)]
mod docs_page;
mod messages;

use std::fmt;
use std::mem::{Discriminant, discriminant};
use std::sync::Arc;
use std::time::Duration;

use app::page::Problem;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use tracing::Level;

use crate::http::rate::{Pace, RateLimiter};
use crate::store::StoreError;

/// Supported version of the websocket protocol.
const WEBSOCKET_VERSION: &str = "13";

/// Reason for refusing a request.
#[derive(Debug)]
pub(crate) enum HttpError {
    /// Nothing here for this reader. Unknown, forbidden, expired and used look the same.
    NotHere,
    /// A guide to rules that do not exist.
    NoSuchPage,
    /// A known address, requested with the wrong method.
    WrongMethod,
    /// A page of another site sent the request.
    Foreign,
    /// The browser and the server do not agree on the server's address.
    OtherAddress(Box<AddressMismatch>),
    /// The browser does not say which page it came from.
    NoOrigin,
    /// A header that names the request's origin is there twice.
    DuplicateHeader,
    /// The browser came back without the cookie that it was just given; holds the path to try again.
    NoCookie(String),
    /// A form or an address that cannot be read.
    Unreadable,
    /// The address of a websocket, requested as a page.
    NotAPage,
    /// A websocket was requested and its `Upgrade` header was lost on the way.
    NoUpgrade,
    /// A websocket was requested with an invalid handshake.
    BadHandshake,
    /// A websocket of a version that is not supported.
    OtherVersion,
    /// More bytes than are accepted.
    TooHeavy,
    /// A body without its length.
    NoLength,
    /// The request took too long to arrive, or to be answered.
    TooSlow,
    /// A seat sends too many requests.
    TooFast,
    /// An address sends too many requests.
    TooManyFromAddress,
    /// As many encounters are open as fit.
    NoRoom,
    /// No place for one more connection.
    NoPlace,
    /// A browser that only prefetches gets no table.
    Prefetch,
    /// The server shuts down.
    GoingDown,
    /// The store cannot write at the moment. The log has the reason already.
    NotKept,
    /// A part of the server ended that should not have.
    Broken,
    /// Stored data differs from what was written.
    Damaged(StoreError),
    /// The store failed; the reason is logged and not sent.
    Store(StoreError),
}

/// Disagreement about the server's address, as found in a request.
#[derive(Clone, Debug, Default)]
pub(crate) struct AddressMismatch {
    /// Origin of the page, as the browser says.
    pub(crate) origin: String,
    /// Host that the request names.
    pub(crate) host: String,
    /// Address of the server, as its options say.
    pub(crate) public: Option<String>,
}

impl From<StoreError> for HttpError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Gone => Self::NotHere,
            StoreError::NotKept => Self::NotKept,
            StoreError::Closed => Self::GoingDown,
            StoreError::Unreadable(_) | StoreError::Damaged(_) | StoreError::Altered(_) => {
                Self::Damaged(error)
            }
            StoreError::Conflict | StoreError::Database(_) => Self::Store(error),
        }
    }
}

/// Readers of a refusal, as the page of refusals names them.
#[cfg(test)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reader {
    /// Anybody with a browser.
    Visitor,
    /// A person with a seat.
    Seated,
    /// The host of the server: a browser shows nothing of it.
    Host,
}

impl HttpError {
    /// Returns the HTTP status of the refusal.
    pub(crate) const fn status(&self) -> StatusCode {
        match self {
            Self::NotHere | Self::NoSuchPage => StatusCode::NOT_FOUND,
            Self::WrongMethod => StatusCode::METHOD_NOT_ALLOWED,
            Self::Foreign
            | Self::OtherAddress(_)
            | Self::NoOrigin
            | Self::DuplicateHeader
            | Self::NoCookie(_) => StatusCode::FORBIDDEN,
            Self::Unreadable | Self::NotAPage | Self::NoUpgrade | Self::BadHandshake => {
                StatusCode::BAD_REQUEST
            }
            Self::OtherVersion => StatusCode::UPGRADE_REQUIRED,
            Self::TooHeavy => StatusCode::PAYLOAD_TOO_LARGE,
            Self::NoLength => StatusCode::LENGTH_REQUIRED,
            Self::TooSlow => StatusCode::REQUEST_TIMEOUT,
            Self::TooFast | Self::TooManyFromAddress => StatusCode::TOO_MANY_REQUESTS,
            Self::NoRoom
            | Self::NoPlace
            | Self::Prefetch
            | Self::GoingDown
            | Self::NotKept
            | Self::Damaged(_) => StatusCode::SERVICE_UNAVAILABLE,
            Self::Broken | Self::Store(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// Returns who reads the refusal, a visitor, a person with a seat, or the host.
    #[cfg(test)]
    pub(crate) const fn reader(&self) -> Reader {
        match self {
            Self::NotHere
            | Self::NoSuchPage
            | Self::WrongMethod
            | Self::Foreign
            | Self::OtherAddress(_)
            | Self::NoOrigin
            | Self::DuplicateHeader
            | Self::NoCookie(_)
            | Self::Unreadable
            | Self::NotAPage
            | Self::TooHeavy
            | Self::TooSlow
            | Self::TooManyFromAddress
            | Self::NoRoom
            | Self::GoingDown
            | Self::NotKept
            | Self::Broken
            | Self::Damaged(_)
            | Self::Store(_) => Reader::Visitor,
            Self::TooFast => Reader::Seated,
            Self::NoUpgrade
            | Self::BadHandshake
            | Self::OtherVersion
            | Self::NoLength
            | Self::NoPlace
            | Self::Prefetch => Reader::Host,
        }
    }

    /// Returns the content of the refusal's page.
    fn problem(&self) -> Problem {
        Problem {
            head: self.heading().to_owned(),
            words: self.paragraphs(),
            again: if let Self::NoCookie(path) = self {
                Some(path.clone())
            } else {
                None
            },
        }
    }

    /// Returns the refusal as plain text, for clients that show no page.
    pub(crate) fn to_plain_text(&self) -> String {
        let mut words = vec![format!("{}.", self.heading())];
        words.extend(self.paragraphs());
        words.join(" ") + "\n"
    }
}

impl fmt::Display for HttpError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.heading())
    }
}

impl std::error::Error for HttpError {}

/// Rate limit for logging each cause of refusal, once a minute, however often it occurs.
#[derive(Debug)]
pub(crate) struct RefusalLog(RateLimiter<Discriminant<HttpError>>);

impl Default for RefusalLog {
    fn default() -> Self {
        Self(RateLimiter::new(Pace::new(1, Duration::from_secs(60))))
    }
}

impl RefusalLog {
    /// Logs a refusal for the host, if its cause is one to log and was not logged just now.
    pub(crate) fn log_once(&self, error: &HttpError) {
        let Some((level, words)) = error.log_message() else {
            return;
        };
        if !self.0.take(discriminant(error)) {
            return;
        }
        match level {
            Level::ERROR => tracing::error!("{words}"),
            Level::WARN => tracing::warn!("{words}"),
            _ => tracing::info!("{words}"),
        }
    }
}

/// Marker of a refusal's response whose page is still to be rendered by [`crate::pages::problem`].
#[derive(Clone, Debug)]
struct PendingPage(Arc<HttpError>);

/// Returns why a request was refused, if its response has no page yet; otherwise `None`.
pub(crate) fn pending_error(response: &Response) -> Option<Arc<HttpError>> {
    let bare = !response.headers().contains_key(header::CONTENT_TYPE);
    match response.status() {
        StatusCode::REQUEST_TIMEOUT => Some(Arc::new(HttpError::TooSlow)),
        StatusCode::PAYLOAD_TOO_LARGE => Some(Arc::new(HttpError::TooHeavy)),
        StatusCode::METHOD_NOT_ALLOWED if bare => Some(Arc::new(HttpError::WrongMethod)),
        _ => response
            .extensions()
            .get::<PendingPage>()
            .map(|found| Arc::clone(&found.0)),
    }
}

/// Returns the content of a refusal's page.
pub(crate) fn problem_of(error: &HttpError) -> Problem {
    error.problem()
}

impl IntoResponse for HttpError {
    fn into_response(self) -> Response {
        let mut response = self.status().into_response();
        if matches!(self, Self::OtherVersion) {
            let ours = HeaderValue::from_static(WEBSOCKET_VERSION);
            let headers = response.headers_mut();
            headers.insert(header::SEC_WEBSOCKET_VERSION, ours);
        }
        response
            .extensions_mut()
            .insert(PendingPage(Arc::new(self)));
        response
    }
}
