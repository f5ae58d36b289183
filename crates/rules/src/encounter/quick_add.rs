//! One line that puts combatants on the bench: `3x ghoul dex 3 comp 2 stam 2 size 5`.
//!
//! ```text
//! line  = [count] name {levels | pair | word | item} ["with" items]
//! count = N "x" | "x" N | N "×"
//! levels = ("health" | "levels") (N | cost {"," cost} ",out"), where health has levels
//! pair  = trait N | trait"="N | trait":"N | traitN
//! word  = a kind of creature | "pc" | "foe" | "hidden" | "lurking"
//! items = item {[","] item}
//! item  = the key or the title of a row of the system's charts
//! ```
//!
//! Which rows there are, only the server knows: a line is read without them, and words that may
//! name an item are kept as they were written, for [`decide`](super::decide()) to find.

use serde::{Deserialize, Serialize};

use super::combatant::Side;
use super::limits::{MAX_LINE, MAX_PER_LINE};
use crate::sheet::{Sheet, TraitSpec};
use crate::sorted::Map;
use crate::system::Look;
use crate::text::{Name, TextError};
use crate::track::{LevelCosts, LevelsError};

/// What a line asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    /// How many alike.
    pub count: u32,
    /// Their name, first letter raised.
    pub name: Name,
    /// Their side, when the line says.
    pub side: Option<Side>,
    /// Whether the line says `hidden`, or `lurking`.
    pub hidden: bool,
    /// Whether the line says `lurking`: hidden until the first action.
    pub lurks: bool,
    /// Their numbers.
    pub sheet: Sheet,
    /// Words that must name items, as written: each entry is one item or several.
    pub gear: Vec<String>,
}

/// Why a line cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LineError {
    /// There is no name in it.
    #[error("begin with a name, such as “3x ghoul dex 3 size 5”")]
    NoName,
    /// Longer than [`MAX_LINE`] characters.
    #[error("that line is longer than {MAX_LINE} characters")]
    TooLong,
    /// None, or more than [`MAX_PER_LINE`].
    #[error("one line makes 1 to {MAX_PER_LINE}")]
    Count,
    /// A word that is neither trait nor kind nor item, behind the first trait or with a number
    /// behind it.
    #[error("“{word}” is not a trait or an item of this system")]
    UnknownWord {
        /// The word.
        word: String,
    },
    /// A trait without a number.
    #[error("{title} needs a number after it")]
    NoNumber {
        /// The trait.
        title: String,
    },
    /// A number that makes no sense for the trait.
    #[error("{title} goes from {min} to {max}")]
    OutOfRange {
        /// The trait.
        title: String,
        /// The least value.
        min: i32,
        /// The greatest value.
        max: i32,
    },
    /// The same trait again.
    #[error("{title} is there twice")]
    Twice {
        /// The trait.
        title: String,
    },
    /// The levels cannot be so.
    #[error("{0}")]
    Levels(LevelsError),
    /// The name cannot be shown.
    #[error("{0}")]
    Name(TextError),
}

/// Reads a line by the words of a rule system.
///
/// # Errors
/// [`LineError`] says what is wrong with it; nothing is guessed.
pub fn read(line: &str, rules: &dyn Look) -> Result<Draft, LineError> {
    if line.chars().count() > MAX_LINE {
        return Err(LineError::TooLong);
    }
    let words: Vec<&str> = line.split_whitespace().collect();
    let (count, words) = match words.split_first() {
        Some((first, rest)) => match count(first) {
            Some(count) => (count?, rest),
            None => (1, &words[..]),
        },
        None => return Err(LineError::NoName),
    };
    read_draft(count, words, rules)
}

