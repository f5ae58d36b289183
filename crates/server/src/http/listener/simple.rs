//! Minimal HTTP listener for monitoring tools: few connections, one response each, no waiting.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::response::Response;
use hyper::Request;
use hyper::body::Incoming;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::TcpStream;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use super::transport::{Listener, Tls, Transport};
use crate::http::limits::HEADERS_TIME;

/// Maximum number of connections; further ones are closed at once.
const MAX_CONNECTIONS: usize = 32;
/// Time limit for a whole connection to the simple listener.
const CONNECTION_TIMEOUT: Duration = Duration::from_secs(10);

/// Answers all requests with `answer` for as long as this future is polled. Dropping it closes all
/// connections.
pub(crate) async fn serve_simple<A>(listener: &Listener, answer: A) -> Infallible
where
    A: Fn(&Request<Incoming>) -> Response + Send + Sync + 'static,
{
    let (answer, places) = (Arc::new(answer), Arc::new(Semaphore::new(MAX_CONNECTIONS)));
    let mut open = JoinSet::new();
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            Some(_) = open.join_next() => continue,
        };
        let stream = match accepted {
            Ok((stream, _)) => stream,
            Err(error) => {
                tracing::debug!(%error, "could not accept a connection");
                tokio::time::sleep(Duration::from_millis(100)).await;
                continue;
            }
        };
        if let Ok(place) = Arc::clone(&places).try_acquire_owned() {
            let (answer, tls) = (Arc::clone(&answer), listener.tls().cloned());
            open.spawn(async move {
                _ = tokio::time::timeout(CONNECTION_TIMEOUT, serve_one(stream, tls, answer)).await;
                drop(place);
            });
        }
    }
}

/// Serves one connection with a single request.
async fn serve_one<A: Fn(&Request<Incoming>) -> Response>(
    stream: TcpStream,
    tls: Option<Tls>,
    answer: Arc<A>,
) {
    let stream = match Transport::begin(stream, tls.as_ref()).await {
        Ok(stream) => stream,
        Err(error) => {
            tracing::debug!(%error, "a connection ended early");
            return;
        }
    };
    let service = hyper::service::service_fn(|request: Request<Incoming>| {
        let response: Response<Body> = answer(&request);
        std::future::ready(Ok::<_, Infallible>(response))
    });
    let connection = hyper::server::conn::http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADERS_TIME)
        .keep_alive(false)
        .serve_connection(TokioIo::new(stream), service);
    if let Err(error) = connection.await {
        tracing::debug!(%error, "a connection ended early");
    }
}
