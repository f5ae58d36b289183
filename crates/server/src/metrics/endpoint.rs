//! Serves `GET /metrics` at an address of its own, and nothing else there.

use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use tokio::net::TcpListener;

use super::GaugeValues;
use crate::App;
use crate::http::listener::serve_simple;

/// Content type of the OpenMetrics text format.
const OPEN_METRICS: HeaderValue =
    HeaderValue::from_static("application/openmetrics-text; version=1.0.0; charset=utf-8");

impl App {
    /// Serves the metrics on this listener until the server shuts down.
    pub async fn serve_metrics(self, listener: TcpListener) {
        let (app, listener) = (self.clone(), listener.into());
        let answer = move |request: &hyper::Request<hyper::body::Incoming>| {
            let is_read = matches!(*request.method(), Method::GET | Method::HEAD);
            match is_read && request.uri().path() == "/metrics" {
                true => app.metrics_response(),
                false => StatusCode::NOT_FOUND.into_response(),
            }
        };
        tokio::select! {
            never = serve_simple(&listener, answer) => match never {},
            () = self.shutdown.cancelled() => {}
        }
    }

    /// Returns the response with the current metrics.
    fn metrics_response(&self) -> Response {
        let now = GaugeValues {
            rooms: self.rooms.count_awake(),
            writes: self.store.pending_writes(),
            is_durable: *self.store.watch_durability().borrow(),
        };
        let type_ = [(header::CONTENT_TYPE, OPEN_METRICS)];
        (type_, self.meters.encode(now)).into_response()
    }
}