/// Reads a line of which the count is read already. A function of its own in the browser, too, where a
/// page that wakes with an empty line does not need it.
#[inline(never)]
fn read_draft(count: u32, words: &[&str], rules: &dyn Look) -> Result<Draft, LineError> {
    let (words, mut gear) = armed(words)?;
    // The whole word of a trait without a number may end a name: "rat of unusual size".
    let begins = |at: &usize| match said(&words[*at..], rules) {
        Some(Err(LineError::NoNumber { .. })) if is_of_levels(words[*at], rules) => false,
        Some(Err(LineError::NoNumber { .. })) => {
            let whole = |word: &str| rules.traits().iter().any(|spec| spec.key == word);
            *at < 2 || !whole(&words[*at].to_ascii_lowercase())
        }
        found => found.is_some(),
    };
    let found = (1..words.len()).find(begins);
    let name_length = found.unwrap_or(words.len());
    let (mut name, rest) = words.split_at(name_length);
    if let Some(word) = not_a_trait(name) {
        return Err(LineError::UnknownWord { word });
    }

    let mut draft = Tags::default();
    let mut named = Vec::new();
    while let [shorter @ .., last] = name {
        if shorter.is_empty() || !draft.take(last, rules) {
            break;
        }
        name = shorter;
    }
    let mut traits = Map::new();
    let mut levels = None;
    let mut rest = rest;
    while let Some(word) = rest.first() {
        // "leather armor": a trait without a number goes on with what an item is called.
        let in_item = matches!(named.last(), Some(Some(_)));
        let goes_on = |read: &Result<_, LineError>| {
            in_item && matches!(read, Err(LineError::NoNumber { .. }))
        };
        if let Some(read) = said(rest, rules).filter(|read| !goes_on(read)) {
            let (said, used) = read?;
            let (title, twice) = match said {
                Said::Trait(spec, value) => {
                    let before = traits.insert(spec.key.to_owned(), value);
                    (spec.title, before.is_some())
                }
                Said::Levels(costs) => (rules.speech().health, levels.replace(costs).is_some()),
            };
            if twice {
                let title = title.to_owned();
                return Err(LineError::Twice { title });
            }
            named.push(None);
            rest = rest.get(used..).unwrap_or_default();
            continue;
        }
        let bare = word.trim_end_matches(',');
        if draft.take(bare, rules) {
            named.push(None);
        } else if may_be_item(bare, rest.get(1).copied()) {
            named.push(Some(bare));
            named.extend((bare != *word).then_some(None));
        } else {
            return Err(LineError::UnknownWord {
                word: bare.to_owned(),
            });
        }
        rest = rest.get(1..).unwrap_or_default();
    }
    let phrases = named.split(Option::is_none);
    let phrases = phrases.map(|words| words.iter().copied().flatten().collect::<Vec<_>>());
    let phrases = phrases.filter(|words| !words.is_empty());
    gear.splice(0..0, phrases.map(|words| words.join(" ")));
    // `3x ghoul` is three of that kind, by that name.
    if let ([word], None) = (name, &draft.kind) {
        draft.take_kind(word, rules);
    }
    let name = match Name::new(&name.join(" ")) {
        Ok(name) => name.capitalised(),
        Err(TextError::Empty) => return Err(LineError::NoName),
        Err(error) => return Err(LineError::Name(error)),
    };
    let sheet = Sheet {
        kind: draft.kind,
        traits,
        levels: levels.and_then(LevelCosts::written),
        ..Sheet::default()
    };
    if levels.is_some() && !rules.has_levels(&sheet) {
        return Err(LineError::Levels(LevelsError::NoLevels));
    }
    Ok(Draft {
        count,
        name,
        side: draft.side,
        hidden: draft.hidden,
        lurks: draft.lurks,
        sheet,
        gear,
    })
}

