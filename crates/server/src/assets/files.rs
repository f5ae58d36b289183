//! Source of the asset files. In release builds they are embedded in the program; in development builds they are read
//! from disk, so that a style can be changed without rebuilding.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::future::{Ready, ready};
use std::io::{self, Cursor, SeekFrom};
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::Mutex;
use std::task::{Context, Poll};
use std::time::{Duration, SystemTime};

use axum::body::Bytes;
use brotli::enc::BrotliEncoderParams;
use rust_embed::{Embed, EmbeddedFile};
use sha2::{Digest as _, Sha256};
use tokio::io::{AsyncRead, AsyncSeek, ReadBuf};
use tower_http::services::fs::{Backend, File, Metadata};

use super::minify_css::minify_css;
use super::strip_comments::strip_comments;
use crate::lock;

// `Program`, like the two structs below: only `build.rs` knows where the browser program is.
include!(concat!(env!("OUT_DIR"), "/program.rs"));

/// Embedded style sheets of the site, which are served as one file.
#[derive(Embed)]
#[folder = "../../style"]
struct Styles;

/// Fonts, icons and other static files that are embedded in the program.
#[derive(Embed)]
#[folder = "../../assets"]
struct Assets;

/// Path of the combined style sheet.
const STYLE: &str = "style.css";
/// How the names of files end that are worth compressing beforehand.
const TEXTS: [&str; 5] = [".css", ".js", ".svg", ".webmanifest", ".json"];
/// Folder of the browser program among the static files.
const PKG: &str = "pkg/";
/// Scripts in that folder that start the browser program, watch it, and show pages beside it.
const STANDALONE_SCRIPTS: [&str; 6] = [
    "start.js",
    "guard.js",
    "awake.js",
    "keep.js",
    "drawer.js",
    "screen.js",
];

/// Returns the paths of all static files in a fixed order.
pub(super) fn all_paths() -> Vec<String> {
    let assets = Assets::iter().map(|name| match &*name {
        name if STANDALONE_SCRIPTS.contains(&name) => format!("{PKG}{name}"),
        name => name.to_owned(),
    });
    let program = Program::iter().map(|name| format!("{PKG}{name}"));
    let mut paths: Vec<String> = assets.chain(program).collect();
    paths.push(STYLE.to_owned());
    paths.sort();
    paths
}

/// A static file embedded in the program, such as a font or an icon, with its content.
#[derive(Debug)]
pub(super) struct AssetFile {
    bytes: Cursor<Bytes>,
    /// SHA-256 hash of the content.
    pub(super) hash: [u8; 32],
    seconds: u64,
}

impl AssetFile {
    /// Converts a file embedded in the program to a static file of the site, sharing one copy in memory. A script loses its
    /// comments.
    fn from_embedded(path: &str, file: EmbeddedFile) -> Self {
        let seconds = file.metadata.last_modified().unwrap_or(0);
        let hash = file.metadata.sha256_hash();
        let bytes = match file.data {
            script if path.ends_with(".js") => shared_bytes(path, hash, || {
                strip_comments(&String::from_utf8_lossy(&script)).into_bytes()
            }),
            Cow::Borrowed(inside) => Bytes::from_static(inside),
            Cow::Owned(read) => shared_bytes(path, hash, || read),
        };
        Self::from_bytes(bytes, hash, seconds)
    }

    /// Creates a static file from shared bytes, with its hash and its modification time in seconds.
    const fn from_bytes(bytes: Bytes, hash: [u8; 32], seconds: u64) -> Self {
        Self {
            bytes: Cursor::new(bytes),
            hash,
            seconds,
        }
    }

    /// Returns the metadata from which the response headers are built.
    fn file_metadata(&self) -> FileMetadata {
        // The entity tag is built from time and length. The modification time has only seconds; part of the hash
        // fills in the nanoseconds, so that different content has a different tag.
        let [a, b, c, ..] = self.hash;
        let nanos = u32::from_be_bytes([0, a, b, c]);
        FileMetadata {
            changed: SystemTime::UNIX_EPOCH + Duration::new(self.seconds, nanos),
            length: self.bytes.get_ref().len() as u64,
        }
    }
}

