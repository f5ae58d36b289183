//! Draft of combatants that a line asks for, and the errors of reading it.

use crate::messages::quick_add as msg;
use serde::{Deserialize, Serialize};

use crate::base::text::{Name, TextError};
use crate::character::sheet::Sheet;
use crate::character::track::LevelsError;
use crate::character::vocabulary;
use crate::encounter::combatant::Side;
use crate::encounter::limits::{MAX_COMBATANTS_PER_LINE, MAX_QUICK_ADD_LINE, MAX_QUICK_ADD_TEXT};
use crate::ruleset::ClientRules;

/// Draft of one or more identical combatants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CombatantDraft {
    /// Number of identical combatants.
    pub count: u32,
    /// The name with a capital letter.
    pub name: Name,
    /// The side, if the line names one.
    pub side: Option<Side>,
    /// Whether the line says `hidden` or `lurking`.
    pub hidden: bool,
    /// Whether the line says `lurking`: hidden until the first action.
    pub reveals_on_action: bool,
    /// The sheet with the given traits.
    pub sheet: Sheet,
    /// Phrases that must name items, as written: each is one item or several.
    pub gear: Vec<String>,
}

impl CombatantDraft {
    /// Returns count, name and kind of the draft as a quick-add line, which can be read back.
    #[must_use]
    pub fn summary(&self) -> String {
        let kind = self.sheet.kind.as_ref();
        let kind = kind.map(|kind| format!(", {kind}")).unwrap_or_default();
        format!("{} × {}{kind}", self.count, self.name)
    }

    /// Returns the whole draft as a quick-add line, which reads back as the same draft.
    #[must_use]
    pub fn to_line(&self, rules: &dyn ClientRules) -> String {
        let mut line = self.summary();
        let side = self.side.map(|side| match side {
            Side::Character => "pc",
            Side::Foe => "foe",
        });
        let hidden = match (self.reveals_on_action, self.hidden) {
            (true, _) => Some("lurking"),
            (false, true) => Some("hidden"),
            (false, false) => None,
        };
        for word in [side, hidden].into_iter().flatten() {
            line.push_str(", ");
            line.push_str(word);
        }
        for spec in rules.facts().trait_specs {
            if let Some(value) = self.sheet.traits.get(spec.key) {
                // A title with a colon would be read as two parts.
                let name = if spec.title.contains(':') {
                    spec.key
                } else {
                    spec.title.get()
                };
                line.push_str(&format!(", {name} {}", vocabulary::format_number(*value)));
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

/// The reason why a quick-add line cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum QuickAddError {
    /// The line has no name.
    #[error("{}", msg::BEGIN_WITH_A_NAME_SUCH)]
    NoName,
    /// The line is longer than [`MAX_QUICK_ADD_LINE`] characters.
    #[error("{}", msg::that_line_is_longer_than(&MAX_QUICK_ADD_LINE))]
    TooLong,
    /// The count is 0 or more than [`MAX_COMBATANTS_PER_LINE`].
    #[error("{}", msg::one_line_makes_1_to(&MAX_COMBATANTS_PER_LINE))]
    Count,
    /// A word after the first trait, or with a number after it, is neither trait nor kind nor item.
    #[error("{}", msg::is_not_a_trait_or(.word))]
    UnknownWord {
        /// The unknown word as written.
        word: String,
    },
    /// A word is unknown but close to a known one.
    #[error("{}", msg::is_not_a_trait_or_an_item(.word, .meant))]
    Misspelled {
        /// The unknown word as written.
        word: String,
        /// The nearest known word.
        meant: String,
    },
    /// A trait has no whole number.
    #[error("{}", msg::needs_a_whole_number_after(.title))]
    NoNumber {
        /// The title of the trait.
        title: String,
    },
    /// A number is outside of the trait's range.
    #[error("{}", msg::goes_from_to(.title, .min, .max))]
    OutOfRange {
        /// The title of the trait.
        title: String,
        /// The least allowed value.
        min: i32,
        /// The greatest allowed value.
        max: i32,
    },
    /// A trait was given twice.
    #[error("{}", msg::is_there_twice(.title))]
    Twice {
        /// The title of the trait.
        title: String,
    },
    /// The count was given twice.
    #[error("{}", msg::HOW_MANY_THEY_ARE_IS)]
    CountTwice,
    /// All lines together make more than [`MAX_COMBATANTS_PER_LINE`] combatants, or are longer than [`MAX_QUICK_ADD_TEXT`]
    /// characters.
    #[error(
        "{}", msg::that_is_too_much_at(&MAX_COMBATANTS_PER_LINE, &MAX_QUICK_ADD_TEXT)
    )]
    TooMany,
    /// A line of a longer text cannot be read.
    #[error("{}", msg::line(.line, .error))]
    Nth {
        /// The number of the line from 1, not counting empty ones.
        line: u32,
        /// The error of that line.
        error: Box<QuickAddError>,
    },
    /// The health levels are not valid.
    #[error("{0}")]
    Levels(LevelsError),
    /// The name cannot be shown.
    #[error("{0}")]
    Name(TextError),
}
