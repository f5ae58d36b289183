//! Routes of the server, with the layers around them.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::middleware;
use axum::routing::{get, post};
use tower::ServiceBuilder;
use tower_http::limit::RequestBodyLimitLayer;
use tower_http::request_id::SetRequestIdLayer;
use tower_http::timeout::TimeoutLayer;
use tower_http::trace::TraceLayer;

use super::{headers, health, origin, shrink, socket};
use crate::auth::browser::recognize;
use crate::http::limits::{
    ARCHIVE_TIME, MAX_ARCHIVE_FORM, MAX_FORM, MAX_UPLOAD, REQUEST_TIME, UPLOAD_TIME,
};
use crate::http::requests::{self, Ids};
use crate::http::turns::{Door, in_turn, on_behalf};
use crate::pages::{
    archive, arrive, cast, demo, dice, guide, home, import, invite, join, later, leave, links,
    otherwise, part, past, people, problem, proposals, recap, settings, sheet, systems, table,
    theme,
};
use crate::{App, parts};

/// Most bytes of a request, and its longest duration.
type Measure = (usize, Duration);

/// Wraps routes with the layers that all of them need.
fn behind(routes: Router<App>, app: &App, (most, time): Measure) -> Router<App> {
    // The first layer is the outermost: it sees a request first and its response last.
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
        .layer(middleware::from_fn(part::ask))
        .layer(middleware::from_fn_with_state(app.clone(), problem::dress))
        .layer(middleware::from_fn_with_state(app.clone(), origin::guard))
        .layer(middleware::from_fn_with_state(app.clone(), on_behalf))
        .layer(TimeoutLayer::with_status_code(
            StatusCode::REQUEST_TIMEOUT,
            time,
        ))
        .layer(RequestBodyLimitLayer::new(most));
    routes.layer(around)
}

/// Returns the pages that show the present in full: refused to seats with a delayed view.
fn present(app: &App) -> Router<App> {
    Router::new()
        .route("/t/{table}/dice", get(dice::show).post(dice::act))
        .route("/t/{table}/dice.json", get(dice::json))
        .route("/t/{table}/replay", get(past::replay))
        .route("/t/{table}/replay.json", get(past::view))
        .route("/t/{table}/log", get(past::log))
        .route("/t/{table}/c/{combatant}/past", get(past::changes))
        .route("/t/{table}/recap", get(recap::show))
        .route("/t/{table}/recap.md", get(recap::markdown))
        .route("/t/{table}/told.json", get(archive::told))
        .route_layer(middleware::from_fn_with_state(app.clone(), later::shut))
}

/// Returns the pages for visitors without a seat, who take turns at the front door.
fn front(app: &App) -> Router<App> {
    Router::new()
        .route("/", get(home::show))
        .route("/tables", post(home::make))
        .route("/code", post(join::code))
        .route("/join/{token}", get(join::show).post(join::sit))
        .route("/seat/{token}", get(arrive::show).post(arrive::sit))
        .route("/demo", get(demo::first).head(demo::look))
        .route("/demo/{system}", get(demo::of_system).head(demo::look))
        .route_layer(middleware::from_fn_with_state(
            (app.clone(), Door::Front),
            in_turn,
        ))
}

/// Returns the pages of a table, whose seats take turns.
fn tables(app: &App) -> Router<App> {
    Router::new()
        .route("/t/{table}", get(table::show))
        .route(
            "/t/{table}/c/{combatant}",
            get(sheet::show).post(sheet::write),
        )
        .route(
            "/t/{table}/portrait/{combatant}/{portrait}",
            get(sheet::show_portrait),
        )
        .route("/t/{table}/cast", get(cast::show).post(cast::act))
        .route(
            "/t/{table}/settings",
            get(settings::show).post(settings::turn),
        )
        .route("/t/{table}/people", get(people::show).post(people::act))
        .route(
            "/t/{table}/proposals",
            get(proposals::show).post(proposals::act),
        )
        .route("/t/{table}/invite", post(invite::make))
        .route("/t/{table}/invite/renew", post(invite::renew))
        .route("/t/{table}/recovery", post(links::to_recover))
        .route("/t/{table}/seats/{seat}/link", post(links::to_move))
        .route("/t/{table}/leave", post(leave::leave))
        .route_layer(middleware::from_fn_with_state(
            (app.clone(), Door::Table),
            in_turn,
        ))
}

/// Returns the routes that need to know the browser.
fn recognized(app: &App) -> Router<App> {
    tables(app)
        .merge(present(app))
        .merge(front(app))
        .route("/t/{table}/table.json", get(archive::table))
        .route("/t/{table}/cast.json", get(archive::cast))
        .route("/t/{table}/encounter.json", get(archive::encounter))
        .route("/theme", post(theme::set))
        .route("/device", post(theme::turn))
        .route("/ws/{encounter}", get(socket::open))
        .route_layer(middleware::from_fn_with_state(app.clone(), recognize))
}

/// Returns the router with all routes.
pub(crate) fn router(app: App) -> Router {
    let uploads = Router::new()
        .route(
            "/t/{table}/c/{combatant}/portrait",
            post(sheet::set_portrait),
        )
        .route_layer(middleware::from_fn_with_state(app.clone(), recognize));
    let archives = Router::new()
        .route("/import", get(import::show).post(import::make))
        .route_layer(middleware::from_fn_with_state(app.clone(), recognize));
    let all = Router::new()
        .merge(recognized(&app))
        .route("/rules", get(guide::all))
        .route("/rules/{system}", get(guide::of_system))
        .route("/systems/{system}/settings", get(systems::settings))
        .route("/pkg/{build}/{file}", get(parts::program))
        .route("/pages/{word}", post(otherwise::count))
        .route("/healthz", get(health::lives))
        .route("/readyz", get(health::is_ready))
        .route("/health", get(health::answers))
        .fallback(parts::other);
    behind(all, &app, (MAX_FORM, REQUEST_TIME))
        .merge(behind(uploads, &app, (MAX_UPLOAD, UPLOAD_TIME)))
        .merge(behind(archives, &app, (MAX_ARCHIVE_FORM, ARCHIVE_TIME)))
        // The limits above hold for all; the built-in one of axum would be a second one.
        .layer(DefaultBodyLimit::disable())
        .with_state(app)
}
