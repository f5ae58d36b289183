//! Every request has an id and a span, so that what is logged on its way can be told apart.
//!
//! Logged are the id, the method and the route as it is written in the program. Never the path
//! itself (it may hold an invitation), nor addresses, cookies, bodies or names.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::MatchedPath;
use axum::http::{HeaderName, HeaderValue, Request, Response};
use tower_http::request_id::{MakeRequestId, RequestId};
use tracing::{Level, Span};

use crate::chance::Chance;

/// The header of the id, inside the program only. What a request brings along is dropped, so that
/// nobody outside writes into the log; and answers go without it, so that those that must look
/// alike are alike to the last byte.
pub(crate) const ID: HeaderName = HeaderName::from_static("x-request-id");

/// Takes away what the request says its id is.
pub(crate) fn without_id<B>(mut request: Request<B>) -> Request<B> {
    request.headers_mut().remove(ID);
    request
}

/// Gives each request an id by chance.
#[derive(Clone)]
pub(crate) struct Ids(pub(crate) Arc<dyn Chance>);

impl MakeRequestId for Ids {
    fn make_request_id<B>(&mut self, _: &Request<B>) -> Option<RequestId> {
        let mut bytes = [0; 8];
        self.0.fill(&mut bytes);
        let id = format!("{:016x}", u64::from_be_bytes(bytes));
        HeaderValue::try_from(id).ok().map(RequestId::new)
    }
}

/// The span everything about one request is logged in.
pub(crate) fn span<B>(request: &Request<B>) -> Span {
    let id = request.extensions().get::<RequestId>();
    let id = id.and_then(|id| id.header_value().to_str().ok());
    let route = request.extensions().get::<MatchedPath>();
    let route = route.map_or("a file", MatchedPath::as_str);
    tracing::info_span!("request", id, method = %request.method(), route)
}

/// Says how it ended, to those who look closely. What the host must know of a refusal is told where it is refused, once a
/// minute at most.
pub(crate) fn ended<B>(response: &Response<B>, took: Duration, _: &Span) {
    if tracing::enabled!(Level::DEBUG) {
        let (status, took_ms) = (response.status().as_u16(), took.as_millis());
        tracing::debug!(status, took_ms, "a request was answered");
    }
}
