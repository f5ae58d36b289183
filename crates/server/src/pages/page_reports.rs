//! Reports of pages that did not run as delivered: others changed them, or blocked their script.

use axum::extract::{Path, State};
use axum::http::StatusCode;

use crate::App;
use crate::auth::seats::Household;
use crate::http::error::HttpError;

/// Handles `POST /pages/{word}`, which counts a page's report of a failure of a known kind, and nothing else.
pub(crate) async fn count_report(
    State(app): State<App>,
    Path(word): Path<String>,
    Household(address): Household,
) -> Result<StatusCode, HttpError> {
    if !app.rates.allow_page_report(address) {
        return Err(HttpError::TooManyFromAddress);
    }
    match app.meters.count_page(&word) {
        true => Ok(StatusCode::OK),
        false => Err(HttpError::NotHere),
    }
}