/// The words before "with", and what is named behind it, between commas. A line does not begin
/// with it.
fn armed<'a>(words: &'a [&'a str]) -> Result<(&'a [&'a str], Vec<String>), LineError> {
    let is_with = |word: &&str| word.eq_ignore_ascii_case("with");
    let Some(at) = words.iter().skip(1).position(is_with) else {
        return Ok((words, Vec::new()));
    };
    let (words, behind) = words.split_at(at + 1);
    let (with, behind) = behind.split_first().unwrap_or((&"with", &[]));
    let behind = behind.join(" ");
    let phrases = behind.split(',').map(|phrase| phrase.trim().to_owned());
    let phrases: Vec<String> = phrases.filter(|phrase| !phrase.is_empty()).collect();
    match phrases.is_empty() {
        true => Err(LineError::UnknownWord {
            word: (*with).to_owned(),
        }),
        false => Ok((words, phrases)),
    }
}

/// Whether a word that these rules do not know may name an item: not one that was meant as a
/// trait, with a number behind it or glued to it.
fn may_be_item(word: &str, next: Option<&str>) -> bool {
    let number = |word: &str| word.trim_end_matches(',').parse::<i32>().is_ok();
    !number(word) && !word.contains(['=', ':']) && !next.is_some_and(number)
}

/// A word of a name with a number behind it: a trait was meant, and this system has none
/// of that name. "Agent 47" is a name.
fn not_a_trait(name: &[&str]) -> Option<String> {
    let number = |word: &str| word.parse::<i32>().is_ok();
    let mut pairs = name.windows(2).skip(1);
    let pair = pairs.find(|pair| !number(pair[0]) && number(pair[1]))?;
    Some(pair[0].to_owned())
}

/// Words that stand alone.
#[derive(Default)]
struct Tags {
    kind: Option<String>,
    side: Option<Side>,
    hidden: bool,
    lurks: bool,
}

impl Tags {
    /// Takes a word that names a kind; `false` when it names none.
    fn take_kind(&mut self, word: &str, rules: &dyn Look) -> bool {
        let word = word.to_ascii_lowercase();
        let kind = rules.kinds().iter().find(|kind| kind.key == word);
        self.kind = kind.map(|kind| kind.key.to_owned()).or(self.kind.take());
        kind.is_some()
    }

    /// Takes a word; `false` when it means nothing here.
    fn take(&mut self, word: &str, rules: &dyn Look) -> bool {
        if self.take_kind(word, rules) {
            return true;
        }
        let word = word.to_ascii_lowercase();
        match word.as_str() {
            "pc" => self.side = Some(Side::Character),
            "foe" | "npc" => self.side = Some(Side::Foe),
            "hidden" => self.hidden = true,
            "lurking" => (self.hidden, self.lurks) = (true, true),
            _ => return false,
        }
        true
    }
}

/// `3x`, `x3`, `3×`; `None` when the word is no count at all.
fn count(word: &str) -> Option<Result<u32, LineError>> {
    let lower = word.to_ascii_lowercase();
    let digits = lower
        .strip_suffix(['x', '×'])
        .or_else(|| lower.strip_prefix('x'))?;
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let count = digits
        .parse()
        .ok()
        .filter(|count| (1..=MAX_PER_LINE).contains(count));
    Some(count.ok_or(LineError::Count))
}

/// What a line says of a sheet with a number.
enum Said<'a> {
    Trait(&'a TraitSpec, i32),
    Levels(LevelCosts),
}

/// Levels or a trait with its number at the head of `words`, and how many words that takes.
fn said<'a>(words: &[&str], rules: &'a dyn Look) -> Option<Result<(Said<'a>, usize), LineError>> {
    let said = |(spec, value, used)| (Said::Trait(spec, value), used);
    levels(words, rules).or_else(|| Some(pair(words, rules)?.map(said)))
}

/// The text glued to a word for levels, empty where there is none; `None` for another word.
fn levels_behind(word: &str) -> Option<&str> {
    let keys = ["health", "levels"].into_iter();
    let mut behind = keys.filter_map(|key| {
        let (head, behind) = word.split_at_checked(key.len())?;
        head.eq_ignore_ascii_case(key).then_some(behind)
    });
    let number =
        |behind: &&str| behind.starts_with(|c: char| c.is_ascii_digit() || "=:".contains(c));
    behind.find(|behind| behind.is_empty() || number(behind))
}

/// Whether a word means levels where health has them.
fn is_of_levels(word: &str, rules: &dyn Look) -> bool {
    levels_behind(word).is_some() && rules.has_levels(&Sheet::default())
}

/// Levels at the head of `words`, and how many words they take: costs may go on behind a comma.
fn levels<'a>(words: &[&str], rules: &dyn Look) -> Option<Result<(Said<'a>, usize), LineError>> {
    let word = words.first().filter(|word| is_of_levels(word, rules))?;
    let (mut text, mut used) = match levels_behind(word)?.trim_start_matches(['=', ':']) {
        "" => ((*words.get(1).unwrap_or(&"")).to_owned(), 2),
        glued => (glued.to_owned(), 1),
    };
    if used == 2 && !is_cost(&text) {
        let title = rules.speech().health.to_owned();
        return Some(Err(LineError::NoNumber { title }));
    }
    while let Some(next) = words
        .get(used)
        .filter(|next| text.ends_with(',') && is_cost(next))
    {
        text.push_str(next);
        used = used.saturating_add(1);
    }
    let costs = LevelCosts::read(text.trim_end_matches(','));
    Some(
        costs
            .map(|costs| (Said::Levels(costs), used))
            .map_err(LineError::Levels),
    )
}

/// Whether a word begins with what a level costs.
fn is_cost(word: &str) -> bool {
    let first = word.split(',').next().unwrap_or_default();
    first.eq_ignore_ascii_case("out") || first.replace('−', "-").parse::<i32>().is_ok()
}

