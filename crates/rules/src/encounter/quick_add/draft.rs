//! Builder of a draft from quick-add lines: the count, the name, and the values of the sheet.

use super::behind::SplitLine;
use super::counts::{leading_count, name_after_glued_count, parse_count, trailing_count};
use super::lexer::{Lexeme, TIMES, fold_word, is_bullet, is_dot, parse_number};
use super::name::{check_name, count_name_pieces};
use super::sheet_values::{SheetValue, as_word, is_link, read_sheet_value, starts_with_number};
use super::spelling::unknown_word_error;
use super::tags::StandaloneTags;
use super::{CombatantDraft, QuickAddError};
use crate::base::sorted_map::Map;
use crate::base::text::{Name, TextError};
use crate::character::sheet::Sheet;
use crate::character::track::{LevelPenalties, LevelsError};
use crate::ruleset::ClientRules;

/// Builder of the draft of one or more identical combatants.
#[derive(Default)]
pub(super) struct DraftBuilder<'a> {
    /// The number of combatants, if it was given.
    count: Option<u32>,
    /// The words of the name.
    name: Vec<&'a str>,
    /// The standalone words found so far.
    tags: StandaloneTags,
    /// The traits with their values.
    traits: Map<String, i32>,
    /// The penalties of the health levels.
    levels: Option<LevelPenalties>,
    /// Item phrases before a "with".
    phrases: Vec<String>,
    /// Item phrases after a "with".
    gear: Vec<String>,
}

impl<'a> DraftBuilder<'a> {
    /// Reads the first line, which holds the name.
    pub(super) fn read_first_line(
        line: SplitLine<'a>,
        rules: &dyn ClientRules,
    ) -> Result<Self, QuickAddError> {
        let mut draft = Self::default();
        let mut rest = line.pieces.as_slice();
        if let [Lexeme::Word(label), Lexeme::Link, behind @ ..] = rest
            && fold_word(label) == "name"
        {
            rest = behind;
        }
        while let [Lexeme::Open | Lexeme::Link | Lexeme::Stop, behind @ ..] = rest {
            rest = behind;
        }
        if let Some((count, used)) = leading_count(rest, rules) {
            draft.count = Some(count?);
            rest = rest.get(used..).unwrap_or_default();
            // `3xghoul`
            let glued = rest.first().filter(|_| used == 0);
            if let Some(name) = glued.and_then(as_word).and_then(name_after_glued_count) {
                draft.name.push(name);
                rest = rest.get(1..).unwrap_or_default();
            } else if leading_count(rest, rules).is_some() {
                return Err(QuickAddError::CountTwice);
            }
        }
        let is_said = read_sheet_value(rest, rules).filter(|_| draft.name.is_empty());
        if let Some(Ok(_) | Err(QuickAddError::OutOfRange { .. })) = is_said {
            return Err(QuickAddError::NoName);
        }
        let length = count_name_pieces(rest, draft.name.len(), rules);
        let (name, rest) = rest.split_at_checked(length).unwrap_or((rest, &[]));
        draft.name.extend(name.iter().filter_map(as_word));
        while let [shorter @ .., last] = draft.name.as_slice() {
            if shorter.is_empty() || !draft.tags.take_word(last, rules) {
                break;
            }
            draft.name = shorter.to_vec();
        }
        check_name(&draft.name, rest, rules)?;
        let rest = match rest {
            // "thug (3)"
            [Lexeme::Open, Lexeme::Word(digits), behind @ ..]
                if behind.is_empty() || is_link(behind.first()) =>
            {
                match parse_count(digits) {
                    Some(count) => {
                        draft.set_count(count?)?;
                        behind
                    }
                    None => rest,
                }
            }
            rest => rest,
        };
        draft.read_rest(rest, rules)?;
        draft.gear.extend(line.gear);
        Ok(draft)
    }

    /// Reads another line about the same combatant.
    pub(super) fn read_continuation(
        &mut self,
        line: SplitLine<'_>,
        rules: &dyn ClientRules,
    ) -> Result<(), QuickAddError> {
        self.read_rest(&line.pieces, rules)?;
        self.gear.extend(line.gear);
        Ok(())
    }

