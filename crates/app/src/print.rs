//! The page as HTML, for the server.

use crate::page::{Page, Theme};

/// Where the page finds its parts, with a fingerprint so that they can be kept for ever.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parts {
    /// The path of the style sheet.
    pub style: String,
    /// The path of the script that starts the browser part.
    pub start: String,
    /// The path of the glue script, loaded ahead of time.
    pub glue: String,
    /// The path of the program, loaded ahead of time.
    pub program: String,
    /// The paths of the fonts needed first.
    pub fonts: Vec<String>,
}

/// The whole page, from doctype to `</html>`.
#[must_use]
pub fn page(page: &Page, theme: Theme, parts: &Parts) -> String {
    let _ = (page, theme, parts);
    String::new()
}
