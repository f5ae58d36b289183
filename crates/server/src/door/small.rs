//! A small door for machines that ask how it goes: few connections, one answer each, no waiting.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::response::Response;
use hyper::Request;
use hyper::body::Incoming;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use crate::limits::HEAD_TIME;

/// Connections at once. One more is closed unheard.
const AT_ONCE: usize = 32;
/// How long one may take in all.
const WHOLE_TIME: Duration = Duration::from_secs(10);

/// Answers everybody who comes, for as long as this is polled. With it every connection ends.
pub(crate) async fn answer_all<A>(listener: &TcpListener, answer: A) -> Infallible
where
    A: Fn(&Request<Incoming>) -> Response + Send + Sync + 'static,
{
    let (answer, places) = (Arc::new(answer), Arc::new(Semaphore::new(AT_ONCE)));
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
            let answer = Arc::clone(&answer);
            open.spawn(async move {
                _ = tokio::time::timeout(WHOLE_TIME, one(stream, answer)).await;
                drop(place);
            });
        }
    }
}

async fn one<A: Fn(&Request<Incoming>) -> Response>(stream: TcpStream, answer: Arc<A>) {
    let service = hyper::service::service_fn(|request: Request<Incoming>| {
        let response: Response<Body> = answer(&request);
        std::future::ready(Ok::<_, Infallible>(response))
    });
    let connection = hyper::server::conn::http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIME)
        .keep_alive(false)
        .serve_connection(TokioIo::new(stream), service);
    if let Err(error) = connection.await {
        tracing::debug!(%error, "a connection ended early");
    }
}
