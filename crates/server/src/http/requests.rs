//! Request ids and tracing spans, so that the log tells requests apart.
//!
//! Logged are the id, the method and the route as it is written in the program. Never the path itself (it may hold an
//! invitation), nor addresses, cookies, bodies or names.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::MatchedPath;
use axum::http::{HeaderName, HeaderValue, Request, Response};
use tower_http::request_id::{MakeRequestId, RequestId};
use tracing::{Level, Span};

use crate::chance::Chance;

/// Header of the id, inside the program only. A client's own value is dropped, so that nobody outside writes into the
/// log; and responses go without it, so that those that must look alike are alike to the last byte.
pub(crate) const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Removes the request id that a client has set.
pub(crate) fn strip_id<B>(mut request: Request<B>) -> Request<B> {
    request.headers_mut().remove(REQUEST_ID);
    request
}

/// Maker of request ids, which gives each HTTP request a random one for the logs.
#[derive(Clone)]
pub(crate) struct RequestIds(pub(crate) Arc<dyn Chance>);

impl MakeRequestId for RequestIds {
    fn make_request_id<B>(&mut self, _: &Request<B>) -> Option<RequestId> {
        let mut bytes = [0; 8];
        self.0.fill_bytes(&mut bytes);
        let id = format!("{:016x}", u64::from_be_bytes(bytes));
        HeaderValue::try_from(id).ok().map(RequestId::new)
    }
}

/// Creates the tracing span of a request.
pub(crate) fn request_span<B>(request: &Request<B>) -> Span {
    let id = request.extensions().get::<RequestId>();
    let id = id.and_then(|id| id.header_value().to_str().ok());
    let route = request.extensions().get::<MatchedPath>();
    let route = route.map_or("a file", MatchedPath::as_str);
    tracing::info_span!("request", id, method = %request.method(), route)
}

/// Logs the status and duration of a response at `debug`. A refusal that the host must know of is logged where it
/// happens, once a minute at most.
pub(crate) fn log_response<B>(response: &Response<B>, took: Duration, _: &Span) {
    if tracing::enabled!(Level::DEBUG) {
        let (status, took_ms) = (response.status().as_u16(), took.as_millis());
        tracing::debug!(status, took_ms, "a request was answered");
    }
}
