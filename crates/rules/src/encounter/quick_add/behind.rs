//! Quick-add lines split at "with": the combatant before it, its items after it.

use super::QuickAddError;
use super::counts::leading_count;
use super::lexer::{Lexeme, split_line};
use super::sheet_values::as_word;
use crate::ruleset::ClientRules;

/// Quick-add line split at the word "with" into lexemes before it and item phrases after it.
pub(super) struct SplitLine<'a> {
    /// The lexemes before "with".
    pub(super) pieces: Vec<Lexeme<'a>>,
    /// The item phrases after "with".
    pub(super) gear: Vec<String>,
}

impl<'a> SplitLine<'a> {
    /// Splits a line at a "with" that stands alone and has a name before it.
    pub(super) fn split(line: &'a str, rules: &dyn ClientRules) -> Result<Self, QuickAddError> {
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
                pieces: split_line(line),
                gear: Vec::new(),
            });
        };
        let (with, behind) = with.split_at_checked(4).unwrap_or((with, ""));
        let phrases = behind.split([',', ';', '，', '、']).map(item_phrase);
        let gear: Vec<String> = phrases.filter(|phrase| !phrase.is_empty()).collect();
        match gear.is_empty() {
            true => Err(QuickAddError::UnknownWord {
                word: with.to_owned(),
            }),
            false => Ok(Self {
                pieces: split_line(before),
                gear,
            }),
        }
    }
}

/// Whether the text before a "with" holds more than a count.
fn has_name(before: &str, rules: &dyn ClientRules) -> bool {
    let pieces = split_line(before);
    let first = pieces.iter().position(|it| as_word(it).is_some());
    let rest = pieces.get(first.unwrap_or(0)..).unwrap_or_default();
    let used = leading_count(rest, rules).map_or(0, |(_, used)| used);
    let mut behind = rest.iter().skip(used);
    behind.any(|it| as_word(it).is_some())
}

/// Returns the text between two commas without a final period or an unmatched closing bracket.
fn item_phrase(text: &str) -> String {
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
