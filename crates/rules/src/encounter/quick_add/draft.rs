//! Builder of a draft from quick-add lines: the count, the name, and the values of the sheet.

use super::behind::Behind;
use super::counts::{count_before, count_behind, glued_count, of};
use super::name::{check_name, name_length};
use super::nearest::unknown;
use super::pieces::{Piece, TIMES, folded, is_bullet, is_dot, number};
use super::said::{Said, has_number, is_link, said, word};
use super::tags::Tags;
use super::{Draft, LineError};
use crate::sheet::Sheet;
use crate::sorted::Map;
use crate::system::Look;
use crate::text::{Name, TextError};
use crate::track::{LevelCosts, LevelsError};

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
