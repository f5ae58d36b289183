//! What a line asks for, and why it cannot be read.

use crate::messages::quick_add as msg;
use serde::{Deserialize, Serialize};

use crate::encounter::combatant::Side;
use crate::encounter::limits::{MAX_BLOCK, MAX_LINE, MAX_PER_LINE};
use crate::sheet::Sheet;
use crate::speech;
use crate::system::Look;
use crate::text::{Name, TextError};
use crate::track::LevelsError;

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

impl Draft {
    /// Who comes, as a line says it and as it is read again.
    #[must_use]
    pub fn who(&self) -> String {
        let kind = self.sheet.kind.as_ref();
        let kind = kind.map(|kind| format!(", {kind}")).unwrap_or_default();
        format!("{} × {}{kind}", self.count, self.name)
    }

    /// All of it as a line, which is read as the same.
    #[must_use]
    pub fn line(&self, rules: &dyn Look) -> String {
        let mut line = self.who();
        let side = self.side.map(|side| match side {
            Side::Character => "pc",
            Side::Foe => "foe",
        });
        let hidden = match (self.lurks, self.hidden) {
            (true, _) => Some("lurking"),
            (false, true) => Some("hidden"),
            (false, false) => None,
        };
        for word in [side, hidden].into_iter().flatten() {
            line.push_str(", ");
            line.push_str(word);
        }
        for spec in rules.traits() {
            if let Some(value) = self.sheet.traits.get(spec.key) {
                // A title with a colon in it is two things in a line.
                let name = if spec.title.contains(':') {
                    spec.key
                } else {
                    spec.title.get()
                };
                line.push_str(&format!(", {name} {}", speech::number(*value)));
            }
        }
        if let Some(levels) = self.sheet.levels {
            line.push_str(&msg::levels(&levels));
        }
        if !self.gear.is_empty() {
            line.push_str(msg::WITH.get());
            line.push_str(&self.gear.join(", "));
        }
        line
    }
}

/// Why a line cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LineError {
    /// There is no name in it.
    #[error("{}", msg::BEGIN_WITH_A_NAME_SUCH)]
    NoName,
    /// Longer than [`MAX_LINE`] characters.
    #[error("{}", msg::that_line_is_longer_than(&MAX_LINE))]
    TooLong,
    /// None, or more than [`MAX_PER_LINE`].
    #[error("{}", msg::one_line_makes_1_to(&MAX_PER_LINE))]
    Count,
    /// A word that is neither trait nor kind nor item, behind the first trait or with a number
    /// behind it.
    #[error("{}", msg::is_not_a_trait_or(.word))]
    UnknownWord {
        /// The word.
        word: String,
    },
    /// Such a word, and one that it may be meant for.
    #[error("{}", msg::is_not_a_trait_or_an_item(.word, .meant))]
    Misspelled {
        /// The word.
        word: String,
        /// The nearest word that is known.
        meant: String,
    },
    /// A trait without a whole number.
    #[error("{}", msg::needs_a_whole_number_after(.title))]
    NoNumber {
        /// The trait.
        title: String,
    },
    /// A number that makes no sense for the trait.
    #[error("{}", msg::goes_from_to(.title, .min, .max))]
    OutOfRange {
        /// The trait.
        title: String,
        /// The least value.
        min: i32,
        /// The greatest value.
        max: i32,
    },
    /// The same trait again.
    #[error("{}", msg::is_there_twice(.title))]
    Twice {
        /// The trait.
        title: String,
    },
    /// How many are meant is said twice.
    #[error("{}", msg::HOW_MANY_THEY_ARE_IS)]
    CountTwice,
    /// All lines together make more than [`MAX_PER_LINE`], or are longer than [`MAX_BLOCK`] characters.
    #[error(
        "{}", msg::that_is_too_much_at(&MAX_PER_LINE, &MAX_BLOCK)
    )]
    TooMany,
    /// One of several lines.
    #[error("{}", msg::line(.line, .error))]
    Nth {
        /// Which, from 1; lines with nothing in them do not count.
        line: u32,
        /// Why.
        error: Box<LineError>,
    },
    /// The levels cannot be so.
    #[error("{0}")]
    Levels(LevelsError),
    /// The name cannot be shown.
    #[error("{0}")]
    Name(TextError),
}
