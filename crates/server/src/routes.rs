//! Which path leads where.

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::middleware::{self, Next};
use axum::response::Response;
use axum::routing::{get, post};

use crate::error::HttpError;
use crate::limits::{MAX_FORM, REQUEST_TIME};
use crate::pages::{demo, home, invite, join, problem, table, theme};
use crate::{App, headers, origin, parts, socket};

/// Every route, behind what all of them need: headers, the origin guard, a time limit.
pub(crate) fn router(app: App) -> Router {
    Router::new()
        .route("/", get(home::show))
        .route("/tables", post(home::make))
        .route("/code", post(join::code))
        .route("/join/{token}", get(join::show).post(join::sit))
        .route("/t/{table}", get(table::show))
        .route("/t/{table}/invite", post(invite::make))
        .route("/t/{table}/invite/renew", post(invite::renew))
        .route("/demo", get(demo::first).head(demo::look))
        .route("/demo/{system}", get(demo::of_system).head(demo::look))
        .route("/theme", post(theme::set))
        .route("/ws/{encounter}", get(socket::open))
        .route("/pkg/{build}/{file}", get(parts::program))
        .route("/health", get(health))
        .fallback(parts::other)
        .layer(middleware::from_fn(in_time))
        .layer(middleware::from_fn_with_state(app.clone(), origin::guard))
        .layer(DefaultBodyLimit::max(MAX_FORM))
        .layer(middleware::from_fn_with_state(app.clone(), problem::dress))
        .layer(middleware::from_fn_with_state(app.clone(), headers::dress))
        .with_state(app)
}

/// Gives up on an answer that takes too long.
async fn in_time(request: Request, next: Next) -> Result<Response, HttpError> {
    let answer = tokio::time::timeout(REQUEST_TIME, next.run(request)).await;
    answer.map_err(|_| HttpError::TooLong)
}

/// `GET /health`: whether the store answers.
async fn health(State(app): State<App>) -> Result<&'static str, HttpError> {
    app.store.alive().await?;
    Ok("ok")
}
