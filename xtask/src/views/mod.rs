//! Formatter for `view!` blocks: indents them by nesting and breaks long lines.
//!
//! rustfmt does not format the inside of macros. leptosfmt has had no release for years, does not know the parser that
//! leptos uses for views today, and formats the Rust code inside differently from rustfmt. This formatter only changes
//! white space between tokens.

mod breaks;
mod indent;
mod lexer;
mod shape;
#[cfg(test)]
mod tests;

use crate::error::Failure;
use shape::Shape;
use std::fs;
use std::path::{Path, PathBuf};

/// Folders that hold Rust sources.
const SOURCES: [&str; 2] = ["crates", "tests"];

/// Checks that all views of a clone are formatted.
pub(crate) fn check_views(root: &Path) -> Result<(), Failure> {
    let mut crooked = Vec::new();
    for path in files_with_views(root)? {
        let text = read_file(&path)?;
        let straight = format_views(&text);
        let shown = path.strip_prefix(root).unwrap_or(&path).display();
        let differs = text.lines().zip(straight.lines()).position(|(a, b)| a != b);
        if let Some(line) = differs {
            crooked.push(format!("{shown}:{}: this view is crooked", line + 1));
            continue;
        }
        for line in breaks::lines_longer_than(&Shape::parse(&straight), breaks::ERROR_COLUMNS) {
            crooked.push(format!(
                "{shown}:{}: longer than {} columns",
                line + 1,
                breaks::ERROR_COLUMNS
            ));
        }
    }
    if crooked.is_empty() {
        return Ok(());
    }
    Err(Failure::new(format!(
        "{}\n`cargo xtask fix` makes them straight; a long line that it leaves wants a name for a part of it.",
        crooked.join("\n")
    )))
}

/// Formats all views of a clone; returns the number of changed files.
pub(crate) fn fix_views(root: &Path) -> Result<usize, Failure> {
    let mut changed = 0;
    for path in files_with_views(root)? {
        let text = read_file(&path)?;
        let straight = format_views(&text);
        if straight != text {
            if !has_same_tokens(&text, &straight) {
                let shown = path.display();
                return Err(Failure::new(format!(
                    "{shown} cannot be made straight; it is as it was."
                )));
            }
            fs::write(&path, straight)
                .map_err(|cause| Failure::file_error("write", &path, &cause))?;
            changed += 1;
        }
    }
    Ok(changed)
}

/// Returns the text with its views formatted: the same tokens with other white space.
fn format_views(text: &str) -> String {
    let mut straight = indent::indent_views(text);
    loop {
        let shape = Shape::parse(&straight);
        let breaks = breaks::missing_breaks(&shape);
        if breaks.is_empty() {
            break;
        }
        straight = indent::indent_views(&breaks::insert_breaks(&shape, &breaks));
    }
    straight
}

/// Whether two texts have the same tokens.
fn has_same_tokens(one: &str, other: &str) -> bool {
    let (one, other) = (Shape::parse(one), Shape::parse(other));
    let words = |shape: &Shape<'_>| -> Vec<String> {
        let all = 0..shape.tokens.len();
        all.map(|at| shape.token_text(at).to_owned()).collect()
    };
    words(&one) == words(&other)
}

/// Reads a file as text.
fn read_file(path: &Path) -> Result<String, Failure> {
    fs::read_to_string(path).map_err(|cause| Failure::file_error("read", path, &cause))
}

/// Returns every Rust file that contains a view.
fn files_with_views(root: &Path) -> Result<Vec<PathBuf>, Failure> {
    let mut open: Vec<PathBuf> = SOURCES.iter().map(|folder| root.join(folder)).collect();
    let mut found = Vec::new();
    while let Some(folder) = open.pop() {
        let entries =
            fs::read_dir(&folder).map_err(|cause| Failure::file_error("read", &folder, &cause))?;
        for path in entries.flatten().map(|entry| entry.path()) {
            let name = path.file_name().unwrap_or_default();
            if path.is_dir() {
                if name != "node_modules" && name != "target" {
                    open.push(path);
                }
            } else if path.extension().is_some_and(|extension| extension == "rs")
                && read_file(&path)?.contains("view! {")
            {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}
