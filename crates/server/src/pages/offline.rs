//! Page for a device without a connection, and the worker that keeps it there.

use app::pages::Body as _;
use app::pages::offline::OfflinePage;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{Html, IntoResponse as _, Response};
use rules::messages::pages as msg;

use super::page_renderer;
use crate::App;
use crate::assets::REVALIDATE;
use crate::auth::cookie;

/// Path of the page.
const PATH: &str = "/offline";
/// Path of its style sheet.
const STYLE: &str = "/offline.css";

/// Handles `GET /offline`, the page that the service worker keeps for times without a connection.
pub(crate) async fn show(State(app): State<App>, headers: HeaderMap) -> Response {
    let print = page_renderer(&headers);
    let style = app.site.versioned_path(STYLE);
    let theme = cookie::read_theme(&headers);
    let title = msg::NO_CONNECTION.get();
    Html(print(
        title,
        theme,
        app.site.parts(),
        &style,
        &OfflinePage.to_html(),
    ))
    .into_response()
}

/// Handles `GET /worker.js`, which serves the service worker with the hash of the build and the
/// paths of what it keeps first. A new build is a new worker.
pub(crate) async fn serve_worker(State(app): State<App>) -> Response {
    let first = [
        PATH,
        &app.site.parts().style,
        &app.site.versioned_path(STYLE),
    ];
    let headers = [
        (header::CONTENT_TYPE, "text/javascript"),
        (header::CACHE_CONTROL, REVALIDATE),
    ];
    (headers, app.site.worker_script(&first)).into_response()
}
