//! Which names look alike, so that no person at a table can pass for another.
//!
//! Only the server asks: the tables this needs are large, and browsers need not download them.

use unicode_normalization::UnicodeNormalization as _;
use unicode_security::confusable_detection::skeleton;

use crate::seat::Role;
use crate::text::{MAX_NAME, Name, TextError};

/// A name reduced to how it looks. What cannot be seen is gone (joiners, variation selectors),
/// full-width and other styled letters are plain ones, and every letter is the one that stands for
/// all that look like it, by the confusables table of Unicode's Technical Standard 39.
///
/// Letter case makes three reductions of it. One alone would miss something: `lan` looks like `Ian`
/// as it is written, `ian` is the same name in small letters, and Cyrillic `ЅАМ` looks like `SAM`,
/// which is `Sam`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Likeness([String; 3]);

impl Likeness {
    /// How a name looks.
    ///
    /// # Errors
    /// [`TextError::Unseen`] when there is nothing to look at.
    pub fn of(name: &Name) -> Result<Self, TextError> {
        let plain: String = name.as_str().nfkc().collect();
        let as_written: String = skeleton(&plain).collect();
        if as_written.trim().is_empty() {
            return Err(TextError::Unseen);
        }
        let small = |text: &str| -> String { skeleton(&folded(text)).collect() };
        Ok(Self([
            as_written,
            small(&plain),
            small(&capitals_kept(&plain)),
        ]))
    }

    /// Whether two names look alike.
    #[must_use]
    pub fn is_like(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(mine, own)| mine == own)
    }

    /// The reductions. Two names look alike when two in the same place are equal.
    #[must_use]
    pub fn reductions(&self) -> &[String; 3] {
        &self.0
    }
}

/// Without letter case. Raised first, because some letters are one only in capitals.
fn folded(text: &str) -> String {
    text.to_uppercase().to_lowercase()
}

/// Every letter as the one it looks like, but a capital that looks like a small L (which is a
/// capital I, in whatever script) stays a capital I: otherwise Ian would be Lan.
fn capitals_kept(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    for c in text.chars() {
        let mut bytes = [0; 4];
        let looks: String = skeleton(c.encode_utf8(&mut bytes)).collect();
        kept.push_str(if c.is_uppercase() && looks == "l" {
            "I"
        } else {
            &looks
        });
    }
    kept
}

/// A name as it is heard: without what stands in brackets, without signs and spaces, and with letters for the figures
/// within a word. `Sam.`, `S a m`, `5am` and `Sam (the real one)` are `Sam`; `Ana 2` stays another than `Ana`.
///
/// It is compared beside the reductions above and not kept: those stand in stores of earlier releases.
fn heard(name: &Name) -> Option<Likeness> {
    let plain: String = name.as_str().nfkc().collect();
    let words = unbracketed(&plain);
    let words = words.split_whitespace().map(spelled_out);
    let heard: String = words.collect::<String>().chars().filter(is_heard).collect();
    Likeness::of(&Name::new(&heard).ok()?).ok()
}

/// A text without what stands in brackets, unless nothing else does.
fn unbracketed(text: &str) -> String {
    let mut depth = 0_u32;
    let mut outside = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '(' | '[' | '{' => depth = depth.saturating_add(1),
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            c if depth == 0 => outside.push(c),
            _ => {}
        }
    }
    if outside.chars().any(|c| is_heard(&c)) {
        outside
    } else {
        text.to_owned()
    }
}

/// A word with letters for the figures that have a letter behind them: those at its end are a number.
fn spelled_out(word: &str) -> String {
    let last = word.char_indices().rfind(|(_, c)| c.is_alphabetic());
    let letter = |(at, c)| match c {
        _ if last.is_none_or(|(last, _)| at > last) => c,
        '0' => 'o',
        '1' => 'l',
        '2' => 'z',
        '3' => 'e',
        '4' | '@' => 'a',
        '5' | '$' => 's',
        '7' => 't',
        '8' => 'b',
        '9' => 'g',
        c => c,
    };
    word.char_indices().map(letter).collect()
}

/// Whether a character is more than a sign between others.
fn is_heard(c: &char) -> bool {
    let sign = matches!(*c, '\u{a1}'..='\u{bf}' | '\u{2000}'..='\u{206f}' | '\u{2e00}'..='\u{2e7f}' | '\u{3000}'..='\u{303f}');
    c.is_alphanumeric() || !(c.is_ascii() || sign)
}

