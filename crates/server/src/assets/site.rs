//! Static files and their versioned paths.

use app::print::Parts;
use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use sha2::{Digest, Sha256};
use tower_http::services::ServeDir;
use tower_http::services::fs::DefaultServeDirFallback;

use super::files::{self, AssetFiles};
use crate::http::compression;
use crate::http::error::HttpError;

/// Cache header for paths that never change their content.
pub(super) const CACHE_FOREVER: &str = "public, max-age=31536000, immutable";
/// Cache header for files that are revalidated at each use.
pub(crate) const REVALIDATE: &str = "no-cache";
/// Cache header for a month, for fonts and icons.
pub(super) const CACHE_ONE_MONTH: &str = "public, max-age=2592000";

/// Fonts that every page needs first: body text, buttons and headings. Other fonts load when a character needs them.
const PRELOADED_FONTS: [&str; 3] = [
    "/fonts/inter-latin-400-normal.woff2",
    "/fonts/inter-latin-600-normal.woff2",
    "/fonts/spectral-latin-600-normal.woff2",
];

/// Static files of the site, with their paths that contain a hash of the content.
#[derive(Clone, Debug)]
pub(crate) struct SiteAssets {
    pub(super) build: String,
    parts: Parts,
    served: ServeDir<DefaultServeDirFallback, AssetFiles>,
}

impl SiteAssets {
    /// Creates the site's files with their paths by hashing all of them.
    pub(crate) fn load() -> Self {
        let mut hash = Sha256::new();
        for path in files::all_paths() {
            hash.update(&path);
            if let Some(source) = files::hash_file(&path) {
                hash.update(source);
            }
        }
        let build = hex::encode(&hash.finalize()[..8]);
        let parts = Parts {
            style: format!("/style.css?v={build}"),
            start: format!("/pkg/{build}/start.js"),
            screen: format!("/pkg/{build}/screen.js"),
            glue: format!("/pkg/{build}/coterie.js"),
            program: format!("/pkg/{build}/coterie_bg.wasm"),
            rest: files::hash_file("pkg/coterie_rest.wasm")
                .map(|_| format!("/pkg/{build}/coterie_rest.wasm"))
                .unwrap_or_default(),
            fonts: PRELOADED_FONTS.map(str::to_owned).into(),
            build: build.clone(),
        };
        files::compress_texts();
        Self {
            build,
            parts,
            served: ServeDir::with_backend("", AssetFiles).precompressed_br(),
        }
    }

    /// Returns the paths of the files a page loads.
    pub(crate) fn parts(&self) -> &Parts {
        &self.parts
    }

    /// Returns the versioned path of a file, under which it may be cached forever.
    pub(crate) fn versioned_path(&self, path: &str) -> String {
        self.parts.versioned(path)
    }

    /// Returns the script of the service worker, which answers without a connection, with the paths
    /// `first` that it keeps, and the hash of the build.
    pub(crate) fn worker_script(&self, first: &[&str]) -> String {
        let source = files::read_text("worker.js").unwrap_or_default();
        format!(
            "const BUILD = {:?}, FIRST = {first:?};\n{source}",
            self.build
        )
    }

    /// Serves the file at a path as the request asks for it, be it whole or in part, compressed or
    /// not, or as not modified. `keep` says how long browsers may.
    pub(super) async fn serve_file(
        &self,
        mut request: Request,
        path: &str,
        keep: &'static str,
    ) -> Result<Response, HttpError> {
        // Precompressed variants are not files of their own.
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
            REVALIDATE
        } else {
            keep
        };
        let headers = response.headers_mut();
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(keep));
        // In development the network is fast and the unoptimized compressor slow.
        if !cfg!(debug_assertions) {
            compression::mark_file(&mut response, path);
        }
        Ok(response)
    }
}