/// A trait with its number at the head of `words`, and how many words it takes.
fn pair<'a>(
    words: &[&str],
    rules: &'a dyn Look,
) -> Option<Result<(&'a TraitSpec, i32, usize), LineError>> {
    let word = words.first()?.to_ascii_lowercase();
    let (key, glued) = match word.find(|c: char| c == '=' || c == ':' || c.is_ascii_digit()) {
        Some(at) => (
            word.get(..at)?,
            Some(word.get(at..)?.trim_start_matches(['=', ':'])),
        ),
        None => (word.as_str(), None),
    };
    let spec = rules
        .traits()
        .iter()
        .find(|spec| spec.key == key || spec.aliases.contains(&key))?;
    let title = || spec.title.to_owned();
    let (text, used) = match glued {
        Some(text) => (text, 1),
        None => match words.get(1) {
            Some(text) => (*text, 2),
            None => return Some(Err(LineError::NoNumber { title: title() })),
        },
    };
    let Ok(value) = text.trim_end_matches(',').parse::<i32>() else {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::SystemId;

    type Expected<'a> = (u32, &'a str, &'a [(&'a str, i32)]);

    fn check(line: &str, expected: Result<Expected<'_>, LineError>) {
        let read = read(line, SystemId::Chronicle.rules());
        let read = read.map(|draft| {
            (
                draft.count,
                draft.name.to_string(),
                draft.sheet.traits.into_iter().collect::<Vec<_>>(),
            )
        });
        let expected = expected.map(|(count, name, traits)| {
            let mut traits: Vec<_> = traits.iter().map(|(k, v)| ((*k).to_owned(), *v)).collect();
            traits.sort();
            (count, name.to_owned(), traits)
        });
        assert_eq!(read, expected, "{line}");
    }

    #[test]
    fn lines_are_read() {
        check(
            "3x ghoul dex 3 comp 2 stam 2 size 5",
            Ok((
                3,
                "Ghoul",
                &[
                    ("dexterity", 3),
                    ("composure", 2),
                    ("stamina", 2),
                    ("size", 5),
                ],
            )),
        );
        check("The Bishop", Ok((1, "The Bishop", &[])));
        check(
            "x2 rat size=1 dex:4 stam1",
            Ok((2, "Rat", &[("size", 1), ("dexterity", 4), ("stamina", 1)])),
        );
        check("Agent 47 dex 5", Ok((1, "Agent 47", &[("dexterity", 5)])));
        check("Xavier dex 2", Ok((1, "Xavier", &[("dexterity", 2)])));
        let rat = "rat of unusual size dex 2";
        check(rat, Ok((1, "Rat of unusual size", &[("dexterity", 2)])));
        check("rat of unusual size", Ok((1, "Rat of unusual size", &[])));
        let sized = "rat of unusual size 2";
        check(sized, Ok((1, "Rat of unusual", &[("size", 2)])));
    }

    #[test]
    fn words_that_stand_alone() {
        let draft = read(
            "elder vampire dex 4 hidden foe",
            SystemId::Chronicle.rules(),
        );
        let draft = draft.expect("a good line");
        assert_eq!(draft.sheet.kind.as_deref(), Some("vampire"));
        assert_eq!(
            (draft.name.as_str(), draft.side, draft.hidden),
            ("Elder", Some(Side::Foe), true)
        );
        let named = read("vampire", SystemId::Chronicle.rules()).expect("a name");
        let kind = named.sheet.kind.as_deref();
        assert_eq!((named.name.as_str(), kind), ("Vampire", Some("vampire")));
        let risen = read("R risen corpus 8", SystemId::Crossover.rules()).expect("a kind");
        let kind = risen.sheet.kind.as_deref();
        assert_eq!((risen.name.as_str(), kind), ("R", Some("risen")));
        let other = read("ghoul vampire dex 2", SystemId::Masquerade.rules()).expect("a name");
        let kind = other.sheet.kind.as_deref();
        assert_eq!((other.name.as_str(), kind), ("Ghoul", Some("vampire")));
    }

    /// What a line says of levels: the costs as they are read again, nothing of the usual seven.
    fn levels_in(line: &str) -> Result<Option<String>, LineError> {
        let read = read(line, SystemId::Crossover.rules());
        read.map(|draft| draft.sheet.levels.map(|costs| costs.to_string()))
    }

    #[test]
    fn levels_are_read_where_health_has_them() {
        let costs = |text: &str| Ok(Some(text.to_owned()));
        for line in ["Ana Health 7", "Ana levels 0,-1,-1,-2,-2,-5,out", "Ana"] {
            assert_eq!(levels_in(line), Ok(None), "{line}");
        }
        for line in [
            "Ogre health 8",
            "Ogre levels=8",
            "Ogre health:8",
            "Ogre Health8 dex 3",
        ] {
            assert_eq!(levels_in(line), costs("0,0,−1,−1,−2,−2,−5,out"), "{line}");
        }
        for line in [
            "Imp levels 0,-2,out",
            "Imp levels 0, -2, OUT",
            "Imp levels 0,−2,out dex 3",
        ] {
            assert_eq!(levels_in(line), costs("0,−2,out"), "{line}");
        }
        assert_eq!(levels_in("Mook levels 1"), costs("out"));
    }

    #[test]
    fn levels_that_cannot_be_say_why() {
        for (line, why) in [
            ("Ogre health 0", LevelsError::Count),
            ("Ogre health 21", LevelsError::Count),
            ("Ogre levels 0,-21,out", LevelsError::Cost),
            ("Ogre levels 1,0,out", LevelsError::Cost),
            ("Ogre levels 0,-2,-1,out", LevelsError::Rising),
            ("Ogre levels 0,out,-1", LevelsError::NoOut),
            ("Ogre levels 0,out,-1,out", LevelsError::OutInside),
            ("Ogre levels 0,-1", LevelsError::NoOut),
            ("Ghost wraith health 8", LevelsError::NoLevels),
        ] {
            assert_eq!(levels_in(line), Err(LineError::Levels(why)), "{line}");
        }
        let title = SystemId::Crossover.rules().speech().health.to_owned();
        let twice = LineError::Twice {
            title: title.clone(),
        };
        assert_eq!(levels_in("Ogre health 8 levels 9"), Err(twice));
        assert_eq!(
            levels_in("Ogre dex 2 health many"),
            Err(LineError::NoNumber { title })
        );
    }

    #[test]
    fn bad_lines_say_what_is_wrong() {
        let title = |title: &str| title.to_owned();
        check("", Err(LineError::NoName));
        check("3x", Err(LineError::NoName));
        check("0x ghoul", Err(LineError::Count));
        check("99999999999999999999x ghoul", Err(LineError::Count));
        check(
            "ghoul dex",
            Err(LineError::NoNumber {
                title: title("Dexterity"),
            }),
        );
        check(
            "ghoul dex three",
            Err(LineError::NoNumber {
                title: title("Dexterity"),
            }),
        );
        check(
            "ghoul dex 3 frumiousness 4",
            Err(LineError::UnknownWord {
                word: title("frumiousness"),
            }),
        );
        for line in ["Q frumiousness 2 dex 3", "Q frumiousness 2"] {
            let word = title("frumiousness");
            check(line, Err(LineError::UnknownWord { word }));
        }
        check(
            "ghoul dex 3 dex 4",
            Err(LineError::Twice {
                title: title("Dexterity"),
            }),
        );
        check(
            "ghoul size 2000000000",
            Err(LineError::OutOfRange {
                title: title("Size"),
                min: 0,
                max: 30,
            }),
        );
        check(
            "gh\u{202e}oul dex 3",
            Err(LineError::Name(TextError::Unseen)),
        );
        check(&"x".repeat(MAX_LINE + 1), Err(LineError::TooLong));
    }

    #[test]
    fn gear_is_kept_as_it_was_written() {
        let gear = |line: &str| {
            let draft = read(line, SystemId::Chronicle.rules());
            draft.map(|draft| (draft.name.to_string(), draft.gear.join(" | ")))
        };
        for (line, name, expected) in [
            ("ghoul dex 3 odd size, stam 2", "Ghoul", "odd size"),
            (
                "ghoul dex 3 knife, leather jacket",
                "Ghoul",
                "knife | leather jacket",
            ),
            (
                "ghoul dex 3 knife leather jacket",
                "Ghoul",
                "knife leather jacket",
            ),
            ("ghoul dex 3, knife, stam 2 club", "Ghoul", "knife | club"),
            ("ghoul with knife", "Ghoul", "knife"),
            (
                "2x old ghoul vampire with knife, 9mm pistol",
                "Old ghoul",
                "knife | 9mm pistol",
            ),
            (
                "ghoul dex 3 club hidden with size 2 knife",
                "Ghoul",
                "club | size 2 knife",
            ),
            ("ghoul dex 3", "Ghoul", ""),
            ("With dex 3", "With", ""),
        ] {
            let expected = (name.to_owned(), expected.to_owned());
            assert_eq!(gear(line), Ok(expected), "{line}");
        }
        let unknown = |word: &str| Err(LineError::UnknownWord { word: word.into() });
        assert_eq!(gear("ghoul dex 3 with"), unknown("with"));
        assert_eq!(gear("ghoul dex 3 with ,"), unknown("with"));
        assert_eq!(gear("ghoul dex 3 strenth 4"), unknown("strenth"));
        assert_eq!(gear("ghoul dex 3 strenth=4"), unknown("strenth=4"));
        assert_eq!(gear("ghoul dex 3 4"), unknown("4"));
        let beyond = gear("ghoul dex 3 knife size 99");
        assert!(matches!(beyond, Err(LineError::OutOfRange { .. })));
    }
}
