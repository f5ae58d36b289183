//! Players' guides, which every rule id links to.

use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use rules::ruleset::SystemId;
use sha2::{Digest as _, Sha256};

use crate::App;
use crate::assets::REVALIDATE;
use crate::auth::cookie;
use crate::guides::{self, StaticPage};
use crate::http::compression;
use crate::http::error::HttpError;

/// Style sheet that only these pages use, so that no table waits for it.
const STYLE: &str = "/guide.css";

/// Handles `GET /rules`, the page that lists the guides of all rule systems.
pub(crate) async fn show_list(
    State(app): State<App>,
    headers: HeaderMap,
) -> Result<Response, HttpError> {
    print_guide(&app, &headers, guides::guide_index())
}

/// Handles `GET /rules/{system}`, the page with the guide of a rule system.
pub(crate) async fn show_guide(
    State(app): State<App>,
    Path(system): Path<String>,
    headers: HeaderMap,
) -> Result<Response, HttpError> {
    let system = SystemId::from_key(&system).ok_or(HttpError::NoSuchPage)?;
    let guide = guides::guide(system).ok_or(HttpError::NoSuchPage)?;
    print_guide(&app, &headers, guide)
}

/// Handles `GET /rules/evening`, the page about what every table has outside of its rules.
pub(crate) async fn show_evening(
    State(app): State<App>,
    headers: HeaderMap,
) -> Result<Response, HttpError> {
    let guide = guides::evening_guide().ok_or(HttpError::NoSuchPage)?;
    print_guide(&app, &headers, guide)
}

/// Renders the page of a guide with its entity tag, or answers that it has not changed.
fn print_guide(app: &App, headers: &HeaderMap, leaf: &StaticPage) -> Result<Response, HttpError> {
    let (theme, style) = (cookie::read_theme(headers), app.site.versioned_path(STYLE));
    let print = super::page_renderer(headers);
    let page = print(&leaf.title, theme, app.site.parts(), &style, &leaf.body);
    let hash = Sha256::digest(&page);
    let hash = hex::encode(&hash[..8]);
    // Weak: compressed, the same page has other bytes.
    let tag = format!("W/\"{hash}\"");
    let mut response = match is_known(headers, &hash) {
        true => StatusCode::NOT_MODIFIED.into_response(),
        false => Html(page).into_response(),
    };
    let tag = HeaderValue::try_from(tag).map_err(|_| HttpError::NoSuchPage)?;
    let told = response.headers_mut();
    told.insert(header::ETAG, tag);
    told.insert(header::CACHE_CONTROL, HeaderValue::from_static(REVALIDATE));
    // The theme is read from a cookie.
    told.insert(header::VARY, HeaderValue::from_static("cookie"));
    compression::mark_guide(&mut response);
    Ok(response)
}

/// Whether the reader's browser has stored the page with this hash.
fn is_known(headers: &HeaderMap, hash: &str) -> bool {
    let lines = headers.get_all(header::IF_NONE_MATCH).iter();
    let mut tags = lines
        .filter_map(|line| line.to_str().ok())
        .flat_map(|line| line.split(','));
    tags.any(|tag| {
        let tag = tag.trim();
        let inside = tag.strip_prefix("W/").unwrap_or(tag).trim_matches('"');
        tag == "*" || inside == hash
    })
}
