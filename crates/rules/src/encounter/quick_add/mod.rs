//! Quick-add lines, which add combatants to the bench: `3x ghoul dex 3 comp 2 stam 2 size 5`.
//!
//! ```text
//! text  = line {newline line}
//! line  = [bullet] [count] name {levels | pair | word | item} ["with" items]
//!       | more about the combatant of the line before, which begins with a pair
//! count = N times | times N | N, before the name; times N, "(" N ")" or N times behind it
//! levels = ("health" | "levels") (N | cost {"," cost} ",out"), where health has levels
//! pair  = trait [link] N | traitN; N is a number, or dots: ●●●○○
//! link  = ":" | "=" | "|" | a dash | an arrow | "(" | a tab
//! word  = a kind of creature | "pc" | "foe" | "hidden" | "lurking"
//! items = item {[","] item}
//! item  = the key or the title of a row of the system's charts
//! ```
//!
//! Only the server knows the charts: a line is read without them, and words that may name an item are kept as written
//! for [`decide`](super::decide()) to find. Commas, brackets and dashes may separate the parts of a line. A word that
//! is not understood is refused by name and never becomes part of a combatant's name.

mod behind;
mod counts;
mod draft;
mod lexer;
mod line;
mod name;
mod sheet_values;
mod spelling;
mod tags;

use self::behind::SplitLine;
use self::draft::DraftBuilder;
pub use self::line::{CombatantDraft, QuickAddError};
pub(super) use self::spelling::{known_words, nearest_word};
use super::limits::{MAX_COMBATANTS_PER_LINE, MAX_QUICK_ADD_LINE, MAX_QUICK_ADD_TEXT};
use crate::ruleset::ClientRules;

/// Reads one line, or several lines about one combatant, in the words of a rule system.
///
/// # Errors
/// [`QuickAddError`] tells what is wrong with it; nothing is guessed.
pub fn read(line: &str, rules: &dyn ClientRules) -> Result<CombatantDraft, QuickAddError> {
    let mut drafts = read_all(line, rules)?;
    match (drafts.pop(), drafts.is_empty()) {
        (Some(draft), true) => Ok(draft),
        _ => Err(QuickAddError::TooMany),
    }
}

/// Reads a text whose lines each add combatants or say more about those of the line before.
///
/// # Errors
/// [`QuickAddError`] tells what is wrong and with which line; nothing is guessed.
pub fn read_all(text: &str, rules: &dyn ClientRules) -> Result<Vec<CombatantDraft>, QuickAddError> {
    if text.trim().is_empty() {
        return Err(QuickAddError::NoName);
    }
    read_drafts(text, rules)
}

