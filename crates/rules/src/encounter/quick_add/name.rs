//! Names in quick-add lines: their length, and words that are not meant as a name.

use super::LineError;
use super::counts::{count_behind, counted};
use super::nearest::unknown;
use super::pieces::{Piece, TIMES, folded, is_dot, number};
use super::said::{has_number, is_link, is_of_levels, is_trait_somewhere, said, word};
use crate::system::Look;

/// Returns the number of pieces that make up the name: up to a trait, a count, or a separator.
pub(super) fn name_length(pieces: &[Piece<'_>], before: usize, rules: &dyn Look) -> usize {
    let ends = |at: &usize| {
        let rest = pieces.get(*at..).unwrap_or_default();
        let Some(first) = rest.first().and_then(word) else {
            return true;
        };
        let at = at.saturating_add(before);
        if at > 0
            && (first == TIMES || first.starts_with(is_dot) || count_behind(rest, rules).is_some())
        {
            return true;
        }
        match said(rest, rules) {
            Some(_) if at == 0 => false,
            // The whole word of a trait without a number may end a name: "rat of unusual size".
            Some(Err(LineError::NoNumber { .. })) if is_link(rest.get(1)) => true,
            Some(Err(LineError::NoNumber { .. })) if is_of_levels(first, rules) => false,
            Some(Err(LineError::NoNumber { .. })) => {
                let key = folded(first).replace(' ', "_");
                at < 2 || !rules.traits().iter().any(|spec| spec.key == key)
            }
            found => found.is_some(),
        }
    };
    (0..pieces.len()).find(ends).unwrap_or(pieces.len())
}

/// Refuses a name that is not meant as one: dots, a times sign, two numbers in a row, a lone number, or a word
/// with a number where a trait was meant. "Agent 47" and "Room 12 guard" are names.
pub(super) fn check_name(
    name: &[&str],
    rest: &[Piece<'_>],
    rules: &dyn Look,
) -> Result<(), LineError> {
    let is_number = |word: &str| number(word).is_some();
    if let [only] = name
        && is_number(only)
    {
        return Err(LineError::NoName);
    }
    let is_sign =
        |word: &&&str| **word == TIMES || word.starts_with(is_dot) || counted(word).is_some();
    if let Some(sign) = name.iter().find(is_sign) {
        return Err(unknown(sign, rules));
    }
    // A name must not contain a count by itself, as in "Ana 1. x", whatever follows it.
    let pieces: Vec<Piece<'_>> = name.iter().map(|word| Piece::Word(word)).collect();
    let counts = |at: &usize| {
        pieces
            .get(*at..)
            .is_some_and(|rest| count_behind(rest, rules).is_some())
    };
    if let Some(sign) = (1..name.len()).find(counts).and_then(|at| name.get(at)) {
        return Err(unknown(sign, rules));
    }
    for (at, pair) in name.windows(2).enumerate() {
        let [word, next] = pair else { continue };
        if folded(next) == "with" {
            return Err(LineError::UnknownWord {
                word: (*next).to_owned(),
            });
        }
        if !is_number(next) {
            continue;
        }
        let is_bare = next.starts_with(char::is_numeric);
        let is_meant = at == 0 && is_bare && !is_number(word) && !is_trait_somewhere(word);
        let unknown = unknown(word, rules);
        let is_near = word.chars().count() >= 5 && matches!(unknown, LineError::Misspelled { .. });
        if !is_meant || is_near {
            return Err(unknown);
        }
    }
    // `Charisma: 3`, where there is no such trait.
    match (name.last(), rest) {
        (Some(last), [Piece::Link, behind @ ..]) if has_number(behind) => Err(unknown(last, rules)),
        _ => Ok(()),
    }
}
