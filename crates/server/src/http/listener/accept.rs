//! Accepts connections while there are free slots, each with time limits for reading requests and writing responses.

use std::convert::Infallible;
use std::io;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderValue, Request, header};
use axum::response::{IntoResponse as _, Response};
use hyper::body::Incoming;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::TcpStream;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use tower::ServiceExt as _;

use super::slots::ConnectionSlot;
use super::stream::MonitoredStream;
use super::transport::{Listener, Tls, Transport};
use crate::App;
use crate::auth::seats::{Household, household_of};
use crate::http::error::HttpError;
use crate::http::limits::{HEADERS_TIME, IDLE_TIME};
use crate::http::rate::household_address;
use crate::http::routes::router;
use crate::metrics::GaugeGuard;

/// Read buffer of hyper in bytes, larger than any of our headers.
const READ_AHEAD: usize = 16 * 1024;
/// Minimum interval between log messages about failed accepts.
const REPORT_EVERY: Duration = Duration::from_secs(60);

/// Returns the raw HTTP response for a connection without a free slot.
fn no_slot_response() -> Vec<u8> {
    let words = HttpError::NoPlace.to_plain_text();
    let head = "HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\ncontent-type: text/plain; charset=utf-8";
    format!("{head}\r\ncontent-length: {}\r\n\r\n{words}", words.len()).into_bytes()
}

/// Accepts connections until the listener is closed, which the shutdown of the server does as well.
pub(crate) async fn accept_connections(app: App, listener: Listener, closed: CancellationToken) {
    let router = router(app.clone());
    let places = app.connection_slots.clone();
    let (mut troubles, no_place) = (AcceptErrors::default(), no_slot_response());
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = closed.cancelled() => return,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                troubles.report(&error);
                // Usually out of file handles: free one, or wait until others free theirs.
                places.evict_one();
                tokio::time::sleep(Duration::from_millis(100)).await;
                continue;
            }
        };
        // Behind a proxy the household is only known with the first request.
        let household = (!app.options.trust_proxy).then(|| household_address(peer.ip()));
        let Some(place) = places.acquire(household) else {
            if places.are_all_taken() {
                app.refusal_log.log_once(&HttpError::NoPlace);
            }
            // The response always fits into an empty buffer. By TLS nobody could read it.
            if listener.tls().is_none() {
                _ = stream.try_write(&no_place);
            }
            continue;
        };
        let visit = ConnectionHandler {
            app: app.clone(),
            router: router.clone(),
            peer: peer.ip(),
            slot: Arc::new(place),
            has_asked: Arc::new(AtomicBool::new(false)),
            closed: closed.clone(),
        };
        app.tasks
            .spawn(visit.serve(stream, listener.tls().cloned()));
    }
}

/// Handler that passes the HTTP requests of one accepted TCP connection to the router.
#[derive(Clone)]
struct ConnectionHandler {
    app: App,
    router: Router,
    peer: IpAddr,
    slot: Arc<ConnectionSlot>,
    has_asked: Arc<AtomicBool>,
    /// Signals that the listener was closed.
    closed: CancellationToken,
}

impl ConnectionHandler {
    /// Serves an accepted connection until it ends, times out, is evicted, or the server shuts
    /// down.
    async fn serve(self, stream: TcpStream, tls: Option<Tls>) {
        // Messages are small and latency matters.
        _ = stream.set_nodelay(true);
        let (down, ended) = (self.closed.clone(), self.slot.eviction_token());
        let begun = tokio::time::timeout(HEADERS_TIME, Transport::begin(stream, tls.as_ref()));
        let begun = tokio::select! {
            begun = begun => begun,
            () = ended.cancelled() => return,
            () = down.cancelled() => return,
        };
        let Ok(Ok(stream)) = begun else {
            tracing::debug!("a connection ended before it spoke TLS");
            return;
        };
        let has_asked = Arc::clone(&self.has_asked);
        let open = GaugeGuard::new(&self.app.meters.connections);
        let stream = MonitoredStream::new(stream, Arc::clone(&self.slot), open);
        let service =
            hyper::service::service_fn(move |request| self.clone().answer_request(request));
        let connection = hyper::server::conn::http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(IDLE_TIME)
            .max_buf_size(READ_AHEAD)
            .serve_connection(TokioIo::new(stream), service)
            .with_upgrades();
        let mut connection = std::pin::pin!(connection);
        let mut first = std::pin::pin!(tokio::time::sleep(HEADERS_TIME));
        let mut is_first = true;
        let over = loop {
            tokio::select! {
                over = connection.as_mut() => break over,
                () = ended.cancelled() => return,
                () = first.as_mut(), if is_first => {
                    if !has_asked.load(Ordering::Relaxed) {
                        return;
                    }
                    is_first = false;
                }
                () = down.cancelled() => {
                    connection.as_mut().graceful_shutdown();
                    break connection.await;
                }
            }
        };
        if let Err(error) = over {
            tracing::debug!(%error, "a connection ended early");
        }
    }

    /// Answers a request, unless its household has no free slot or the request has no length.
    async fn answer_request(self, request: Request<Incoming>) -> Result<Response, Infallible> {
        self.has_asked.store(true, Ordering::Relaxed);
        let _asking = RequestGuard::new(&self.slot);
        let mut request = request.map(Body::new);
        let trust_proxy = self.app.options.trust_proxy;
        let household = household_of(request.headers(), self.peer, trust_proxy);
        if trust_proxy && !self.slot.assign_household(household) {
            return Ok(closing_response(&HttpError::NoPlace));
        }
        // All our forms have a length. A request with both a length and chunked encoding is a known smuggling attack,
        // in which hyper drops the length, so all chunked requests are refused.
        if request.headers().contains_key(header::TRANSFER_ENCODING) {
            return Ok(closing_response(&HttpError::NoLength));
        }
        let extensions = request.extensions_mut();
        extensions.insert(Household(household));
        extensions.insert(Arc::clone(&self.slot));
        let router = self.router.clone();
        router.oneshot(request).await
    }
}

/// Guard that marks a request as in progress until it is dropped.
struct RequestGuard(Arc<ConnectionSlot>);

impl RequestGuard {
    /// Marks a request on the connection of this slot as in progress.
    fn new(place: &Arc<ConnectionSlot>) -> Self {
        place.set_asking(true);
        Self(Arc::clone(place))
    }
}

impl Drop for RequestGuard {
    fn drop(&mut self) {
        self.0.set_asking(false);
    }
}

/// Returns an error response that closes the connection.
fn closing_response(error: &HttpError) -> Response {
    let close = HeaderValue::from_static("close");
    (
        error.status(),
        [(header::CONNECTION, close)],
        error.to_plain_text(),
    )
        .into_response()
}

/// Errors while accepting connections, logged at a limited rate.
#[derive(Default)]
struct AcceptErrors {
    last_reported: Option<Instant>,
    unreported: u64,
}

impl AcceptErrors {
    /// Logs an error of accepting a connection, or counts it if the last message was too recent.
    fn report(&mut self, error: &io::Error) {
        if self
            .last_reported
            .is_some_and(|said| said.elapsed() < REPORT_EVERY)
        {
            self.unreported += 1;
            return;
        }
        let more = std::mem::take(&mut self.unreported);
        tracing::warn!(%error, more, "could not accept a connection");
        self.last_reported = Some(Instant::now());
    }
}