/// Reads a text that is not empty. Kept as a separate function in the browser, where a page that starts with an
/// empty line does not need it.
#[inline(never)]
fn read_drafts(text: &str, rules: &dyn ClientRules) -> Result<Vec<CombatantDraft>, QuickAddError> {
    if text.chars().count() > MAX_QUICK_ADD_TEXT {
        return Err(match text.contains('\n') {
            true => QuickAddError::TooMany,
            false => QuickAddError::TooLong,
        });
    }
    let lines = lexer::nonempty_lines(text);
    let of_line = |line: u32, error: QuickAddError| match lines.len() {
        1 => error,
        _ => QuickAddError::Nth {
            line,
            error: Box::new(error),
        },
    };
    let mut drafts: Vec<(u32, DraftBuilder<'_>)> = Vec::new();
    for (no, line) in (1..).zip(&lines) {
        let read = match SplitLine::split(line, rules) {
            _ if line.chars().count() > MAX_QUICK_ADD_LINE => Err(QuickAddError::TooLong),
            Ok(line) => match drafts.last_mut() {
                Some((_, before)) if sheet_values::continues_combatant(&line.pieces, rules) => {
                    before.read_continuation(line, rules)
                }
                _ => {
                    DraftBuilder::read_first_line(line, rules).map(|draft| drafts.push((no, draft)))
                }
            },
            Err(error) => Err(error),
        };
        read.map_err(|error| of_line(no, error))?;
    }
    let drafts = drafts.into_iter().map(|(no, draft)| {
        let draft = draft.build(rules);
        draft.map_err(|error| of_line(no, error))
    });
    let drafts: Vec<CombatantDraft> = drafts.collect::<Result<_, _>>()?;
    let all = drafts.iter().map(|draft| draft.count);
    match all.fold(0_u32, u32::saturating_add) {
        0 => Err(QuickAddError::NoName),
        1..=MAX_COMBATANTS_PER_LINE => Ok(drafts),
        _ => Err(QuickAddError::TooMany),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::text::TextError;
    use crate::character::track::LevelsError;
    use crate::encounter::combatant::Side;
    use crate::ruleset::SystemId;

    type Expected<'a> = (u32, &'a str, &'a [(&'a str, i32)]);

    fn check(line: &str, expected: Result<Expected<'_>, QuickAddError>) {
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

    /// Returns the levels that a line sets, in the form in which they are read again; `None` for the usual
    /// seven.
    fn levels_in(line: &str) -> Result<Option<String>, QuickAddError> {
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
            assert_eq!(levels_in(line), Err(QuickAddError::Levels(why)), "{line}");
        }
        let title = String::from(SystemId::Crossover.rules().facts().vocabulary.health);
        let twice = QuickAddError::Twice {
            title: title.clone(),
        };
        assert_eq!(levels_in("Ogre health 8 levels 9"), Err(twice));
        assert_eq!(
            levels_in("Ogre dex 2 health many"),
            Err(QuickAddError::NoNumber { title })
        );
    }

    #[test]
    fn bad_lines_say_what_is_wrong() {
        let title = |title: &str| title.to_owned();
        check("", Err(QuickAddError::NoName));
        check("3x", Err(QuickAddError::NoName));
        check("0x ghoul", Err(QuickAddError::Count));
        check("99999999999999999999x ghoul", Err(QuickAddError::Count));
        check(
            "ghoul dex",
            Err(QuickAddError::NoNumber {
                title: title("Dexterity"),
            }),
        );
        check(
            "ghoul dex three",
            Err(QuickAddError::NoNumber {
                title: title("Dexterity"),
            }),
        );
        check(
            "ghoul dex 3 frumiousness 4",
            Err(QuickAddError::UnknownWord {
                word: title("frumiousness"),
            }),
        );
        for line in ["Q frumiousness 2 dex 3", "Q frumiousness 2"] {
            let word = title("frumiousness");
            check(line, Err(QuickAddError::UnknownWord { word }));
        }
        check(
            "ghoul dex 3 dex 4",
            Err(QuickAddError::Twice {
                title: title("Dexterity"),
            }),
        );
        check(
            "ghoul size 2000000000",
            Err(QuickAddError::OutOfRange {
                title: title("Size"),
                min: 0,
                max: 30,
            }),
        );
        check(
            "gh\u{202e}oul dex 3",
            Err(QuickAddError::Name(TextError::Unseen)),
        );
        check(
            &"x".repeat(MAX_QUICK_ADD_LINE + 1),
            Err(QuickAddError::TooLong),
        );
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
        let unknown = |word: &str| Err(QuickAddError::UnknownWord { word: word.into() });
        assert_eq!(gear("ghoul dex 3 with"), unknown("with"));
        assert_eq!(gear("ghoul dex 3 with ,"), unknown("with"));
        let misspelled = |word: &str, meant: &str| {
            Err(QuickAddError::Misspelled {
                word: word.into(),
                meant: meant.into(),
            })
        };
        let strength = misspelled("strenth", "strength");
        assert_eq!(gear("ghoul dex 3 strenth 4"), strength);
        assert_eq!(gear("ghoul dex 3 strenth=4"), strength);
        assert_eq!(gear("ghoul dex 3 4"), unknown("4"));
        let beyond = gear("ghoul dex 3 knife size 99");
        assert!(matches!(beyond, Err(QuickAddError::OutOfRange { .. })));
    }
}
