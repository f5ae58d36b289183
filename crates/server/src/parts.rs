//! The files a page is made of. In a release they are inside the program; while developing
//! they are read from disk, so that a style can be changed without building.
//!
//! The browser part lies under `/pkg/{build}/`, where `build` is the hash of all parts: a
//! path never means anything else, so it may be kept for ever.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::Write as _;

use app::print::Parts;
use axum::body::{Body, Bytes};
use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use sha2::{Digest, Sha256};

use crate::App;
use crate::error::HttpError;
#[cfg(debug_assertions)]
use crate::loose::{Loose, read};

/// Where the files were when this was compiled: prefix and folder.
pub(crate) const FOLDERS: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/folders.rs"));
/// The files themselves.
#[cfg(not(debug_assertions))]
const EMBEDDED: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/embedded.rs"));

/// Files smaller than this do not get smaller by much.
const WORTH_SHRINKING: usize = 512;

/// The path never means anything else.
const FOR_EVER: &str = "public, max-age=31536000, immutable";
/// It is asked for again each time, and answered briefly when it is the same.
const ASK_AGAIN: &str = "no-cache";
/// A month: fonts and icons.
const FOR_LONG: &str = "public, max-age=2592000";

/// Files by the paths they are served at.
pub(crate) type Files = BTreeMap<String, File>;

/// One file, ready to be sent.
#[derive(Debug)]
pub(crate) struct File {
    bytes: Bytes,
    brotli: Option<Bytes>,
    kind: &'static str,
    tag: String,
}

/// All files and where the page finds them.
#[derive(Debug)]
pub(crate) struct Site {
    build: String,
    files: Files,
    #[cfg(debug_assertions)]
    loose: Loose,
    parts: Parts,
}

impl Site {
    pub(crate) fn load() -> Self {
        let raw = assemble(read());
        let mut hash = Sha256::new();
        for (path, bytes) in &raw {
            hash.update(path);
            hash.update(bytes);
        }
        let build = short(&hash.finalize());
        let fonts = raw.keys().filter(|path| path.ends_with(".woff2"));
        let parts = Parts {
            style: format!("/style.css?v={build}"),
            start: format!("/pkg/{build}/start.js"),
            glue: format!("/pkg/{build}/coterie.js"),
            program: format!("/pkg/{build}/coterie_bg.wasm"),
            fonts: fonts.take(2).cloned().collect(),
        };
        Self {
            build,
            files: files(raw, !cfg!(debug_assertions)),
            #[cfg(debug_assertions)]
            loose: Loose::default(),
            parts,
        }
    }

    pub(crate) fn parts(&self) -> &Parts {
        &self.parts
    }

    fn answer(&self, path: &str, headers: &HeaderMap, keep: &'static str) -> Option<Response> {
        #[cfg(debug_assertions)]
        if cfg!(debug_assertions) {
            let fresh = self.loose.files(|raw| files(assemble(raw), false));
            return Some(send(fresh.get(path)?, headers, ASK_AGAIN));
        }
        Some(send(self.files.get(path)?, headers, keep))
    }
}

/// `GET /pkg/{build}/…`: the browser part.
pub(crate) async fn program(
    State(app): State<App>,
    Path((build, file)): Path<(String, String)>,
    headers: HeaderMap,
) -> Result<Response, HttpError> {
    if build != app.site.build {
        return Err(HttpError::NotHere);
    }
    let found = app.site.answer(&format!("/pkg/{file}"), &headers, FOR_EVER);
    found.ok_or(HttpError::NotHere)
}

/// Every other path: the style sheet, fonts, icons, or nothing.
pub(crate) async fn other(State(app): State<App>, request: Request) -> Result<Response, HttpError> {
    let (path, version) = (request.uri().path(), request.uri().query());
    if !matches!(*request.method(), Method::GET | Method::HEAD) || path.starts_with("/pkg/") {
        return Err(HttpError::NotHere);
    }
    let keep = match version {
        Some(version) if version.strip_prefix("v=") == Some(&app.site.build) => FOR_EVER,
        _ if path == "/style.css" => ASK_AGAIN,
        _ => FOR_LONG,
    };
    let found = app.site.answer(path, request.headers(), keep);
    found.ok_or(HttpError::NotHere)
}

fn send(file: &File, headers: &HeaderMap, keep: &'static str) -> Response {
    let has = |name, wanted: &str| {
        let lines = headers.get_all(name).iter();
        let mut words = lines
            .filter_map(|line| line.to_str().ok())
            .flat_map(|line| line.split(','));
        words.any(|word| word.split(';').next().map(str::trim) == Some(wanted))
    };
    let shrunk = file
        .brotli
        .as_ref()
        .filter(|_| has(header::ACCEPT_ENCODING, "br"));
    // Another coding is another text, so it has another tag.
    let tag = match shrunk {
        Some(_) => format!("\"{}-br\"", file.tag),
        None => format!("\"{}\"", file.tag),
    };
    let same = has(header::IF_NONE_MATCH, &tag) || has(header::IF_NONE_MATCH, &format!("W/{tag}"));
    let mut response = if same {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        Body::from(shrunk.unwrap_or(&file.bytes).clone()).into_response()
    };
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(file.kind));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(keep));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(header::ETAG, tag);
    }
    if file.brotli.is_some() {
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    }
    if shrunk.is_some() && !same {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("br"));
    }
    response
}