/// Names that say who runs the table, wherever they stand in another …
const RUNS_THE_TABLE: [&str; 2] = ["storyteller", "gamemaster"];
/// … and those that say so alone, or in capitals beside another.
const FOR_SHORT: [&str; 4] = ["st", "gm", "dm", "narrator"];

/// Whether somebody of this role would pass for the storyteller by this name.
#[must_use]
pub fn passes_for_storyteller(name: &Name, role: Role) -> bool {
    if role == Role::Storyteller {
        return false;
    }
    let reduced = |text: &str| heard(&Name::new(text).ok()?);
    // In brackets, too.
    let whole: String = name
        .as_str()
        .nfkc()
        .map(|c| if is_heard(&c) { c } else { ' ' })
        .collect();
    let joined: String = whole.split_whitespace().map(spelled_out).collect();
    let (Some(all), short) = (reduced(&joined), |text: &str| FOR_SHORT.contains(&text)) else {
        return false;
    };
    let is_within = |word: &str| {
        reduced(word).is_some_and(|word| {
            let pairs = word.0.iter().zip(&all.0);
            pairs
                .into_iter()
                .any(|(word, all)| all.contains(word.as_str()))
        })
    };
    let alone = FOR_SHORT
        .iter()
        .filter_map(|word| reduced(word))
        .any(|word| word.is_like(&all));
    let beside = whole
        .split_whitespace()
        .any(|word| word.chars().all(char::is_uppercase) && short(&word.to_lowercase()));
    alone || beside || RUNS_THE_TABLE.iter().any(|word| is_within(word))
}

/// Whether a name looks like one of those others have, or is heard as one. Others' names that cannot be seen are like
/// no other.
///
/// # Errors
/// [`TextError::Unseen`] when there is nothing to look at.
pub fn is_taken<'a>(
    name: &Name,
    others: impl IntoIterator<Item = &'a Name>,
) -> Result<bool, TextError> {
    let wanted = Likeness::of(name)?;
    let as_heard = heard(name);
    Ok(others.into_iter().any(|other| {
        let seen = Likeness::of(other).is_ok_and(|other| wanted.is_like(&other));
        let pair = as_heard.as_ref().zip(heard(other));
        seen || pair.is_some_and(|(mine, own)| mine.is_like(&own))
    }))
}

