//! Traits and health levels with their numbers, read from the lexemes of a line.

use super::LineError;
use super::pieces::{Piece, folded, number};
use crate::sheet::{Sheet, TraitSpec};
use crate::system::{Look, SystemId};
use crate::track::LevelCosts;

/// Maximum number of words in the name of a trait.
const LONGEST: usize = 4;

/// A value of the sheet that a line sets.
pub(super) enum Said<'a> {
    /// A trait with its number.
    Trait(&'a TraitSpec, i32),
    /// The penalties of the health levels.
    Levels(LevelCosts),
}

/// Reads a trait or health levels from the start of `pieces`; returns the value and the number of pieces used.
pub(super) fn said<'a>(
    pieces: &[Piece<'_>],
    rules: &'a dyn Look,
) -> Option<Result<(Said<'a>, usize), LineError>> {
    let said = |(spec, value, used)| (Said::Trait(spec, value), used);
    levels(pieces, rules).or_else(|| Some(pair(pieces, rules)?.map(said)))
}

/// Whether a line says more about the combatant of the line before: it begins with a trait and its number, or
/// holds only a trait or numbers.
pub(super) fn goes_on(pieces: &[Piece<'_>], rules: &dyn Look) -> bool {
    let first = pieces.iter().position(|it| word(it).is_some());
    let pieces = pieces.get(first.unwrap_or(0)..).unwrap_or_default();
    match said(pieces, rules) {
        Some(Err(LineError::NoNumber { .. })) => {
            let words = pieces.iter().filter(|it| matches!(it, Piece::Word(_)));
            words.count() == 1
                || named_at(pieces, rules).is_some_and(|(_, used, _)| is_link(pieces.get(used)))
        }
        Some(_) => true,
        None => {
            let mut words = pieces.iter().filter_map(word);
            words.all(|word| number(word).is_some())
        }
    }
}

/// Returns the word of a lexeme, if it is one.
pub(super) fn word<'a>(piece: &Piece<'a>) -> Option<&'a str> {
    match piece {
        Piece::Word(word) => Some(word),
        Piece::Open | Piece::Link | Piece::Stop => None,
    }
}

/// Whether a lexeme links a trait to its number.
pub(super) fn is_link(piece: Option<&Piece<'_>>) -> bool {
    piece == Some(&Piece::Link)
}

/// Returns the word after the links at the start of `pieces`, and the number of pieces used.
fn linked<'a>(pieces: &[Piece<'a>]) -> Option<(&'a str, usize)> {
    let links = pieces
        .iter()
        .take_while(|it| matches!(it, Piece::Link | Piece::Open));
    let links = links.count();
    let word = pieces.get(links).and_then(word)?;
    Some((word, links.saturating_add(1)))
}

