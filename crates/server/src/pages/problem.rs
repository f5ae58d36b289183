//! The page that says that there is nothing to show.

use app::page::Page;
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;

use super::print;
use crate::App;
use crate::error::unprinted;

/// Prints the page of every answer that is an error and has none yet.
pub(crate) async fn dress(State(app): State<App>, request: Request, next: Next) -> Response {
    let headers = request.headers().clone();
    let response = next.run(request).await;
    match unprinted(&response) {
        None => response,
        Some(problem) => print(&app, &headers, response.status(), &Page::Problem(problem)),
    }
}
