//! Static files of the pages, their paths and their cache lifetimes.
//!
//! The browser program is at `/pkg/{build}/`, where `build` is the hash of all files: such a path never changes its
//! content, so it may be cached forever.

mod files;
mod minify_css;
mod site;
mod strip_comments;

use axum::extract::{Path, Request, State};
use axum::response::Response;

use self::site::{CACHE_FOREVER, CACHE_ONE_MONTH};
pub(crate) use self::site::{REVALIDATE, SiteAssets};
use crate::App;
use crate::http::error::HttpError;

/// Style sheets besides the first, each loaded where its part of the page is shown.
const LATE_SHEETS: [&str; 8] = [
    "/style.css",
    "/doors.css",
    "/ask.css",
    "/clocks.css",
    "/handout.css",
    "/safety.css",
    "/scene.css",
    "/screen.css",
];

/// Handles `GET /pkg/{build}/…`, which serves the files of the browser program.
pub(crate) async fn serve_program(
    State(app): State<App>,
    Path((build, file)): Path<(String, String)>,
    request: Request,
) -> Result<Response, HttpError> {
    if build != app.site.build {
        return Err(HttpError::NotHere);
    }
    let path = format!("/pkg/{file}");
    app.site.serve_file(request, &path, CACHE_FOREVER).await
}

/// Handles every path without a route of its own, which serves the style sheet, fonts and icons, or answers not found.
pub(crate) async fn serve_asset(
    State(app): State<App>,
    request: Request,
) -> Result<Response, HttpError> {
    let (path, version) = (request.uri().path(), request.uri().query());
    if path.starts_with("/pkg/") {
        return Err(HttpError::NotHere);
    }
    let keep = match version {
        Some(version) if version.strip_prefix("v=") == Some(&app.site.build) => CACHE_FOREVER,
        _ if LATE_SHEETS.contains(&path) => REVALIDATE,
        _ => CACHE_ONE_MONTH,
    };
    let path = path.to_owned();
    app.site.serve_file(request, &path, keep).await
}
