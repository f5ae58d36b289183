//! Which path leads where.

use std::sync::Arc;

use axum::Router;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::StatusCode;
use axum::middleware;
use axum::routing::{get, post};
use tower::ServiceBuilder;
use tower_http::limit::RequestBodyLimitLayer;
use tower_http::request_id::SetRequestIdLayer;
use tower_http::timeout::TimeoutLayer;
use tower_http::trace::TraceLayer;

use crate::browser::recognize;
use crate::error::HttpError;
use crate::limits::{MAX_FORM, REQUEST_TIME};
use crate::pages::{
    arrive, cast, demo, guide, home, invite, join, leave, links, problem, recap, settings, sheet,
    systems, table, theme,
};
use crate::requests::{self, Ids};
use crate::{App, headers, origin, parts, shrink, socket};

/// Every route, behind what all of them need.
pub(crate) fn router(app: App) -> Router {
    // The first is the outermost: it sees a request first and its answer last.
    let around = ServiceBuilder::new()
        .map_request(requests::without_id)
        .layer(SetRequestIdLayer::new(
            requests::ID,
            Ids(Arc::clone(&app.chance)),
        ))
        .layer(
            TraceLayer::new_for_http()
                .make_span_with(requests::span)
                .on_request(())
                .on_response(requests::ended)
                .on_body_chunk(())
                .on_eos(())
                .on_failure(()),
        )
        .layer(headers::always(&app.options))
        .layer(headers::not_kept())
        .layer(shrink::layer())
        .layer(middleware::from_fn_with_state(app.clone(), problem::dress))
        .layer(middleware::from_fn_with_state(app.clone(), origin::guard))
        .layer(TimeoutLayer::with_status_code(
            StatusCode::REQUEST_TIMEOUT,
            REQUEST_TIME,
        ))
        .layer(RequestBodyLimitLayer::new(MAX_FORM));
    let pages = Router::new()
        .route("/", get(home::show))
        .route("/tables", post(home::make))
        .route("/code", post(join::code))
        .route("/join/{token}", get(join::show).post(join::sit))
        .route("/seat/{token}", get(arrive::show).post(arrive::sit))
        .route("/t/{table}", get(table::show))
        .route(
            "/t/{table}/c/{combatant}",
            get(sheet::show).post(sheet::write),
        )
        .route("/t/{table}/cast", get(cast::show).post(cast::act))
        .route(
            "/t/{table}/settings",
            get(settings::show).post(settings::turn),
        )
        .route("/t/{table}/recap", get(recap::show))
        .route("/t/{table}/recap.md", get(recap::markdown))
        .route("/t/{table}/invite", post(invite::make))
        .route("/t/{table}/invite/renew", post(invite::renew))
        .route("/t/{table}/recovery", post(links::to_recover))
        .route("/t/{table}/seats/{seat}/link", post(links::to_move))
        .route("/t/{table}/leave", post(leave::leave))
        .route("/demo", get(demo::first).head(demo::look))
        .route("/demo/{system}", get(demo::of_system).head(demo::look))
        .route("/theme", post(theme::set))
        .route("/ws/{encounter}", get(socket::open))
        .route_layer(middleware::from_fn_with_state(app.clone(), recognize));
    Router::new()
        .merge(pages)
        .route("/rules", get(guide::all))
        .route("/rules/{system}", get(guide::of_system))
        .route("/systems/{system}/settings", get(systems::settings))
        .route("/pkg/{build}/{file}", get(parts::program))
        .route("/health", get(health))
        .fallback(parts::other)
        .layer(around)
        // The limit above holds for all; axum's own would be a second one.
        .layer(DefaultBodyLimit::disable())
        .with_state(app)
}

/// `GET /health`: whether the store answers.
async fn health(State(app): State<App>) -> Result<&'static str, HttpError> {
    app.store.alive().await?;
    Ok("ok")
}
