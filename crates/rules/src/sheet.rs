//! A combatant's numbers, as far as a fight needs them.

use crate::messages::{Text, Wording};
use crate::sorted::Map;

use serde::{Deserialize, Serialize};

use crate::track::LevelCosts;

/// One trait a rule system reads from a sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TraitSpec {
    /// The key in a [`Sheet`], also accepted in a quick-add line.
    pub key: &'static str,
    /// The word on the screen.
    pub title: Text,
    /// Other words for it in a quick-add line.
    pub aliases: &'static [&'static str],
    /// The least value that makes sense.
    pub min: i32,
    /// The greatest value that makes sense.
    pub max: i32,
    /// The value of a sheet that does not say.
    pub default: i32,
}

/// The most dots of anything that is counted in dots.
pub const MAX_DOTS: i32 = 30;

impl TraitSpec {
    /// Whether it is counted in dots, in a system that has them: from none on, and not so far as points go.
    #[must_use]
    pub const fn is_dotted(&self) -> bool {
        self.min == 0 && self.max <= MAX_DOTS
    }
}

/// One kind of creature a rule system treats in a way of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KindSpec {
    /// The key in a [`Sheet`], also a word in a quick-add line.
    pub key: &'static str,
    /// The word on the screen.
    pub title: Text,
}

/// Something that can be spent and comes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PoolSpec {
    /// The key under which what is left is kept.
    pub key: &'static str,
    /// The word on the screen.
    pub title: Text,
    /// The most there is.
    pub most: i32,
}

/// Traits of its own that one sheet has.
pub const MAX_CUSTOM: usize = 24;
/// Characters of the notes on a sheet.
pub const MAX_NOTES: usize = 2_000;

/// Rolls that one sheet keeps.
pub const MAX_ROLLS: usize = 12;
/// Characters of what such a roll is made of.
pub const MAX_ROLL: usize = 120;

/// Traits that are shown together on a sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TraitGroup {
    /// The heading.
    pub title: Text,
    /// The keys of the traits, in the order they are shown.
    pub keys: &'static [&'static str],
}

/// A sheet to start from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Archetype {
    /// The key by which it is asked for.
    pub key: &'static str,
    /// What it is called.
    pub title: Text,
    /// Kind, traits and gear, as they stand in a quick-add line behind the name.
    pub line: &'static str,
}

impl Archetype {
    /// What it comes with; where that is nothing, what it is.
    #[must_use]
    pub fn gear(&self) -> &'static str {
        let with = self.line.split_once(" with ");
        with.map_or(self.line, |(_, gear)| gear)
    }
}

/// A combatant's kind and traits. What is not written has the system's default.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Hash)]
pub struct Sheet {
    /// The creature's kind; `None` is the system's first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// The traits that were given.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub traits: Map<String, i32>,
    /// Traits that no rule knows, by name: a merit, a Discipline, a language. They are parts of rolls.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub custom: Map<String, i32>,
    /// What else is to be known, in words.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub notes: String,
    /// Rolls that are made often, by name: what would be typed behind `/roll`.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub rolls: Map<String, String>,
    /// What its levels of health cost, in a system that has levels; `None` is the usual seven.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub levels: Option<LevelCosts>,
}

impl Sheet {
    /// Whether nothing of a character is written on it yet.
    #[must_use]
    pub fn is_blank(&self) -> bool {
        self.kind.is_none() && self.traits.is_empty() && self.custom.is_empty()
    }

    /// The line that makes one of its rolls, as it would be typed into the log.
    #[must_use]
    pub fn roll_line(&self, name: &str) -> Option<String> {
        self.rolls.get(name).map(|roll| roll_line(name, roll))
    }

    /// The value of a trait, or the default its system names.
    #[must_use]
    pub fn get(&self, spec: &TraitSpec) -> i32 {
        self.traits.get(spec.key).copied().unwrap_or(spec.default)
    }

