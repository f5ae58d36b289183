//! Routes of the server, with the layers around them.

use std::sync::Arc;
use std::time::Duration;

use app::table::rule_link::EVENING_GUIDE;
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

use super::{compression, headers, health, origin, socket};
use crate::auth::browser::recognize;
use crate::http::limits::{
    ARCHIVE_TIME, MAX_ARCHIVE_FORM, MAX_FORM, MAX_UPLOAD, REQUEST_TIME, UPLOAD_TIME,
};
use crate::http::requests::{self, RequestIds};
use crate::http::turns::{RequestKind, limit_concurrency, with_household};
use crate::pages::{
    archive, arrive, cast, delay_guard, demo, dice, guide, here, home, import, invite, join, leave,
    links, offline, page_reports, part, past, people, picture, problem, proposals, recap, settings,
    sheet, start, style, systems, table, table_screen, theme,
};
use crate::{App, assets};

/// Most bytes of a request, and its longest duration.
type RequestLimits = (usize, Duration);

/// Wraps routes with the middleware that all of them need, and limits of a request's size and time.
fn with_common_layers(routes: Router<App>, app: &App, (most, time): RequestLimits) -> Router<App> {
    // The first layer is the outermost: it sees a request first and its response last.
    let around = ServiceBuilder::new()
        .map_request(requests::strip_id)
        .layer(SetRequestIdLayer::new(
            requests::REQUEST_ID,
            RequestIds(Arc::clone(&app.chance)),
        ))
        .layer(
            TraceLayer::new_for_http()
                .make_span_with(requests::request_span)
                .on_request(())
                .on_response(requests::log_response)
                .on_body_chunk(())
                .on_eos(())
                .on_failure(()),
        )
        .layer(headers::security_layer(&app.options))
        .layer(headers::no_store_layer())
        .layer(compression::compression_layer())
        .layer(middleware::from_fn(part::mark_part))
        .layer(middleware::from_fn_with_state(
            app.clone(),
            problem::print_problem,
        ))
        .layer(middleware::from_fn_with_state(
            app.clone(),
            origin::guard_origin,
        ))
        .layer(middleware::from_fn_with_state(app.clone(), with_household))
        .layer(TimeoutLayer::with_status_code(
            StatusCode::REQUEST_TIMEOUT,
            time,
        ))
        .layer(RequestBodyLimitLayer::new(most));
    routes.layer(around)
}

/// Returns the routes of pages that show the present in full, which refuse seats with a delayed
/// view.
fn routes_of_present(app: &App) -> Router<App> {
    Router::new()
        .route("/t/{table}/dice", get(dice::show).post(dice::submit))
        .route("/t/{table}/dice.json", get(dice::json))
        .route("/t/{table}/replay", get(past::replay))
        .route("/t/{table}/replay.json", get(past::view))
        .route("/t/{table}/log", get(past::log))
        .route("/t/{table}/c/{combatant}/past", get(past::changes))
        .route("/t/{table}/recap", get(recap::show))
        .route("/t/{table}/recap.md", get(recap::markdown))
        .route("/t/{table}/told.json", get(archive::player_archive))
        .route_layer(middleware::from_fn_with_state(
            app.clone(),
            delay_guard::reject_delayed,
        ))
}

/// Returns the routes of pages for visitors without a seat, whose requests wait for their turn by
/// household.
fn front_routes(app: &App) -> Router<App> {
    Router::new()
        .route("/", get(home::show))
        .route("/start", get(start::show).post(start::choose_rules))
        .route("/tables", post(start::create_table))
        .route("/code", post(join::redirect_code))
        .route("/join/{token}", get(join::show).post(join::take_seat))
        .route(
            "/screen/{token}",
            get(table_screen::show_link).post(table_screen::take_seat),
        )
        .route("/seat/{token}", get(arrive::show).post(arrive::take_seat))
        .route("/style", get(style::show))
        .route("/style/{sample}/{reader}/{state}", get(style::show_sample))
        .route(
            "/demo",
            get(demo::make_default)
                .post(demo::try_default)
                .head(demo::answer_head),
        )
        .route(
            "/demo/{system}",
            get(demo::make_of_system)
                .post(demo::try_of_system)
                .head(demo::answer_head),
        )
        .route_layer(middleware::from_fn_with_state(
            (app.clone(), RequestKind::Front),
            limit_concurrency,
        ))
}