/// Returns shared bytes for a path and hash, so that slow clients do not each hold a copy.
fn shared_bytes(path: &str, hash: [u8; 32], read: impl FnOnce() -> Vec<u8>) -> Bytes {
    type Known = BTreeMap<String, ([u8; 32], Bytes)>;
    static KNOWN: Mutex<Known> = Mutex::new(Known::new());
    let mut known = lock(&KNOWN);
    match known.get(path) {
        Some((same, bytes)) if *same == hash => bytes.clone(),
        _ => {
            let bytes = Bytes::from(read());
            known.insert(path.to_owned(), (hash, bytes.clone()));
            bytes
        }
    }
}

/// Returns the static file at a path, ready to be served; `None` if there is none.
pub(super) fn find_file(path: &str) -> Option<AssetFile> {
    if path == STYLE {
        return Some(combined_style());
    }
    match find_embedded(path) {
        None if is_compressed_text(path) => compressed_text(path),
        file => file.map(|file| AssetFile::from_embedded(path, file)),
    }
}

/// Returns the hash of the file at a path, without what it takes to serve the file.
pub(super) fn hash_file(path: &str) -> Option<[u8; 32]> {
    match path {
        STYLE => Some(hash_styles()),
        _ => find_embedded(path).map(|file| file.metadata.sha256_hash()),
    }
}

/// Returns the file embedded at a path, without any change.
fn find_embedded(path: &str) -> Option<EmbeddedFile> {
    match path.strip_prefix(PKG) {
        Some(name) if STANDALONE_SCRIPTS.contains(&name) => Assets::get(name),
        Some(name) => Program::get(name),
        None if STANDALONE_SCRIPTS.contains(&path) => None,
        None => Assets::get(path),
    }
}

/// Returns the content of a text file at a path.
pub(super) fn read_text(path: &str) -> Option<String> {
    let file = find_file(path)?;
    Some(String::from_utf8_lossy(file.bytes.get_ref()).into_owned())
}

/// Whether a path is that of a style sheet, script or icon with `.br` behind it. A development build has none of these:
/// there files change, and the compressor is not optimized.
fn is_compressed_text(path: &str) -> bool {
    let text = path.strip_suffix(".br").unwrap_or_default();
    !cfg!(debug_assertions) && TEXTS.iter().any(|end| text.ends_with(end))
}

/// Compresses a text file at the highest quality, once. That is a fifth shorter than what a
/// response is compressed to on its way.
fn compressed_text(path: &str) -> Option<AssetFile> {
    let file = find_file(path.strip_suffix(".br")?)?;
    let bytes = shared_bytes(path, file.hash, || brotli(file.bytes.get_ref()));
    Some(AssetFile::from_bytes(bytes, file.hash, file.seconds))
}

/// Compresses bytes at the highest quality of brotli.
fn brotli(bytes: &[u8]) -> Vec<u8> {
    let mut compressed = Vec::new();
    let parameters = BrotliEncoderParams {
        quality: 11,
        size_hint: bytes.len(),
        ..BrotliEncoderParams::default()
    };
    // Neither a slice nor a vector fails to be read or written.
    _ = brotli::BrotliCompress(&mut &*bytes, &mut compressed, &parameters);
    compressed
}

/// Time in which the start of the program has the processor for itself.
const HEAD_START: Duration = Duration::from_secs(1);

/// Compresses all text files soon after the start of the program.
pub(super) fn compress_texts() {
    let compress = || {
        std::thread::sleep(HEAD_START);
        for path in all_paths() {
            find_file(&format!("{path}.br"));
        }
    };
    if !cfg!(debug_assertions) {
        std::thread::spawn(compress);
    }
}

/// Returns the style sheets in their order.
fn style_sheets() -> impl Iterator<Item = EmbeddedFile> {
    let mut names: Vec<_> = Styles::iter().filter(|n| n.ends_with(".css")).collect();
    names.sort();
    names.into_iter().filter_map(|name| Styles::get(&name))
}

/// Hashes the style sheets.
fn hash_styles() -> [u8; 32] {
    let hash = style_sheets().fold(Sha256::new(), |hash, sheet| {
        hash.chain_update(sheet.metadata.sha256_hash())
    });
    hash.finalize().into()
}

/// Concatenates and minifies the style sheets.
fn combined_style() -> AssetFile {
    let (mut all, mut seconds) = (Vec::new(), 0);
    for sheet in style_sheets() {
        seconds = seconds.max(sheet.metadata.last_modified().unwrap_or(0));
        all.extend_from_slice(&sheet.data);
        all.push(b'\n');
    }
    // Cached under the hash of the source, so that it is minified only once.
    let hash = hash_styles();
    let lean = || minify_css(&String::from_utf8_lossy(&all)).into_bytes();
    AssetFile::from_bytes(shared_bytes(STYLE, hash, lean), hash, seconds)
}

