//! The one file of a form that is uploaded.

use axum::extract::multipart::{Multipart, MultipartError};

/// What came in the place of the file.
pub(crate) enum Upload {
    /// A file, with something in it or not.
    File(Vec<u8>),
    /// The form has no such field.
    Nothing,
    /// It has more bytes than are taken.
    TooHeavy,
}

/// The file in a field of a form, of at most so many bytes. One that is too heavy is read to its end and thrown
/// away, so that the browser hears why.
///
/// # Errors
/// When the form cannot be read.
pub(crate) async fn file(
    mut form: Multipart,
    name: &str,
    most: usize,
) -> Result<Upload, MultipartError> {
    let mut found = Upload::Nothing;
    while let Some(mut field) = form.next_field().await? {
        if field.name() != Some(name) {
            continue;
        }
        let mut bytes = Vec::new();
        let mut fits = true;
        while let Some(chunk) = field.chunk().await? {
            fits = fits && bytes.len().saturating_add(chunk.len()) <= most;
            match fits {
                true => bytes.extend_from_slice(&chunk),
                false => bytes = Vec::new(),
            }
        }
        found = if fits {
            Upload::File(bytes)
        } else {
            Upload::TooHeavy
        };
    }
    Ok(found)
}
