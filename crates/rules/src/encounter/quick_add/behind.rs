//! Quick-add lines split at "with": the combatant before it, its items after it.

use super::LineError;
use super::counts::count_before;
use super::pieces::{Piece, pieces};
use super::said::word;
use crate::system::Look;

/// A line split at "with": the lexemes before it and the items after it.
pub(super) struct Behind<'a> {
    /// The lexemes before "with".
    pub(super) pieces: Vec<Piece<'a>>,
    /// The item phrases after "with".
    pub(super) gear: Vec<String>,
}

impl<'a> Behind<'a> {
    /// Splits a line at a "with" that stands alone and has a name before it.
    pub(super) fn of(line: &'a str, rules: &dyn Look) -> Result<Self, LineError> {
        let lower = line.to_ascii_lowercase();
        let stands_alone = |at: &usize| {
            let before = lower
                .get(..*at)
                .and_then(|before| before.chars().next_back());
            let behind = lower.get(at.saturating_add(4)..);
            let behind = behind.and_then(|behind| behind.chars().next());
            before.is_some_and(|c| c.is_whitespace() || ",;(".contains(c))
                && behind.is_none_or(char::is_whitespace)
                && line
                    .get(..*at)
                    .is_some_and(|before| has_name(before, rules))
        };
        let mut withs = lower.match_indices("with").map(|(at, _)| at);
        let split = withs
            .find(stands_alone)
            .and_then(|at| line.split_at_checked(at));
        let Some((before, with)) = split else {
            return Ok(Self {
                pieces: pieces(line),
                gear: Vec::new(),
            });
        };
        let (with, behind) = with.split_at_checked(4).unwrap_or((with, ""));
        let phrases = behind.split([',', ';', '，', '、']).map(phrase);
        let gear: Vec<String> = phrases.filter(|phrase| !phrase.is_empty()).collect();
        match gear.is_empty() {
            true => Err(LineError::UnknownWord {
                word: with.to_owned(),
            }),
            false => Ok(Self {
                pieces: pieces(before),
                gear,
            }),
        }
    }
}

/// Whether the text before a "with" holds more than a count.
fn has_name(before: &str, rules: &dyn Look) -> bool {
    let pieces = pieces(before);
    let first = pieces.iter().position(|it| word(it).is_some());
    let rest = pieces.get(first.unwrap_or(0)..).unwrap_or_default();
    let used = count_before(rest, rules).map_or(0, |(_, used)| used);
    let mut behind = rest.iter().skip(used);
    behind.any(|it| word(it).is_some())
}

/// Returns the text between two commas without a final period or an unmatched closing bracket.
fn phrase(text: &str) -> String {
    let mut text = text.trim();
    let how_many = |text: &str, bracket| text.chars().filter(|c| *c == bracket).count();
    loop {
        text = text.trim_end_matches(|c: char| c.is_whitespace() || c == '.');
        match text.strip_suffix(')') {
            Some(rest) if how_many(text, ')') > how_many(text, '(') => text = rest,
            _ => break,
        }
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
