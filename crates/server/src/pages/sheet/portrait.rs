//! Portraits of combatants: uploaded on the sheet, shown to those who see the combatant.

use app::pages::sheet::{FILE, part};
use app::pages::with_query;
use axum::extract::multipart::{Multipart, MultipartRejection};
use axum::extract::{Path, State};
use axum::http::{HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rules::base::id::{CombatantId, PortraitId};
use rules::encounter::{CombatantField, Command, Refusal};
use rules::wire::NotDoneReason;
use serde::Deserialize;

use super::form::SheetFormFields;
use super::{SAVED, print_refused};
use crate::App;
use crate::auth::seats::{CombatantPath, TableSeat};
use crate::http::error::HttpError;
use crate::pages::Reader;
use crate::pages::form_command;
use crate::pages::picture_upload::{receive_picture, store_picture};
use crate::picture::{SmallPortrait, make_portrait};
use crate::room::SeatSnapshot;

/// Value of the header `Cache-Control` for a portrait. Its address determines its bytes, and only this reader may cache
/// them.
const CACHE_FOREVER: HeaderValue = HeaderValue::from_static("private, max-age=31536000, immutable");
const JPEG: HeaderValue = HeaderValue::from_static("image/jpeg");

/// Path parameters that name a combatant and its portrait, in the portrait's address.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(crate) struct PortraitPath {
    combatant: CombatantId,
    portrait: PortraitId,
}

/// Handles `GET /t/{table}/portrait/{combatant}/{portrait}`, which sends the portrait to those who see that this
/// combatant has it.
pub(crate) async fn show(
    State(app): State<App>,
    at_table: TableSeat,
    Path(of): Path<PortraitPath>,
    uri: Uri,
) -> Result<Response, HttpError> {
    let scene = form_command::requested_scene(&app, &at_table, &uri).await?;
    let seen = app
        .rooms
        .seat_snapshot(scene, at_table.seat.clone())
        .await?;
    let row = seen.view.rows.get(&of.combatant);
    row.filter(|row| row.portrait == Some(of.portrait))
        .ok_or(HttpError::NotHere)?;
    let body = app.store.portrait(at_table.table.id, of.portrait).await?;
    let body = body.ok_or(HttpError::NotHere)?;
    let says = [
        (header::CONTENT_TYPE, JPEG),
        (header::CACHE_CONTROL, CACHE_FOREVER),
    ];
    Ok((says, body).into_response())
}

/// Handles `POST /t/{table}/c/{combatant}/portrait`, which stores an uploaded portrait of the combatant.
pub(crate) async fn upload_portrait(
    reader: Reader,
    CombatantPath { combatant }: CombatantPath,
    form: Result<Multipart, MultipartRejection>,
) -> Result<Response, HttpError> {
    let SeatSnapshot { view, .. } = reader.seat_snapshot().await?;
    let row = view.rows.get(&combatant).ok_or(HttpError::NotHere)?;
    let form = form.map_err(|_| HttpError::Unreadable)?;
    let refused = |status: StatusCode, words: String| {
        let sent = (part::PORTRAIT, &SheetFormFields::default());
        print_refused(&reader, (&view, row), sent, (status, words))
    };
    // No picture is decoded for readers whom the rules would refuse.
    let sheet = super::sheet_page(&reader, &view, row);
    if !sheet.can_edit {
        let words = app::words::to_sentence(&Refusal::NotAllowed.to_string());
        return Ok(refused(StatusCode::CONFLICT, words));
    }
    let make = (FILE, make_portrait as fn(&[u8]) -> _);
    let SmallPortrait { id, jpeg } = match receive_picture(&reader, form, make, refused).await? {
        Ok(made) => made,
        Err(answer) => return Ok(answer),
    };
    if let Some(answer) = store_picture(&reader, (id, jpeg), refused).await? {
        return Ok(answer);
    }
    let command = Command::Edit {
        id: combatant,
        to: CombatantField::Portrait(Some(id)),
    };
    match reader.give_commands([command]).await? {
        Ok(()) | Err(NotDoneReason::Refused(Refusal::NothingToDo)) => {
            let path = with_query(&sheet.path(), SAVED, part::PORTRAIT);
            Ok(form_command::redirect_after(&path))
        }
        Err(NotDoneReason::Refused(Refusal::NoSuchCombatant)) => Err(HttpError::NotHere),
        Err(why) => Ok(refused(
            form_command::status_of(&why),
            app::words::to_sentence(&why.to_string()),
        )),
    }
}
