//! Pictures of handouts: uploaded by storytellers, shown to those who have the handout, cut out where it is covered.

use axum::Json;
use axum::extract::multipart::{Multipart, MultipartRejection};
use axum::extract::{Path, State};
use axum::http::{HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rules::base::id::{PictureAddress, PictureId, PortraitId};
use rules::messages::served as msg;
use serde::Deserialize;
use serde_json::json;
use tokio::sync::oneshot;

use super::Reader;
use super::form_command;
use super::upload::{self, Upload};
use crate::App;
use crate::auth::seats::TableSeat;
use crate::http::error::HttpError;
use crate::http::limits::{MAX_PICTURE, MAX_PORTRAIT_BYTES, MAX_PORTRAITS};
use crate::picture::{PictureError, cut_picture, make_handout_picture};
use crate::store::NewPortrait;

/// Name of the form field with the file.
const FILE: &str = "picture";
/// Value of the header `Cache-Control` for a picture: nothing of it stays on a device.
const NEVER: HeaderValue = HeaderValue::from_static("no-store");
const JPEG: HeaderValue = HeaderValue::from_static("image/jpeg");

/// Address of a picture in a path.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(crate) struct PicturePath {
    address: PictureAddress,
}

/// Handles `GET /t/{table}/picture/{address}`, which sends a picture to the reader whose address it is.
pub(crate) async fn show(
    State(app): State<App>,
    at_table: TableSeat,
    Path(of): Path<PicturePath>,
    uri: Uri,
) -> Result<Response, HttpError> {
    let scene = form_command::requested_scene(&app, &at_table, &uri).await?;
    let seat = at_table.seat.clone();
    let found = app.rooms.picture_at(scene, seat, of.address).await?;
    let (id, covered) = found.ok_or(HttpError::NotHere)?;
    let body = app.store.portrait(at_table.table.id, stored_id(id)).await?;
    let body = body.ok_or(HttpError::NotHere)?;
    let body = match covered.is_empty() {
        true => body,
        false => {
            let cut = move |body: &Vec<u8>| cut_picture(body, &covered);
            let cut = decode_in_thread(&app, body, cut).await?;
            cut.map_err(|_| HttpError::Broken)?
        }
    };
    let says = [(header::CONTENT_TYPE, JPEG), (header::CACHE_CONTROL, NEVER)];
    Ok((says, body).into_response())
}

/// Handles `POST /t/{table}/picture`, which stores a picture for a handout and answers with its id.
pub(crate) async fn upload_picture(
    reader: Reader,
    form: Result<Multipart, MultipartRejection>,
) -> Result<Response, HttpError> {
    let form = form.map_err(|_| HttpError::Unreadable)?;
    if !reader.at.seat.role.can_run_table() {
        return Err(HttpError::NotHere);
    }
    let (app, table) = (&reader.app, reader.at.table.id);
    if !app.rates.allow_portrait(table, reader.at.seat.id) {
        return Err(HttpError::TooFast);
    }
    let refused = |status: StatusCode, words: &str| (status, words.to_owned()).into_response();
    let unfit = |unfit: PictureError| refused(StatusCode::UNPROCESSABLE_ENTITY, &unfit.to_string());
    let uploaded = upload::read_file(form, (FILE, MAX_PICTURE), &app.upload_memory).await;
    let file = match uploaded.map_err(|_| HttpError::Unreadable)? {
        Upload::File(file) => file,
        Upload::Nothing => return Ok(unfit(PictureError::Nothing)),
        Upload::TooHeavy => return Ok(unfit(PictureError::TooHeavy)),
        Upload::NoRoom => {
            let words = msg::OTHER_PICTURES_ARE_BEING_UPLOADED.get();
            return Ok(refused(StatusCode::SERVICE_UNAVAILABLE, words));
        }
        Upload::Silent => return Ok(StatusCode::REQUEST_TIMEOUT.into_response()),
    };
    let made = decode_in_thread(app, file, |file| make_handout_picture(&file.bytes)).await?;
    let body = match made {
        Ok(body) => body,
        Err(why) => return Ok(unfit(why)),
    };
    // Drawn by chance, so that it says nothing of what the picture shows.
    let id = PictureId(app.chance.new_command_id().0);
    let new = NewPortrait {
        table,
        id: stored_id(id),
        body,
        at: app.clock.now(),
        max_portraits: MAX_PORTRAITS,
        max_bytes: MAX_PORTRAIT_BYTES,
    };
    if !app.store.save_portrait(new).await? {
        return Ok(refused(
            StatusCode::CONFLICT,
            msg::THIS_TABLE_HAS_AS_MANY.get(),
        ));
    }
    Ok(Json(json!({ "id": id })).into_response())
}

/// Returns the id under which a picture is stored, among the portraits.
const fn stored_id(id: PictureId) -> PortraitId {
    PortraitId(id.0)
}

/// Decodes a picture in a thread of low priority; one at a time.
pub(crate) async fn decode_in_thread<T: Send + 'static, U: Send + 'static>(
    app: &App,
    file: T,
    decode: impl FnOnce(&T) -> Result<U, PictureError> + Send + 'static,
) -> Result<Result<U, PictureError>, HttpError> {
    let turn = app.pictures.acquire().await?;
    let (answer, made) = oneshot::channel();
    let unpack = move || {
        lower_priority();
        // The requester may have disconnected meanwhile.
        _ = answer.send(decode(&file));
        drop((file, turn));
    };
    let thread = std::thread::Builder::new().name("picture".to_owned());
    thread.spawn(unpack).map_err(|_| HttpError::Broken)?;
    // A panic in the decoder counts as a damaged file.
    Ok(made.await.unwrap_or(Err(PictureError::Damaged)))
}

/// Lowers the priority of this thread, so that it runs only on an idle core.
fn lower_priority() {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::setpriority_process(None, 19) {
        tracing::debug!(%error, "a thread could not stand back");
    }
}
