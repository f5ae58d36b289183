//! The files a page is made of, and under which paths they are kept how long.
//!
//! The browser part lies under `/pkg/{build}/`, where `build` is the hash of all files: a path
//! never means anything else, so it may be kept for ever.

mod files;
mod lean;

use app::print::Parts;
use axum::body::Body;
use axum::extract::{Path, Request, State};
use axum::http::{HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use sha2::{Digest, Sha256};
use tower_http::services::ServeDir;
use tower_http::services::fs::DefaultServeDirFallback;

use self::files::Files;
use crate::App;
use crate::error::HttpError;
use crate::shrink;

/// The path never means anything else.
const FOR_EVER: &str = "public, max-age=31536000, immutable";
/// It is asked for again each time, and answered briefly when it is the same.
pub(crate) const ASK_AGAIN: &str = "no-cache";
/// A month: fonts and icons.
const FOR_LONG: &str = "public, max-age=2592000";

/// The fonts every page paints first, in which most of it is set: text, what is pressed, and headings. The others
/// come when a letter asks for them.
const FIRST_FONTS: [&str; 3] = [
    "/fonts/inter-latin-400-normal.woff2",
    "/fonts/inter-latin-600-normal.woff2",
    "/fonts/spectral-latin-600-normal.woff2",
];

/// All files and where the page finds them.
#[derive(Clone, Debug)]
pub(crate) struct Site {
    build: String,
    parts: Parts,
    served: ServeDir<DefaultServeDirFallback, Files>,
}

impl Site {
    pub(crate) fn load() -> Self {
        let mut hash = Sha256::new();
        for path in files::paths() {
            hash.update(&path);
            if let Some(file) = files::find(&path) {
                hash.update(file.hash);
            }
        }
        let build: String = hash.finalize()[..8]
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        let parts = Parts {
            style: format!("/style.css?v={build}"),
            start: format!("/pkg/{build}/start.js"),
            glue: format!("/pkg/{build}/coterie.js"),
            program: format!("/pkg/{build}/coterie_bg.wasm"),
            rest: files::find("pkg/coterie_rest.wasm")
                .map(|_| format!("/pkg/{build}/coterie_rest.wasm"))
                .unwrap_or_default(),
            fonts: FIRST_FONTS.map(str::to_owned).into(),
        };
        Self {
            build,
            parts,
            served: ServeDir::with_backend("", Files).precompressed_br(),
        }
    }

    pub(crate) fn parts(&self) -> &Parts {
        &self.parts
    }

    /// Where the file at a path lies for good: as long as it is this one, it may be kept for ever.
    pub(crate) fn versioned(&self, path: &str) -> String {
        format!("{path}?v={}", self.build)
    }

    /// The file at a path, the way the request wants it: whole or in part, packed or not, or
    /// only the word that it is the same.
    async fn answer(
        &self,
        mut request: Request,
        path: &str,
        keep: &'static str,
    ) -> Result<Response, HttpError> {
        // What lies beside a file for those who take it packed is no file of its own.
        let reads = matches!(*request.method(), Method::GET | Method::HEAD);
        if !reads || path.ends_with(".br") {
            return Err(HttpError::NotHere);
        }
        *request.uri_mut() = Uri::try_from(path).map_err(|_| HttpError::NotHere)?;
        let served = self.served.clone().try_call(request).await;
        let response = served.map_err(|_| HttpError::NotHere)?;
        if response.status() == StatusCode::NOT_FOUND {
            return Err(HttpError::NotHere);
        }
        let mut response = response.map(Body::new).into_response();
        let keep = if cfg!(debug_assertions) {
            ASK_AGAIN
        } else {
            keep
        };
        let headers = response.headers_mut();
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(keep));
        // While developing, nobody waits for a line, but for an unoptimised compressor.
        if !cfg!(debug_assertions) {
            shrink::mark_file(&mut response, path);
        }
        Ok(response)
    }
}

/// `GET /pkg/{build}/…`: the browser part.
pub(crate) async fn program(
    State(app): State<App>,
    Path((build, file)): Path<(String, String)>,
    request: Request,
) -> Result<Response, HttpError> {
    if build != app.site.build {
        return Err(HttpError::NotHere);
    }
    let path = format!("/pkg/{file}");
    app.site.answer(request, &path, FOR_EVER).await
}

/// Every other path: the style sheet, fonts, icons, or nothing.
pub(crate) async fn other(State(app): State<App>, request: Request) -> Result<Response, HttpError> {
    let (path, version) = (request.uri().path(), request.uri().query());
    if path.starts_with("/pkg/") {
        return Err(HttpError::NotHere);
    }
    let keep = match version {
        Some(version) if version.strip_prefix("v=") == Some(&app.site.build) => FOR_EVER,
        _ if path == "/style.css" => ASK_AGAIN,
        _ => FOR_LONG,
    };
    let path = path.to_owned();
    app.site.answer(request, &path, keep).await
}