    /// Reads the part of a line after the name.
    fn read_rest(
        &mut self,
        mut rest: &[Lexeme<'_>],
        rules: &dyn ClientRules,
    ) -> Result<(), QuickAddError> {
        let mut phrase: Vec<&str> = Vec::new();
        while let Some(first) = rest.first() {
            let read = read_sheet_value(rest, rules);
            // "leather armor": a trait without a number continues an item's name.
            let goes_on =
                !phrase.is_empty() && matches!(read, Some(Err(QuickAddError::NoNumber { .. })));
            let used = match (first, read.filter(|_| !goes_on)) {
                (_, Some(read)) => {
                    let (said, used) = read?;
                    self.set_value(said, rules)?;
                    self.end_phrase(&mut phrase);
                    used
                }
                (Lexeme::Stop, None) => {
                    self.end_phrase(&mut phrase);
                    1
                }
                (Lexeme::Open | Lexeme::Link, None) => 1,
                (Lexeme::Word(word), None) => match trailing_count(rest, rules) {
                    Some((count, used)) => {
                        self.end_phrase(&mut phrase);
                        self.set_count(count?)?;
                        used
                    }
                    None => {
                        self.read_word(
                            word,
                            rest.get(1..).unwrap_or_default(),
                            &mut phrase,
                            rules,
                        )?;
                        1
                    }
                },
            };
            rest = rest.get(used..).unwrap_or_default();
        }
        self.end_phrase(&mut phrase);
        Ok(())
    }

    /// Reads a word that is neither trait nor count, but a standalone word, or part of an item's
    /// name.
    fn read_word<'w>(
        &mut self,
        word: &'w str,
        behind: &[Lexeme<'_>],
        phrase: &mut Vec<&'w str>,
        rules: &dyn ClientRules,
    ) -> Result<(), QuickAddError> {
        let bare = word.trim_end_matches(['.', '!']);
        let is_joint = phrase.is_empty() && matches!(fold_word(word).as_str(), "and" | "&" | "+");
        if is_bullet(word) || is_joint || self.tags.take_word(bare, rules) {
            self.end_phrase(phrase);
        } else if parse_number(word).is_some()
            || word.starts_with(is_dot)
            || word == TIMES
            || starts_with_number(behind)
        {
            return Err(unknown_word_error(word, rules));
        } else {
            phrase.push(bare);
        }
        Ok(())
    }

    /// Ends the current item phrase of a quick-add line and keeps it if it has words.
    fn end_phrase(&mut self, phrase: &mut Vec<&str>) {
        if !phrase.is_empty() {
            self.phrases.push(phrase.join(" "));
            phrase.clear();
        }
    }

    /// Sets a value of the sheet, once only.
    fn set_value(
        &mut self,
        said: SheetValue<'_>,
        rules: &dyn ClientRules,
    ) -> Result<(), QuickAddError> {
        let (title, twice) = match said {
            SheetValue::Trait(spec, value) => {
                let before = self.traits.insert(spec.key.to_owned(), value);
                (spec.title, before.is_some())
            }
            SheetValue::Levels(costs) => (
                rules.facts().vocabulary.health,
                self.levels.replace(costs).is_some(),
            ),
        };
        match twice {
            true => Err(QuickAddError::Twice {
                title: title.into(),
            }),
            false => Ok(()),
        }
    }

    /// Sets how many combatants a quick-add line adds, once only.
    fn set_count(&mut self, count: u32) -> Result<(), QuickAddError> {
        match self.count.replace(count) {
            Some(_) => Err(QuickAddError::CountTwice),
            None => Ok(()),
        }
    }

    /// Builds the draft when all lines are read.
    pub(super) fn build(
        mut self,
        rules: &dyn ClientRules,
    ) -> Result<CombatantDraft, QuickAddError> {
        // `3x ghoul` adds three combatants of the kind ghoul, named "Ghoul".
        if let ([word], None) = (self.name.as_slice(), &self.tags.kind) {
            self.tags.take_kind(word, rules);
        }
        let name = match Name::new(&self.name.join(" ")) {
            Ok(name) => name.into_capitalized(),
            Err(TextError::Empty) => return Err(QuickAddError::NoName),
            Err(error) => return Err(QuickAddError::Name(error)),
        };
        let sheet = Sheet {
            kind: self.tags.kind,
            traits: self.traits,
            levels: self.levels.and_then(LevelPenalties::unless_default),
            ..Sheet::default()
        };
        if self.levels.is_some() && !rules.has_levels(&sheet) {
            return Err(QuickAddError::Levels(LevelsError::NoLevels));
        }
        self.phrases.extend(self.gear);
        Ok(CombatantDraft {
            count: self.count.unwrap_or(1),
            name,
            side: self.tags.side,
            hidden: self.tags.hidden,
            reveals_on_action: self.tags.reveals_on_action,
            sheet,
            gear: self.phrases,
        })
    }
}
