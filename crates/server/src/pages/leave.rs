//! Handler for giving up a seat.

use axum::extract::State;
use axum::response::{IntoResponse, Redirect, Response};

use crate::App;
use crate::auth::seats::{TableSeat, give_up_seat};
use crate::http::error::HttpError;

/// Handles `POST /t/{table}/leave`, which gives up the reader's seat and frees its name.
pub(crate) async fn leave(State(app): State<App>, who: TableSeat) -> Result<Response, HttpError> {
    if !who.seat.role.can_leave_table() {
        return Err(HttpError::NotHere);
    }
    let leaver = app.clone();
    let leaving = app
        .tasks
        .spawn(async move { give_up_seat(&leaver, &who.seat).await });
    leaving.await.map_err(|_| HttpError::Broken)??;
    Ok(Redirect::to("/").into_response())
}
