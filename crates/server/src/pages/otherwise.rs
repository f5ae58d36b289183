//! What a page says of itself when it went on otherwise than it was printed: others changed it, or held its program back.

use axum::extract::{Path, State};
use axum::http::StatusCode;

use crate::App;
use crate::error::HttpError;
use crate::seats::Household;

/// `POST /pages/{word}`: one of the words there are, and nothing else. It is counted, and that is all.
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
