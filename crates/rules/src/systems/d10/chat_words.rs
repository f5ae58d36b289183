//! Helpers for parsing chat lines: words separated by blanks, numbers of any length.

/// Whether a character is a blank (a space or a tab) that separates words.
#[must_use]
pub const fn is_blank(character: char) -> bool {
    matches!(character, ' ' | '\t')
}

/// Removes blanks from both ends of the text.
#[must_use]
pub fn trim_blanks(text: &str) -> &str {
    text.trim_matches(is_blank)
}

/// Splits a line into the first word and the rest, both without outer blanks; either may be empty.
#[must_use]
pub fn split_first_word(line: &str) -> (&str, &str) {
    let line = trim_blanks(line);
    match line.split_once(is_blank) {
        Some((word, rest)) => (word, trim_blanks(rest)),
        None => (line, ""),
    }
}

/// Iterates over the words of a text.
pub fn split_words(text: &str) -> impl Iterator<Item = &str> {
    text.split(is_blank).filter(|word| !word.is_empty())
}

/// Whether a word consists of one or more ASCII digits.
#[must_use]
pub fn is_digits(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}

/// Parses digits into a number from 0 to `most`; leading zeros and any length are accepted without
/// overflow.
#[must_use]
pub fn parse_at_most(digits: &str, most: i32) -> Option<i32> {
    let short = digits.trim_start_matches('0');
    let value = if short.is_empty() {
        0
    } else {
        short.parse().ok()?
    };
    (0..=most).contains(&value).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_any_length() {
        assert_eq!(parse_at_most("000", 40), Some(0));
        assert_eq!(
            parse_at_most(&format!("{}40", "0".repeat(500)), 40),
            Some(40)
        );
        assert_eq!(parse_at_most("41", 40), None);
        assert_eq!(parse_at_most(&"9".repeat(500), 40), None);
        assert!(!is_digits("+4") && !is_digits("") && !is_digits("４"));
    }

    #[test]
    fn words_between_blanks() {
        assert_eq!(split_first_word(" \t!a  b\tc "), ("!a", "b\tc"));
        assert_eq!(split_first_word(""), ("", ""));
        assert_eq!(split_words("b \tc").collect::<Vec<_>>(), ["b", "c"]);
        assert_eq!(split_first_word("!a\u{a0}b"), ("!a\u{a0}b", ""));
    }
}
