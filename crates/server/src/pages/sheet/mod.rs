//! Page of a combatant's sheet: what the reader may know, and forms for those who may change it, which [`form`]
//! parses.

mod action;
mod form;
mod portrait;

use app::pages::sheet::{FormResult, OWN, Sheet};
use app::pages::with_query;
use axum::Form;
use axum::extract::rejection::FormRejection;
use axum::http::StatusCode;
use axum::response::Response;
use rules::base::seat::Role;
use rules::encounter::view::CombatantRow;
use rules::encounter::{Refusal, View};
use rules::messages::served as msg;
use rules::wire::NotDoneReason;

use self::form::{FormError, SheetFormFields};
use super::Reader;
use super::form_command;
use crate::auth::seats::CombatantPath;
use crate::http::error::HttpError;
use crate::room::SeatSnapshot;

pub(crate) use self::portrait::{show as show_portrait, upload_portrait as set_portrait};

/// Style sheet that only these pages use, so that no table waits for it.
const STYLE: &str = "/sheet.css";
/// Script that sets dots, filters gear and totals a roll; the page works without it.
const SCRIPT: &str = "/sheet.js";

/// Query parameter that names the part of the sheet that was just saved.
const SAVED: &str = "kept";

/// Handles `GET /t/{table}/c/{combatant}`, the page of the combatant's sheet in the current encounter, or in the one
/// that `scene=` names.
pub(crate) async fn show(
    reader: Reader,
    CombatantPath { combatant }: CombatantPath,
) -> Result<Response, HttpError> {
    let SeatSnapshot { view, .. } = reader.seat_snapshot().await?;
    let row = view.rows.get(&combatant).ok_or(HttpError::NotHere)?;
    let page = Sheet {
        own_item_kind: reader.query_value(OWN),
        form_result: FormResult::Saved(reader.query_value(SAVED)),
        ..sheet_page(&reader, &view, row)
    };
    Ok(print_sheet(&reader, StatusCode::OK, &page))
}

/// Handles `POST /t/{table}/c/{combatant}`, which applies a form of the combatant's sheet.
pub(crate) async fn apply_form(
    reader: Reader,
    CombatantPath { combatant }: CombatantPath,
    form: Result<Form<SheetFormFields>, FormRejection>,
) -> Result<Response, HttpError> {
    let SeatSnapshot { view, .. } = reader.seat_snapshot().await?;
    let row = view.rows.get(&combatant).ok_or(HttpError::NotHere)?;
    let Form(sent) = form.map_err(|_| HttpError::Unreadable)?;
    let (part, commands) = sent.parse_commands(&view, row)?;
    let given = match commands {
        Ok(commands) => reader.give_commands(commands).await?,
        Err(FormError::Nothing) => Ok(()),
        Err(FormError::Number(title)) => {
            let words = msg::that_is_no_number(&title);
            let refused = (StatusCode::UNPROCESSABLE_ENTITY, words);
            return Ok(print_refused(&reader, (&view, row), (part, &sent), refused));
        }
    };
    let why = match given {
        // A combatant that was removed meanwhile has no sheet any more.
        Err(NotDoneReason::Refused(Refusal::NoSuchCombatant)) => return Err(HttpError::NotHere),
        // Nothing had to change: it is as the form says.
        Ok(()) | Err(NotDoneReason::Refused(Refusal::NothingToDo)) => {
            let path = sheet_page(&reader, &view, row).path();
            return Ok(form_command::redirect_after(&with_query(
                &path, SAVED, part,
            )));
        }
        Err(why) => why,
    };
    let refused = (
        form_command::status_of(&why),
        app::words::to_sentence(&why.to_string()),
    );
    Ok(print_refused(&reader, (&view, row), (part, &sent), refused))
}

/// Returns the page of a combatant's sheet for one reader, as if no form was sent.
fn sheet_page<'a>(reader: &'a Reader, view: &'a View, row: &'a CombatantRow) -> Sheet<'a> {
    let (seat, runs) = (&reader.at.seat, reader.can_run_table());
    let is_player = seat.role == Role::Player;
    Sheet {
        table: reader.at.table.id,
        name: &reader.at.table.name,
        scene: reader.scene_query(),
        view,
        row,
        can_edit: runs || (is_player && row.owner == Some(seat.id)),
        can_run_table: runs,
        is_player,
        is_beside_table: reader.is_beside_table(),
        own_item_kind: "",
        form_result: FormResult::Saved(""),
        script: reader.app.site.versioned_path(SCRIPT),
    }
}

/// Renders the page of a combatant's sheet as a response.
fn print_sheet(reader: &Reader, status: StatusCode, sheet: &Sheet<'_>) -> Response {
    let title = msg::coterie(&sheet.row.full_name());
    reader.print_page((status, &title), (STYLE, sheet))
}

/// Shows the sheet with the refusal of a form, and with what was typed.
fn print_refused(
    reader: &Reader,
    (view, row): (&View, &CombatantRow),
    (part, sent): (&'static str, &SheetFormFields),
    (status, words): (StatusCode, String),
) -> Response {
    let page = Sheet {
        own_item_kind: sent.0.get("kind"),
        form_result: FormResult::Refused {
            part,
            words,
            sent: &sent.0,
        },
        ..sheet_page(reader, view, row)
    };
    print_sheet(reader, status, &page)
}
