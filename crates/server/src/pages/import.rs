//! Import of a table from a file: the seat that uploads it becomes the storyteller's.

use app::pages::import::{FILE, Import};
use axum::extract::State;
use axum::extract::multipart::{Multipart, MultipartRejection};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use rules::archive::InvalidArchive;
use rules::messages::served as msg;

use super::form_command;
use super::upload::{self, Upload};
use super::{expect_cookie, redirect_seated};
use crate::App;
use crate::archive::{CHECK_TIMEOUT, CheckedArchive, read_archive};
use crate::auth::browser::Browser;
use crate::auth::seats::Household;
use crate::http::error::HttpError;
use crate::http::limits::MAX_ARCHIVE;

/// Path of the style sheet of pages with forms.
const STYLE: &str = "/people.css";

/// Failure of an import of an archive file, with the HTTP status and the sentence for the page.
type Trouble = (StatusCode, String);

/// Handles `GET /import`, the page with the form that uploads an archive file.
pub(crate) async fn show(
    State(app): State<App>,
    browser: Browser,
    headers: HeaderMap,
) -> Result<Response, HttpError> {
    Ok(import_form_page(&app, &browser, &headers, None))
}

/// Handles `POST /import`, which creates a table from an uploaded archive file, or nothing at all.
pub(crate) async fn import_table(
    State(app): State<App>,
    Household(address): Household,
    browser: Browser,
    headers: HeaderMap,
    form: Result<Multipart, MultipartRejection>,
) -> Result<Response, HttpError> {
    let form = form.map_err(|_| HttpError::Unreadable)?;
    let trouble = |status: StatusCode, words: &str| {
        let trouble = (status, words.to_owned());
        Ok(import_form_page(&app, &browser, &headers, Some(trouble)))
    };
    if !app.rates.allow_table(address) {
        return Err(HttpError::TooManyFromAddress);
    }
    let busy = || {
        trouble(
            StatusCode::SERVICE_UNAVAILABLE,
            msg::OTHER_FILES_ARE_BEING_READ.get(),
        )
    };
    let uploaded = upload::read_file(form, (FILE, MAX_ARCHIVE), &app.upload_memory).await;
    let file = match uploaded.map_err(|_| HttpError::Unreadable)? {
        Upload::File(file) if !file.bytes.is_empty() => file,
        Upload::NoRoom => return busy(),
        Upload::Silent => return Ok(StatusCode::REQUEST_TIMEOUT.into_response()),
        Upload::File(_) | Upload::Nothing => {
            return trouble(
                StatusCode::UNPROCESSABLE_ENTITY,
                msg::CHOOSE_A_FILE_FIRST.get(),
            );
        }
        Upload::TooHeavy => {
            return trouble(
                StatusCode::UNPROCESSABLE_ENTITY,
                msg::THAT_FILE_IS_LARGER_THAN.get(),
            );
        }
    };
    // Few files are checked at once. A sender that sends nothing takes no permit.
    let Some(turn) = app.imports.try_acquire() else {
        return busy();
    };
    let checked = tokio::task::spawn_blocking(move || {
        let checked = read_archive(&file.bytes, CHECK_TIMEOUT);
        drop((file, turn));
        checked
    });
    // A panic in the check counts as a damaged file.
    let damaged = |_| {
        Err(InvalidArchive::Damaged(
            msg::IT_MAKES_NO_SENSE.get().to_owned(),
        ))
    };
    let checked: CheckedArchive = match checked.await.unwrap_or_else(damaged) {
        Ok(checked) => checked,
        Err(flaw) => return trouble(StatusCode::UNPROCESSABLE_ENTITY, &flaw.to_string()),
    };
    let (key, id) = (browser.key_or_new(&app), app.chance.new_table_id());
    let at = (app.clock.now(), Some(key.hash()));
    let new = checked.into_import(id, &*app.chance, at, Vec::new());
    app.store.import_table(new).await?;
    tracing::info!(table.id = %id, "a table was made of a file");
    expect_cookie(&app, &browser, address, "/import");
    Ok(redirect_seated(&browser, id, &key))
}

/// Renders the page where an archive file is uploaded, with the reason if it was refused.
fn import_form_page(
    app: &App,
    browser: &Browser,
    headers: &HeaderMap,
    trouble: Option<Trouble>,
) -> Response {
    let (status, words) = trouble.unwrap_or((StatusCode::OK, String::new()));
    let body = Import { trouble: &words };
    let title = msg::A_TABLE_FROM_A_FILE.get();
    form_command::print_page(app, headers, browser, (status, title), (STYLE, &body))
}
