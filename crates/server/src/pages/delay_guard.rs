//! Guard that closes pages about the present to spectators with a delayed view.

use app::pages::delayed::DelayedPage;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::Next;
use axum::response::Response;
use rules::base::seat::Role;
use rules::messages::served as msg;

use super::form_command;
use crate::App;
use crate::auth::browser::Browser;
use crate::auth::seats::TableSeat;
use crate::http::error::HttpError;

/// Style sheet of pages that hold one message.
const STYLE: &str = "/proposals.css";

/// Rejects requests of spectators with a delayed view (middleware). A request without a seat is left to the handler.
pub(crate) async fn reject_delayed(
    State(app): State<App>,
    at: Result<TableSeat, HttpError>,
    browser: Browser,
    headers: HeaderMap,
    request: Request,
    next: Next,
) -> Response {
    match at {
        Ok(at) if at.seat.role == Role::Spectator && at.table.delay > 0 => {
            let body = DelayedPage {
                seconds: at.table.delay,
            };
            let title = msg::not_yet_coterie(&at.table.name);
            let head = (StatusCode::FORBIDDEN, title.as_str());
            form_command::print_page(&app, &headers, &browser, head, (STYLE, &body))
        }
        Ok(_) | Err(_) => next.run(request).await,
    }
}
