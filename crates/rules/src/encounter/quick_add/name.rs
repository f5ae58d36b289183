//! Names in quick-add lines: their length, and words that are not meant as a name.

use super::QuickAddError;
use super::counts::{parse_times_count, trailing_count};
use super::lexer::{Lexeme, TIMES, fold_word, is_dot, parse_number};
use super::sheet_values::{
    as_word, is_levels_word, is_link, is_trait_of_any_system, read_sheet_value, starts_with_number,
};
use super::spelling::unknown_word_error;
use crate::ruleset::ClientRules;

/// Counts the pieces at the start of the rest of a quick-add line that belong to the combatant's name, which ends before
/// a trait, a count or a separator. `words_before` is how many words of the name were read already.
pub(super) fn count_name_pieces(
    pieces: &[Lexeme<'_>],
    words_before: usize,
    rules: &dyn ClientRules,
) -> usize {
    let ends = |at: &usize| {
        let rest = pieces.get(*at..).unwrap_or_default();
        let Some(first) = rest.first().and_then(as_word) else {
            return true;
        };
        let at = at.saturating_add(words_before);
        if at > 0
            && (first == TIMES
                || first.starts_with(is_dot)
                || trailing_count(rest, rules).is_some())
        {
            return true;
        }
        match read_sheet_value(rest, rules) {
            Some(_) if at == 0 => false,
            // The whole word of a trait without a number may end a name: "rat of unusual size".
            Some(Err(QuickAddError::NoNumber { .. })) if is_link(rest.get(1)) => true,
            Some(Err(QuickAddError::NoNumber { .. })) if is_levels_word(first, rules) => false,
            Some(Err(QuickAddError::NoNumber { .. })) => {
                let key = fold_word(first).replace(' ', "_");
                at < 2 || !rules.facts().trait_specs.iter().any(|spec| spec.key == key)
            }
            found => found.is_some(),
        }
    };
    (0..pieces.len()).find(ends).unwrap_or(pieces.len())
}

/// Refuses words that cannot be meant as a combatant's name, such as dots, a times sign, two
/// numbers in a row, a lone number, or a word with a number where a trait was meant. "Agent 47" and
/// "Room 12 guard" are names.
pub(super) fn check_name(
    name: &[&str],
    rest: &[Lexeme<'_>],
    rules: &dyn ClientRules,
) -> Result<(), QuickAddError> {
    // Also at the end of a sentence: "Strength –1." is no name.
    let is_number = |word: &str| parse_number(word.trim_end_matches('.')).is_some();
    if let [only] = name
        && is_number(only)
    {
        return Err(QuickAddError::NoName);
    }
    let pieces: Vec<Lexeme<'_>> = name.iter().map(|word| Lexeme::Word(word)).collect();
    if matches!(read_sheet_value(&pieces, rules), Some(Ok(_))) {
        return Err(QuickAddError::NoName);
    }
    let is_sign = |word: &&&str| {
        **word == TIMES || word.starts_with(is_dot) || parse_times_count(word).is_some()
    };
    if let Some(sign) = name.iter().find(is_sign) {
        return Err(unknown_word_error(sign, rules));
    }
    // A name must not contain a count by itself, as in "Ana 1. x", whatever follows it.
    let counts = |at: &usize| {
        pieces
            .get(*at..)
            .is_some_and(|rest| trailing_count(rest, rules).is_some())
    };
    if let Some(sign) = (1..name.len()).find(counts).and_then(|at| name.get(at)) {
        return Err(unknown_word_error(sign, rules));
    }
    for (at, pair) in name.windows(2).enumerate() {
        let [word, next] = pair else { continue };
        if fold_word(next) == "with" {
            return Err(QuickAddError::UnknownWord {
                word: (*next).to_owned(),
            });
        }
        if !is_number(next) {
            continue;
        }
        let is_bare = next.starts_with(char::is_numeric);
        let is_meant = at == 0 && is_bare && !is_number(word) && !is_trait_of_any_system(word);
        let unknown = unknown_word_error(word, rules);
        let is_near =
            word.chars().count() >= 5 && matches!(unknown, QuickAddError::Misspelled { .. });
        if !is_meant || is_near {
            return Err(unknown);
        }
    }
    // `Charisma: 3`, where there is no such trait.
    match (name.last(), rest) {
        (Some(last), [Lexeme::Link, behind @ ..]) if starts_with_number(behind) => {
            Err(unknown_word_error(last, rules))
        }
        _ => Ok(()),
    }
}
