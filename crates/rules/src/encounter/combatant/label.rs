//! Labels that tell namesakes apart: "Ghoul", "Ghoul B", and for storytellers "Ghoul ii".

use serde::{Deserialize, Serialize};

use crate::base::text::Name;

/// A label after a combatant's name, such as "B", that tells namesakes apart. It is given once and
/// never given to another combatant.
///
/// Letters count only combatants that players have seen, and hidden combatants have a series of their own, so
/// that a missing letter gives no hidden combatant away.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Label {
    /// An empty label: the first combatant of its name that players have seen.
    #[default]
    Plain,
    /// An empty label: the first combatant of its name, not yet seen by players.
    Unseen,
    /// A, B, … Z, AA: the n-th of its name, counted from 1.
    Letter(u32),
    /// i, ii, iii: the n-th hidden combatant of its name, counted from 1.
    Roman(u32),
}

impl Label {
    /// Returns the number of the label in its series.
    #[must_use]
    pub const fn ordinal(self) -> u32 {
        match self {
            Self::Plain | Self::Unseen => 1,
            Self::Letter(n) | Self::Roman(n) => n,
        }
    }

    /// Returns the label as text to display; `None` for an empty one.
    #[must_use]
    pub fn display_text(self) -> Option<String> {
        match self {
            Self::Plain | Self::Unseen => None,
            Self::Letter(n) => Some(letter_label(n)),
            Self::Roman(n) => Some(roman_numeral(n)),
        }
    }

    /// Returns a name followed by the label: "Ghoul B".
    #[must_use]
    pub fn append_to(self, name: &Name) -> String {
        match self.display_text() {
            None => name.to_string(),
            Some(label) => format!("{name} {label}"),
        }
    }
}

/// Returns the letters for a number counted from 1: A, …, Z, AA.
fn letter_label(mut n: u32) -> String {
    let mut out = Vec::new();
    while n > 0 {
        n -= 1;
        out.push(char::from(b'A' + (n % 26) as u8));
        n /= 26;
    }
    out.into_iter().rev().collect()
}

/// Returns a number as a lowercase Roman numeral, from 400 on in digits.
fn roman_numeral(mut n: u32) -> String {
    /// Values of the numerals, the greatest first.
    const NUMERALS: [(u32, &str); 9] = [
        (100, "c"),
        (90, "xc"),
        (50, "l"),
        (40, "xl"),
        (10, "x"),
        (9, "ix"),
        (5, "v"),
        (4, "iv"),
        (1, "i"),
    ];
    if n >= 400 {
        return n.to_string();
    }
    let mut out = String::new();
    for (value, numeral) in NUMERALS {
        while n >= value {
            out.push_str(numeral);
            n -= value;
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_go_on_after_z() {
        let print = |n| Label::Letter(n).display_text().unwrap_or_default();
        assert_eq!(
            [print(1), print(2), print(26), print(27), print(703)],
            ["A", "B", "Z", "AA", "AAA"]
        );
    }

    #[test]
    fn hidden_ones_count_in_roman() {
        let print = |n| Label::Roman(n).display_text().unwrap_or_default();
        assert_eq!(
            [print(1), print(4), print(9), print(48), print(99)],
            ["i", "iv", "ix", "xlviii", "xcix"]
        );
    }
}
