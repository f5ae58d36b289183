//! The pages and forms. A handler extracts, asks and replies.

pub(crate) mod archive;
pub(crate) mod arrive;
pub(crate) mod cast;
pub(crate) mod course;
pub(crate) mod deed;
pub(crate) mod demo;
pub(crate) mod dice;
pub(crate) mod guide;
pub(crate) mod home;
pub(crate) mod import;
pub(crate) mod invite;
pub(crate) mod join;
pub(crate) mod later;
pub(crate) mod leave;
pub(crate) mod links;
pub(crate) mod otherwise;
pub(crate) mod part;
pub(crate) mod past;
pub(crate) mod people;
pub(crate) mod problem;
pub(crate) mod proposals;
mod reader;
pub(crate) mod recap;
pub(crate) mod settings;
pub(crate) mod sheet;
pub(crate) mod systems;
pub(crate) mod table;
pub(crate) mod theme;
mod upload;

pub(crate) use reader::Reader;

use std::net::IpAddr;

use app::page::{Page, Theme, Trouble};
use app::pages::{SceneName, SceneStanding};
use app::print::Parts;
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{Html, IntoResponse, Redirect, Response};
use rules::id::TableId;
use rules::likeness::Likeness;
use rules::text::Name;

use crate::App;
use crate::browser::Browser;
use crate::cookie;
use crate::error::HttpError;
use crate::shrink;
use crate::store::{Scene, Standing};
use crate::token::Token;

/// Prints a page the way this reader likes it.
fn print(app: &App, headers: &HeaderMap, status: StatusCode, page: &Page) -> Response {
    let theme = cookie::theme(headers);
    let html = app::print::page(page, theme, app.site.parts(), part::is_asked(headers));
    let mut response = (status, Html(html)).into_response();
    shrink::mark_page(&mut response, page);
    response
}

/// The name a person typed into a form.
fn name(typed: &str) -> Result<Name, Trouble> {
    Name::new(typed).map_err(Trouble::Name)
}

/// The name a person wants to be known by: something must be seen of it.
fn own_name(typed: &str) -> Result<Name, Trouble> {
    let name = name(typed)?;
    Likeness::of(&name).map_err(Trouble::Name)?;
    Ok(name)
}

/// Sends a browser to a table.
fn to_table(table: TableId) -> Response {
    Redirect::to(&format!("/t/{table}")).into_response()
}

/// Remembers that a browser is given its first key, so that it is told where it keeps no cookies.
fn expect(app: &App, browser: &Browser, household: IpAddr, again: &str) {
    if browser.is_new() {
        app.newcomers.expect(household, again);
    }
}

/// What stands behind the address of a form whose page gave its browser a key: one that comes back without it keeps no
/// cookies, and is told so before anything is done.
const LOOKED: &str = "looked";

/// Refuses a form whose page gave a key that did not come back.
fn looked(uri: &Uri, browser: &Browser) -> Result<(), HttpError> {
    match (uri.query(), browser.hash()) {
        (Some(LOOKED), None) => Err(HttpError::NoCookie(uri.path().to_owned())),
        (_, _) => Ok(()),
    }
}

/// The page with such a form, which gives the key.
fn looking(app: &App, browser: &Browser, mut page: Response) -> Response {
    if browser.is_new() {
        browser.give(&mut page, &browser.key_or_new(app));
    }
    page
}

/// Sends a browser to a table where it has just sat down.
fn seated(browser: &Browser, table: TableId, key: &Token) -> Response {
    let mut response = to_table(table);
    browser.give(&mut response, key);
    response
}

/// How a page that is only read is printed: title, theme, files, style sheet, body.
type Reading = fn(&str, Theme, &Parts, &str, &str) -> String;

/// How such a page is printed for this request: whole, or as a part.
pub(crate) fn reading(headers: &HeaderMap) -> Reading {
    match part::is_asked(headers) {
        true => app::print::part,
        false => app::print::reading,
    }
}

/// An encounter as pages name it.
fn scene_name(scene: &Scene) -> SceneName {
    SceneName {
        id: scene.id,
        name: scene.name().to_string(),
        standing: match scene.standing {
            Standing::Current => SceneStanding::Current,
            Standing::Prepared => SceneStanding::Prepared,
            Standing::Over => SceneStanding::Over,
        },
    }
}
