//! The page that says why a request was refused.

use app::page::Page;
use axum::extract::{Request, State};
use axum::http::header;
use axum::middleware::Next;
use axum::response::Response;

use super::print;
use crate::App;
use crate::error::{problem, unprinted};

/// Prints the page of every refusal that has none yet, and tells the host of it.
pub(crate) async fn dress(State(app): State<App>, request: Request, next: Next) -> Response {
    let headers = request.headers().clone();
    let response = next.run(request).await;
    let Some(error) = unprinted(&response) else {
        return response;
    };
    app.told.tell(&error);
    let page = Page::Problem(problem(&error));
    let mut printed = print(&app, &headers, response.status(), &page);
    // Which methods there are, and which version of websockets.
    for name in [header::ALLOW, header::SEC_WEBSOCKET_VERSION] {
        if let Some(value) = response.headers().get(&name) {
            printed.headers_mut().insert(name, value.clone());
        }
    }
    printed
}
