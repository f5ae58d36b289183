//! Compression of responses: none, unless it is marked as harmless here.
//!
//! The danger is called BREACH: where a secret and words of an attacker's choice stand in one compressed response,
//! its length reveals how alike they are, and a reader of encrypted traffic (all guests of one Wi-Fi) can ask again
//! and again until the secret is spelled out. So:
//!
//! - *Files of the program* are the same for all and hold no secret: compressed.
//! - *A player's table* is what every player may read, and only people at the table can write into it: compressed.
//!   Seat tokens are in cookies, and headers are not compressed.
//! - *The table of those who run it* holds hidden names beside names, notes and lines that players choose: plain,
//!   always. Compressing it only while nothing is hidden would reveal that something is, and padding would only make
//!   an attacker ask more often.
//! - *The players' guides* are the same for all, but for the theme, and hold no secret: compressed.
//! - *Everything else* (front door, invitations, recaps, sheets, refusals) is short or made of secrets: plain.

use app::page::Page;
use axum::http::{Extensions, HeaderMap, StatusCode, Version};
use axum::response::Response;
use rules::encounter::Class;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{Predicate, SizeAbove};

/// Shortest response body that is compressed, in bytes, since shorter ones do not get much shorter.
const MIN_COMPRESSED_SIZE: u64 = 512;

/// Marker of a response that may be compressed.
#[derive(Clone, Copy, Debug)]
struct Compressible;

/// Returns the layer that compresses marked responses, in the encoding the client prefers.
pub(crate) fn compression_layer() -> CompressionLayer<impl Predicate> {
    let marked = |_: StatusCode, _: Version, _: &HeaderMap, with: &Extensions| {
        with.get::<Compressible>().is_some()
    };
    CompressionLayer::new().compress_when(SizeAbove::new(MIN_COMPRESSED_SIZE).and(marked))
}

/// Marks the response with a page as compressible, if that reveals no secret.
pub(crate) fn mark_page(response: &mut Response, page: &Page) {
    if matches!(page, Page::Table(opening) | Page::Screen(opening) if opening.class == Class::Table)
    {
        response.extensions_mut().insert(Compressible);
    }
}

/// Marks the response with a rules guide as compressible.
pub(crate) fn mark_guide(response: &mut Response) {
    response.extensions_mut().insert(Compressible);
}

/// Marks the response with a file as compressible, if compressing its kind makes it shorter.
pub(crate) fn mark_file(response: &mut Response, path: &str) {
    const PACKED: [&str; 3] = [".woff2", ".png", ".webp"];
    if !PACKED.iter().any(|end| path.ends_with(end)) {
        response.extensions_mut().insert(Compressible);
    }
}