pub(crate) type Raw = BTreeMap<String, Cow<'static, [u8]>>;

/// From where files lie to where they are served.
fn assemble(read: Raw) -> Raw {
    let mut served = Raw::new();
    let mut style = Vec::new();
    for (name, bytes) in read {
        if name == "assets/start.js" {
            served.insert("/pkg/start.js".into(), bytes);
        } else if let Some(name) = name.strip_prefix("assets/") {
            served.insert(format!("/{name}"), bytes);
        } else if name.starts_with("pkg/") {
            served.insert(format!("/{name}"), bytes);
        } else if name.starts_with("style/") && name.ends_with(".css") {
            style.extend_from_slice(&bytes);
            style.push(b'\n');
        }
    }
    served.insert("/style.css".into(), style.into());
    served
}

fn files(mut raw: Raw, shrink: bool) -> Files {
    let shrunk: Vec<String> = raw
        .keys()
        .filter(|path| path.ends_with(".br"))
        .cloned()
        .collect();
    let mut beside: Raw = shrunk
        .into_iter()
        .filter_map(|path| {
            let bytes = raw.remove(&path)?;
            Some((path.strip_suffix(".br")?.to_owned(), bytes))
        })
        .collect();
    raw.into_iter()
        .map(|(path, bytes)| {
            let kind = kind(&path);
            let brotli = match beside.remove(&path) {
                Some(brotli) if shrink => Some(owned(brotli)),
                None if shrink && bytes.len() >= WORTH_SHRINKING && !is_packed(kind) => {
                    brotli(&bytes)
                }
                _ => None,
            };
            let file = File {
                tag: short(&Sha256::digest(&bytes)),
                bytes: owned(bytes),
                brotli,
                kind,
            };
            (path, file)
        })
        .collect()
}

fn owned(bytes: Cow<'static, [u8]>) -> Bytes {
    match bytes {
        Cow::Borrowed(bytes) => Bytes::from_static(bytes),
        Cow::Owned(bytes) => bytes.into(),
    }
}

fn brotli(bytes: &[u8]) -> Option<Bytes> {
    let mut shrunk = Vec::new();
    // Quality 9 of 11: a few milliseconds at start, nearly as small. Window 2²².
    let mut writer = brotli::CompressorWriter::new(&mut shrunk, 4096, 9, 22);
    writer.write_all(bytes).ok()?;
    drop(writer);
    Some(shrunk.into())
}

fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("ico") => "image/x-icon",
        Some("woff2") => "font/woff2",
        Some("webmanifest") => "application/manifest+json",
        Some("txt" | "md") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

fn is_packed(kind: &str) -> bool {
    matches!(kind, "font/woff2" | "image/png")
}

fn short(hash: &[u8]) -> String {
    hash.iter().take(8).map(|b| format!("{b:02x}")).collect()
}

#[cfg(not(debug_assertions))]
fn read() -> Raw {
    let _ = FOLDERS;
    let files = EMBEDDED.iter();
    files
        .map(|(name, bytes)| ((*name).to_owned(), Cow::Borrowed(*bytes)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn raw(files: &[(&str, &str)]) -> Raw {
        files
            .iter()
            .map(|(name, text)| ((*name).to_owned(), text.as_bytes().to_vec().into()))
            .collect()
    }

    #[test]
    fn files_are_served_from_their_places() {
        let served = assemble(raw(&[
            ("assets/fonts/a.woff2", "f"),
            ("assets/start.js", "s"),
            ("pkg/coterie.js", "g"),
            ("style/20-b.css", "b{}"),
            ("style/10-a.css", "a{}"),
            ("style/notes.md", "no"),
        ]));
        let paths: Vec<&str> = served.keys().map(String::as_str).collect();
        let expected = [
            "/fonts/a.woff2",
            "/pkg/coterie.js",
            "/pkg/start.js",
            "/style.css",
        ];
        assert_eq!(paths, expected);
        assert_eq!(&*served["/style.css"], b"a{}\nb{}\n");
    }

    #[test]
    fn a_shrunk_file_is_sent_to_those_who_take_it() {
        let long = "a{color:red}".repeat(100);
        let files = files(
            raw(&[("/style.css", &long), ("/x.wasm", "w"), ("/x.wasm.br", "z")]),
            true,
        );
        assert_eq!(files.len(), 2, "what is shrunk is no file of its own");
        let mut headers = HeaderMap::new();
        headers.insert(
            header::ACCEPT_ENCODING,
            HeaderValue::from_static("gzip, br;q=1"),
        );
        let sent = send(&files["/style.css"], &headers, FOR_EVER);
        assert_eq!(sent.headers()[header::CONTENT_ENCODING], "br");
        let tag = sent.headers()[header::ETAG].clone();
        headers.insert(header::IF_NONE_MATCH, tag);
        let again = send(&files["/style.css"], &headers, FOR_EVER);
        assert_eq!(again.status(), StatusCode::NOT_MODIFIED);
        let plain = send(&files["/x.wasm"], &HeaderMap::new(), FOR_EVER);
        assert_eq!(plain.headers().get(header::CONTENT_ENCODING), None);
        assert_eq!(plain.headers()[header::CONTENT_TYPE], "application/wasm");
        assert_eq!(files["/x.wasm"].brotli.as_deref(), Some(&b"z"[..]));
    }
}
