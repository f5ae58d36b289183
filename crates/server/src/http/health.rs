//! Health checks for those who run the server: whether it lives, and whether it can take visitors.

use std::future::Future;

use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};

use crate::App;
use crate::http::error::HttpError;
use crate::http::listener::{Listener, serve_simple};

/// Handles `GET /healthz`, which answers that the program is alive. The disk is not checked, since a restart would not
/// mend it.
pub(crate) async fn healthz() -> &'static str {
    "ok"
}

/// Handles `GET /readyz`, which answers whether changes are stored and the server is not about to shut down.
pub(crate) async fn readyz(State(app): State<App>) -> Response {
    if app.shutdown.is_cancelled() {
        return not_ready_response("going down");
    }
    // The store has logged its error where it failed.
    if !*app.store.watch_durability().borrow() || app.store.ping().await.is_err() {
        return not_ready_response("nothing is kept at the moment");
    }
    "ok".into_response()
}

/// Handles `GET /health`, which answers whether the store can be read.
pub(crate) async fn store_health(State(app): State<App>) -> Result<&'static str, HttpError> {
    app.store.ping().await?;
    Ok("ok")
}

/// Returns the response 503 with this reason.
fn not_ready_response(why: &'static str) -> Response {
    (StatusCode::SERVICE_UNAVAILABLE, why).into_response()
}

/// Runs the work to be done before the first visitor, and meanwhile answers requests that the
/// program lives and is not ready. Early requests are told to try again.
pub async fn answer_while_starting<T>(listener: &Listener, work: impl Future<Output = T>) -> T {
    let answer = |request: &hyper::Request<hyper::body::Incoming>| match request.uri().path() {
        "/healthz" => "ok".into_response(),
        _ => {
            let mut response = not_ready_response("starting: come again in a moment");
            let soon = HeaderValue::from_static("2");
            response.headers_mut().insert(header::RETRY_AFTER, soon);
            response
        }
    };
    tokio::select! {
        biased;
        done = work => done,
        never = serve_simple(listener, answer) => match never {},
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use axum::body::Body;
    use axum::http::Request;
    use tower::ServiceExt as _;

    use super::*;
    use crate::auth::token::Secret;
    use crate::chance::SystemChance;
    use crate::cli::options::Options;
    use crate::clock::SystemClock;
    use crate::http::routes::router;
    use crate::store::sqlite;

    #[tokio::test]
    async fn who_goes_down_lives_and_is_not_ready() -> Result<(), Box<dyn std::error::Error>> {
        let data = tempfile::tempdir()?;
        let store = Arc::new(sqlite::open(data.path()).await?);
        let secret = Secret::load_or_create(data.path(), &SystemChance)?;
        let (chance, clock) = (Arc::new(SystemChance), Arc::new(SystemClock));
        let app = App::new(Options::new(data.path()), store, chance, clock, secret);
        let ask = async |path: &str| {
            let request = Request::get(path).body(Body::empty())?;
            let answer = router(app.clone()).oneshot(request).await?;
            Ok::<_, Box<dyn std::error::Error>>(answer.status().as_u16())
        };
        assert_eq!(ask("/readyz").await?, 200);
        app.shutdown.cancel();
        assert_eq!(ask("/readyz").await?, 503);
        assert_eq!(ask("/healthz").await?, 200);
        Ok(())
    }
}
