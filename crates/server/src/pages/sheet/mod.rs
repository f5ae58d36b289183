//! A combatant's sheet: what the reader may know of it, and forms for those who may change it.
//!
//! [`form`] reads what was sent, [`page`] prints; [`fight`], [`gear`] and [`traits`] are its parts.

mod fight;
mod form;
mod gear;
mod page;
mod traits;

use axum::Form;
use axum::extract::State;
use axum::extract::rejection::FormRejection;
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::Response;
use rules::encounter::Refusal;
use rules::wire::Why;

use self::form::{Sent, Unwritten};
use self::page::{Said, Sheet};
use super::deed;
use crate::App;
use crate::browser::Browser;
use crate::error::HttpError;
use crate::room::Picture;
use crate::seats::{AtTable, OfCombatant};

/// The style sheet that only these pages use, so that no table waits for it.
const STYLE: &str = "/sheet.css";

/// What the address of a sheet says behind its path of a part that has just been written …
const KEPT: &str = "kept=";
/// … and of the kind of an item that is being written.
const OWN: &str = "own=";

/// `GET /t/{table}/c/{combatant}`: the sheet.
pub(crate) async fn show(
    State(app): State<App>,
    at_table: AtTable,
    OfCombatant { combatant }: OfCombatant,
    uri: Uri,
    browser: Browser,
    headers: HeaderMap,
) -> Result<Response, HttpError> {
    let (_, Picture { view, .. }) = deed::seen(&app, &at_table).await?;
    let row = view.rows.get(&combatant).ok_or(HttpError::NotHere)?;
    let query = uri.query().unwrap_or_default();
    let says = |name: &str| query.strip_prefix(name).unwrap_or_default();
    let sheet = Sheet {
        own: says(OWN),
        said: Said::Kept(says(KEPT)),
        ..Sheet::new(&at_table, &view, row, deed::is_beside(&headers))
    };
    let (title, body) = (sheet.title(), sheet.body());
    let status = StatusCode::OK;
    Ok(deed::print(
        &app,
        &headers,
        &browser,
        (status, &title),
        (STYLE, &body),
    ))
}

/// `POST /t/{table}/c/{combatant}`: something is written on it.
pub(crate) async fn write(
    State(app): State<App>,
    at_table: AtTable,
    OfCombatant { combatant }: OfCombatant,
    browser: Browser,
    headers: HeaderMap,
    form: Result<Form<Sent>, FormRejection>,
) -> Result<Response, HttpError> {
    let (scene, Picture { view, .. }) = deed::seen(&app, &at_table).await?;
    let row = view.rows.get(&combatant).ok_or(HttpError::NotHere)?;
    let Form(sent) = form.map_err(|_| HttpError::Unreadable)?;
    let (part, commands) = sent.commands(&view, row)?;
    let given = match commands {
        Ok(commands) => deed::give(&app, &scene, &at_table.seat, commands).await?,
        Err(Unwritten::Nothing) => Ok(()),
        Err(Unwritten::Number(title)) => {
            let words = format!("{title}: that is no number.");
            let refused = (StatusCode::UNPROCESSABLE_ENTITY, words);
            return Ok(again(
                &app,
                &at_table,
                (&headers, &browser),
                (&view, row),
                (part, &sent),
                refused,
            ));
        }
    };
    let why = match given {
        // What was taken out meanwhile has no sheet any more.
        Err(Why::Refused(Refusal::NoSuchCombatant)) => return Err(HttpError::NotHere),
        // It is as they want it.
        Ok(()) | Err(Why::Refused(Refusal::NothingToDo)) => {
            let table = at_table.table.id;
            return Ok(deed::done(&format!(
                "/t/{table}/c/{combatant}?{KEPT}{part}"
            )));
        }
        Err(why) => why,
    };
    let refused = (deed::status(&why), app::words::sentence(&why.to_string()));
    Ok(again(
        &app,
        &at_table,
        (&headers, &browser),
        (&view, row),
        (part, &sent),
        refused,
    ))
}

/// The sheet with what was refused, why, and what was typed.
fn again(
    app: &App,
    at_table: &AtTable,
    (headers, browser): (&HeaderMap, &Browser),
    (view, row): (&rules::encounter::View, &rules::encounter::view::Row),
    (part, sent): (&'static str, &Sent),
    (status, words): (StatusCode, String),
) -> Response {
    let sheet = Sheet {
        own: sent.get("kind"),
        said: Said::Refused { part, words, sent },
        ..Sheet::new(at_table, view, row, deed::is_beside(headers))
    };
    let (title, body) = (sheet.title(), sheet.body());
    deed::print(app, headers, browser, (status, &title), (STYLE, &body))
}
