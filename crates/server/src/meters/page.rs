//! Serves `GET /metrics` at an address of its own, and nothing else there.

use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use tokio::net::TcpListener;

use super::Now;
use crate::App;
use crate::http::door::answer_all;

/// Content type of the OpenMetrics text format.
const OPEN_METRICS: HeaderValue =
    HeaderValue::from_static("application/openmetrics-text; version=1.0.0; charset=utf-8");

impl App {
    /// Serves the metrics on this listener until the server shuts down.
    pub async fn serve_metrics(self, listener: TcpListener) {
        let app = self.clone();
        let answer = move |request: &hyper::Request<hyper::body::Incoming>| {
            let is_read = matches!(*request.method(), Method::GET | Method::HEAD);
            match is_read && request.uri().path() == "/metrics" {
                true => app.metrics(),
                false => StatusCode::NOT_FOUND.into_response(),
            }
        };
        tokio::select! {
            never = answer_all(&listener, answer) => match never {},
            () = self.down.cancelled() => {}
        }
    }

    /// Returns the response with the current metrics.
    fn metrics(&self) -> Response {
        let now = Now {
            rooms: self.rooms.awake(),
            writes: self.store.waiting(),
            keeps: *self.store.keeping().borrow(),
        };
        let type_ = [(header::CONTENT_TYPE, OPEN_METRICS)];
        (type_, self.meters.text(now)).into_response()
    }
}
