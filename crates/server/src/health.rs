//! How the server is, for those who start and watch it: whether it lives, and whether it should be sent people.

use std::future::Future;

use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use tokio::net::TcpListener;

use crate::App;
use crate::door::answer_all;
use crate::error::HttpError;

/// `GET /healthz`: the program lives and answers. It is not asked of the disk: a new start would not mend one.
pub(crate) async fn lives() -> &'static str {
    "ok"
}

/// `GET /readyz`: what people do here is kept, and the server is not about to go.
pub(crate) async fn is_ready(State(app): State<App>) -> Response {
    if app.down.is_cancelled() {
        return not_ready("going down");
    }
    // The store's own words have been logged where it failed.
    if !*app.store.keeping().borrow() || app.store.alive().await.is_err() {
        return not_ready("nothing is kept at the moment");
    }
    "ok".into_response()
}

/// `GET /health`: whether the store can be read.
pub(crate) async fn answers(State(app): State<App>) -> Result<&'static str, HttpError> {
    app.store.alive().await?;
    Ok("ok")
}

fn not_ready(why: &'static str) -> Response {
    (StatusCode::SERVICE_UNAVAILABLE, why).into_response()
}

/// Does what has to be done before the first visitor comes in, and answers meanwhile that it is so: the program lives,
/// and is not ready. A request that came too early is told to come again.
pub async fn while_starting<T>(listener: &TcpListener, work: impl Future<Output = T>) -> T {
    let answer = |request: &hyper::Request<hyper::body::Incoming>| match request.uri().path() {
        "/healthz" => "ok".into_response(),
        _ => {
            let mut response = not_ready("starting: come again in a moment");
            let soon = HeaderValue::from_static("2");
            response.headers_mut().insert(header::RETRY_AFTER, soon);
            response
        }
    };
    tokio::select! {
        biased;
        done = work => done,
        never = answer_all(listener, answer) => match never {},
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use axum::body::Body;
    use axum::http::Request;
    use tower::ServiceExt as _;

    use super::*;
    use crate::chance::SystemChance;
    use crate::clock::SystemClock;
    use crate::options::Options;
    use crate::routes::router;
    use crate::store::sqlite;
    use crate::token::Secret;

    #[tokio::test]
    async fn who_goes_down_lives_and_is_not_ready() -> Result<(), Box<dyn std::error::Error>> {
        let data = tempfile::tempdir()?;
        let store = Arc::new(sqlite::open(data.path()).await?);
        let secret = Secret::open(data.path(), &SystemChance)?;
        let (chance, clock) = (Arc::new(SystemChance), Arc::new(SystemClock));
        let app = App::new(Options::new(data.path()), store, chance, clock, secret);
        let ask = async |path: &str| {
            let request = Request::get(path).body(Body::empty())?;
            let answer = router(app.clone()).oneshot(request).await?;
            Ok::<_, Box<dyn std::error::Error>>(answer.status().as_u16())
        };
        assert_eq!(ask("/readyz").await?, 200);
        app.down.cancel();
        assert_eq!(ask("/readyz").await?, 503);
        assert_eq!(ask("/healthz").await?, 200);
        Ok(())
    }
}
