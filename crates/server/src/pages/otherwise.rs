//! Reports of pages that did not run as delivered: others changed them, or blocked their script.

use axum::extract::{Path, State};
use axum::http::StatusCode;

use crate::App;
use crate::auth::seats::Household;
use crate::http::error::HttpError;

/// `POST /pages/{word}`: counts a report of a known kind, and nothing else.
pub(crate) async fn count(
    State(app): State<App>,
    Path(word): Path<String>,
    Household(address): Household,
) -> Result<StatusCode, HttpError> {
    if !app.rates.pages(address) {
        return Err(HttpError::TooManyHere);
    }
    match app.meters.page(&word) {
        true => Ok(StatusCode::OK),
        false => Err(HttpError::NotHere),
    }
}
