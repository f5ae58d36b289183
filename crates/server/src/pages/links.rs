//! Links that work once: for one's own seat on another device, for a player's, and for the storyteller's recovery.

use app::page::Passing;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use rules::base::id::SeatId;
use rules::base::seat::{Role, can_move_seat};
use serde::{Deserialize, Serialize};

use crate::App;
use crate::auth::seats::TableSeat;
use crate::auth::token::Token;
use crate::http::error::HttpError;
use crate::http::site_url;
use crate::qr;
use crate::store::{NewPass, PassKind, StoreError};

/// Lifetime of a link to another device, in milliseconds: a day.
const MOVE_LIFE_MS: u64 = 24 * 60 * 60 * 1000;

/// Path parameter that names a seat of the table, in `/t/{table}/seats/{seat}/link`.
#[derive(Debug, Deserialize)]
pub(crate) struct SeatPath {
    seat: SeatId,
}

/// Handles `POST /t/{table}/seats/{seat}/link`, which creates a link that moves a seat to another device.
pub(crate) async fn create_move_link(
    State(app): State<App>,
    who: TableSeat,
    whose: Result<Path<SeatPath>, PathRejection>,
    headers: HeaderMap,
) -> Result<Response, HttpError> {
    let Path(SeatPath { seat }) = whose.map_err(|_| HttpError::NotHere)?;
    json_response(&make_move_link(&app, &headers, &who, seat).await?)
}

/// Creates a link that moves a seat to another device, if `who` may do that.
pub(super) async fn make_move_link(
    app: &App,
    headers: &HeaderMap,
    who: &TableSeat,
    seat: SeatId,
) -> Result<Passing, HttpError> {
    let moved = app.store.seat(who.table.id, seat).await?;
    let moved = moved.ok_or(HttpError::NotHere)?;
    if !can_move_seat((who.seat.id, who.seat.role), (moved.id, moved.role)) {
        return Err(HttpError::NotHere);
    }
    make_link(app, headers, who, seat, PassKind::Move).await
}

/// Handles `POST /t/{table}/recovery`, which creates the storyteller's recovery link, and revokes the previous one.
pub(crate) async fn create_recovery_link(
    State(app): State<App>,
    who: TableSeat,
    headers: HeaderMap,
) -> Result<Response, HttpError> {
    json_response(&make_recovery_link(&app, &headers, &who).await?)
}

/// Creates the storyteller's recovery link, and revokes the previous one.
pub(super) async fn make_recovery_link(
    app: &App,
    headers: &HeaderMap,
    who: &TableSeat,
) -> Result<Passing, HttpError> {
    if who.seat.role != Role::Storyteller {
        return Err(HttpError::NotHere);
    }
    make_link(app, headers, who, who.seat.id, PassKind::Recovery).await
}

/// Whether the seat is a storyteller's that has no recovery link.
pub(super) async fn needs_recovery_link(app: &App, who: &TableSeat) -> Result<bool, HttpError> {
    let TableSeat { table, seat } = who;
    let keeps = seat.role == Role::Storyteller && !table.demo;
    Ok(keeps
        && !app
            .store
            .has_pass(table.id, seat.id, PassKind::Recovery)
            .await?)
}

/// Creates a one-time link to a seat, for the purpose `kind`.
async fn make_link(
    app: &App,
    headers: &HeaderMap,
    who: &TableSeat,
    seat: SeatId,
    kind: PassKind,
) -> Result<Passing, HttpError> {
    let token = Token::mint(&*app.chance);
    let life = match kind {
        PassKind::Move => Some(MOVE_LIFE_MS),
        PassKind::Recovery => None,
    };
    let pass = NewPass {
        table: who.table.id,
        seat,
        kind,
        hash: token.hash(),
        expires_at: life.map(|life| app.clock.now() + life),
    };
    app.store.create_pass(pass).await?;
    tracing::info!(table.id = %who.table.id, seat = seat.0, ?kind, "a link for a seat was made");
    let link = format!(
        "{}/seat/{}",
        site_url::from_request(app, headers),
        token.to_text()
    );
    // A recovery link is to be saved, not to be opened on the next phone.
    let qr = match kind {
        PassKind::Move => qr::draw_qr(&link),
        PassKind::Recovery => None,
    };
    Ok(Passing {
        qr,
        link,
        hours: life.map(|life| u32::try_from(life / (60 * 60 * 1000)).unwrap_or(u32::MAX)),
    })
}

/// Builds a JSON response for the page's script.
pub(super) fn json_response(answer: &impl Serialize) -> Result<Response, HttpError> {
    let text =
        serde_json::to_string(answer).map_err(|error| StoreError::Unreadable(error.to_string()))?;
    let kind = HeaderValue::from_static("application/json");
    Ok(([(header::CONTENT_TYPE, kind)], text).into_response())
}
