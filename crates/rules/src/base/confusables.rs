//! Detects confusable names, so that no person at a table can impersonate another.
//!
//! Used by the server only: the Unicode tables are large, and browsers need not download them.

use unicode_normalization::UnicodeNormalization as _;
use unicode_security::confusable_detection::skeleton;

use crate::base::seat::Role;
use crate::base::text::{MAX_NAME, Name, TextError};

/// Visual skeleton of a name, used to compare names by appearance.
///
/// Invisible characters (joiners, variation selectors) are removed, full-width and other styled
/// letters become plain ones, and each letter becomes the representative of all that look like it,
/// following the confusables table of Unicode Technical Standard 39.
///
/// There are three skeletons because letter case matters: `lan` looks like `Ian` as written, `ian`
/// is the same name in small letters, and Cyrillic `ЅАМ` looks like `SAM`, which is `Sam`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameSkeleton([String; 3]);

impl NameSkeleton {
    /// Computes the skeletons of a name.
    ///
    /// # Errors
    /// [`TextError::Unseen`] if the name has no visible characters.
    pub fn from_name(name: &Name) -> Result<Self, TextError> {
        let plain: String = name.as_str().nfkc().collect();
        let as_written: String = skeleton(&plain).collect();
        if as_written.trim().is_empty() {
            return Err(TextError::Unseen);
        }
        let small = |text: &str| -> String { skeleton(&fold_case(text)).collect() };
        Ok(Self([
            as_written,
            small(&plain),
            small(&skeleton_keeping_capital_i(&plain)),
        ]))
    }

    /// Whether two names look so alike that a reader could confuse them.
    #[must_use]
    pub fn is_confusable_with(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(mine, own)| mine == own)
    }

    /// Returns the three skeletons; two names are confusable when skeletons at the same index are
    /// equal.
    #[must_use]
    pub fn skeletons(&self) -> &[String; 3] {
        &self.0
    }
}

/// Removes letter case; converts to upper case first, because some letters only coincide in capitals.
fn fold_case(text: &str) -> String {
    text.to_uppercase().to_lowercase()
}

