//! Telling namesakes apart: "Ghoul", "Ghoul B", and for the storyteller's eyes "Ghoul ii".

use serde::{Deserialize, Serialize};

use crate::text::Name;

/// What follows a combatant's name. Given once and kept; never given again to another.
///
/// Letters count only what players have seen, and hidden combatants count in a series of
/// their own, so that a missing letter gives no hidden combatant away.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Label {
    /// Nothing: the first of its name that players have seen.
    #[default]
    Plain,
    /// Nothing: the first of its name, and players have not seen it.
    Unseen,
    /// A, B, … Z, AA: the n-th of its name, counted from 1.
    Letter(u32),
    /// i, ii, iii: the n-th hidden one of its name, counted from 1.
    Roman(u32),
}

impl Label {
    /// How far the label counts in its series.
    #[must_use]
    pub const fn ordinal(self) -> u32 {
        match self {
            Self::Plain | Self::Unseen => 1,
            Self::Letter(n) | Self::Roman(n) => n,
        }
    }

    /// The label as it is printed; `None` when there is nothing to print.
    #[must_use]
    pub fn print(self) -> Option<String> {
        match self {
            Self::Plain | Self::Unseen => None,
            Self::Letter(n) => Some(letters(n)),
            Self::Roman(n) => Some(roman(n)),
        }
    }

    /// A name with the label after it: "Ghoul B".
    #[must_use]
    pub fn after(self, name: &Name) -> String {
        match self.print() {
            None => name.to_string(),
            Some(label) => format!("{name} {label}"),
        }
    }
}

fn letters(mut n: u32) -> String {
    let mut out = Vec::new();
    while n > 0 {
        n -= 1;
        out.push(char::from(b'A' + (n % 26) as u8));
        n /= 26;
    }
    out.into_iter().rev().collect()
}

fn roman(mut n: u32) -> String {
    const PARTS: [(u32, &str); 9] = [
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
    for (value, numeral) in PARTS {
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
        let print = |n| Label::Letter(n).print().unwrap_or_default();
        assert_eq!(
            [print(1), print(2), print(26), print(27), print(703)],
            ["A", "B", "Z", "AA", "AAA"]
        );
    }

    #[test]
    fn hidden_ones_count_in_roman() {
        let print = |n| Label::Roman(n).print().unwrap_or_default();
        assert_eq!(
            [print(1), print(4), print(9), print(48), print(99)],
            ["i", "iv", "ix", "xlviii", "xcix"]
        );
    }
}
