//! Every way in which a request is refused: its status, its words, who reads them, and what the log says.
//!
//! What one may not know of looks alike ([`HttpError::NotHere`]): a link that is unknown, used up or replaced, a table
//! that is not there, a seat that one has not. All else is no secret and says in its own words what is so.

#[cfg(test)]
mod page;
mod words;

use std::fmt;
use std::mem::{Discriminant, discriminant};
use std::sync::Arc;
use std::time::Duration;

use app::page::Problem;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use tracing::Level;

use crate::rate::{Pace, Rate};
use crate::store::StoreError;
use crate::upgrade::VERSION;

/// Why a request is refused.
#[derive(Debug)]
pub(crate) enum HttpError {
    /// Nothing here for this reader. Unknown, forbidden, expired and used look the same.
    NotHere,
    /// There are no such rules, for nobody.
    NoSuchPage,
    /// An address of ours that is not asked so.
    WrongMethod,
    /// A page of another site sent it.
    Foreign,
    /// The browser and the server do not agree on the server's address.
    OtherAddress(Box<Given>),
    /// The browser does not say which page it came from.
    NoOrigin,
    /// What says where it came from is there twice.
    SaidTwice,
    /// The browser came without the cookie that it was just given; where to try again.
    NoCookie(String),
    /// A form or an address that cannot be read.
    Unreadable,
    /// A websocket's own address, asked for as a page.
    NotAPage,
    /// A websocket was asked for and the wish to change to it was lost on the way.
    NoUpgrade,
    /// A websocket was asked for in a way that is none.
    BadHandshake,
    /// A websocket of a version that is not spoken here.
    OtherVersion,
    /// More bytes than are taken.
    TooHeavy,
    /// A body without its length.
    NoLength,
    /// It took too long to come, or to answer.
    TooSlow,
    /// A seat asks too often.
    TooFast,
    /// An address asks too often.
    TooManyHere,
    /// As many encounters are open as fit.
    NoRoom,
    /// No place for one more connection.
    NoPlace,
    /// A browser that only looks ahead gets no table.
    Ahead,
    /// The server goes down.
    GoingDown,
    /// Nothing is kept at the moment. The log has told why.
    NotKept,
    /// A part of the server ended that should not have.
    Broken,
    /// What is kept is not what was written.
    Damaged(StoreError),
    /// The store failed; how goes to the log, not into the answer.
    Store(StoreError),
}

/// What a request says of the server's address.
#[derive(Clone, Debug, Default)]
pub(crate) struct Given {
    /// Where the browser says that the page is.
    pub(crate) origin: String,
    /// As what the server was asked.
    pub(crate) host: String,
    /// Where the server is, as its options say.
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

/// Who reads a refusal, as the page of refusals says.
#[cfg(test)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reader {
    /// Anybody with a browser.
    Visitor,
    /// Somebody with a seat.
    Seated,
    /// Whoever keeps the server: a browser shows nothing of it.
    Host,
}

impl HttpError {
    /// Its status.
    pub(crate) const fn status(&self) -> StatusCode {
        match self {
            Self::NotHere | Self::NoSuchPage => StatusCode::NOT_FOUND,
            Self::WrongMethod => StatusCode::METHOD_NOT_ALLOWED,
            Self::Foreign
            | Self::OtherAddress(_)
            | Self::NoOrigin
            | Self::SaidTwice
            | Self::NoCookie(_) => StatusCode::FORBIDDEN,
            Self::Unreadable | Self::NotAPage | Self::NoUpgrade | Self::BadHandshake => {
                StatusCode::BAD_REQUEST
            }
            Self::OtherVersion => StatusCode::UPGRADE_REQUIRED,
            Self::TooHeavy => StatusCode::PAYLOAD_TOO_LARGE,
            Self::NoLength => StatusCode::LENGTH_REQUIRED,
            Self::TooSlow => StatusCode::REQUEST_TIMEOUT,
            Self::TooFast | Self::TooManyHere => StatusCode::TOO_MANY_REQUESTS,
            Self::NoRoom
            | Self::NoPlace
            | Self::Ahead
            | Self::GoingDown
            | Self::NotKept
            | Self::Damaged(_) => StatusCode::SERVICE_UNAVAILABLE,
            Self::Broken | Self::Store(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// Who reads it.
    #[cfg(test)]
    pub(crate) const fn reader(&self) -> Reader {
        match self {
            Self::NotHere
            | Self::NoSuchPage
            | Self::WrongMethod
            | Self::Foreign
            | Self::OtherAddress(_)
            | Self::NoOrigin
            | Self::SaidTwice
            | Self::NoCookie(_)
            | Self::Unreadable
            | Self::NotAPage
            | Self::TooHeavy
            | Self::TooSlow
            | Self::TooManyHere
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
            | Self::Ahead => Reader::Host,
        }
    }

    fn problem(&self) -> Problem {
        Problem {
            head: self.head().to_owned(),
            words: self.words(),
            again: if let Self::NoCookie(path) = self {
                Some(path.clone())
            } else {
                None
            },
        }
    }

    /// The same as plain text, for those who ask below all pages.
    pub(crate) fn plain(&self) -> String {
        let mut words = vec![format!("{}.", self.head())];
        words.extend(self.words());
        words.join(" ") + "\n"
    }
}

impl fmt::Display for HttpError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.head())
    }
}

impl std::error::Error for HttpError {}

/// Which refusals were told lately: each cause once a minute, however often it comes.
#[derive(Debug)]
pub(crate) struct Tellings(Rate<Discriminant<HttpError>>);

impl Default for Tellings {
    fn default() -> Self {
        Self(Rate::new(Pace::new(1, Duration::from_secs(60))))
    }
}

impl Tellings {
    /// Tells the host of a refusal, if it is one to tell of and was not told of just now.
    pub(crate) fn tell(&self, error: &HttpError) {
        let Some((level, words)) = error.told() else {
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

/// Marks an answer whose page is still to be printed; [`crate::pages::problem`] does it.
#[derive(Clone, Debug)]
struct Unprinted(Arc<HttpError>);

/// Why a request was refused that has no page yet: by one of ours, or by one of the layers around.
pub(crate) fn unprinted(response: &Response) -> Option<Arc<HttpError>> {
    let bare = !response.headers().contains_key(header::CONTENT_TYPE);
    match response.status() {
        StatusCode::REQUEST_TIMEOUT => Some(Arc::new(HttpError::TooSlow)),
        StatusCode::PAYLOAD_TOO_LARGE => Some(Arc::new(HttpError::TooHeavy)),
        StatusCode::METHOD_NOT_ALLOWED if bare => Some(Arc::new(HttpError::WrongMethod)),
        _ => response
            .extensions()
            .get::<Unprinted>()
            .map(|found| Arc::clone(&found.0)),
    }
}

/// The page of a refusal.
pub(crate) fn problem(error: &HttpError) -> Problem {
    error.problem()
}

impl IntoResponse for HttpError {
    fn into_response(self) -> Response {
        let mut response = self.status().into_response();
        if matches!(self, Self::OtherVersion) {
            let ours = HeaderValue::from_static(VERSION);
            let headers = response.headers_mut();
            headers.insert(header::SEC_WEBSOCKET_VERSION, ours);
        }
        response.extensions_mut().insert(Unprinted(Arc::new(self)));
        response
    }
}