/// All asset files, as a backend for [`ServeDir`](tower_http::services::ServeDir).
#[derive(Clone, Copy, Debug)]
pub(super) struct AssetFiles;

impl AssetFiles {
    /// Returns the file at a request path, or a not-found error.
    fn find_path(self, path: &Path) -> io::Result<AssetFile> {
        let path = path.strip_prefix(".").unwrap_or(path);
        let found = path.to_str().and_then(find_file);
        found.ok_or_else(|| io::ErrorKind::NotFound.into())
    }
}

impl Backend for AssetFiles {
    type File = AssetFile;
    type Metadata = FileMetadata;
    type OpenFuture = Ready<io::Result<AssetFile>>;
    type MetadataFuture = Ready<io::Result<FileMetadata>>;

    fn open(&self, path: PathBuf) -> Self::OpenFuture {
        ready(self.find_path(&path))
    }

    fn metadata(&self, path: PathBuf) -> Self::MetadataFuture {
        ready(self.find_path(&path).map(|found| found.file_metadata()))
    }
}

/// Modification time and length of an embedded static file, as the file service asks for them.
#[derive(Clone, Copy, Debug)]
pub(super) struct FileMetadata {
    changed: SystemTime,
    length: u64,
}

impl Metadata for FileMetadata {
    fn is_dir(&self) -> bool {
        false
    }

    fn modified(&self) -> io::Result<SystemTime> {
        Ok(self.changed)
    }

    fn len(&self) -> u64 {
        self.length
    }
}

impl File for AssetFile {
    type Metadata = FileMetadata;
    type MetadataFuture<'a> = Ready<io::Result<FileMetadata>>;

    fn metadata(&self) -> Self::MetadataFuture<'_> {
        ready(Ok(self.file_metadata()))
    }
}

impl AsyncRead for AssetFile {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.bytes).poll_read(context, buffer)
    }
}

impl AsyncSeek for AssetFile {
    fn start_seek(mut self: Pin<&mut Self>, position: SeekFrom) -> io::Result<()> {
        Pin::new(&mut self.bytes).start_seek(position)
    }

    fn poll_complete(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<u64>> {
        Pin::new(&mut self.bytes).poll_complete(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_found_in_their_places_and_nowhere_else() {
        let paths = all_paths();
        for path in [
            "style.css",
            "pkg/start.js",
            "pkg/guard.js",
            "pkg/awake.js",
            "pkg/keep.js",
            "pkg/drawer.js",
            "pkg/screen.js",
            "icon.svg",
            "manifest.webmanifest",
        ] {
            assert!(paths.iter().any(|known| known == path), "{path}");
            assert!(find_file(path).is_some(), "{path}");
        }
        for path in [
            "start.js",
            "guard.js",
            "awake.js",
            "keep.js",
            "drawer.js",
            "screen.js",
            "style/00-tokens.css",
            "00-tokens.css",
            "",
            "fonts",
            "../Cargo.toml",
        ] {
            assert!(find_file(path).is_none(), "{path}");
        }
    }

    /// What stands in a text of several lines would lose its indentation.
    #[test]
    fn scripts_come_without_comments_and_have_no_text_of_several_lines() {
        for path in all_paths().iter().filter(|path| path.ends_with(".js")) {
            let script = find_file(path).map(|found| found.bytes.into_inner());
            let script = script.as_deref().map(String::from_utf8_lossy);
            for line in script.unwrap_or_default().lines() {
                assert!(!line.starts_with("//"), "{path}: {line}");
                assert_eq!(line.matches('`').count() % 2, 0, "{path}: {line}");
            }
        }
    }

    #[test]
    fn everybody_is_sent_the_same_bytes() {
        let [one, two] =
            [(); 2].map(|()| find_file("style.css").map(|found| found.bytes.into_inner()));
        let [one, two] = [one, two].map(|bytes| bytes.map(|bytes| (bytes.as_ptr(), bytes.len())));
        assert!(one.is_some_and(|(_, length)| length > 10_000));
        assert_eq!(one, two, "one copy for both");
    }

    #[test]
    fn the_style_is_all_sheets_in_order() {
        let style = combined_style().bytes.into_inner();
        let style = std::str::from_utf8(&style).unwrap_or_default();
        let first = |words| style.find(words).unwrap_or(usize::MAX);
        assert!(
            first("@layer") < first(".drawer"),
            "tokens come before the drawer"
        );
    }
}
