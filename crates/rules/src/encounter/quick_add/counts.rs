//! Counts in quick-add lines: `3x`, `x3`, `3 thugs`, `3xghoul`.

use super::LineError;
use super::pieces::{Piece, TIMES, folded, number};
use super::said::{said, word};
use crate::encounter::limits::MAX_PER_LINE;
use crate::system::Look;

/// Parses a count; `None` if the word has other characters than digits.
pub(super) fn of(digits: &str) -> Option<Result<u32, LineError>> {
    let digits = folded(digits);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let count = digits.parse().ok();
    let count = count.filter(|count| (1..=MAX_PER_LINE).contains(count));
    Some(count.ok_or(LineError::Count))
}

/// Whether a word is a times sign or the letter x.
fn is_times(word: &str) -> bool {
    word == TIMES || folded(word) == "x"
}

/// Parses a count with a times sign: `3x`, `x3`.
pub(super) fn counted(word: &str) -> Option<Result<u32, LineError>> {
    let word = folded(word);
    of(word.strip_suffix('x').or_else(|| word.strip_prefix('x'))?)
}

/// Returns the name that a count is glued to, as in `3xghoul`.
pub(super) fn glued_count(word: &str) -> Option<&str> {
    let behind = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let name = behind.strip_prefix(['x', 'X'])?;
    let is_glued = behind.len() < word.len() && name.starts_with(char::is_alphabetic);
    is_glued.then_some(name)
}

/// Reads a count before a name; returns it and the number of pieces used, 0 if it is glued to the name.
pub(super) fn count_before(
    pieces: &[Piece<'_>],
    rules: &dyn Look,
) -> Option<(Result<u32, LineError>, usize)> {
    let first = pieces.first().and_then(word)?;
    if let Some(count) = counted(first) {
        return Some((count, 1));
    }
    let next = pieces.get(1).and_then(word);
    match (of(first), next) {
        (Some(count), Some(next)) if is_times(next) => Some((count, 2)),
        // A number alone before a name is a count: "3 thugs", but not "7 of Nine", "007 Bond".
        (Some(count), Some(next)) => {
            let is_name = folded(next) == "of" || folded(first).starts_with('0');
            let is_said = said(pieces.get(1..).unwrap_or_default(), rules);
            let is_count = number(next).is_none() && !is_name && !matches!(is_said, Some(Ok(_)));
            is_count.then_some((count, 1))
        }
        (None, Some(next)) if first == TIMES || first == "x" => Some((of(next)?, 2)),
        _ => {
            let name = glued_count(first)?;
            let digits = first.get(..first.len().checked_sub(name.len())?.checked_sub(1)?)?;
            Some((of(digits)?, 0))
        }
    }
}

/// Reads a count after a name; returns it and the number of pieces used.
pub(super) fn count_behind(
    pieces: &[Piece<'_>],
    rules: &dyn Look,
) -> Option<(Result<u32, LineError>, usize)> {
    let first = pieces.first().and_then(word)?;
    let is_end = |used: usize| {
        let rest = pieces.get(used..).unwrap_or_default();
        rest.first().and_then(word).is_none() || said(rest, rules).is_some()
    };
    let next = pieces.get(1).and_then(word);
    match next {
        Some(next) if is_times(first) && of(next).is_some() => Some((of(next)?, 2)),
        Some(next) if is_times(next) && is_end(2) => Some((of(first)?, 2)),
        _ => {
            let count = counted(first)?;
            let is_prefix = folded(first).ends_with('x');
            (!is_prefix || is_end(1)).then_some((count, 1))
        }
    }
}