    /// The same sheet after an edit.
    #[must_use]
    pub fn edited(mut self, edit: &SheetEdit) -> Self {
        match edit {
            SheetEdit::Trait { key, after, .. } => match after {
                Some(value) => _ = self.traits.insert(key.clone(), *value),
                None => _ = self.traits.remove(key),
            },
            SheetEdit::Kind { after, .. } => self.kind.clone_from(after),
            SheetEdit::Custom { name, after, .. } => match after {
                Some(value) => _ = self.custom.insert(name.clone(), *value),
                None => _ = self.custom.remove(name),
            },
            SheetEdit::Notes { after, .. } => self.notes.clone_from(after),
            SheetEdit::Roll { name, after, .. } => match after {
                Some(roll) => _ = self.rolls.insert(name.clone(), roll.clone()),
                None => _ = self.rolls.remove(name),
            },
            SheetEdit::Levels { after, .. } => self.levels = *after,
            SheetEdit::Several { edits, .. } => {
                return edits.iter().fold(self, |sheet, edit| sheet.edited(edit));
            }
        }
        self
    }

    /// Whether it is of this kind.
    #[must_use]
    pub fn is(&self, kind: &str) -> bool {
        self.kind.as_deref() == Some(kind)
    }
}

/// The line that makes a roll of a name.
pub(crate) fn roll_line(name: &str, roll: &str) -> String {
    match roll.contains('#') {
        true => format!("/roll {roll}"),
        false => format!("/roll {roll} # {name}"),
    }
}

/// One edit of a sheet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SheetEdit {
    /// A trait has another value; `None` is what the system takes where a sheet does not say.
    Trait {
        /// The key of the trait.
        key: String,
        /// Before.
        before: Option<i32>,
        /// After.
        after: Option<i32>,
    },
    /// The creature is of another kind; `None` is the system's first.
    Kind {
        /// Before.
        before: Option<String>,
        /// After.
        after: Option<String>,
    },
    /// A trait of its own has another value; `None` is that there is no such trait.
    Custom {
        /// What it is called.
        name: String,
        /// Before.
        before: Option<i32>,
        /// After.
        after: Option<i32>,
    },
    /// The notes say something else.
    Notes {
        /// Before.
        before: String,
        /// After.
        after: String,
    },
    /// A roll is kept, or no more.
    Roll {
        /// What it is called.
        name: String,
        /// What it was made of; `None` is that there was none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        before: Option<String>,
        /// What it is made of.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        after: Option<String>,
    },
    /// The levels of health are others; `None` is the usual seven.
    Levels {
        /// Before.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        before: Option<LevelCosts>,
        /// After.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        after: Option<LevelCosts>,
    },
    /// Several edits at once, one after the other.
    Several {
        /// The edits.
        edits: Vec<SheetEdit>,
        /// The title of the archetype they follow, if they do.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<Wording>,
    },
}

impl SheetEdit {
    /// The edit that takes this one back.
    #[must_use]
    pub fn inverse(self) -> Self {
        match self {
            Self::Trait { key, before, after } => Self::Trait {
                key,
                before: after,
                after: before,
            },
            Self::Kind { before, after } => Self::Kind {
                before: after,
                after: before,
            },
            Self::Custom {
                name,
                before,
                after,
            } => Self::Custom {
                name,
                before: after,
                after: before,
            },
            Self::Notes { before, after } => Self::Notes {
                before: after,
                after: before,
            },
            Self::Roll {
                name,
                before,
                after,
            } => Self::Roll {
                name,
                before: after,
                after: before,
            },
            Self::Levels { before, after } => Self::Levels {
                before: after,
                after: before,
            },
            Self::Several { edits, from } => Self::Several {
                edits: edits.into_iter().rev().map(Self::inverse).collect(),
                from,
            },
        }
    }

    /// Whether a sheet is as this edit left it.
    #[must_use]
    pub fn is_in(&self, sheet: &Sheet) -> bool {
        match self {
            Self::Trait { key, after, .. } => sheet.traits.get(key) == after.as_ref(),
            Self::Kind { after, .. } => sheet.kind == *after,
            Self::Custom { name, after, .. } => sheet.custom.get(name) == after.as_ref(),
            Self::Notes { after, .. } => sheet.notes == *after,
            Self::Roll { name, after, .. } => sheet.rolls.get(name) == after.as_ref(),
            Self::Levels { after, .. } => sheet.levels == *after,
            Self::Several { .. } => sheet.clone().edited(self) == *sheet,
        }
    }
}
