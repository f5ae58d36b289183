//! Counts in quick-add lines: `3x`, `x3`, `3 thugs`, `3xghoul`.

use super::QuickAddError;
use super::lexer::{Lexeme, TIMES, fold_word, parse_number};
use super::sheet_values::{as_word, read_sheet_value};
use crate::encounter::limits::MAX_COMBATANTS_PER_LINE;
use crate::ruleset::ClientRules;

/// Parses a count; `None` if the word has other characters than digits.
pub(super) fn parse_count(digits: &str) -> Option<Result<u32, QuickAddError>> {
    let digits = fold_word(digits);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let count = digits.parse().ok();
    let count = count.filter(|count| (1..=MAX_COMBATANTS_PER_LINE).contains(count));
    Some(count.ok_or(QuickAddError::Count))
}

/// Whether a word is a times sign or the letter x.
fn is_times(word: &str) -> bool {
    word == TIMES || fold_word(word) == "x"
}

/// Parses a count with a times sign, such as `3x` or `x3`; `None` for another word.
pub(super) fn parse_times_count(word: &str) -> Option<Result<u32, QuickAddError>> {
    let word = fold_word(word);
    parse_count(word.strip_suffix('x').or_else(|| word.strip_prefix('x'))?)
}

/// Returns the name that a count is glued to, as in `3xghoul`.
pub(super) fn name_after_glued_count(word: &str) -> Option<&str> {
    let behind = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let name = behind.strip_prefix(['x', 'X'])?;
    let is_glued = behind.len() < word.len() && name.starts_with(char::is_alphabetic);
    is_glued.then_some(name)
}

/// Reads a count before a name; returns it and the number of pieces (lexemes) used, 0 if it is
/// glued to the name, or `None` if there is no count.
pub(super) fn leading_count(
    pieces: &[Lexeme<'_>],
    rules: &dyn ClientRules,
) -> Option<(Result<u32, QuickAddError>, usize)> {
    let first = pieces.first().and_then(as_word)?;
    if let Some(count) = parse_times_count(first) {
        return Some((count, 1));
    }
    let next = pieces.get(1).and_then(as_word);
    match (parse_count(first), next) {
        (Some(count), Some(next)) if is_times(next) => Some((count, 2)),
        // A number alone before a name is a count: "3 thugs", but not "7 of Nine", "007 Bond".
        (Some(count), Some(next)) => {
            let is_name = fold_word(next) == "of" || fold_word(first).starts_with('0');
            let is_said = read_sheet_value(pieces.get(1..).unwrap_or_default(), rules);
            let is_count =
                parse_number(next).is_none() && !is_name && !matches!(is_said, Some(Ok(_)));
            is_count.then_some((count, 1))
        }
        (None, Some(next)) if first == TIMES || first == "x" => Some((parse_count(next)?, 2)),
        _ => {
            let name = name_after_glued_count(first)?;
            let digits = first.get(..first.len().checked_sub(name.len())?.checked_sub(1)?)?;
            Some((parse_count(digits)?, 0))
        }
    }
}

/// Reads a count after a name; returns it and the number of pieces (lexemes) used, or `None` if
/// there is no count.
pub(super) fn trailing_count(
    pieces: &[Lexeme<'_>],
    rules: &dyn ClientRules,
) -> Option<(Result<u32, QuickAddError>, usize)> {
    let first = pieces.first().and_then(as_word)?;
    let is_end = |used: usize| {
        let rest = pieces.get(used..).unwrap_or_default();
        rest.first().and_then(as_word).is_none() || read_sheet_value(rest, rules).is_some()
    };
    let next = pieces.get(1).and_then(as_word);
    match next {
        Some(next) if is_times(first) && parse_count(next).is_some() => {
            Some((parse_count(next)?, 2))
        }
        Some(next) if is_times(next) && is_end(2) => Some((parse_count(first)?, 2)),
        _ => {
            let count = parse_times_count(first)?;
            let is_prefix = fold_word(first).ends_with('x');
            (!is_prefix || is_end(1)).then_some((count, 1))
        }
    }
}
