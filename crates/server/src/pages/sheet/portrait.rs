//! Portraits of combatants: uploaded on the sheet, shown to those who see the combatant.

use app::pages::sheet::{FILE, part};
use app::pages::with;
use axum::extract::multipart::{Multipart, MultipartRejection};
use axum::extract::{Path, State};
use axum::http::{HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rules::encounter::{Command, Field, Refusal};
use rules::id::{CombatantId, PortraitId};
use rules::messages::served as msg;
use rules::wire::Why;
use serde::Deserialize;
use tokio::sync::oneshot;

use super::form::Sent;
use super::{KEPT, again};
use crate::App;
use crate::auth::seats::{AtTable, OfCombatant};
use crate::http::error::HttpError;
use crate::http::limits::{MAX_PICTURE, MAX_PORTRAITS};
use crate::pages::Reader;
use crate::pages::deed;
use crate::pages::upload::{self, File, Upload};
use crate::picture::{Small, Unfit, small};
use crate::room::Picture;
use crate::store::NewPortrait;

/// Cache rule of a portrait: its address determines its bytes, and only this reader may cache them.
const FOR_EVER: HeaderValue = HeaderValue::from_static("private, max-age=31536000, immutable");
const JPEG: HeaderValue = HeaderValue::from_static("image/jpeg");

/// Combatant and portrait in a path.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(crate) struct OfPortrait {
    combatant: CombatantId,
    portrait: PortraitId,
}

/// `GET /t/{table}/portrait/{combatant}/{portrait}`: sends the portrait to those who see that this combatant has it.
pub(crate) async fn show(
    State(app): State<App>,
    at_table: AtTable,
    Path(of): Path<OfPortrait>,
    uri: Uri,
) -> Result<Response, HttpError> {
    let scene = deed::named(&app, &at_table, &uri).await?;
    let seen = app.rooms.picture(scene, at_table.seat.clone()).await?;
    let row = seen.view.rows.get(&of.combatant);
    row.filter(|row| row.portrait == Some(of.portrait))
        .ok_or(HttpError::NotHere)?;
    let body = app.store.portrait(at_table.table.id, of.portrait).await?;
    let body = body.ok_or(HttpError::NotHere)?;
    let says = [
        (header::CONTENT_TYPE, JPEG),
        (header::CACHE_CONTROL, FOR_EVER),
    ];
    Ok((says, body).into_response())
}

/// `POST /t/{table}/c/{combatant}/portrait`: uploads a portrait.
pub(crate) async fn set(
    reader: Reader,
    OfCombatant { combatant }: OfCombatant,
    form: Result<Multipart, MultipartRejection>,
) -> Result<Response, HttpError> {
    let Picture { view, .. } = reader.picture().await?;
    let row = view.rows.get(&combatant).ok_or(HttpError::NotHere)?;
    let form = form.map_err(|_| HttpError::Unreadable)?;
    let refused = |status, words: String| {
        let sent = (part::PORTRAIT, &Sent::default());
        again(&reader, (&view, row), sent, (status, words))
    };
    // No picture is decoded for readers whom the rules would refuse.
    let sheet = super::sheet(&reader, &view, row);
    if !sheet.may {
        let words = app::words::sentence(&Refusal::NotAllowed.to_string());
        return Ok(refused(StatusCode::CONFLICT, words));
    }
    let (app, table) = (&reader.app, reader.at.table.id);
    if !app.rates.portraits(table, reader.at.seat.id) {
        return Err(HttpError::TooFast);
    }
    let unfit = |unfit: Unfit| refused(StatusCode::UNPROCESSABLE_ENTITY, unfit.to_string());
    let uploaded = upload::file(form, (FILE, MAX_PICTURE), &app.bodies).await;
    let file = match uploaded.map_err(|_| HttpError::Unreadable)? {
        Upload::File(file) => file,
        Upload::Nothing => return Ok(unfit(Unfit::Nothing)),
        Upload::TooHeavy => return Ok(unfit(Unfit::TooHeavy)),
        Upload::NoRoom => {
            let words = msg::OTHER_PICTURES_ARE_BEING_UPLOADED.get();
            return Ok(refused(StatusCode::SERVICE_UNAVAILABLE, words.to_owned()));
        }
        Upload::Silent => return Ok(StatusCode::REQUEST_TIMEOUT.into_response()),
    };
    let Small { id, jpeg } = match unpacked(app, file).await? {
        Ok(made) => made,
        Err(why) => return Ok(unfit(why)),
    };
    let new = NewPortrait {
        table,
        id,
        body: jpeg,
        at: app.clock.now(),
        most: MAX_PORTRAITS,
    };
    if !app.store.keep_portrait(new).await? {
        let words = msg::THIS_TABLE_HAS_AS_MANY.get().to_owned();
        return Ok(refused(StatusCode::CONFLICT, words));
    }
    let command = Command::Edit {
        id: combatant,
        to: Field::Portrait(Some(id)),
    };
    match reader.give([command]).await? {
        Ok(()) | Err(Why::Refused(Refusal::NothingToDo)) => {
            let path = with(&sheet.path(), KEPT, part::PORTRAIT);
            Ok(deed::done(&path))
        }
        Err(Why::Refused(Refusal::NoSuchCombatant)) => Err(HttpError::NotHere),
        Err(why) => Ok(refused(
            deed::status(&why),
            app::words::sentence(&why.to_string()),
        )),
    }
}

/// Makes a portrait in a thread of low priority; one at a time.
async fn unpacked(app: &App, file: File) -> Result<Result<Small, Unfit>, HttpError> {
    let turn = app.pictures.wait().await?;
    let (answer, made) = oneshot::channel();
    let unpack = move || {
        behind_all_else();
        // The requester may have disconnected meanwhile.
        _ = answer.send(small(&file.bytes));
        drop((file, turn));
    };
    let thread = std::thread::Builder::new().name("picture".to_owned());
    thread.spawn(unpack).map_err(|_| HttpError::Broken)?;
    // A panic in the decoder counts as a damaged file.
    Ok(made.await.unwrap_or(Err(Unfit::Damaged)))
}

/// Lowers the priority of this thread, so that it runs only on an idle core.
fn behind_all_else() {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::setpriority_process(None, 19) {
        tracing::debug!(%error, "a thread could not stand back");
    }
}
