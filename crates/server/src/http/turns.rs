//! Middleware that answers requests in the name of their household, and those of a household in turn.

use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::Response;
use tokio::time::Instant;

use crate::App;
use crate::auth::seats::Household;
use crate::http::error::HttpError;
use crate::http::fair_share::{CURRENT_HOUSEHOLD, current_household};
use crate::http::limits::{MAX_FORM, MAX_REST, REFUSAL_TIME};

/// Runs a request with its household known to what it calls (middleware).
pub(crate) async fn with_household(
    State(app): State<App>,
    Household(address): Household,
    request: Request,
    next: Next,
) -> Response {
    if !app.options.address_limits {
        return next.run(request).await;
    }
    let answered = async {
        let answer = next.run(request).await;
        // A household that sends too many requests gets these answers one by one.
        if answer.status() == StatusCode::TOO_MANY_REQUESTS
            && let Ok(_turn) = app.refusals.acquire().await
        {
            tokio::time::sleep(REFUSAL_TIME).await;
        }
        answer
    };
    CURRENT_HOUSEHOLD.scope(address, answered).await
}

/// Limits how many requests of a household are answered at once (middleware), so that a click of another waits behind
/// no crowd. The body is read before: a slow sender blocks nobody in the same household.
///
/// # Errors
///
/// [`HttpError`] where the body cannot be read.
pub(crate) async fn limit_concurrency(
    State((app, door)): State<(App, RequestKind)>,
    request: Request,
    next: Next,
) -> Result<Response, HttpError> {
    if current_household().is_none() {
        return Ok(next.run(request).await);
    }
    let (head, body) = request.into_parts();
    let body = to_bytes(body, MAX_FORM).await;
    let body = body.map_err(|_| HttpError::Unreadable)?;
    let turns = match door {
        RequestKind::Front => &app.front_pages,
        RequestKind::Table => &app.table_pages,
    };
    let (turn, began) = (turns.acquire().await?, Instant::now());
    let answer = next.run(Request::from_parts(head, Body::from(body))).await;
    // For as long again, the core is left to others.
    let rest = began.elapsed().min(MAX_REST);
    app.tasks.spawn(async move {
        tokio::time::sleep(rest).await;
        drop(turn);
    });
    Ok(answer)
}

/// Kind of HTTP request that is limited, with a limit of its own for each kind.
#[derive(Clone, Copy, Debug)]
pub(crate) enum RequestKind {
    /// Joining or creating a table.
    Front,
    /// A page of a table.
    Table,
}
