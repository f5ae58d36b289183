//! Page of a combatant's sheet: what the reader may know, and forms for those who may change it, which [`form`]
//! parses.

mod action;
mod form;
mod portrait;

use app::pages::sheet::{OWN, Said, Sheet};
use app::pages::with;
use axum::Form;
use axum::extract::rejection::FormRejection;
use axum::http::StatusCode;
use axum::response::Response;
use rules::encounter::view::Row;
use rules::encounter::{Refusal, View};
use rules::messages::served as msg;
use rules::seat::Role;
use rules::wire::Why;

use self::form::{Sent, Unwritten};
use super::Reader;
use super::deed;
use crate::auth::seats::OfCombatant;
use crate::http::error::HttpError;
use crate::room::Picture;

pub(crate) use self::portrait::{set as set_portrait, show as show_portrait};

/// Style sheet that only these pages use, so that no table waits for it.
const STYLE: &str = "/sheet.css";
/// Script that sets dots, filters gear and totals a roll; the page works without it.
const SCRIPT: &str = "/sheet.js";

/// Query parameter that names the part of the sheet that was just saved.
const KEPT: &str = "kept";

/// `GET /t/{table}/c/{combatant}`: shows the sheet in the current encounter, or in the one that `scene=` names.
pub(crate) async fn show(
    reader: Reader,
    OfCombatant { combatant }: OfCombatant,
) -> Result<Response, HttpError> {
    let Picture { view, .. } = reader.picture().await?;
    let row = view.rows.get(&combatant).ok_or(HttpError::NotHere)?;
    let page = Sheet {
        own: reader.says(OWN),
        said: Said::Kept(reader.says(KEPT)),
        ..sheet(&reader, &view, row)
    };
    Ok(print(&reader, StatusCode::OK, &page))
}

/// `POST /t/{table}/c/{combatant}`: applies a form of the sheet.
pub(crate) async fn write(
    reader: Reader,
    OfCombatant { combatant }: OfCombatant,
    form: Result<Form<Sent>, FormRejection>,
) -> Result<Response, HttpError> {
    let Picture { view, .. } = reader.picture().await?;
    let row = view.rows.get(&combatant).ok_or(HttpError::NotHere)?;
    let Form(sent) = form.map_err(|_| HttpError::Unreadable)?;
    let (part, commands) = sent.commands(&view, row)?;
    let given = match commands {
        Ok(commands) => reader.give(commands).await?,
        Err(Unwritten::Nothing) => Ok(()),
        Err(Unwritten::Number(title)) => {
            let words = msg::that_is_no_number(&title);
            let refused = (StatusCode::UNPROCESSABLE_ENTITY, words);
            return Ok(again(&reader, (&view, row), (part, &sent), refused));
        }
    };
    let why = match given {
        // A combatant that was removed meanwhile has no sheet any more.
        Err(Why::Refused(Refusal::NoSuchCombatant)) => return Err(HttpError::NotHere),
        // Nothing had to change: it is as the form says.
        Ok(()) | Err(Why::Refused(Refusal::NothingToDo)) => {
            let path = sheet(&reader, &view, row).path();
            return Ok(deed::done(&with(&path, KEPT, part)));
        }
        Err(why) => why,
    };
    let refused = (deed::status(&why), app::words::sentence(&why.to_string()));
    Ok(again(&reader, (&view, row), (part, &sent), refused))
}

/// Returns the page of a combatant's sheet for one reader, without a result of a form.
fn sheet<'a>(reader: &'a Reader, view: &'a View, row: &'a Row) -> Sheet<'a> {
    let (seat, runs) = (&reader.at.seat, reader.runs());
    let is_player = seat.role == Role::Player;
    Sheet {
        table: reader.at.table.id,
        name: &reader.at.table.name,
        scene: reader.scene_query(),
        view,
        row,
        may: runs || (is_player && row.owner == Some(seat.id)),
        runs,
        plays: is_player,
        beside: reader.beside(),
        own: "",
        said: Said::Kept(""),
        script: reader.app.site.versioned(SCRIPT),
    }
}

/// Renders the sheet as a response.
fn print(reader: &Reader, status: StatusCode, sheet: &Sheet<'_>) -> Response {
    let title = msg::coterie(&sheet.row.full_name());
    reader.print((status, &title), (STYLE, sheet))
}

/// Shows the sheet with the refusal of a form, and with what was typed.
fn again(
    reader: &Reader,
    (view, row): (&View, &Row),
    (part, sent): (&'static str, &Sent),
    (status, words): (StatusCode, String),
) -> Response {
    let page = Sheet {
        own: sent.0.get("kind"),
        said: Said::Refused {
            part,
            words,
            sent: &sent.0,
        },
        ..sheet(reader, view, row)
    };
    print(reader, status, &page)
}
