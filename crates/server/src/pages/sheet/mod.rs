//! A combatant's sheet: what the reader may know of it, and forms for those who may change it.
//!
//! [`form`] reads what was sent, [`page`] prints; [`fight`], [`gear`], [`holds`] and [`traits`] are
//! its parts.

mod fight;
mod form;
mod gear;
mod holds;
mod page;
mod portrait;
mod rolls;
mod traits;

use axum::Form;
use axum::extract::rejection::FormRejection;
use axum::http::StatusCode;
use axum::response::Response;
use rules::encounter::view::Row;
use rules::encounter::{Refusal, View};
use rules::wire::Why;

use self::form::{Sent, Unwritten};
use self::page::{Said, Sheet};
use super::deed;
use super::reader::{Reader, with};
use crate::error::HttpError;
use crate::room::Picture;
use crate::seats::OfCombatant;

pub(crate) use self::portrait::{face, set as set_portrait, show as show_portrait};

/// The style sheet that only these pages use, so that no table waits for it.
const STYLE: &str = "/sheet.css";

/// What the address of a sheet says of a part that has just been written …
const KEPT: &str = "kept";
/// … and of the kind of an item that is being written.
const OWN: &str = "own";

/// `GET /t/{table}/c/{combatant}`: the sheet, of the encounter that is played or of one that `scene=`
/// names.
pub(crate) async fn show(
    reader: Reader,
    OfCombatant { combatant }: OfCombatant,
) -> Result<Response, HttpError> {
    let Picture { view, .. } = reader.picture().await?;
    let row = view.rows.get(&combatant).ok_or(HttpError::NotHere)?;
    let sheet = Sheet {
        own: reader.says(OWN),
        said: Said::Kept(reader.says(KEPT)),
        ..Sheet::new(&reader, &view, row)
    };
    let (title, body) = (sheet.title(), sheet.body());
    Ok(reader.print((StatusCode::OK, &title), (STYLE, &body)))
}

/// `POST /t/{table}/c/{combatant}`: something is written on it.
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
            let words = format!("{title}: that is no number.");
            let refused = (StatusCode::UNPROCESSABLE_ENTITY, words);
            return Ok(again(&reader, (&view, row), (part, &sent), refused));
        }
    };
    let why = match given {
        // What was taken out meanwhile has no sheet any more.
        Err(Why::Refused(Refusal::NoSuchCombatant)) => return Err(HttpError::NotHere),
        // It is as they want it.
        Ok(()) | Err(Why::Refused(Refusal::NothingToDo)) => {
            let path = Sheet::new(&reader, &view, row).path();
            return Ok(deed::done(&with(&path, KEPT, part)));
        }
        Err(why) => why,
    };
    let refused = (deed::status(&why), app::words::sentence(&why.to_string()));
    Ok(again(&reader, (&view, row), (part, &sent), refused))
}

/// The sheet with what was refused, why, and what was typed.
fn again(
    reader: &Reader,
    (view, row): (&View, &Row),
    (part, sent): (&'static str, &Sent),
    (status, words): (StatusCode, String),
) -> Response {
    let sheet = Sheet {
        own: sent.get("kind"),
        said: Said::Refused { part, words, sent },
        ..Sheet::new(reader, view, row)
    };
    let (title, body) = (sheet.title(), sheet.body());
    reader.print((status, &title), (STYLE, &body))
}
