//! Validation and normalization of text that people type.

use crate::messages::{Wording, core as msg};
use std::fmt;

use serde::{Deserialize, Serialize};

/// Maximum length of a [`Name`] in characters.
pub const MAX_NAME: usize = 60;

/// Reason why a text cannot be shown to the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TextError {
    /// Text that is empty or blank.
    #[error("{}", msg::THERE_IS_NOTHING_WRITTEN_THERE)]
    Empty,
    /// Text with more than [`MAX_NAME`] characters.
    #[error("{}", msg::that_is_longer_than_characters(&MAX_NAME))]
    TooLong,
    /// Control, direction or invisible characters, which can disguise one name as another or
    /// reverse a line.
    #[error("{}", msg::THAT_HOLDS_AN_INVISIBLE_OR)]
    Unseen,
}

/// Single line of visible characters, trimmed, with single inner spaces.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Name(String);

impl Name {
    /// Checks and tidies a typed name.
    ///
    /// # Errors
    /// [`TextError`] when it is empty, too long, or contains invisible characters.
    pub fn new(text: &str) -> Result<Self, TextError> {
        let text = trim_paste_residue(text);
        if text.len() > MAX_NAME * 8 {
            return Err(TextError::TooLong);
        }
        if text.chars().any(is_invisible) {
            return Err(TextError::Unseen);
        }
        let tidy = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if tidy.is_empty() {
            return Err(TextError::Empty);
        }
        if tidy.chars().count() > MAX_NAME {
            return Err(TextError::TooLong);
        }
        Ok(Self(tidy))
    }

    /// Returns the name as a string slice.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the name in lower case, the form in which names are compared.
    #[must_use]
    pub fn to_folded(&self) -> String {
        self.0.to_lowercase()
    }

    /// Returns the name with a capital first letter, for names typed in a hurry.
    #[must_use]
    pub fn into_capitalized(self) -> Self {
        let raised = capitalize(&self.0);
        if raised.chars().count() > MAX_NAME {
            self
        } else {
            Self(raised)
        }
    }
}

/// Returns the text with its first letter in upper case.
#[must_use]
pub fn capitalize(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) if first.is_ascii() => {
            format!("{}{}", first.to_ascii_uppercase(), letters.as_str())
        }
        Some(first) => capitalize_beyond_ascii(first) + letters.as_str(),
        None => String::new(),
    }
}

/// Returns a letter outside ASCII in upper case, from a table of 12 kB that few pages need.
#[inline(never)]
fn capitalize_beyond_ascii(letter: char) -> String {
    letter.to_uppercase().collect()
}

/// Whether a character at the end of a text is a residue of copying: a blank, a line end or an
/// invisible mark.
pub(crate) fn is_paste_residue(c: char) -> bool {
    c.is_whitespace()
        || matches!(
            c,
            '\u{feff}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{ad}' | '\u{2060}'
        )
}

/// Trims residues of copying; a text of nothing else stays, so that the caller refuses it properly.
fn trim_paste_residue(text: &str) -> &str {
    match text.trim_matches(is_paste_residue) {
        "" => text,
        trimmed => trimmed,
    }
}

/// Parses a whole number as people type and paste it: with surrounding blanks, a plus or a
/// typographic minus, and digits of any script.
#[must_use]
pub fn parse_whole_number(text: &str) -> Option<i32> {
    let text = text.trim_matches(is_paste_residue);
    let text: String = text.chars().map(to_plain_char).collect();
    text.parse().ok()
}

/// Checks and tidies a chat line like a [`Name`], but up to `most` characters, and tabs become
/// spaces.
///
/// # Errors
/// [`TextError`] when it is empty, too long, or contains invisible characters.
pub fn clean_line(text: &str, most: usize) -> Result<String, TextError> {
    let text = trim_paste_residue(text);
    if text.chars().count() > most {
        return Err(TextError::TooLong);
    }
    if text.chars().any(|c| c != '\t' && is_invisible(c)) {
        return Err(TextError::Unseen);
    }
    let tidy = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if tidy.is_empty() {
        return Err(TextError::Empty);
    }
    Ok(tidy)
}

/// Checks and tidies text of several lines, up to `most` characters.
///
/// Blank lines at either end and trailing blanks are removed. Blank text becomes empty.
///
/// # Errors
/// [`TextError`] when it is too long or contains invisible characters.
pub fn clean_lines(text: &str, most: usize) -> Result<String, TextError> {
    let text = clean_passage(text, most)?;
    let tidy: Vec<&str> = text.lines().map(str::trim_end).collect();
    Ok(tidy.join("\n").trim_matches('\n').to_owned())
}

