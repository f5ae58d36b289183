//! Traits and health levels with their numbers, read from the lexemes of a line.

use super::QuickAddError;
use super::lexer::{Lexeme, fold_word, parse_number};
use crate::character::sheet::{Sheet, TraitSpec};
use crate::character::track::LevelPenalties;
use crate::ruleset::{ClientRules, SystemId};

/// Maximum number of words in the name of a trait.
const MAX_TRAIT_NAME_WORDS: usize = 4;

/// A value of the sheet that a line sets.
pub(super) enum SheetValue<'a> {
    /// A trait with its number.
    Trait(&'a TraitSpec, i32),
    /// The penalties of the health levels.
    Levels(LevelPenalties),
}

/// Reads a trait or health levels from the start of `pieces`; returns the value and the number of pieces used.
pub(super) fn read_sheet_value<'a>(
    pieces: &[Lexeme<'_>],
    rules: &'a dyn ClientRules,
) -> Option<Result<(SheetValue<'a>, usize), QuickAddError>> {
    let said = |(spec, value, used)| (SheetValue::Trait(spec, value), used);
    read_levels(pieces, rules).or_else(|| Some(read_trait(pieces, rules)?.map(said)))
}

/// Whether a line says more about the combatant of the line before, because it begins with a trait
/// and its number, or holds only a trait or numbers.
pub(super) fn continues_combatant(pieces: &[Lexeme<'_>], rules: &dyn ClientRules) -> bool {
    let first = pieces.iter().position(|it| as_word(it).is_some());
    let pieces = pieces.get(first.unwrap_or(0)..).unwrap_or_default();
    match read_sheet_value(pieces, rules) {
        Some(Err(QuickAddError::NoNumber { .. })) => {
            let words = pieces.iter().filter(|it| matches!(it, Lexeme::Word(_)));
            words.count() == 1
                || read_trait_name(pieces, rules)
                    .is_some_and(|(_, used, _)| is_link(pieces.get(used)))
        }
        Some(_) => true,
        None => {
            let mut words = pieces.iter().filter_map(as_word);
            words.all(|word| parse_number(word).is_some())
        }
    }
}

/// Returns the word of a lexeme, if it is one.
pub(super) fn as_word<'a>(piece: &Lexeme<'a>) -> Option<&'a str> {
    match piece {
        Lexeme::Word(word) => Some(word),
        Lexeme::Open | Lexeme::Link | Lexeme::Stop => None,
    }
}

/// Whether a lexeme links a trait to its number.
pub(super) fn is_link(piece: Option<&Lexeme<'_>>) -> bool {
    piece == Some(&Lexeme::Link)
}

/// Returns the word after the links at the start of `pieces`, and the number of pieces used.
fn linked_word<'a>(pieces: &[Lexeme<'a>]) -> Option<(&'a str, usize)> {
    let links = pieces
        .iter()
        .take_while(|it| matches!(it, Lexeme::Link | Lexeme::Open));
    let links = links.count();
    let word = pieces.get(links).and_then(as_word)?;
    Some((word, links.saturating_add(1)))
}

