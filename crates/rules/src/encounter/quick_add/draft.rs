//! Builder of a draft from quick-add lines: the count, the name, and the values of the sheet.

use super::nearest::unknown;
use super::pieces::{Piece, TIMES, folded, is_bullet, is_dot, number, pieces};
use super::said::{Said, has_number, is_link, is_of_levels, is_trait_somewhere, said, word};
use super::{Draft, LineError};
use crate::encounter::combatant::Side;
use crate::encounter::limits::MAX_PER_LINE;
use crate::sheet::Sheet;
use crate::sorted::Map;
use crate::system::Look;
use crate::text::{Name, TextError};
use crate::track::{LevelCosts, LevelsError};

/// A line split at "with": the lexemes before it and the items after it.
pub(super) struct Behind<'a> {
    /// The lexemes before "with".
    pub(super) pieces: Vec<Piece<'a>>,
    /// The item phrases after "with".
    gear: Vec<String>,
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

/// Builder of the draft of one or more identical combatants.
#[derive(Default)]
pub(super) struct Drafting<'a> {
    /// The number of combatants, if it was given.
    count: Option<u32>,
    /// The words of the name.
    name: Vec<&'a str>,
    /// The standalone words found so far.
    tags: Tags,
    /// The traits with their values.
    traits: Map<String, i32>,
    /// The penalties of the health levels.
    levels: Option<LevelCosts>,
    /// Item phrases before a "with".
    phrases: Vec<String>,
    /// Item phrases after a "with".
    gear: Vec<String>,
}

impl<'a> Drafting<'a> {
    /// Reads the first line, which holds the name.
    pub(super) fn begin(line: Behind<'a>, rules: &dyn Look) -> Result<Self, LineError> {
        let mut draft = Self::default();
        let mut rest = line.pieces.as_slice();
        if let [Piece::Word(label), Piece::Link, behind @ ..] = rest
            && folded(label) == "name"
        {
            rest = behind;
        }
        while let [Piece::Open | Piece::Link | Piece::Stop, behind @ ..] = rest {
            rest = behind;
        }
        if let Some((count, used)) = count_before(rest, rules) {
            draft.count = Some(count?);
            rest = rest.get(used..).unwrap_or_default();
            // `3xghoul`
            let glued = rest.first().filter(|_| used == 0);
            if let Some(name) = glued.and_then(word).and_then(glued_count) {
                draft.name.push(name);
                rest = rest.get(1..).unwrap_or_default();
            } else if count_before(rest, rules).is_some() {
                return Err(LineError::CountTwice);
            }
        }
        let is_said = said(rest, rules).filter(|_| draft.name.is_empty());
        if let Some(Ok(_) | Err(LineError::OutOfRange { .. })) = is_said {
            return Err(LineError::NoName);
        }
        let length = name_length(rest, draft.name.len(), rules);
        let (name, rest) = rest.split_at_checked(length).unwrap_or((rest, &[]));
        draft.name.extend(name.iter().filter_map(word));
        while let [shorter @ .., last] = draft.name.as_slice() {
            if shorter.is_empty() || !draft.tags.take(last, rules) {
                break;
            }
            draft.name = shorter.to_vec();
        }
        check_name(&draft.name, rest, rules)?;
        let rest = match rest {
            // "thug (3)"
            [Piece::Open, Piece::Word(digits), behind @ ..]
                if behind.is_empty() || is_link(behind.first()) =>
            {
                match of(digits) {
                    Some(count) => {
                        draft.set_count(count?)?;
                        behind
                    }
                    None => rest,
                }
            }
            rest => rest,
        };
        draft.rest(rest, rules)?;
        draft.gear.extend(line.gear);
        Ok(draft)
    }

    /// Reads another line about the same combatant.
    pub(super) fn go_on(&mut self, line: Behind<'_>, rules: &dyn Look) -> Result<(), LineError> {
        self.rest(&line.pieces, rules)?;
        self.gear.extend(line.gear);
        Ok(())
    }

