//! Origin check: every request that changes something, and every socket, must come from a page of our own.

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, Method, header};
use axum::middleware::Next;
use axum::response::Response;

use crate::App;
use crate::cli::options::PublicUrl;
use crate::http::error::{AddressMismatch, HttpError};

/// Header in which a browser states how the request's site relates to ours.
const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// Checks that a request comes from pages of this site, by its `Origin`. If `or_site`,
/// `Sec-Fetch-Site` suffices instead.
pub(crate) fn check_origin(
    headers: &HeaderMap,
    public: Option<&PublicUrl>,
    or_site: bool,
) -> Result<(), HttpError> {
    // A browser sends each of them once. With two, another reader of the request may believe the other one.
    let mut said = [header::ORIGIN, header::HOST, SEC_FETCH_SITE].into_iter();
    if said.any(|name| headers.get_all(name).iter().nth(1).is_some()) {
        return Err(HttpError::DuplicateHeader);
    }
    let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    let site = text(SEC_FETCH_SITE);
    let host = text(header::HOST).unwrap_or_default();
    let Some(origin) = headers.get(header::ORIGIN) else {
        return match site {
            Some("same-origin" | "none") if or_site => Ok(()),
            Some("cross-site" | "same-site") => Err(HttpError::Foreign),
            _ => Err(HttpError::NoOrigin),
        };
    };
    let origin = origin.to_str().map_err(|_| HttpError::NoOrigin)?;
    let ours = match public {
        Some(public) => origin.eq_ignore_ascii_case(public.origin()),
        None => {
            let named = origin
                .strip_prefix("http://")
                .or_else(|| origin.strip_prefix("https://"));
            !host.is_empty() && named.is_some_and(|named| named.eq_ignore_ascii_case(host))
        }
    };
    match (ours, origin, site) {
        (true, _, _) => Ok(()),
        // A browser with `Sec-Fetch-SiteAssets` has compared the sites itself: this is another one.
        (false, _, Some("cross-site" | "same-site")) => Err(HttpError::Foreign),
        (false, "null" | "", _) => Err(HttpError::NoOrigin),
        (false, _, _) => Err(HttpError::OtherAddress(Box::new(AddressMismatch {
            origin: truncate_origin(origin),
            host: truncate_origin(host),
            public: public.map(|public| public.origin().to_owned()),
        }))),
    }
}

/// Truncates an origin that goes into a message to the length of the longest real one.
fn truncate_origin(text: &str) -> String {
    text.chars().take(100).collect()
}

/// Rejects requests from other sites that change something (middleware). The guard of `tower-http` accepts a request
/// without any of these headers; this one does not, and sockets need it too.
pub(crate) async fn guard_origin(
    State(app): State<App>,
    request: Request,
    next: Next,
) -> Result<Response, HttpError> {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        check_origin(request.headers(), app.options.public_url.as_ref(), true)?;
    }
    Ok(next.run(request).await)
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    fn assert_both(headers: &[(&'static str, &'static str)], public: Option<&str>, ours: bool) {
        let public = public.and_then(|url| PublicUrl::read(url).ok());
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            let name = HeaderName::from_static(name);
            map.append(name, HeaderValue::from_static(value));
        }
        assert_eq!(
            check_origin(&map, public.as_ref(), true).is_ok(),
            ours,
            "{headers:?}"
        );
    }

    #[test]
    fn only_our_own_pages() {
        let host = ("host", "play.example:3000");
        assert_both(&[host, ("origin", "http://play.example:3000")], None, true);
        assert_both(&[host, ("origin", "https://PLAY.example:3000")], None, true);
        assert_both(&[host, ("origin", "http://play.example")], None, false);
        assert_both(&[host, ("origin", "http://evil.example")], None, false);
        assert_both(&[host, ("origin", "null")], None, false);
        assert_both(
            &[host, ("origin", "null"), ("sec-fetch-site", "same-origin")],
            None,
            false,
        );
        assert_both(&[host, ("sec-fetch-site", "same-origin")], None, true);
        assert_both(&[host, ("sec-fetch-site", "none")], None, true);
        assert_both(&[host, ("sec-fetch-site", "same-site")], None, false);
        assert_both(&[host, ("sec-fetch-site", "cross-site")], None, false);
        assert_both(&[host], None, false);
        let own = ("origin", "http://play.example:3000");
        let evil = ("origin", "http://evil.example");
        assert_both(&[host, own, evil], None, false);
        assert_both(&[host, own, own], None, false);
        assert_both(&[host, ("host", "evil.example"), own], None, false);
        assert_both(
            &[
                host,
                ("sec-fetch-site", "same-origin"),
                ("sec-fetch-site", "none"),
            ],
            None,
            false,
        );
        let public = Some("https://play.example");
        assert_both(&[host, ("origin", "https://play.example")], public, true);
        assert_both(
            &[host, ("origin", "http://play.example:3000")],
            public,
            false,
        );
        assert_both(&[host, ("origin", "http://play.example")], public, false);
    }
}