/// The same name with a number behind it, so that it looks like none of the others'.
#[must_use]
pub fn told_apart<'a>(name: &Name, others: impl IntoIterator<Item = &'a Name> + Clone) -> Name {
    let numbered = |number: u32| {
        let number = number.to_string();
        let room = MAX_NAME - 1 - number.len();
        let shortened: String = name.as_str().chars().take(room).collect();
        Name::new(&format!("{shortened} {number}")).ok()
    };
    let free = |name: &Name| is_taken(name, others.clone()) == Ok(false);
    // Some number is free: there are fewer others than numbers.
    (2..=u32::MAX)
        .filter_map(numbered)
        .find(free)
        .unwrap_or_else(|| name.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn like(one: &str, other: &str) -> Option<bool> {
        let name = |text| Likeness::of(&Name::new(text).ok()?).ok();
        let (one, other) = (name(one)?, name(other)?);
        assert_eq!(one.is_like(&other), other.is_like(&one));
        Some(one.is_like(&other))
    }

    #[test]
    fn what_looks_alike_is_alike() {
        for (one, other) in [
            ("Sam", "Sam"),
            ("Sam", "sam"),
            ("Sam", "SAM"),
            // Not to be seen: joiners and variation selectors.
            ("Sam", "Sa\u{200c}m"),
            ("Sam", "Sam\u{200d}"),
            ("Sam", "Sam\u{fe0f}"),
            // Full-width, bold, script.
            ("Sam", "Ｓａｍ"),
            ("Sam", "𝐒𝐚𝐦"),
            ("Sam", "𝒮𝒶𝓂"),
            // Cyrillic and Greek.
            ("Sam", "Ѕаm"),
            ("Sam", "ЅАМ"),
            ("SIM", "ЅІМ"),
            ("Sim", "ЅІМ"),
            ("Anna", "Αnnа"),
            // The same letters, put together otherwise.
            ("Žofie", "Z\u{30c}ofie"),
            // Letters and figures.
            ("Ian", "lan"),
            ("Ian", "1an"),
            ("Oscar", "0scar"),
            ("Mark", "rnark"),
            // One name in small letters and in capitals, whatever the script.
            ("Straße", "STRASSE"),
            ("Νίκος", "νίκος"),
            ("Νίκος", "ΝΊΚΟΣ"),
            ("Иван", "ИВАН"),
        ] {
            assert_eq!(like(one, other), Some(true), "{one} {other}");
        }
    }

    #[test]
    fn names_of_different_people_are_different() {
        for (one, other) in [
            ("Ana", "Anna"),
            ("Ian", "Lan"),
            ("Lisa", "Ilsa"),
            ("Iida", "Lida"),
            ("Sam", "Sám"),
            ("Sam", "Pam"),
            ("Ana", "Ana 2"),
            ("Иван", "Ivan"),
            ("👩", "👨"),
        ] {
            assert_eq!(like(one, other), Some(false), "{one} {other}");
        }
    }

    #[test]
    fn what_is_heard_as_anothers_name_is_taken() -> Result<(), TextError> {
        let taken = |one: &str, other: &str| {
            let (one, other) = (Name::new(one)?, Name::new(other)?);
            assert_eq!(is_taken(&one, [&other]), is_taken(&other, [&one]));
            is_taken(&one, [&other])
        };
        for other in [
            "Sam.",
            "5am",
            "S4m",
            "$am",
            "S a m",
            "-Sam-",
            "*Sam*",
            "“Sam”",
            "Sam (storyteller)",
            "Sam [2]",
            "(Sam)",
            "SAM!",
            "5АМ",
            "Sam…",
            "·Sam",
        ] {
            assert_eq!(taken("Sam", other), Ok(true), "{other}");
        }
        for (one, other) in [
            ("Ana", "Ana 2"),
            ("Ana", "Ana2"),
            ("Ana 2", "Ana 3"),
            ("Sam", "Sam S."),
            ("Sam", "Sám"),
            ("👩", "👨"),
            ("!", "?"),
            ("7", "8"),
            ("Jo (Anna)", "Anna"),
        ] {
            assert_eq!(taken(one, other), Ok(false), "{one} {other}");
        }
        Ok(())
    }

    #[test]
    fn nobody_passes_for_the_storyteller() -> Result<(), TextError> {
        for name in [
            "Storyteller",
            "storyteller",
            "The Storyteller",
            "5toryteller",
            "Story Teller",
            "Ѕtоrуtеllеr",
            "Co-Storyteller",
            "ST",
            "st",
            "S.T.",
            "GM",
            "Sam (ST)",
            "Sam [GM]",
            "Sam ST",
            "Sam (storyteller)",
            "Game Master",
            "Narrator",
        ] {
            let name = Name::new(name)?;
            assert!(passes_for_storyteller(&name, Role::Player), "{name}");
            assert!(passes_for_storyteller(&name, Role::Spectator), "{name}");
            assert!(!passes_for_storyteller(&name, Role::Storyteller), "{name}");
        }
        for name in [
            "Sam",
            "Stan",
            "Ana St Clair",
            "Dmitri",
            "Steve",
            "Gmelin",
            "Story",
            "Mr. T",
            "👩",
            "7",
            "!",
        ] {
            let name = Name::new(name)?;
            assert!(!passes_for_storyteller(&name, Role::Player), "{name}");
        }
        Ok(())
    }

    #[test]
    fn what_cannot_be_seen_is_no_name() {
        for unseen in ["\u{200d}", "\u{200c}\u{200d}", "\u{fe0f}"] {
            let name = Name::new(unseen).map(|name| Likeness::of(&name));
            assert_eq!(name, Ok(Err(TextError::Unseen)), "{unseen:?}");
        }
    }

    #[test]
    fn a_number_tells_namesakes_apart() -> Result<(), TextError> {
        let names = ["Ana", "ANA 2", "Ben"].map(Name::new);
        let names: Vec<Name> = names.into_iter().collect::<Result<_, _>>()?;
        assert_eq!(is_taken(&Name::new("ana")?, &names), Ok(true));
        assert_eq!(told_apart(&Name::new("ana")?, &names).as_str(), "ana 3");
        let long = Name::new(&"x".repeat(MAX_NAME))?;
        let apart = told_apart(&long, [&long]);
        assert_eq!(apart.as_str(), format!("{} 2", "x".repeat(MAX_NAME - 2)));
        Ok(())
    }
}