/// Whether a number follows, with or without a link.
pub(super) fn starts_with_number(behind: &[Lexeme<'_>]) -> bool {
    linked_word(behind).is_some_and(|(word, _)| parse_number(word).is_some())
}

/// Whether a trait has this name, among all of its names.
fn is_trait_name(spec: &TraitSpec, name: &str) -> bool {
    let mut names = [spec.key, spec.title.get()]
        .into_iter()
        .chain(spec.aliases.iter().copied());
    names.any(|known| known.to_lowercase().replace('_', " ") == name)
}

/// Whether a word names a trait of any system.
pub(super) fn is_trait_of_any_system(word: &str) -> bool {
    let name = fold_word(word);
    let mut systems = SystemId::ALL.iter().map(|system| system.client_rules());
    systems.any(|rules| {
        rules
            .facts()
            .trait_specs
            .iter()
            .any(|spec| is_trait_name(spec, &name))
    })
}

/// Reads a trait's name from the start of `pieces`, the longest that matches; returns the trait, the number of
/// pieces used, and a number glued to the name.
fn read_trait_name<'a>(
    pieces: &[Lexeme<'_>],
    rules: &'a dyn ClientRules,
) -> Option<(&'a TraitSpec, usize, Option<String>)> {
    let find = |name: &str| {
        rules
            .facts()
            .trait_specs
            .iter()
            .find(|spec| is_trait_name(spec, name))
    };
    let words: Vec<String> = pieces
        .iter()
        .map_while(as_word)
        .take(MAX_TRAIT_NAME_WORDS)
        .map(fold_word)
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

/// Reads a trait with its number from the start of `pieces`; returns both and the number of pieces
/// used, or `None` if no trait is named there.
fn read_trait<'a>(
    pieces: &[Lexeme<'_>],
    rules: &'a dyn ClientRules,
) -> Option<Result<(&'a TraitSpec, i32, usize), QuickAddError>> {
    let (spec, named, glued) = read_trait_name(pieces, rules)?;
    let title = || String::from(spec.title);
    let (text, used) = match glued {
        Some(text) => (text, named),
        None => match linked_word(pieces.get(named..).unwrap_or_default()) {
            Some((text, more)) => (text.to_owned(), named.saturating_add(more)),
            None => return Some(Err(QuickAddError::NoNumber { title: title() })),
        },
    };
    // A long dash that sticks to its number is a minus only where there can be one.
    let text = match text.strip_prefix(['–', '—']) {
        Some(rest) if spec.min < 0 => format!("-{rest}"),
        Some(rest) => rest.to_owned(),
        None => text,
    };
    let Some(value) = parse_number(&text) else {
        return Some(Err(QuickAddError::NoNumber { title: title() }));
    };
    if !(spec.min..=spec.max).contains(&value) {
        return Some(Err(QuickAddError::OutOfRange {
            title: title(),
            min: spec.min,
            max: spec.max,
        }));
    }
    Some(Ok((spec, value, used)))
}

/// Returns the text glued to a word for health levels, empty if there is none; `None` for another word.
fn levels_suffix(word: &str) -> Option<String> {
    let word = fold_word(word);
    let mut behind = ["health", "levels"]
        .iter()
        .filter_map(|key| word.strip_prefix(key));
    let number = |behind: &&str| behind.starts_with(|c: char| c.is_ascii_digit());
    let behind = behind.find(|behind| behind.is_empty() || number(behind));
    behind.map(str::to_owned)
}

/// Whether a word means health levels in a system that has them.
pub(super) fn is_levels_word(word: &str, rules: &dyn ClientRules) -> bool {
    levels_suffix(word).is_some() && rules.has_levels(&Sheet::default())
}

/// Reads health levels from the start of `pieces`, with further penalties after commas; returns them and the
/// number of pieces used.
fn read_levels<'a>(
    pieces: &[Lexeme<'_>],
    rules: &dyn ClientRules,
) -> Option<Result<(SheetValue<'a>, usize), QuickAddError>> {
    let first = pieces.first().and_then(as_word)?;
    if !is_levels_word(first, rules) {
        return None;
    }
    let title = || String::from(rules.facts().vocabulary.health);
    let (first, mut used) = match levels_suffix(first)? {
        glued if !glued.is_empty() => (glued, 1),
        _ => match linked_word(pieces.get(1..).unwrap_or_default()) {
            Some((text, more)) if level_cost(text).is_some() => {
                (text.to_owned(), more.saturating_add(1))
            }
            _ => return Some(Err(QuickAddError::NoNumber { title: title() })),
        },
    };
    let mut costs = vec![level_cost(&first).unwrap_or(first)];
    while let Some([Lexeme::Stop, Lexeme::Word(next)]) = pieces.get(used..used.saturating_add(2))
        && let Some(next) = level_cost(next)
    {
        costs.push(next);
        used = used.saturating_add(2);
    }
    let costs = LevelPenalties::read(&costs.join(","));
    Some(
        costs
            .map(|costs| (SheetValue::Levels(costs), used))
            .map_err(QuickAddError::Levels),
    )
}

/// Returns the penalty of a level, or the number of levels, in the form that [`LevelPenalties::read`] takes.
fn level_cost(word: &str) -> Option<String> {
    match fold_word(word) {
        out if out == "out" => Some(out),
        _ => parse_number(word).map(|number| number.to_string()),
    }
}
