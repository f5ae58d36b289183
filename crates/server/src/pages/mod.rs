//! The pages and forms. A handler extracts, asks and replies.

pub(crate) mod demo;
pub(crate) mod home;
pub(crate) mod invite;
pub(crate) mod join;
pub(crate) mod problem;
pub(crate) mod table;
pub(crate) mod theme;

use app::page::{Page, Trouble};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, Redirect, Response};
use rules::id::TableId;
use rules::text::Name;

use crate::App;
use crate::cookie;
use crate::seats::is_secure;
use crate::shrink;
use crate::token::Token;

/// Prints a page the way this reader likes it.
fn print(app: &App, headers: &HeaderMap, status: StatusCode, page: &Page) -> Response {
    let theme = cookie::theme(headers);
    let html = app::print::page(page, theme, app.site.parts());
    let mut response = (status, Html(html)).into_response();
    shrink::mark_page(&mut response, page);
    response
}

/// The name somebody typed into a form.
fn name(typed: &str) -> Result<Name, Trouble> {
    Name::new(typed).map_err(Trouble::Name)
}

/// Sends a browser to its table, with its new seat.
fn seated(app: &App, headers: &HeaderMap, table: TableId, token: &Token, demo: bool) -> Response {
    let mut response = Redirect::to(&format!("/t/{table}")).into_response();
    let cookie: HeaderValue = cookie::give_seat(table, token, is_secure(app, headers), demo);
    response.headers_mut().append(header::SET_COOKIE, cookie);
    response
}
