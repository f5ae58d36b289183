//! The table of limits of pictures, handouts and files in `docs/operating.md`, printed from the constants. `UPDATE=1 cargo
//! test -p server --lib limits` writes it.

use std::fmt::Write as _;
use std::fs;
use std::time::Duration;

use rules::encounter::limits::MAX_QUICK_ADD_LINE;
use rules::handout;

use super::{
    ARCHIVE_TIME, ARCHIVES_AT_ONCE, MAX_ARCHIVE, MAX_ARCHIVE_FORM, MAX_BODIES,
    MAX_HOUSEHOLD_BODIES, MAX_PICTURE, MAX_PORTRAIT_BYTES, MAX_PORTRAITS, MAX_UPLOAD,
    PICTURES_AT_ONCE, PORTRAITS, SILENT_TIME, UPLOAD_TIME,
};
use crate::picture::{
    HANDOUT_SIDE, LAYERED_BYTES_PER_PIXEL, MAX_MEMORY, MAX_PIXELS, MAX_SIDE, SIDE,
};

/// Path of the manual for those who run a server.
const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/operating.md");
/// Heading of the section that is printed; the next heading ends it.
const HEADING: &str = "### Pictures, handouts and files\n";

/// Prints a number with commas between the thousands.
fn number(number: impl TryInto<u64>) -> String {
    let digits = number.try_into().ok().expect("a number").to_string();
    let mut printed = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            printed.push(',');
        }
        printed.push(digit);
    }
    printed
}

/// Prints a number of bytes in MB of 1024².
fn megabytes(bytes: impl TryInto<u64>) -> String {
    let bytes = bytes.try_into().ok().expect("a number");
    assert!(bytes.is_multiple_of(1024 * 1024), "{bytes} bytes are no MB");
    format!("{} MB", bytes / (1024 * 1024))
}

/// Prints a number of pixels in whole millions.
fn millions(pixels: u64) -> String {
    format!("{} million pixels", pixels / 1_000_000)
}

/// Prints a duration in whole seconds.
fn seconds(time: Duration) -> String {
    format!("{} s", time.as_secs())
}

/// Returns the rows about pictures, each with what is limited, how much there may be, and what
/// happens beyond it.
fn picture_rows() -> Vec<[String; 3]> {
    let layered = millions(MAX_MEMORY / LAYERED_BYTES_PER_PIXEL);
    let (all, side) = (millions(MAX_PIXELS), number(MAX_SIDE));
    let unpacked = format!(
        "{}, {PICTURES_AT_ONCE} picture at a time, behind all else that wants a core",
        megabytes(MAX_MEMORY)
    );
    vec![
        row(
            "a file with a picture: a portrait, or that of a handout",
            megabytes(MAX_PICTURE),
            format!("read up to {} and refused", megabytes(MAX_UPLOAD)),
        ),
        row(
            "its pixels",
            format!("{all}, {side} a side; {layered} as WebP or as a JPEG that comes in layers"),
            "refused",
        ),
        row("memory in which it is unpacked", unpacked, "waits"),
        row(
            "pictures that a seat uploads",
            format!(
                "{}, then one every {}",
                PORTRAITS.burst,
                seconds(PORTRAITS.pause)
            ),
            "refused for now",
        ),
        row(
            "an upload of a picture",
            format!(
                "{}, {} of silence",
                seconds(UPLOAD_TIME),
                seconds(SILENT_TIME)
            ),
            "let go",
        ),
        row(
            "a portrait as it is stored",
            format!("{SIDE} × {SIDE} pixels"),
            "cropped, made smaller",
        ),
        row(
            "the picture of a handout as it is stored",
            format!("{} pixels a side", number(HANDOUT_SIDE)),
            "made smaller",
        ),
        row(
            "portraits and pictures of a table",
            format!(
                "{}, {} in all",
                number(MAX_PORTRAITS),
                megabytes(MAX_PORTRAIT_BYTES)
            ),
            "refused",
        ),
    ]
}

/// Returns the rows about the limits of handouts and whispers.
fn handout_rows() -> Vec<[String; 3]> {
    let characters = |most: usize| format!("{} characters", number(most));
    vec![
        row(
            "handouts of an encounter",
            format!(
                "{}, of them {} names; {} bytes of text in all",
                handout::MAX_HANDOUTS,
                handout::MAX_NAME_CARDS,
                number(handout::MAX_SHELF_TEXT)
            ),
            "refused",
        ),
        row(
            "the text of a handout",
            format!(
                "{}, {} passages, covered or not",
                characters(handout::MAX_HANDOUT_TEXT),
                handout::MAX_PASSAGES
            ),
            "refused",
        ),
        row(
            "the picture of a handout",
            format!(
                "{} covered areas; {} for those who do not see it",
                handout::MAX_AREAS,
                characters(handout::MAX_PICTURE_WORDS)
            ),
            "refused",
        ),
        row(
            "notes of players on a name",
            format!(
                "{} of {}",
                handout::MAX_CARD_NOTES,
                characters(handout::MAX_CARD_NOTE)
            ),
            "refused",
        ),
        row("a whisper", characters(MAX_QUICK_ADD_LINE), "refused"),
    ]
}

/// Returns the rows about the limits of tables' files, and of uploads of both kinds.
fn file_rows() -> Vec<[String; 3]> {
    vec![
        row(
            "a file of a table, its pictures included",
            megabytes(MAX_ARCHIVE),
            format!("read up to {} and refused", megabytes(MAX_ARCHIVE_FORM)),
        ),
        row(
            "files of tables that are read at once",
            format!("{ARCHIVES_AT_ONCE}, 1 of one household"),
            "503, try again in a minute",
        ),
        row(
            "an upload of a file",
            format!(
                "{}, {} of silence",
                seconds(ARCHIVE_TIME),
                seconds(SILENT_TIME)
            ),
            "let go",
        ),
        row(
            "bytes of uploads in memory",
            format!(
                "{}, {} of one household",
                megabytes(MAX_BODIES),
                megabytes(MAX_HOUSEHOLD_BODIES)
            ),
            "503, try again in a minute",
        ),
    ]
}

/// Returns a row of the table of limits, with what is limited, how much, and what happens beyond.
fn row(what: &str, most: String, beyond: impl Into<String>) -> [String; 3] {
    [what.to_owned(), most, beyond.into()]
}

#[test]
fn the_limits_of_pictures_handouts_and_files_are_as_the_program_says() {
    let mut section = format!(
        "{HEADING}\nPrinted from the program by `UPDATE=1 cargo test -p server --lib limits`. Pictures are encoded anew,\n\
         without metadata, and go along in the file of a table.\n\n| what | at most | beyond |\n|---|---|---|\n"
    );
    let rows = [picture_rows(), handout_rows(), file_rows()].concat();
    for [what, most, beyond] in rows {
        _ = writeln!(section, "| {what} | {most} | {beyond} |");
    }
    section.push('\n');
    let page = fs::read_to_string(PAGE).expect("the manual");
    let (before, rest) = page.split_once(HEADING).expect("the section");
    let end = rest.find("\n## ").expect("the next section");
    let printed = format!("{before}{section}{}", &rest[end + 1..]);
    if std::env::var_os("UPDATE").is_some() {
        fs::write(PAGE, &printed).expect("the manual");
    }
    let kept = fs::read_to_string(PAGE).expect("the manual");
    assert!(
        kept == printed,
        "docs/operating.md is not what the program says: UPDATE=1 writes it"
    );
}
