//! What a handler answers when it has nothing better.

use app::page::Problem;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

use crate::store::StoreError;

/// Why there is nothing to show. Unknown, forbidden, expired and used look the same.
#[derive(Debug, thiserror::Error)]
pub(crate) enum HttpError {
    /// Nothing here for this reader.
    #[error("nothing here")]
    NotHere,
    /// It came from another site.
    #[error("that came from another site")]
    Foreign,
    /// A form or a request nobody can read.
    #[error("that cannot be read")]
    Unreadable,
    /// Too often.
    #[error("too many requests")]
    TooFast,
    /// No room is free, or it is just going down.
    #[error("no room")]
    NoRoom,
    /// The cause goes to the log, not into the answer.
    #[error("the store failed")]
    Store(#[from] StoreError),
}

impl HttpError {
    fn status(&self) -> StatusCode {
        match self {
            Self::NotHere | Self::Store(StoreError::Gone) => StatusCode::NOT_FOUND,
            Self::Foreign => StatusCode::FORBIDDEN,
            Self::Unreadable => StatusCode::BAD_REQUEST,
            Self::TooFast => StatusCode::TOO_MANY_REQUESTS,
            Self::NoRoom | Self::Store(StoreError::NotKept) => StatusCode::SERVICE_UNAVAILABLE,
            Self::Store(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    fn problem(&self) -> Problem {
        match self {
            Self::NotHere | Self::Foreign | Self::Unreadable => Problem::NotHere,
            Self::Store(StoreError::Gone) => Problem::NotHere,
            Self::TooFast => Problem::TooFast,
            Self::NoRoom | Self::Store(_) => Problem::Ours,
        }
    }
}

/// Marks an answer whose page is still to be printed; [`crate::pages::problem`] does it.
#[derive(Clone, Copy, Debug)]
struct Unprinted(Problem);

/// The problem an answer without a page has: one of ours, or one of the layers around.
pub(crate) fn unprinted(response: &Response) -> Option<Problem> {
    match response.status() {
        StatusCode::REQUEST_TIMEOUT => Some(Problem::Ours),
        StatusCode::PAYLOAD_TOO_LARGE => Some(Problem::NotHere),
        _ => response
            .extensions()
            .get::<Unprinted>()
            .map(|found| found.0),
    }
}

impl IntoResponse for HttpError {
    fn into_response(self) -> Response {
        let (status, problem) = (self.status(), self.problem());
        if let Self::Store(cause) = &self
            && status.is_server_error()
            // Of this the log tells once.
            && !matches!(cause, StoreError::NotKept)
        {
            tracing::error!(%cause, "a request failed");
        }
        let mut response = status.into_response();
        response.extensions_mut().insert(Unprinted(problem));
        response
    }
}