/// Returns the routes of a table's pages, whose requests wait for their turn by household.
fn table_routes(app: &App) -> Router<App> {
    Router::new()
        .route("/t/{table}", get(table::show))
        .route(
            "/t/{table}/c/{combatant}",
            get(sheet::show).post(sheet::apply_form),
        )
        .route(
            "/t/{table}/portrait/{combatant}/{portrait}",
            get(sheet::show_portrait),
        )
        .route("/t/{table}/picture/{address}", get(picture::show))
        .route("/t/{table}/cast", get(cast::show).post(cast::submit))
        .route(
            "/t/{table}/settings",
            get(settings::show).post(settings::change_setting),
        )
        .route(
            "/t/{table}/screen",
            get(table_screen::show).post(table_screen::submit),
        )
        .route("/t/{table}/screen/offer", get(table_screen::offer))
        .route("/t/{table}/people", get(people::show).post(people::act))
        .route(
            "/t/{table}/proposals",
            get(proposals::show).post(proposals::submit),
        )
        .route("/t/{table}/invite", post(invite::make))
        .route("/t/{table}/invite/renew", post(invite::renew))
        .route("/t/{table}/recovery", post(links::create_recovery_link))
        .route(
            "/t/{table}/seats/{seat}/link",
            post(links::create_move_link),
        )
        .route("/t/{table}/leave", post(leave::leave))
        .route_layer(middleware::from_fn_with_state(
            (app.clone(), RequestKind::Table),
            limit_concurrency,
        ))
}

/// Returns the routes that need to know which browser sent the request.
fn routes_for_known_browsers(app: &App) -> Router<App> {
    table_routes(app)
        .merge(routes_of_present(app))
        .merge(front_routes(app))
        .route("/t/{table}/table.json", get(archive::table))
        .route("/t/{table}/cast.json", get(archive::cast))
        .route("/t/{table}/encounter.json", get(archive::encounter))
        .route("/here", get(here::show).post(here::submit))
        .route("/theme", post(theme::set_theme))
        .route("/device", post(theme::set_switch))
        .route("/ws/{encounter}", get(socket::open))
        .route_layer(middleware::from_fn_with_state(app.clone(), recognize))
}

/// Returns the router with all routes of the server.
pub(crate) fn router(app: App) -> Router {
    let uploads = Router::new()
        .route(
            "/t/{table}/c/{combatant}/portrait",
            post(sheet::set_portrait),
        )
        .route("/t/{table}/picture", post(picture::upload_picture))
        .route_layer(middleware::from_fn_with_state(app.clone(), recognize));
    let archives = Router::new()
        .route("/import", get(import::show).post(import::import_table))
        .route_layer(middleware::from_fn_with_state(app.clone(), recognize));
    let all = Router::new()
        .merge(routes_for_known_browsers(&app))
        .route("/rules", get(guide::show_list))
        .route(EVENING_GUIDE, get(guide::show_evening))
        .route("/rules/{system}", get(guide::show_guide))
        .route("/systems/{system}/settings", get(systems::settings))
        .route("/pkg/{build}/{file}", get(assets::serve_program))
        .route("/offline", get(offline::show))
        .route("/worker.js", get(offline::serve_worker))
        .route("/pages/{word}", post(page_reports::count_report))
        .route("/healthz", get(health::healthz))
        .route("/readyz", get(health::readyz))
        .route("/health", get(health::store_health))
        .fallback(assets::serve_asset);
    with_common_layers(all, &app, (MAX_FORM, REQUEST_TIME))
        .merge(with_common_layers(uploads, &app, (MAX_UPLOAD, UPLOAD_TIME)))
        .merge(with_common_layers(
            archives,
            &app,
            (MAX_ARCHIVE_FORM, ARCHIVE_TIME),
        ))
        // The limits above hold for all; the built-in one of axum would be a second one.
        .layer(DefaultBodyLimit::disable())
        .with_state(app)
}
