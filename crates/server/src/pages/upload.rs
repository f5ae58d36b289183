//! Reads the one uploaded file of a form.

use std::sync::Arc;

use axum::extract::multipart::{Multipart, MultipartError};
use tokio::time::timeout;

use crate::http::fair_share::{UploadMemory, UploadReservation};
use crate::http::limits::SILENT_TIME;

/// Bytes for which memory is reserved at once.
const RESERVATION_STEP: usize = 1024 * 1024;

/// An uploaded file from a form, with the memory reserved for it.
pub(crate) struct UploadedFile {
    pub(crate) bytes: Vec<u8>,
    _held: UploadReservation,
}

/// Result of reading the uploaded file from a multipart form.
pub(crate) enum Upload {
    /// A file, empty or not.
    File(UploadedFile),
    /// The form has no such field.
    Nothing,
    /// The file has more bytes than are accepted.
    TooHeavy,
    /// Other uploads take all the memory.
    NoRoom,
    /// The sender stopped sending.
    Silent,
}

/// Reads the file in a form's field `name`, of at most `most` bytes. One that is too heavy is read
/// to its end and dropped, so that the browser learns why.
///
/// # Errors
///
/// [`MultipartError`] where the form cannot be read.
pub(crate) async fn read_file(
    mut form: Multipart,
    (name, most): (&str, usize),
    bodies: &Arc<UploadMemory>,
) -> Result<Upload, MultipartError> {
    let mut found = Upload::Nothing;
    loop {
        let Ok(field) = timeout(SILENT_TIME, form.next_field()).await else {
            return Ok(Upload::Silent);
        };
        let Some(mut field) = field? else {
            return Ok(found);
        };
        if field.name() != Some(name) {
            continue;
        }
        let (mut bytes, mut held) = (Vec::new(), UploadMemory::empty_reservation(bodies));
        let mut why_not = None;
        loop {
            let Ok(chunk) = timeout(SILENT_TIME, field.chunk()).await else {
                return Ok(Upload::Silent);
            };
            let Some(chunk) = chunk? else { break };
            let needs = bytes.len().saturating_add(chunk.len());
            if why_not.is_none() && needs > most {
                why_not = Some(Upload::TooHeavy);
            }
            let missing = needs.saturating_sub(bytes.capacity());
            if why_not.is_none() && missing > 0 {
                let more = missing.next_multiple_of(RESERVATION_STEP);
                match held.grow(more) {
                    true => bytes.reserve_exact(bytes.capacity() + more - bytes.len()),
                    false => why_not = Some(Upload::NoRoom),
                }
            }
            match why_not {
                None => bytes.extend_from_slice(&chunk),
                Some(_) => {
                    bytes = Vec::new();
                    held.release();
                }
            }
        }
        found = why_not.unwrap_or(Upload::File(UploadedFile { bytes, _held: held }));
    }
}
