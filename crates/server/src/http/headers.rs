//! Security headers of responses.

use axum::http::{HeaderName, HeaderValue, Response, header};
use tower_http::set_header::response::SetMultipleResponseHeadersLayer;
use tower_http::set_header::{HeaderMetadata, SetResponseHeaderLayer};

use crate::cli::options::Options;

/// Content security policy: nothing from elsewhere, nothing inline, nothing in frames; only our own program is
/// evaluated.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; \
    script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; font-src 'self'; \
    img-src 'self' data:; connect-src 'self'; media-src 'self'; manifest-src 'self'; base-uri 'none'; \
    form-action 'self'; frame-src 'none'; frame-ancestors 'none'";

/// Security headers of every response.
const SECURITY_HEADERS: [(HeaderName, HeaderValue); 2] = [
    (
        header::X_CONTENT_TYPE_OPTIONS,
        HeaderValue::from_static("nosniff"),
    ),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        HeaderValue::from_static("same-origin"),
    ),
];

/// Security headers of every response that a browser may show as a page. They say what a page may do.
const PAGE_HEADERS: [(HeaderName, HeaderValue); 4] = [
    (
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(CONTENT_SECURITY_POLICY),
    ),
    // Not `no-referrer`: with that a browser sends `Origin: null` with our own forms.
    (
        header::REFERRER_POLICY,
        HeaderValue::from_static("same-origin"),
    ),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        HeaderValue::from_static("same-origin"),
    ),
    (
        HeaderName::from_static("permissions-policy"),
        HeaderValue::from_static(
            "camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()",
        ),
    ),
];

/// Content types of files that are parts of a page and never one themselves. An icon is not among them, as an SVG
/// image can contain scripts.
const PARTS_OF_PAGES: [&str; 4] = [
    "text/css",
    "text/javascript",
    "application/wasm",
    "font/woff2",
];

/// Whether a browser may show a response as a page.
fn may_be_page<B>(response: &Response<B>) -> bool {
    let kind = response.headers().get(header::CONTENT_TYPE);
    !kind.is_some_and(|kind| PARTS_OF_PAGES.iter().any(|part| kind == part))
}

/// Returns the middleware that sets the security headers on every response.
pub(crate) fn security_layer<B: 'static>(
    options: &Options,
) -> SetMultipleResponseHeadersLayer<Response<B>> {
    let mut headers = SECURITY_HEADERS.to_vec();
    if options.is_https() {
        let year = HeaderValue::from_static("max-age=31536000");
        headers.push((header::STRICT_TRANSPORT_SECURITY, year));
    }
    let of_pages = PAGE_HEADERS.map(|(name, value)| {
        let make = move |response: &Response<B>| may_be_page(response).then(|| value.clone());
        HeaderMetadata::from((name, make))
    });
    let headers = headers.into_iter().map(HeaderMetadata::from);
    SetMultipleResponseHeadersLayer::overriding(headers.chain(of_pages).collect())
}

/// Returns the middleware that forbids caching, unless a response has its own rule.
pub(crate) fn no_store_layer() -> SetResponseHeaderLayer<HeaderValue> {
    let never = HeaderValue::from_static("no-store");
    SetResponseHeaderLayer::if_not_present(header::CACHE_CONTROL, never)
}
