//! Where a request comes from. What changes something, and every socket, must come from a
//! page of our own.

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, Method, header};
use axum::middleware::Next;
use axum::response::Response;

use crate::App;
use crate::error::HttpError;
use crate::options::PublicUrl;

const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// Whether a request says that it comes from our own pages. Without `Origin` a browser's
/// word about the site will do, where `or_site` says so.
pub(crate) fn is_ours(headers: &HeaderMap, public: Option<&PublicUrl>, or_site: bool) -> bool {
    // A browser says each of them once. Of two nobody knows which one another reader believes.
    let mut said = [header::ORIGIN, header::HOST, SEC_FETCH_SITE].into_iter();
    if said.any(|name| headers.get_all(name).iter().nth(1).is_some()) {
        return false;
    }
    let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    match headers.get(header::ORIGIN) {
        Some(origin) => {
            let Ok(origin) = origin.to_str() else {
                return false;
            };
            match public {
                Some(public) => origin.eq_ignore_ascii_case(public.origin()),
                None => {
                    let host = origin
                        .strip_prefix("http://")
                        .or_else(|| origin.strip_prefix("https://"));
                    let own = headers.get(header::HOST).and_then(|own| own.to_str().ok());
                    host.zip(own)
                        .is_some_and(|(host, own)| host.eq_ignore_ascii_case(own))
                }
            }
        }
        None => or_site && matches!(text(SEC_FETCH_SITE), Some("same-origin" | "none")),
    }
}

/// Lets only our own pages change anything. The guard of `tower-http` lets through what says
/// nothing about where it comes from; this one does not, and sockets need it too.
pub(crate) async fn guard(
    State(app): State<App>,
    request: Request,
    next: Next,
) -> Result<Response, HttpError> {
    let reads = matches!(*request.method(), Method::GET | Method::HEAD);
    if reads || is_ours(request.headers(), app.options.public_url.as_ref(), true) {
        Ok(next.run(request).await)
    } else {
        Err(HttpError::Foreign)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    fn check(headers: &[(&'static str, &'static str)], public: Option<&str>, ours: bool) {
        let public = public.and_then(|url| PublicUrl::read(url).ok());
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            let name = HeaderName::from_static(name);
            map.append(name, HeaderValue::from_static(value));
        }
        assert_eq!(is_ours(&map, public.as_ref(), true), ours, "{headers:?}");
    }

    #[test]
    fn only_our_own_pages() {
        let host = ("host", "play.example:3000");
        check(&[host, ("origin", "http://play.example:3000")], None, true);
        check(&[host, ("origin", "https://PLAY.example:3000")], None, true);
        check(&[host, ("origin", "http://play.example")], None, false);
        check(&[host, ("origin", "http://evil.example")], None, false);
        check(&[host, ("origin", "null")], None, false);
        check(
            &[host, ("origin", "null"), ("sec-fetch-site", "same-origin")],
            None,
            false,
        );
        check(&[host, ("sec-fetch-site", "same-origin")], None, true);
        check(&[host, ("sec-fetch-site", "none")], None, true);
        check(&[host, ("sec-fetch-site", "same-site")], None, false);
        check(&[host, ("sec-fetch-site", "cross-site")], None, false);
        check(&[host], None, false);
        let own = ("origin", "http://play.example:3000");
        let evil = ("origin", "http://evil.example");
        check(&[host, own, evil], None, false);
        check(&[host, own, own], None, false);
        check(&[host, ("host", "evil.example"), own], None, false);
        check(
            &[
                host,
                ("sec-fetch-site", "same-origin"),
                ("sec-fetch-site", "none"),
            ],
            None,
            false,
        );
        let public = Some("https://play.example");
        check(&[host, ("origin", "https://play.example")], public, true);
        check(
            &[host, ("origin", "http://play.example:3000")],
            public,
            false,
        );
        check(&[host, ("origin", "http://play.example")], public, false);
    }
}