/// Checks a piece of a text of several lines, up to `most` characters, without trimming it like
/// [`clean_lines`]. Blanks stay as they are.
///
/// # Errors
/// [`TextError`] when it is too long or contains invisible characters.
pub fn clean_passage(text: &str, most: usize) -> Result<String, TextError> {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    // Removes invisible residues of copying; direction marks are refused below.
    let text = text.replace(|c: char| !c.is_whitespace() && is_paste_residue(c), "");
    if text.chars().count() > most {
        return Err(TextError::TooLong);
    }
    if text
        .chars()
        .any(|c| !matches!(c, '\n' | '\t') && is_invisible(c))
    {
        return Err(TextError::Unseen);
    }
    Ok(text)
}

/// Whether a character is invisible, as are controls, line and paragraph separators, direction
/// marks and overrides, zero-width and filler characters, tags and non-characters.
fn is_invisible(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}' | '\u{200e}' | '\u{200f}'
            | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}'
            | '\u{fdd0}'..='\u{fdef}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{ffff}'
            | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}'
        )
}

/// Digits zero of the scripts that have their own ten digits.
const SCRIPT_ZEROS: [char; 16] = [
    '٠', '۰', '०', '০', '੦', '૦', '୦', '௦', '౦', '೦', '൦', '๐', '໐', '༠', '၀', '０',
];

/// Converts a digit of any script to its ASCII digit.
pub(crate) fn to_ascii_digit(c: char) -> Option<char> {
    let from_zero = |zero: char| u32::from(c).checked_sub(u32::from(zero));
    let mut zeros = ['0'].into_iter().chain(SCRIPT_ZEROS);
    let value = zeros.find_map(|zero| from_zero(zero).filter(|value| *value < 10))?;
    char::from_digit(value, 10)
}

/// Converts full-width forms and foreign digits to ASCII, the form used for parsing.
pub(crate) fn to_plain_char(c: char) -> char {
    if let Some(digit) = to_ascii_digit(c) {
        return digit;
    }
    let code = u32::from(c);
    match c {
        '！'..='～' => char::from_u32(code.saturating_sub(0xfee0)).unwrap_or(c),
        '−' => '-',
        '、' | '،' => ',',
        '؛' => ';',
        'х' | 'Х' => 'x',
        c => c,
    }
}

impl TryFrom<String> for Name {
    type Error = TextError;
    fn try_from(text: String) -> Result<Self, TextError> {
        Self::new(&text)
    }
}

impl From<Name> for String {
    fn from(name: Name) -> Self {
        name.0
    }
}

impl From<&Name> for Wording {
    fn from(name: &Name) -> Self {
        Self::verbatim(name.to_string())
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: Result<&str, TextError>) {
        let read = Name::new(text);
        assert_eq!(
            read.as_ref().map(Name::as_str),
            expected.as_ref().map(|text| &**text),
            "{text:?}"
        );
    }

    #[test]
    fn names_are_tidied() {
        check("  Dr.   Amadi ", Ok("Dr. Amadi"));
        check("Žofie 🦊", Ok("Žofie 🦊"));
        check("עידו", Ok("עידו"));
        check("\u{feff}Ana\u{200b}\r\n", Ok("Ana"));
        check("\tAna\u{200e} ", Ok("Ana"));
    }

    #[test]
    fn what_cannot_be_seen_is_refused() {
        check("", Err(TextError::Empty));
        check(" \u{a0} ", Err(TextError::Empty));
        check("a\nb", Err(TextError::Unseen));
        check("a\0b", Err(TextError::Unseen));
        check("evil\u{202e}txt", Err(TextError::Unseen));
        check("zero\u{200b}width", Err(TextError::Unseen));
        check(&"x".repeat(61), Err(TextError::TooLong));
        check(&"x".repeat(100_000), Err(TextError::TooLong));
    }

    #[test]
    fn whole_numbers_are_read_as_people_type_and_paste_them() {
        for text in [
            "3",
            " 3 ",
            "+3",
            "３",
            "＋３",
            "٣",
            "३",
            "\u{feff}3\n",
            "3\u{a0}",
        ] {
            assert_eq!(parse_whole_number(text), Some(3), "{text:?}");
        }
        for text in ["-3", "−3", "－３"] {
            assert_eq!(parse_whole_number(text), Some(-3), "{text:?}");
        }
        for text in ["", "three", "3.5", "3,5", "0x3", "99999999999", "3 4", "③"] {
            assert_eq!(parse_whole_number(text), None, "{text:?}");
        }
    }

    #[test]
    fn raising_the_first_letter_keeps_the_limit() {
        assert_eq!(
            Name::new("ghoul").map(Name::into_capitalized),
            Name::new("Ghoul")
        );
        let long = "ß".repeat(MAX_NAME);
        assert_eq!(
            Name::new(&long).map(Name::into_capitalized),
            Name::new(&long)
        );
    }
}