/// Replaces each letter by its skeleton, but keeps a capital that looks like a small L as `I`,
/// whatever its script; otherwise Ian would be Lan.
fn skeleton_keeping_capital_i(text: &str) -> String {
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

/// Computes the skeleton of a name as spoken.
///
/// Ignores bracketed text, punctuation and spaces, and reads digits within a word as letters:
/// `Sam.`, `S a m`, `5am` and `Sam (the real one)` are all `Sam`, but `Ana 2` stays distinct from
/// `Ana`.
///
/// Compared in addition to the skeletons above and never stored: stores of earlier releases hold
/// those.
fn spoken_skeleton(name: &Name) -> Option<NameSkeleton> {
    let plain: String = name.as_str().nfkc().collect();
    let words = strip_brackets(&plain);
    let words = words.split_whitespace().map(replace_digits_with_letters);
    let heard: String = words
        .collect::<String>()
        .chars()
        .filter(is_pronounced)
        .collect();
    NameSkeleton::from_name(&Name::new(&heard).ok()?).ok()
}

/// Removes bracketed text, unless nothing else is left.
fn strip_brackets(text: &str) -> String {
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
    if outside.chars().any(|c| is_pronounced(&c)) {
        outside
    } else {
        text.to_owned()
    }
}

/// Replaces digits and signs within a word by similar letters; trailing digits stay a number.
fn replace_digits_with_letters(word: &str) -> String {
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

/// Whether a character is pronounced, unlike punctuation and spaces.
fn is_pronounced(c: &char) -> bool {
    let sign = matches!(*c, '\u{a1}'..='\u{bf}' | '\u{2000}'..='\u{206f}' | '\u{2e00}'..='\u{2e7f}' | '\u{3000}'..='\u{303f}');
    c.is_alphanumeric() || !(c.is_ascii() || sign)
}

/// Titles of the storyteller that may not occur anywhere in a player's name.
const STORYTELLER_NAMES: [&str; 2] = ["storyteller", "gamemaster"];
/// Short titles of the storyteller that may not be a whole name, or a capitalized word of one.
const STORYTELLER_ABBREVIATIONS: [&str; 4] = ["st", "gm", "dm", "narrator"];

/// Whether a person with this role would impersonate the storyteller by this name.
#[must_use]
pub fn impersonates_storyteller(name: &Name, role: Role) -> bool {
    if role == Role::Storyteller {
        return false;
    }
    let reduced = |text: &str| spoken_skeleton(&Name::new(text).ok()?);
    // Bracketed words count here.
    let whole: String = name
        .as_str()
        .nfkc()
        .map(|c| if is_pronounced(&c) { c } else { ' ' })
        .collect();
    let joined: String = whole
        .split_whitespace()
        .map(replace_digits_with_letters)
        .collect();
    let (Some(all), short) = (reduced(&joined), |text: &str| {
        STORYTELLER_ABBREVIATIONS.contains(&text)
    }) else {
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
    let alone = STORYTELLER_ABBREVIATIONS
        .iter()
        .filter_map(|word| reduced(word))
        .any(|word| word.is_confusable_with(&all));
    let beside = whole
        .split_whitespace()
        .any(|word| word.chars().all(char::is_uppercase) && short(&word.to_lowercase()));
    alone || beside || STORYTELLER_NAMES.iter().any(|word| is_within(word))
}

/// Whether a name looks or sounds like one of the others.
///
/// Other names without visible characters match nothing.
///
/// # Errors
/// [`TextError::Unseen`] if the name has no visible characters.
pub fn is_name_taken<'a>(
    name: &Name,
    others: impl IntoIterator<Item = &'a Name>,
) -> Result<bool, TextError> {
    let wanted = NameSkeleton::from_name(name)?;
    let as_heard = spoken_skeleton(name);
    Ok(others.into_iter().any(|other| {
        let seen =
            NameSkeleton::from_name(other).is_ok_and(|other| wanted.is_confusable_with(&other));
        let pair = as_heard.as_ref().zip(spoken_skeleton(other));
        seen || pair.is_some_and(|(mine, own)| mine.is_confusable_with(&own))
    }))
}

/// Appends a number to the name, so that it is not confusable with the others.
#[must_use]
pub fn make_distinct_name<'a>(
    name: &Name,
    others: impl IntoIterator<Item = &'a Name> + Clone,
) -> Name {
    let numbered = |number: u32| {
        let number = number.to_string();
        let room = MAX_NAME - 1 - number.len();
        let shortened: String = name.as_str().chars().take(room).collect();
        Name::new(&format!("{shortened} {number}")).ok()
    };
    let free = |name: &Name| is_name_taken(name, others.clone()) == Ok(false);
    // A free number exists: there are fewer other names than numbers.
    (2..=u32::MAX)
        .filter_map(numbered)
        .find(free)
        .unwrap_or_else(|| name.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn are_confusable(one: &str, other: &str) -> Option<bool> {
        let name = |text| NameSkeleton::from_name(&Name::new(text).ok()?).ok();
        let (one, other) = (name(one)?, name(other)?);
        assert_eq!(
            one.is_confusable_with(&other),
            other.is_confusable_with(&one)
        );
        Some(one.is_confusable_with(&other))
    }

    #[test]
    fn what_looks_alike_is_alike() {
        for (one, other) in [
            ("Sam", "Sam"),
            ("Sam", "sam"),
            ("Sam", "SAM"),
            // Invisible characters: joiners and variation selectors.
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
            // Composed and decomposed forms of the same letters.
            ("Žofie", "Z\u{30c}ofie"),
            // Letters and similar digits.
            ("Ian", "lan"),
            ("Ian", "1an"),
            ("Oscar", "0scar"),
            ("Mark", "rnark"),
            // The same name in small letters and in capitals, in several scripts.
            ("Straße", "STRASSE"),
            ("Νίκος", "νίκος"),
            ("Νίκος", "ΝΊΚΟΣ"),
            ("Иван", "ИВАН"),
        ] {
            assert_eq!(are_confusable(one, other), Some(true), "{one} {other}");
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
            assert_eq!(are_confusable(one, other), Some(false), "{one} {other}");
        }
    }

    #[test]
    fn what_is_heard_as_anothers_name_is_taken() -> Result<(), TextError> {
        let taken = |one: &str, other: &str| {
            let (one, other) = (Name::new(one)?, Name::new(other)?);
            assert_eq!(is_name_taken(&one, [&other]), is_name_taken(&other, [&one]));
            is_name_taken(&one, [&other])
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
            assert!(impersonates_storyteller(&name, Role::Player), "{name}");
            assert!(impersonates_storyteller(&name, Role::Spectator), "{name}");
            assert!(
                !impersonates_storyteller(&name, Role::Storyteller),
                "{name}"
            );
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
            assert!(!impersonates_storyteller(&name, Role::Player), "{name}");
        }
        Ok(())
    }

    #[test]
    fn what_cannot_be_seen_is_no_name() {
        for unseen in ["\u{200d}", "\u{200c}\u{200d}", "\u{fe0f}"] {
            let name = Name::new(unseen).map(|name| NameSkeleton::from_name(&name));
            assert_eq!(name, Ok(Err(TextError::Unseen)), "{unseen:?}");
        }
    }

    #[test]
    fn a_number_tells_namesakes_apart() -> Result<(), TextError> {
        let names = ["Ana", "ANA 2", "Ben"].map(Name::new);
        let names: Vec<Name> = names.into_iter().collect::<Result<_, _>>()?;
        assert_eq!(is_name_taken(&Name::new("ana")?, &names), Ok(true));
        assert_eq!(
            make_distinct_name(&Name::new("ana")?, &names).as_str(),
            "ana 3"
        );
        let long = Name::new(&"x".repeat(MAX_NAME))?;
        let apart = make_distinct_name(&long, [&long]);
        assert_eq!(apart.as_str(), format!("{} 2", "x".repeat(MAX_NAME - 2)));
        Ok(())
    }
}
