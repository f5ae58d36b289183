//! Handlers of pages and forms. A handler extracts, asks a room or the store, and replies.

pub(crate) mod archive;
pub(crate) mod arrive;
pub(crate) mod cast;
pub(crate) mod delay_guard;
pub(crate) mod demo;
pub(crate) mod dice;
pub(crate) mod form_command;
pub(crate) mod guide;
pub(crate) mod here;
pub(crate) mod home;
pub(crate) mod import;
pub(crate) mod invite;
pub(crate) mod join;
pub(crate) mod leave;
pub(crate) mod links;
pub(crate) mod log_reader;
pub(crate) mod offline;
pub(crate) mod page_reports;
pub(crate) mod part;
pub(crate) mod past;
pub(crate) mod people;
pub(crate) mod picture;
mod picture_upload;
pub(crate) mod problem;
pub(crate) mod proposals;
mod reader;
pub(crate) mod recap;
pub(crate) mod settings;
pub(crate) mod sheet;
pub(crate) mod start;
pub(crate) mod style;
pub(crate) mod systems;
pub(crate) mod table;
pub(crate) mod table_screen;
pub(crate) mod theme;
mod upload;

pub(crate) use reader::Reader;

use std::net::IpAddr;

use app::page::{Page, Theme, Trouble};
use app::pages::{SceneName, SceneStanding};
use app::print::Parts;
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{Html, IntoResponse, Redirect, Response};
use rules::base::confusables::NameSkeleton;
use rules::base::id::TableId;
use rules::base::text::Name;

use crate::App;
use crate::auth::browser::Browser;
use crate::auth::cookie;
use crate::auth::token::Token;
use crate::http::compression;
use crate::http::error::HttpError;
use crate::store::{EncounterInfo, EncounterStage};

/// Renders a page with this reader's theme as HTML, whole or as a part for the table's drawer.
fn print_html(app: &App, headers: &HeaderMap, page: &Page) -> String {
    let theme = cookie::read_theme(headers);
    app::print::page(page, theme, app.site.parts(), part::is_part(headers))
}

/// Renders a page as a response with an HTTP status.
fn print_page(app: &App, headers: &HeaderMap, status: StatusCode, page: &Page) -> Response {
    let mut response = (status, Html(print_html(app, headers, page))).into_response();
    compression::mark_page(&mut response, page);
    response
}

/// Parses the name of a table from a form.
fn parse_name(typed: &str) -> Result<Name, Trouble> {
    Name::new(typed).map_err(Trouble::Name)
}

/// Parses the name of a person from a form, of which something must be visible.
fn parse_own_name(typed: &str) -> Result<Name, Trouble> {
    let name = parse_name(typed)?;
    NameSkeleton::from_name(&name).map_err(Trouble::Name)?;
    Ok(name)
}

/// Redirects a browser to a table.
fn redirect_to_table(table: TableId) -> Response {
    Redirect::to(&format!("/t/{table}")).into_response()
}

/// Records that a browser is given its first key, so that it is told if it keeps no cookies;
/// `again` is the path to try again.
fn expect_cookie(app: &App, browser: &Browser, household: IpAddr, again: &str) {
    if browser.is_new() {
        app.newcomers.expect_key(household, again);
    }
}

/// Query of a form's address whose page gave its browser a key: one that comes back without it keeps no cookies, and
/// is told so before anything is done.
const KEY_GIVEN: &str = "looked";

/// Rejects a form whose page gave the browser a key that did not come back.
fn check_key_returned(uri: &Uri, browser: &Browser) -> Result<(), HttpError> {
    match (uri.query(), browser.key_hash()) {
        (Some(KEY_GIVEN), None) => Err(HttpError::NoCookie(uri.path().to_owned())),
        (_, _) => Ok(()),
    }
}

/// Adds a key's cookie to the response with a form that needs one, if the browser has none.
fn with_new_key(app: &App, browser: &Browser, mut page: Response) -> Response {
    if browser.is_new() {
        browser.set_key_cookie(&mut page, &browser.key_or_new(app));
    }
    page
}

/// Redirects a browser to a table where it has just taken a seat.
fn redirect_seated(browser: &Browser, table: TableId, key: &Token) -> Response {
    let mut response = redirect_to_table(table);
    browser.set_key_cookie(&mut response, key);
    response
}

/// Renderer of a page that is only read: title, theme, files, style sheet, body.
type PageRenderer = fn(&str, Theme, &Parts, &str, &str) -> String;

/// Returns the function that renders a page for this request, as a whole or as a part.
pub(crate) fn page_renderer(headers: &HeaderMap) -> PageRenderer {
    match part::is_part(headers) {
        true => app::print::part,
        false => app::print::side_page,
    }
}

/// Converts a stored encounter to its name and standing, as pages show them.
fn scene_name(scene: &EncounterInfo) -> SceneName {
    SceneName {
        id: scene.id,
        name: scene.current_title().to_string(),
        standing: match scene.stage {
            EncounterStage::Current => SceneStanding::Current,
            EncounterStage::Prepared => SceneStanding::Prepared,
            EncounterStage::Over => SceneStanding::Over,
        },
    }
}