    /// Reads the part of a line after the name.
    fn rest(&mut self, mut rest: &[Piece<'_>], rules: &dyn Look) -> Result<(), LineError> {
        let mut phrase: Vec<&str> = Vec::new();
        while let Some(first) = rest.first() {
            let read = said(rest, rules);
            // "leather armor": a trait without a number continues an item's name.
            let goes_on =
                !phrase.is_empty() && matches!(read, Some(Err(LineError::NoNumber { .. })));
            let used = match (first, read.filter(|_| !goes_on)) {
                (_, Some(read)) => {
                    let (said, used) = read?;
                    self.set(said, rules)?;
                    self.end(&mut phrase);
                    used
                }
                (Piece::Stop, None) => {
                    self.end(&mut phrase);
                    1
                }
                (Piece::Open | Piece::Link, None) => 1,
                (Piece::Word(word), None) => match count_behind(rest, rules) {
                    Some((count, used)) => {
                        self.end(&mut phrase);
                        self.set_count(count?)?;
                        used
                    }
                    None => {
                        self.word(word, rest.get(1..).unwrap_or_default(), &mut phrase, rules)?;
                        1
                    }
                },
            };
            rest = rest.get(used..).unwrap_or_default();
        }
        self.end(&mut phrase);
        Ok(())
    }

    /// Reads a word that is neither trait nor count: a standalone word, or part of an item's name.
    fn word<'w>(
        &mut self,
        word: &'w str,
        behind: &[Piece<'_>],
        phrase: &mut Vec<&'w str>,
        rules: &dyn Look,
    ) -> Result<(), LineError> {
        let bare = word.trim_end_matches(['.', '!']);
        let is_joint = phrase.is_empty() && matches!(folded(word).as_str(), "and" | "&" | "+");
        if is_bullet(word) || is_joint || self.tags.take(bare, rules) {
            self.end(phrase);
        } else if number(word).is_some()
            || word.starts_with(is_dot)
            || word == TIMES
            || has_number(behind)
        {
            return Err(unknown(word, rules));
        } else {
            phrase.push(bare);
        }
        Ok(())
    }

    /// Ends the current item phrase.
    fn end(&mut self, phrase: &mut Vec<&str>) {
        if !phrase.is_empty() {
            self.phrases.push(phrase.join(" "));
            phrase.clear();
        }
    }

    /// Sets a value of the sheet, once only.
    fn set(&mut self, said: Said<'_>, rules: &dyn Look) -> Result<(), LineError> {
        let (title, twice) = match said {
            Said::Trait(spec, value) => {
                let before = self.traits.insert(spec.key.to_owned(), value);
                (spec.title, before.is_some())
            }
            Said::Levels(costs) => (rules.speech().health, self.levels.replace(costs).is_some()),
        };
        match twice {
            true => Err(LineError::Twice {
                title: title.into(),
            }),
            false => Ok(()),
        }
    }

    /// Sets the count, once only.
    fn set_count(&mut self, count: u32) -> Result<(), LineError> {
        match self.count.replace(count) {
            Some(_) => Err(LineError::CountTwice),
            None => Ok(()),
        }
    }

    /// Builds the draft when all lines are read.
    pub(super) fn finish(mut self, rules: &dyn Look) -> Result<Draft, LineError> {
        // `3x ghoul` adds three combatants of the kind ghoul, named "Ghoul".
        if let ([word], None) = (self.name.as_slice(), &self.tags.kind) {
            self.tags.take_kind(word, rules);
        }
        let name = match Name::new(&self.name.join(" ")) {
            Ok(name) => name.capitalised(),
            Err(TextError::Empty) => return Err(LineError::NoName),
            Err(error) => return Err(LineError::Name(error)),
        };
        let sheet = Sheet {
            kind: self.tags.kind,
            traits: self.traits,
            levels: self.levels.and_then(LevelCosts::written),
            ..Sheet::default()
        };
        if self.levels.is_some() && !rules.has_levels(&sheet) {
            return Err(LineError::Levels(LevelsError::NoLevels));
        }
        self.phrases.extend(self.gear);
        Ok(Draft {
            count: self.count.unwrap_or(1),
            name,
            side: self.tags.side,
            hidden: self.tags.hidden,
            lurks: self.tags.lurks,
            sheet,
            gear: self.phrases,
        })
    }
}

/// Returns the number of pieces that make up the name: up to a trait, a count, or a separator.
fn name_length(pieces: &[Piece<'_>], before: usize, rules: &dyn Look) -> usize {
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
fn check_name(name: &[&str], rest: &[Piece<'_>], rules: &dyn Look) -> Result<(), LineError> {
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

/// Parses a count; `None` if the word has other characters than digits.
fn of(digits: &str) -> Option<Result<u32, LineError>> {
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
fn counted(word: &str) -> Option<Result<u32, LineError>> {
    let word = folded(word);
    of(word.strip_suffix('x').or_else(|| word.strip_prefix('x'))?)
}

/// Returns the name that a count is glued to, as in `3xghoul`.
fn glued_count(word: &str) -> Option<&str> {
    let behind = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let name = behind.strip_prefix(['x', 'X'])?;
    let is_glued = behind.len() < word.len() && name.starts_with(char::is_alphabetic);
    is_glued.then_some(name)
}

/// Reads a count before a name; returns it and the number of pieces used, 0 if it is glued to the name.
fn count_before(pieces: &[Piece<'_>], rules: &dyn Look) -> Option<(Result<u32, LineError>, usize)> {
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
fn count_behind(pieces: &[Piece<'_>], rules: &dyn Look) -> Option<(Result<u32, LineError>, usize)> {
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

/// Values set by standalone words.
#[derive(Default)]
struct Tags {
    /// The key of the kind of creature.
    kind: Option<String>,
    /// The side of the combatant.
    side: Option<Side>,
    /// Whether the combatant is hidden.
    hidden: bool,
    /// Whether the first action reveals the combatant.
    lurks: bool,
}

impl Tags {
    /// Takes a word that names a kind of creature; returns `false` if it names none.
    fn take_kind(&mut self, word: &str, rules: &dyn Look) -> bool {
        let word = folded(word);
        let kind = rules.kinds().iter().find(|kind| kind.key == word);
        self.kind = kind.map(|kind| kind.key.to_owned()).or(self.kind.take());
        kind.is_some()
    }

    /// Takes a standalone word; returns `false` if it is none.
    fn take(&mut self, word: &str, rules: &dyn Look) -> bool {
        if self.take_kind(word, rules) {
            return true;
        }
        match folded(word).as_str() {
            "pc" => self.side = Some(Side::Character),
            "foe" | "npc" => self.side = Some(Side::Foe),
            "hidden" => self.hidden = true,
            "lurking" => (self.hidden, self.lurks) = (true, true),
            _ => return false,
        }
        true
    }
}
