//! Pages as parts: what a table shows in the drawer beside it. An address requests one with the word `part`, and a
//! redirect from it leads to a part as well.

use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Uri, header};
use axum::middleware::Next;
use axum::response::Response;

/// Word in the query that requests a part.
const WORD: &str = "part";

/// Internal header that marks a request for a part. Clients cannot set it.
const PART_HEADER: HeaderName = HeaderName::from_static("coterie-part");

/// Whether the request is for a part of a page, shown in the drawer beside a table.
pub(crate) fn is_part(headers: &HeaderMap) -> bool {
    headers.contains_key(PART_HEADER)
}

/// Moves the word `part` from the query into an internal header, and adds it to a redirect
/// (middleware). So handlers need not know it.
pub(crate) async fn mark_part(mut request: Request, next: Next) -> Response {
    request.headers_mut().remove(PART_HEADER);
    let Some(bare) = without_word(request.uri()) else {
        return next.run(request).await;
    };
    *request.uri_mut() = bare;
    let yes = HeaderValue::from_static("yes");
    request.headers_mut().insert(PART_HEADER, yes);
    let mut response = next.run(request).await;
    let leads = response.headers().get(header::LOCATION);
    let leads = leads.and_then(|leads| leads.to_str().ok()).map(with_word);
    if let Some(leads) = leads.and_then(|leads| HeaderValue::try_from(leads).ok()) {
        response.headers_mut().insert(header::LOCATION, leads);
    }
    response
}

/// Returns the address without the query word `part`; `None` where it does not have it.
fn without_word(uri: &Uri) -> Option<Uri> {
    let query = uri.query()?;
    let others: Vec<&str> = query.split('&').filter(|it| *it != WORD).collect();
    let others = others.join("&");
    if others == query {
        return None;
    }
    let path = uri.path();
    let rest = match others.is_empty() {
        true => path.to_owned(),
        false => format!("{path}?{others}"),
    };
    let mut parts = uri.clone().into_parts();
    parts.path_and_query = Some(rest.parse().ok()?);
    Uri::from_parts(parts).ok()
}

/// Adds the query word `part` to an address.
fn with_word(leads: &str) -> String {
    let (page, place) = leads.split_at(leads.find('#').unwrap_or(leads.len()));
    let sign = if page.contains('?') { '&' } else { '?' };
    format!("{page}{sign}{WORD}{place}")
}

#[cfg(test)]
mod tests {
    use super::{with_word, without_word};

    #[test]
    fn the_word_is_taken_out_and_put_in() {
        for (with, without) in [
            ("/t/a/people?part", Some("/t/a/people")),
            (
                "/t/a/log?find=part&part&page=2",
                Some("/t/a/log?find=part&page=2"),
            ),
            ("/t/a/log?find=part", None),
            ("/t/a/log", None),
        ] {
            let bare = without_word(&with.parse().expect("an address"));
            assert_eq!(
                bare.map(|bare| bare.to_string()).as_deref(),
                without,
                "{with}"
            );
        }
        assert_eq!(
            with_word("/t/a/settings#device"),
            "/t/a/settings?part#device"
        );
        assert_eq!(with_word("/t/a/c/b?kept=who"), "/t/a/c/b?kept=who&part");
    }
}
