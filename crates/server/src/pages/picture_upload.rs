//! Uploaded pictures: read from a form, decoded one at a time, and stored with those of the table.

use axum::extract::multipart::Multipart;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use rules::base::id::PortraitId;
use rules::messages::served as msg;
use tokio::sync::oneshot;

use super::Reader;
use super::upload::{self, Upload};
use crate::App;
use crate::http::error::HttpError;
use crate::http::limits::{MAX_PICTURE, MAX_PORTRAIT_BYTES, MAX_PORTRAITS};
use crate::picture::PictureError;
use crate::store::NewPortrait;

/// Function that makes of an uploaded file what is stored.
type MakePicture<T> = fn(&[u8]) -> Result<T, PictureError>;

/// Reads the picture in the field `name` of a form, and converts it by `make`. The inner error is
/// the answer to a picture that is not taken, as `refused` prints it.
///
/// # Errors
///
/// [`HttpError`] where the seat uploads too often, the form cannot be read, or no thread can be started.
pub(crate) async fn receive_picture<T: Send + 'static>(
    reader: &Reader,
    form: Multipart,
    (name, make): (&str, MakePicture<T>),
    refused: impl Fn(StatusCode, String) -> Response,
) -> Result<Result<T, Response>, HttpError> {
    let app = &reader.app;
    if !app
        .rates
        .allow_portrait(reader.at.table.id, reader.at.seat.id)
    {
        return Err(HttpError::TooFast);
    }
    let unfit = |why: PictureError| refused(StatusCode::UNPROCESSABLE_ENTITY, why.to_string());
    let uploaded = upload::read_file(form, (name, MAX_PICTURE), &app.upload_memory).await;
    let file = match uploaded.map_err(|_| HttpError::Unreadable)? {
        Upload::File(file) => file,
        Upload::Nothing => return Ok(Err(unfit(PictureError::Nothing))),
        Upload::TooHeavy => return Ok(Err(unfit(PictureError::TooHeavy))),
        Upload::NoRoom => {
            let words = msg::OTHER_PICTURES_ARE_BEING_UPLOADED.get().to_owned();
            return Ok(Err(refused(StatusCode::SERVICE_UNAVAILABLE, words)));
        }
        Upload::Silent => return Ok(Err(StatusCode::REQUEST_TIMEOUT.into_response())),
    };
    let made = decode_in_thread(app, file, move |file| make(&file.bytes)).await?;
    Ok(made.map_err(unfit))
}

/// Stores a picture with those of the table; `None` where it is stored, else the response that the
/// table is full. It is printed by `refused`.
///
/// # Errors
///
/// [`HttpError`] where the store fails.
pub(crate) async fn store_picture(
    reader: &Reader,
    (id, body): (PortraitId, Vec<u8>),
    refused: impl Fn(StatusCode, String) -> Response,
) -> Result<Option<Response>, HttpError> {
    let new = NewPortrait {
        table: reader.at.table.id,
        id,
        body,
        at: reader.app.clock.now(),
        max_portraits: MAX_PORTRAITS,
        max_bytes: MAX_PORTRAIT_BYTES,
    };
    let stored = reader.app.store.save_portrait(new).await?;
    let words = || msg::THIS_TABLE_HAS_AS_MANY.get().to_owned();
    Ok((!stored).then(|| refused(StatusCode::CONFLICT, words())))
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