/// Whether a number follows, with or without a link.
pub(super) fn has_number(behind: &[Piece<'_>]) -> bool {
    linked(behind).is_some_and(|(word, _)| number(word).is_some())
}

/// Whether a trait has this name, among all of its names.
fn is_called(spec: &TraitSpec, name: &str) -> bool {
    let mut names = [spec.key, spec.title.get()]
        .into_iter()
        .chain(spec.aliases.iter().copied());
    names.any(|known| known.to_lowercase().replace('_', " ") == name)
}

/// Whether a word names a trait of any system.
pub(super) fn is_trait_somewhere(word: &str) -> bool {
    let name = folded(word);
    let mut systems = SystemId::ALL.iter().map(|system| system.look());
    systems.any(|rules| rules.traits().iter().any(|spec| is_called(spec, &name)))
}

/// Reads a trait's name from the start of `pieces`, the longest that matches; returns the trait, the number of
/// pieces used, and a number glued to the name.
fn named_at<'a>(
    pieces: &[Piece<'_>],
    rules: &'a dyn Look,
) -> Option<(&'a TraitSpec, usize, Option<String>)> {
    let find = |name: &str| rules.traits().iter().find(|spec| is_called(spec, name));
    let words: Vec<String> = pieces
        .iter()
        .map_while(word)
        .take(LONGEST)
        .map(folded)
        .collect();
    let whole = (1..=words.len()).rev().find_map(|used| {
        let name = words.get(..used)?.join(" ");
        Some((find(&name)?, used, None))
    });
    whole.or_else(|| {
        let first = words.first()?;
        let at = first.find(|c: char| c.is_ascii_digit())?;
        let (name, value) = first.split_at_checked(at)?;
        let bare = name.trim_end_matches(['-', '–', '—', '.', '+', ' ']);
        let spec = find(bare)?;
        let is_minus = name.ends_with('-') && spec.min < 0;
        let sign = if is_minus { "-" } else { "" };
        Some((spec, 1, Some(format!("{sign}{value}"))))
    })
}

/// Reads a trait with its number from the start of `pieces`; returns both and the number of pieces used.
fn pair<'a>(
    pieces: &[Piece<'_>],
    rules: &'a dyn Look,
) -> Option<Result<(&'a TraitSpec, i32, usize), LineError>> {
    let (spec, named, glued) = named_at(pieces, rules)?;
    let title = || String::from(spec.title);
    let (text, used) = match glued {
        Some(text) => (text, named),
        None => match linked(pieces.get(named..).unwrap_or_default()) {
            Some((text, more)) => (text.to_owned(), named.saturating_add(more)),
            None => return Some(Err(LineError::NoNumber { title: title() })),
        },
    };
    // A long dash that sticks to its number is a minus only where there can be one.
    let text = match text.strip_prefix(['–', '—']) {
        Some(rest) if spec.min < 0 => format!("-{rest}"),
        Some(rest) => rest.to_owned(),
        None => text,
    };
    let Some(value) = number(&text) else {
        return Some(Err(LineError::NoNumber { title: title() }));
    };
    if !(spec.min..=spec.max).contains(&value) {
        return Some(Err(LineError::OutOfRange {
            title: title(),
            min: spec.min,
            max: spec.max,
        }));
    }
    Some(Ok((spec, value, used)))
}

/// Returns the text glued to a word for health levels, empty if there is none; `None` for another word.
fn levels_behind(word: &str) -> Option<String> {
    let word = folded(word);
    let mut behind = ["health", "levels"]
        .iter()
        .filter_map(|key| word.strip_prefix(key));
    let number = |behind: &&str| behind.starts_with(|c: char| c.is_ascii_digit());
    let behind = behind.find(|behind| behind.is_empty() || number(behind));
    behind.map(str::to_owned)
}

/// Whether a word means health levels in a system that has them.
pub(super) fn is_of_levels(word: &str, rules: &dyn Look) -> bool {
    levels_behind(word).is_some() && rules.has_levels(&Sheet::default())
}

/// Reads health levels from the start of `pieces`, with further penalties after commas; returns them and the
/// number of pieces used.
fn levels<'a>(
    pieces: &[Piece<'_>],
    rules: &dyn Look,
) -> Option<Result<(Said<'a>, usize), LineError>> {
    let first = pieces.first().and_then(word)?;
    if !is_of_levels(first, rules) {
        return None;
    }
    let title = || String::from(rules.speech().health);
    let (first, mut used) = match levels_behind(first)? {
        glued if !glued.is_empty() => (glued, 1),
        _ => match linked(pieces.get(1..).unwrap_or_default()) {
            Some((text, more)) if cost(text).is_some() => (text.to_owned(), more.saturating_add(1)),
            _ => return Some(Err(LineError::NoNumber { title: title() })),
        },
    };
    let mut costs = vec![cost(&first).unwrap_or(first)];
    while let Some([Piece::Stop, Piece::Word(next)]) = pieces.get(used..used.saturating_add(2))
        && let Some(next) = cost(next)
    {
        costs.push(next);
        used = used.saturating_add(2);
    }
    let costs = LevelCosts::read(&costs.join(","));
    Some(
        costs
            .map(|costs| (Said::Levels(costs), used))
            .map_err(LineError::Levels),
    )
}

/// Returns the penalty of a level, or the number of levels, in the form that [`LevelCosts::read`] takes.
fn cost(word: &str) -> Option<String> {
    match folded(word) {
        out if out == "out" => Some(out),
        _ => number(word).map(|number| number.to_string()),
    }
}
