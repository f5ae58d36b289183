//! Page that states why a request was refused.

use app::page::Page;
use axum::extract::{Request, State};
use axum::http::header;
use axum::middleware::Next;
use axum::response::Response;

use super::print_page;
use crate::App;
use crate::http::error::{pending_error, problem_of};

/// Renders the page of every refused request that has none yet, and logs it for the host
/// (middleware).
pub(crate) async fn print_problem(
    State(app): State<App>,
    request: Request,
    next: Next,
) -> Response {
    let headers = request.headers().clone();
    let response = next.run(request).await;
    let Some(error) = pending_error(&response) else {
        return response;
    };
    app.refusal_log.log_once(&error);
    let page = Page::Problem(problem_of(&error));
    let mut printed = print_page(&app, &headers, response.status(), &page);
    // These name the allowed methods, and the supported version of websockets.
    for name in [header::ALLOW, header::SEC_WEBSOCKET_VERSION] {
        if let Some(value) = response.headers().get(&name) {
            printed.headers_mut().insert(name, value.clone());
        }
    }
    printed
}
