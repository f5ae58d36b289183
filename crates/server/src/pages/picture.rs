//! Pictures of handouts: uploaded by storytellers, shown to those who have the handout, cut out where it is covered.

use axum::Json;
use axum::extract::multipart::{Multipart, MultipartRejection};
use axum::extract::{Path, State};
use axum::http::{HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rules::base::id::{PictureAddress, PictureId, PortraitId};
use serde::Deserialize;
use serde_json::json;

use super::Reader;
use super::form_command;
use super::picture_upload::{decode_in_thread, receive_picture, store_picture};
use crate::App;
use crate::auth::seats::TableSeat;
use crate::http::error::HttpError;
use crate::picture::{cut_picture, make_handout_picture};

/// Name of the form field with the file.
const FILE: &str = "picture";
/// Value of the header `Cache-Control` for a picture: nothing of it stays on a device.
const NEVER: HeaderValue = HeaderValue::from_static("no-store");
const JPEG: HeaderValue = HeaderValue::from_static("image/jpeg");

/// Path parameters that name a table and the address of a picture.
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
    let refused = |status: StatusCode, words: String| (status, words).into_response();
    let make = (FILE, make_handout_picture as fn(&[u8]) -> _);
    let body = match receive_picture(&reader, form, make, refused).await? {
        Ok(body) => body,
        Err(answer) => return Ok(answer),
    };
    // Drawn by chance, so that it says nothing of what the picture shows.
    let id = PictureId(reader.app.chance.new_command_id().0);
    match store_picture(&reader, (stored_id(id), body), refused).await? {
        Some(answer) => Ok(answer),
        None => Ok(Json(json!({ "id": id })).into_response()),
    }
}

/// Returns the id under which a handout's picture is stored, among the portraits.
const fn stored_id(id: PictureId) -> PortraitId {
    PortraitId(id.0)
}
